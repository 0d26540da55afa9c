"""The processes of a run: one connection that most checks share, fresh ones for those that need them, and what the
server offers."""

from conform import wire
from conform.client import QUIET, Client
from conform.facts import Facts

#: After so many requests without an answer a run is given up: something is wrong that is wrong everywhere.
PATIENCE = 12

#: How many processes are started ahead, so that their start-up times overlap with the checks.
AHEAD = 2


#: How many processes a run needs if none of them ends too early; no more are started ahead.
ENOUGH = 9


class GivenUp(Exception):
    """Says that too many requests were not answered."""


class Bench:
    """Starts and ends processes of the server under test."""

    def __init__(self, start, timeout, tools=(), quiet=QUIET, ahead=AHEAD):
        """Takes a function that starts a server (see served.Served), how long an answer may take in seconds, and the
        tool calls that the caller allows, as pairs of name and arguments."""
        self._start = start
        self._quiet = quiet
        self._ahead = ahead
        self._spares = []
        self._main = None
        self._firsts, self._made = {}, {}
        self.asking = None  # the calls that ask for input, once they are known; see areas/inputs.py
        self._starter = self._second = self._listener = self._ended = None
        self._facts = None
        self.timeout = timeout
        self.tools = list(tools)
        self.clients = []

    def main(self):
        """Gives the connection that checks share; a new one if the last has ended."""
        if self._main is None or self._main.ended or not self._main.input_open:
            self._main = self.fresh()
        return self._main

    def fresh(self):
        """Gives a connection to a process to which nothing has been said."""
        self._check_patience()
        while not self._spares or (len(self._spares) <= self._ahead and len(self.clients) + len(self._spares) < ENOUGH):
            self._spares.append(self._start())
        client = Client(self._spares.pop(0), self.timeout, self._quiet)
        self.clients.append(client)
        return client

    def second(self):
        """Gives a connection to another process, the same one each time while it lives."""
        if self._second is None or self._second.ended or not self._second.input_open:
            self._second = self.fresh()
        return self._second

    def listener(self):
        """Gives the connection on which listens are opened and left open."""
        if self._listener is None or self._listener.ended:
            self._listener = self.fresh()
        return self._listener

    def ended_listen(self):
        """Opens a listen with the id conform-end on a process of its own and closes its input, once.

        Gives the connection, the Reply to the listen, and the place of what came after.
        """
        if self._ended is None:
            client = self.fresh()
            reply = client.wait(client.send(wire.request("conform-end", "subscriptions/listen", {"notifications": {}})))
            place = len(client.events)
            client.finish()
            self._ended = (client, reply, place)
        return self._ended

    def starter(self):
        """Gives a process of which the first request is a list; used by discovery, then for a listen, then ended."""
        if self._starter is None:
            self._starter = self.fresh()
        return self._starter

    def finish_starter(self):
        """Ends the starter, once."""
        client = self.starter()
        if client.input_open:
            if not client.events:
                client.ask("server/discover")
            client.finish()

    def first(self, spoiled):
        """Gives the Replies to the first two requests of a process: one that is spoiled, and a good one.

        Spoiled by "no metadata" or "bad version"; each is asked once.
        """
        if spoiled not in self._firsts:
            client = self.fresh()
            metadata = wire.OMIT if spoiled == "no metadata" else wire.meta(version="2099-12-31")
            lists = [method for method in self.facts.offered() if method.endswith("/list")] or ["server/discover"]
            method = lists[0] if spoiled == "no metadata" else "server/discover"
            refused = client.probe_message(wire.request(client.new_id(), method, None, metadata))
            self._firsts[spoiled] = (refused, client.ask("server/discover"))
        return self._firsts[spoiled]

    @property
    def facts(self):
        """What the server offers, asked for once."""
        if self._facts is None:
            self._facts = Facts(self.main(), self.fresh, self.tools)
        return self._facts

    def patient(self):
        """Raises GivenUp if too many requests were not answered."""
        self._check_patience()

    def once(self, function):
        """Gives what a function makes of this bench; made anew only if something was said since."""
        said = sum(len(client.events) for client in self.clients)
        if self._made.get(function, (None,))[0] != said:
            self._made[function] = (said, function(self))
        return self._made[function][1]

    def close(self):
        """Ends every process."""
        servers = [*self._spares, *(client.server for client in self.clients)]
        for server in servers:  # all of them hear of it before the first is waited for
            server.end_input()
        for server in servers:
            server.close()

    def _check_patience(self):
        if sum(client.timeouts for client in self.clients) >= PATIENCE:
            raise GivenUp
