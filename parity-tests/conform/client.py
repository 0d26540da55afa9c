"""One connection to the server under test: what is asked, what comes back, and all that was said, in order."""

import json
import time

from conform import wire
from conform.reply import Event, Reply
from served import TimedOut, TooMuch

#: How long an answer may fail to come before something counts as silent, in seconds, after the server has twice
#: answered requests that were sent later.
QUIET = 0.15

#: How long the first answer of a process may take at least, in seconds: it is starting.
START_UP = 20.0

#: After how much silence a request that has to be refused is no longer waited for by itself, in seconds: a later
#: request is sent, and once that is answered, so much silence again means that there is no answer.
DOUBT = 0.3


class Client:
    """A client of one process. Nothing it does raises because of the server: a Reply says what went wrong."""

    def __init__(self, server, timeout, quiet=QUIET):
        """Takes a started server (see served.Served) and how long an answer may take, in seconds."""
        self.server = server
        self.timeout = timeout
        self.quiet = quiet
        self.events = []
        self.ended = False
        self.input_open = True
        self.code = None  # with which the process ended, as far as finish has found out
        self.timeouts = 0
        self._count = 0

    def new_id(self):
        """Gives an id that this connection has not used: numbers and texts in turn."""
        self._count += 1
        return self._count if self._count % 2 else f"c-{self._count}"

    def raw(self, data):
        """Writes bytes as they are and gives the event."""
        event = Event(">", data)
        self.events.append(event)
        self.server.seconds = self.timeout
        self.server.begin()
        self.server.write(data)
        return event

    def send(self, value):
        """Writes one message as a line and gives the event."""
        return self.raw(wire.line(value))

    def ask(self, method, params=None, metadata=None, identifier=wire.OMIT):
        """Sends a request and gives its Reply."""
        identifier = self.new_id() if identifier is wire.OMIT else identifier
        return self.ask_message(wire.request(identifier, method, params, metadata))

    def ask_message(self, message, timeout=None):
        """Sends a whole request and gives its Reply. A listen that was accepted is cancelled: its Reply is the
        acknowledgement."""
        sent = self.send(message)
        return self._closed(self.wait(sent, timeout))

    def _closed(self, reply):
        if reply.event and wire.is_notification(reply.event.value):
            self.send(wire.notification("notifications/cancelled", {"requestId": reply.sent.value["id"]}))
        return reply

    def probe_message(self, message):
        """Sends a request that has to be refused and gives its Reply. Its silence is proved by a later request that is
        answered, so it takes no more time than that."""
        fresh = not self._heard()
        sent = self.send(message)
        reply = self.wait(sent, None if fresh else min(DOUBT, self.timeout), patient=fresh)
        if reply.event or self.ended or fresh:
            return self._closed(reply)
        barrier = self.wait(self.send(wire.request(self.new_id(), "server/discover")), strays=False)
        reply = self.wait(sent, min(DOUBT, self.timeout), patient=False)
        if not reply.event and barrier.event:
            reply.why = "no answer, though a later request was answered"
        return self._closed(reply)

    def wait(self, sent, timeout=None, strays=True, patient=True):
        """Waits for the answer to a request that was sent. With strays, an error without id stands for it if nothing
        else comes at once. Patient means that what does not come counts as a timeout."""
        identifier, start = sent.value["id"], self.events.index(sent)
        listens = sent.value.get("method") == "subscriptions/listen"
        timeout = (self.timeout if self._heard() else max(self.timeout, START_UP)) if timeout is None else timeout
        deadline = time.monotonic() + timeout
        place, stray = start, None
        while True:
            for event in self.events[place:]:
                value = event.value
                if event.direction == ">":
                    continue
                if wire.is_response(value) and "id" in value and wire.same(value["id"], identifier):
                    return Reply(sent, event)
                if listens and wire.is_notification(value) and wire.same(wire.subscription_of(value), identifier):
                    return Reply(sent, event)
                if wire.is_response(value) and value.get("id") is None and strays and not stray:
                    stray, deadline = event, min(deadline, time.monotonic() + self.quiet)
            place = len(self.events)
            if not self.read(deadline - time.monotonic()):
                break
        if stray:
            return Reply(sent, stray, without_id=True)
        if self.ended:
            return Reply(sent, why="stdout ended and there was no answer" + self._exit())
        self.timeouts += patient
        return Reply(sent, why=f"no answer within {timeout:g} s" + _near(identifier, self.events[start:]))

    def odd(self, *lines):
        """Writes lines that may get no answer, and gives (what came for them, whether the server still answers).

        Silence is proved by order as far as order goes: two requests that were sent later have been answered, and a
        moment has passed.
        """
        place = len(self.events)
        for data in lines:
            self.raw(data)
        own = []
        for round_ in range(2):
            barrier = self.send(wire.request(self.new_id(), "server/discover"))
            reply = self.wait(barrier, strays=False)
            own.append(reply.event)
            if not reply.event:
                return self._others(place, own), False
            if self._others(place, own):
                break
            if round_ == 1:
                self.rest(self.quiet)
        return self._others(place, own), True

    def rest(self, seconds):
        """Reads whatever comes until nothing has come for so long."""
        while self.read(seconds):
            pass

    def until(self, fits, start=0, timeout=None):
        """Gives the first event from that place on that fits, reading until it comes, or None."""
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            for event in self.events[start:]:
                if event.direction == "<" and fits(event.value):
                    return event
            start = len(self.events)
            if not self.read(deadline - time.monotonic()):
                return None

    def read(self, seconds):
        """Reads one line within so many seconds; gives whether one came."""
        if self.ended:
            return False
        self.server.seconds = max(0.0, seconds)
        self.server.begin()
        try:
            data = self.server.next_line()
        except TimedOut:
            return False
        except TooMuch:
            data = None
        if data is None:
            self.ended = True
            return False
        self.events.append(Event("<", data))
        return True

    def finish(self):
        """Closes stdin, reads to the end, and gives the exit code, or None if the process does not end in time."""
        timeout = self.timeout if self._heard() else max(self.timeout, START_UP)
        deadline = time.monotonic() + timeout
        self.input_open = False
        self.server.seconds = timeout
        self.server.begin()
        self.server.end_input()
        while self.read(deadline - time.monotonic()):
            pass
        self.server.seconds = max(0.0, deadline - time.monotonic())
        self.server.begin()
        try:
            self.code = self.server.wait()
        except TimedOut:
            self.code = None
        return self.code

    def _heard(self):
        return any(event.direction == "<" for event in self.events)

    def _others(self, place, own):
        # What answers an earlier request, late, is no answer to what was written since.
        earlier = [
            event.value["id"]
            for event in self.events[:place]
            if event.direction == ">" and wire.is_request(event.value)
        ]
        # Nor is what is no message at all; that is judged with the rest of the traffic.
        new = [
            event
            for event in self.events[place:]
            if event.direction == "<" and event not in own and event.value is not wire.NOT_JSON
        ]
        return [
            event for event in new if not (wire.is_response(event.value) and _among(event.value.get("id"), earlier))
        ]

    def _exit(self):
        self.server.seconds = self.quiet
        self.server.begin()
        try:
            return f"; the process ended with {self.server.wait()}"
        except TimedOut:
            return ""


def _near(identifier, events):
    for event in events:
        found = event.value.get("id") if event.direction == "<" and wire.is_response(event.value) else None
        if wire.is_id(found) and str(found) == str(identifier):
            return f", but one with the id {json.dumps(found)} for {json.dumps(identifier)}"
    return ""


def _among(identifier, others):
    return wire.is_id(identifier) and any(wire.same(identifier, other) for other in others)
