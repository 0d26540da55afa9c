"""Asking a peer before anything is known of it: one request, and what comes back until it is answered.

The line reader does not run yet, so that nothing can be missed: the channel itself is read, up to a limit.
"""

import time

from harness import wire
from harness.classify import Outcome
from harness.transport import Ended, TimedOut, exit_within

#: What stdout may hold before the first message: more than this is no MCP.
MAX_NOISE_LINES = 100
MAX_NOISE_BYTES = 65536

#: How many deviations, and how many errors without an id, are kept of one negotiation.
MAX_NOTES = 20

#: How long the exit is waited for once stdout has ended, in seconds.
EXIT_WAIT = 0.5

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Prober:
    """Asks on one channel at a time, and keeps what was overlooked on the way."""

    def __init__(self, peer_name, trace):
        """Takes the name of the peer and a trace (peer, direction, line)."""
        self._peer_name, self._trace = peer_name, trace
        self._notes, self._heard = [], []
        self._noise, self._noise_lines = "", 0
        self._begin(None)

    def note(self, words):
        """Keeps a deviation of the peer."""
        if len(self._notes) < MAX_NOTES:
            self._notes.append(words)

    def violations(self):
        """Gives the deviations up to now, noise last."""
        noise = f"noise on stdout, {self._noise_lines} lines, the first: {self._noise}"
        return (*self._notes, noise) if self._noise_lines else tuple(self._notes)

    def tell(self, channel, message, limit):
        """Sends a message; tells whether all of it was taken."""
        line = wire.encode(message)
        self._trace(self._peer_name, "sent", line)
        return channel.send(line, limit) == len(line)

    def ask(self, channel, message, limit, probe_ids=()):
        """Sends a message and gives the Outcome: its answer, or what came instead until the limit.

        probe_ids are the ids of earlier probes on this channel that a late modern answer may still name.
        """
        if channel is not self._channel:
            self._begin(channel)
        read = self.tell(channel, message, limit)
        if not read:
            # Nobody reads; what it has said before it ended is worth a look all the same.
            limit = min(limit, time.monotonic() + EXIT_WAIT)
        while True:
            try:
                received = channel.receive(limit)
            except TimedOut:
                return self._silence() if read else self._end_of(channel, "it does not read its stdin")
            except Ended:
                return self._end_of(channel, "it closed its stdout")
            if received is not None:
                self._trace(self._peer_name, "received", received)
            outcome = self._judge(received, message["id"], probe_ids)
            if outcome is not None:
                return outcome
            if time.monotonic() >= limit:  # else a peer that never stops talking would never be silent
                return self._silence()

    def _begin(self, channel):
        self._channel = channel
        self._first, self._spoken = True, False  # no line yet, no message yet
        self._lines = self._bytes = 0  # of noise on this channel

    def _judge(self, line, request_id, probe_ids):
        if line is None:
            return Outcome("too-large", words="a message over the size limit")
        if self._first and line.startswith(BYTE_ORDER_MARK):
            line = line[len(BYTE_ORDER_MARK) :]
            self.note("a byte order mark before the first line")
        self._first = False
        message = wire.decode(line)
        if message is None or not wire.is_message(message):
            return self._judge_noise(line)
        self._spoken = True
        if "method" in message:
            if "id" in message:
                self.note(f"a request before the negotiation was over: {wire.shown(message['method'], 100)}")
            return None
        return self._judge_answer(message, request_id, probe_ids)

    def _judge_answer(self, message, request_id, probe_ids):
        key = wire.id_key(message.get("id"))
        if key == wire.id_key(request_id):
            return Outcome("answer", message)
        if key in [("string", str(each)) for each in (request_id, *probe_ids)]:
            return Outcome("id-type", words="the answer came under a string for an integer")
        if key in [wire.id_key(each) for each in probe_ids]:
            result = message.get("result")
            named = isinstance(result, dict) and "supportedVersions" in result
            return Outcome("late", message) if named or wire.code_of(message) in wire.MODERN_ERRORS else None
        if message.get("id") is None and len(self._heard) < MAX_NOTES:
            self._heard.append(wire.without_id(message))
        return None

    def _judge_noise(self, line):
        if wire.is_blank(line):
            return None
        self._noise = self._noise or wire.quoted(line)
        self._noise_lines += 1
        self._lines += 1
        self._bytes += len(line)
        if not self._spoken and (self._lines > MAX_NOISE_LINES or self._bytes > MAX_NOISE_BYTES):
            return Outcome("not-mcp", words=f"stdout holds no messages; it begins with: {self._noise}")
        return None

    def _silence(self):
        return Outcome("silence", words=self._and_heard("no answer within the limit"))

    def _end_of(self, channel, words):
        status = exit_within(channel, EXIT_WAIT)
        if status is None:
            return Outcome("closed", words=self._and_heard(words))
        return Outcome("exit", words=self._and_heard(f"it exited with {status}"))

    def _and_heard(self, words):
        heard, self._heard = self._heard, []
        return "; ".join([words, *heard])


def words_of(outcome):
    """Says an outcome in a few words."""
    if outcome.words or outcome.kind not in ("answer", "late"):
        return outcome.words or outcome.kind
    words = "an answer without a result"
    if "error" in outcome.message:
        code = wire.code_of(outcome.message)
        words = "an error without a code" if code is None else f"error {code}"
    elif "result" in outcome.message:
        words = "a result"
    return words if outcome.kind == "answer" else f"a late answer to server/discover: {words}"
