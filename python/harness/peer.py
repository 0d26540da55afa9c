"""One configured server: its lives, one after the other, and the reader that brings what it says to where it belongs.

A life (generation) begins with a negotiation and ends with the transport. Era, caches and open calls belong to the life and
go with it. The record here is our book-keeping; to the server every request stands alone.
"""

import threading
import time

from harness import wire
from harness.errors import Closed, DeadlineExceeded, PeerUnavailable
from harness.negotiate import Negotiator
from harness.pending import Table
from harness.reader import take
from harness.transport import Ended

#: Pauses before the restarts that follow one another, in seconds; after the last one no more is tried.
BACKOFF = (0.05, 0.5, 2.0, 5.0, 10.0)

#: A life that lasted this long proves that restarting helps; the count begins anew. In seconds.
STEADY = 30.0

#: How many violations are kept.
MAX_VIOLATIONS = 100


class Life:
    """One generation of a peer: its record, its channel, its open calls and its open listens (by id key)."""

    def __init__(self, generation, record, channel, table):
        """Takes the four; a new life listens to nothing."""
        self.generation, self.record, self.channel, self.table = generation, record, channel, table
        self.listens = {}
        self.begun = time.monotonic()


class Peer:
    """A server under a name, restarted when it is lost; usable from several threads."""

    def __init__(self, name, transport, settings, options):
        """Takes the name, the transport, the shared settings and the options of add_server."""
        self.name, self.transport, self.settings = name, transport, settings
        self.allow_legacy = options["allow_legacy"] is True
        self.legacy_probe_timeout = options["legacy_probe_timeout_ms"] / 1000
        self.probe_timeout = options["probe_timeout_ms"] / 1000
        self.required = options["required"]
        self.auth_context = options["auth_context"]
        self.generation = 0
        self.negotiation = None
        self.state = "new"  # new, connecting, up, restarting, failed, closed
        self.restarts = 0
        self.violations = []
        self.on_up = lambda peer: None  # called after each later life has begun
        self.on_changed = lambda peer, kind: None  # called when a list or resource of this peer is outdated
        self._life = None
        self._failures = 0
        self._changed = threading.Condition()
        self._threads = []

    def connect(self, deadline):
        """Begins a life and gives its Negotiation; raises nothing that the peer could cause."""
        with self._changed:
            if self.state == "closed":
                raise Closed("the harness is closed", self.name)
            self.state = "connecting" if self.state == "new" else self.state
            self.generation += 1
        record, channel = Negotiator(self, self.settings, self.settings.next_id, deadline).run()
        with self._changed:
            self.negotiation = record
            self.violations = list(record.violations)
            if self.state == "closed":
                if channel is not None:
                    channel.close()
                return record
            self.state = "up" if record.available else "failed"
            if record.available:
                self._begin(channel)
            self._changed.notify_all()
        self.settings.event(self.name, "connected" if record.available else "unavailable", negotiation=record)
        return record

    def _begin(self, channel):
        self._life = Life(self.generation, self.negotiation, channel, Table(self.name, self.note))
        reader = threading.Thread(target=self._read, args=(self._life,), daemon=True)
        self._threads.append(reader)
        reader.start()

    def life(self, deadline, over=0):
        """Gives the present Life; waits for a restart that is under way, and for the end of the generation over."""
        with self._changed:
            while self.state in ("connecting", "restarting") or (self.state == "up" and self.generation == over):
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    raise DeadlineExceeded(self.name, "the start of the server", "total", None)
                self._changed.wait(left)
            if self.state == "closed":
                raise Closed("the harness is closed", self.name)
            if self.state != "up":
                raise PeerUnavailable(self.negotiation)
            return self._life

    def request(self, era, request_id, method, params, version):
        """Gives a request in the shape of an era, built from nothing."""
        if era == "legacy":
            return wire.legacy_request(request_id, method, params)
        settings = self.settings
        return wire.modern_request(request_id, method, params, version, settings.capabilities, settings.client_info)

    def send(self, channel, message, deadline):
        """Writes a message on a channel; gives how many bytes were taken and how many there are."""
        line = wire.encode(message)
        self.settings.trace(self.name, "sent", line)
        taken = channel.send(line, deadline)
        if 0 < taken < len(line):
            # Half a line is on the pipe and can never be completed by another message.
            threading.Thread(target=channel.close, daemon=True).start()
        return taken, len(line)

    def forget_listen(self, request_id):
        """Forgets the route of a listen that is over."""
        life = self._life
        if life is not None:
            life.listens.pop(wire.id_key(request_id), None)

    def note(self, words):
        """Keeps a violation of the protocol, and tells of it."""
        if len(self.violations) < MAX_VIOLATIONS:
            self.violations.append(words)
            self.settings.event(self.name, "violation", words=words)

    def restart(self, deadline):
        """Ends the present life, if there is one, and begins another; gives its Negotiation."""
        with self._changed:
            if self.state == "closed":
                raise Closed("the harness is closed", self.name)
            self.state, life, self._life = "restarting", self._life, None
            self._failures = 0
        if life is not None:
            life.channel.close()
        record = self.connect(deadline)
        if record.available:
            self.on_up(self)
        return record

    def close(self):
        """Ends the peer for good: open calls fail, the process and its group go."""
        with self._changed:
            life, self.state = self._life, "closed"
            self._changed.notify_all()
        if life is not None:
            life.table.fail_all("the harness was closed")
            life.channel.close()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(5)

    def _read(self, life):
        while True:
            try:
                line = life.channel.receive(None)
            except Ended:
                break
            if line is None:
                self.note("a message over the size limit was dropped")
                continue
            self.settings.trace(self.name, "received", line)
            message = wire.decode(line)
            if message is not None:
                take(self, life, message)
            elif not wire.is_blank(line):
                self.note("noise on stdout: " + line[:200].decode("utf-8", "backslashreplace").rstrip("\r\n"))
        self._lost(life)

    def _lost(self, life):
        status, tail = life.channel.exit_status(), life.channel.stderr_tail()
        last = tail.strip().splitlines()[-1:] or [""]
        words = "its stdout ended" if status is None else f"it exited with {status}"
        lost = life.table.fail_all(words + (f"; stderr: {last[0][:200]}" if last[0] else ""))
        with self._changed:
            ours = self._life is life and self.state == "up"
            if ours:
                self.state, self._life = "restarting", None
                self._changed.notify_all()
        for listen in list(life.listens.values()):
            listen.lost(words)
        life.channel.close()
        if ours:
            self.settings.event(self.name, "lost", why=words, exit_status=status, stderr_tail=tail, lost_calls=lost)
            self._revive(life)

    def _revive(self, life):
        # On the reader's thread of the life that has ended; the next life has a reader of its own.
        if time.monotonic() - life.begun > STEADY:
            self._failures = 0
        while self._failures < len(BACKOFF) and self._pause(BACKOFF[self._failures]):
            self._failures += 1
            self.restarts += 1
            try:
                record = self.connect(time.monotonic() + self.probe_timeout + self.legacy_probe_timeout + 5)
            except Closed:
                return
            if record.available:
                self.on_up(self)
                return
            with self._changed:
                if record.reason == "spawn_failed" or self.state != "failed" or self._failures >= len(BACKOFF):
                    return
                self.state = "restarting"
        with self._changed:
            if self.state == "restarting":
                self.state = "failed"
                self._changed.notify_all()

    def _pause(self, seconds):
        # Gives whether the restart is still wanted after the pause.
        with self._changed:
            self._changed.wait_for(lambda: self.state != "restarting", seconds)
            return self.state == "restarting"
