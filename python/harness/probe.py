"""Asking a peer before anything is known of it: one request, and what comes back until it is answered.

The line reader does not run yet, so that nothing can be missed: the channel itself is read, up to a limit.
"""

import time

from harness import wire
from harness.classify import Outcome
from harness.transport import Ended, TimedOut

#: What stdout may hold before the first message: more than this is no MCP.
MAX_NOISE_LINES = 100
MAX_NOISE_BYTES = 65536

#: How long the exit is waited for once stdout has ended, in seconds.
EXIT_WAIT = 0.5


class Prober:
    """Asks on one channel at a time; violations collects what was overlooked, heard what came without an id."""

    def __init__(self, peer_name, trace):
        """Takes the name of the peer and a trace (peer, direction, line)."""
        self._peer_name, self._trace = peer_name, trace
        self.violations, self.heard = [], []
        self._noise_lines = self._noise_bytes = 0

    def ask(self, channel, message, limit, probe_ids=()):
        """Sends a message and gives the Outcome: its answer, or what came instead until the limit.

        probe_ids are the ids of earlier probes that a late modern answer may still name.
        """
        line = wire.encode(message)
        self._trace(self._peer_name, "sent", line)
        if channel.send(line, limit) < len(line):
            return end_of(channel)
        while True:
            try:
                received = channel.receive(limit)
            except TimedOut:
                return Outcome("silence", words="; ".join(["no answer within the limit", *self.heard]))
            except Ended:
                return end_of(channel)
            if received is not None:
                self._trace(self._peer_name, "received", received)
            outcome = self._judge(received, message["id"], probe_ids)
            if outcome is not None:
                return outcome

    def _judge(self, line, request_id, probe_ids):
        if line is None:
            return Outcome("too-large", words="a message over the size limit")
        message = wire.decode(line)
        if message is None:
            return self._judge_noise(line)
        if not wire.is_response(message):
            if "id" in message:
                self.violations.append(f"a request of the server before it was negotiated: {message.get('method')}")
            return None
        key = wire.id_key(message.get("id"))
        if key == wire.id_key(request_id):
            return Outcome("answer", message)
        if key == ("string", str(request_id)):
            return Outcome("id-type", words="the answer came under a string for an integer")
        if key in [wire.id_key(each) for each in probe_ids]:
            result = message.get("result")
            if isinstance(result, dict) and "supportedVersions" in result:
                return Outcome("late", message)
            if code_of(message) in wire.MODERN_ERRORS:
                return Outcome("late", message)
        if "id" not in message or message["id"] is None:
            error = message.get("error")
            words = error.get("message") if isinstance(error, dict) else None
            self.heard.append(f"an error without an id: {words}")
        return None

    def _judge_noise(self, line):
        if wire.is_blank(line):
            return None
        self._noise_lines += 1
        self._noise_bytes += len(line)
        if self._noise_lines == 1:
            self.violations.append("noise on stdout: " + line[:200].decode("utf-8", "backslashreplace").strip())
        if self._noise_lines > MAX_NOISE_LINES or self._noise_bytes > MAX_NOISE_BYTES:
            return Outcome("not-mcp", words="stdout holds no messages")
        return None


def end_of(channel):
    """Gives the Outcome of a stdout that has ended; the exit may come a moment later and says more."""
    limit = time.monotonic() + EXIT_WAIT
    while channel.exit_status() is None and time.monotonic() < limit:
        time.sleep(0.005)
    status = channel.exit_status()
    if status is None:
        return Outcome("closed", words="it closed its stdout")
    return Outcome("exit", words=f"it exited with {status}")


def code_of(message):
    """Gives the integer code of an error answer, or None."""
    error = message.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    return int(code) if wire.is_integer(code) else None


def words_of(outcome):
    """Says an outcome in a few words."""
    if outcome.kind == "answer" and code_of(outcome.message) is not None:
        return f"error {code_of(outcome.message)}"
    return outcome.words or {"answer": "a result", "late": "a late modern answer"}.get(outcome.kind, outcome.kind)
