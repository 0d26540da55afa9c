"""One configured server: its lives, one after the other, and the reader that brings what it says to where it belongs.

A life (generation) begins with a negotiation and ends with the transport. Era, caches and open calls belong to the life and
go with it. The record here is our book-keeping; to the server every request stands alone.
"""

import threading
import time
from dataclasses import replace

from harness import wire
from harness.errors import Closed, DeadlineExceeded, PeerUnavailable, Unwritable
from harness.negotiate import Negotiation, Negotiator
from harness.pending import Table
from harness.reader import read
from harness.transport import exit_within

#: Pauses before the restarts that follow one another, in seconds; after the last one no more is tried.
BACKOFF = (0.05, 0.5, 2.0, 5.0, 10.0)

#: A life that lasted this long proves that restarting helps; the count begins anew. In seconds.
STEADY = 30.0

#: How many different violations are kept.
MAX_VIOLATIONS = 100

#: How long the exit is waited for once stdout has ended, and how long a last word to the server may take, in seconds.
EXIT_WAIT = 0.2
LAST_WORD = 0.5


class Life:
    """One generation of a peer: its record, its channel, its open calls, and its listens by id key, open and over."""

    def __init__(self, generation, record, channel, table):
        """Takes the four; a new life listens to nothing."""
        self.generation, self.record, self.channel, self.table = generation, record, channel, table
        self.listens, self.ended_listens = {}, set()
        self.begun, self.over = time.monotonic(), False


class Peer:
    """A server under a name, restarted when it is lost; usable from several threads."""

    def __init__(self, name, transport, settings, options):
        """Takes the name, the transport, the shared settings and the options of add_server."""
        self.name, self.transport, self.settings = name, transport, settings
        self.allow_legacy = options["allow_legacy"] is True
        self.legacy_probe_timeout, self.probe_timeout = options["legacy_probe_timeout"], options["probe_timeout"]
        self.request_timeout = options["request_timeout"]  # for calls that come without a limit
        self.auth_context = options["auth_context"]
        self.generation = 0
        self.negotiation = None
        self.state = "new"  # new, connecting, up, restarting, failed (perhaps to be tried again), closed
        self.restarts = 0
        self.violations, self.violation_count, self.dropped = [], 0, 0
        self.on_up = lambda peer: None  # called after each later life has begun
        self.on_down = lambda peer: None  # called when no other life will begin by itself
        self.on_changed = lambda peer, topic: None  # called when a list or resource of this peer is outdated
        self._life = self._channel = None
        self._failures = 0
        self._starting = threading.Lock()  # held from before a process is started until the life has begun
        self._changed = threading.Condition()
        self._threads = []

    def connect(self, deadline):
        """Begins a life and gives its Negotiation; raises nothing that the peer could cause."""
        with self._starting:
            return self._connect(deadline)

    def open(self):
        """Opens a channel for a negotiation, so that close() can end it at any time; raises OSError."""
        if self.state != "closed":
            channel = self.transport.open()
            with self._changed:
                self._channel = channel
                if self.state != "closed":
                    return channel
            channel.close()
        raise OSError("the harness is closed")

    def life(self, deadline, over=0):
        """Gives the present Life; waits for a start that is under way, and for the end of the generation over."""
        with self._changed:
            while self.state in ("connecting", "restarting") or (self.state == "up" and self.generation == over):
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    raise DeadlineExceeded(self.name, "the start of the server", "total", None)
                self._changed.wait(left)
            if self.state == "closed":
                raise Closed("the harness is closed", self.name)
            if self.state != "up":
                early = Negotiation(self.name, 0, "unknown", False, "not_started", detail="connect() comes first")
                raise PeerUnavailable(self.negotiation or early)
            return self._life

    def request(self, era, request_id, method, params, version):
        """Gives a request in the shape of an era, built from nothing."""
        if era == "legacy":
            return wire.legacy_request(request_id, method, params)
        settings = self.settings
        return wire.modern_request(request_id, method, params, version, settings.capabilities, settings.client_info)

    def send(self, channel, message, deadline):
        """Writes a message on a channel; gives how many bytes were taken and how many there are."""
        try:
            line = wire.encode(message)
        except ValueError as fault:
            raise Unwritable(f"{message.get('method', 'an answer')} cannot be written as JSON: {fault}", self.name) from None
        self.settings.trace(self.name, "sent", line)
        taken = channel.send(line, deadline)
        in_time = deadline is None or time.monotonic() < deadline
        if 0 < taken < len(line) or (taken == 0 and in_time):
            # Half a line can never be completed by another message, and a pipe that takes nothing has no reader.
            threading.Thread(target=channel.close, daemon=True).start()
        return taken, len(line)

    def cancel(self, channel, request_id, reason, deadline=None):
        """Tells the server that nobody waits for a request any more."""
        params = {"requestId": request_id, "reason": reason}
        limit = time.monotonic() + LAST_WORD if deadline is None else deadline
        self.send(channel, wire.notification("notifications/cancelled", params), limit)

    def note(self, words):
        """Counts a violation of the protocol, and keeps and tells it if it is a new one."""
        self.violation_count += 1
        if len(self.violations) < MAX_VIOLATIONS and words not in self.violations:
            self.violations.append(words)
            self.settings.event(self.name, "violation", words=words)

    def restart(self, deadline):
        """Ends the present life, if there is one, and begins another; gives its Negotiation."""
        with self._starting:
            with self._changed:
                if self.state == "closed":
                    raise Closed("the harness is closed", self.name)
                self.state, life, self._life = "restarting", self._life, None
                self._failures = 0
            if life is not None:
                life.channel.close()
            record = self._connect(deadline)
        (self.on_up if record.available else self.on_down)(self)
        return record

    def close(self):
        """Ends the peer for good: open calls are cancelled and fail, the process and its group go."""
        with self._changed:
            life, channel, self.state = self._life, self._channel, "closed"
            self._changed.notify_all()
        if life is not None:
            limit = time.monotonic() + LAST_WORD
            for pending in life.table.fail_all("the harness was closed"):
                if pending.sent:
                    self.cancel(life.channel, pending.id, "closed", limit)
        if channel is not None:
            channel.close()
        if self._starting.acquire(timeout=5):  # a negotiation that was under way has lost its channel and ends
            self._starting.release()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(5)

    def _connect(self, deadline):
        with self._changed:
            if self.state == "closed":
                raise Closed("the harness is closed", self.name)
            self.state = "connecting" if self.state == "new" else self.state
            self.generation += 1
        record, channel = Negotiator(self, self.settings, self.settings.next_id, deadline).run()
        with self._changed:
            self.negotiation = record
            self.violations, self.violation_count = list(record.violations), len(record.violations)
            if self.state != "closed":
                self.state = "up" if record.available else "failed"
                if record.available:
                    self._begin(channel)
                self._changed.notify_all()
        self.settings.event(self.name, "connected" if record.available else "unavailable", negotiation=record)
        return record

    def _begin(self, channel):
        self._life = Life(self.generation, self.negotiation, channel, Table(self.name, self.note))
        reader = threading.Thread(target=self._read, args=(self._life,), daemon=True)
        self._threads = [each for each in self._threads if each.is_alive()] + [reader]
        reader.start()

    def _read(self, life):
        try:
            read(self, life)
        finally:
            self._lost(life)

    def _lost(self, life):
        status = exit_within(life.channel, EXIT_WAIT)
        tail = life.channel.stderr_tail()
        last = tail.strip().splitlines()[-1:] or [""]
        words = "its stdout ended" if status is None else f"it exited with {status}"
        lost = life.table.fail_all(words + (f"; stderr: {last[0][:200]}" if last[0] else ""))
        with self._changed:
            ours = self._life is life and self.state == "up"
            if ours:
                self.state, self._life = "restarting", None
                self._changed.notify_all()
        life.over = True
        for listen in list(life.listens.values()):
            listen.lost(words)
        life.channel.close()
        if ours:
            methods = [pending.method for pending in lost]
            self.settings.event(self.name, "lost", why=words, exit_status=status, stderr_tail=tail, lost_calls=methods)
            self._revive(life, words, status, tail)

    def _revive(self, life, words, status, tail):
        # On the reader's thread of the life that has ended; the next life has a reader of its own. Calls wait for the
        # first attempt only: after one that failed they are told, while others follow in the background.
        if time.monotonic() - life.begun > STEADY:
            self._failures = 0
        generation = life.generation
        while self._failures < len(BACKOFF):
            pause = BACKOFF[self._failures]
            with self._changed:
                self._changed.wait_for(lambda: self.state == "closed", pause)
            record = self._again(generation)
            if record is None:
                return None
            generation = record.generation
            if record.available:
                return self.on_up(self)
            if record.reason == "spawn_failed":
                return self.on_down(self)
        with self._changed:
            if self.state == "restarting" and self.generation == generation:
                ended = {"exit_status": status, "stderr_tail": tail, "detail": f"{words}, again and again", "outcome": ""}
                self.negotiation = replace(self.negotiation, available=False, reason="lost", **ended)
                self.state = "failed"
                self._changed.notify_all()
        return self.on_down(self)

    def _again(self, generation):
        # Gives the record of the life after this generation, or None if that is no longer ours to begin.
        with self._starting:
            if self.generation != generation:
                return None
            self._failures += 1
            self.restarts += 1
            try:
                return self._connect(time.monotonic() + self.probe_timeout + self.legacy_probe_timeout + 5)
            except Closed:
                return None
