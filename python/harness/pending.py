"""The calls that are open on one channel, and how an answer finds its call.

The table is keyed by type and value: true, 1.0 and 1 are one key to Python, and "7" is not 7.
"""

import threading
import time

from harness import wire
from harness.errors import InvalidResult, NotSent, OutcomeUnknown, ProtocolViolation


class Pending:
    """One request that waits for its answer."""

    def __init__(self, peer, method, request_id, on_progress=None):
        """Takes the peer's name, the method, the id (which is the progress token as well) and who hears of progress."""
        self.peer, self.method, self.id = peer, method, request_id
        self.on_progress = on_progress
        self.heard = None  # time of the last sign of life
        self.message = None
        self.failure = None
        self._changed = threading.Condition()

    def settle(self, message=None, failure=None):
        """Gives the answer or the failure; the first one stands. Tells whether this was the first."""
        with self._changed:
            if self.message is not None or self.failure is not None:
                return False
            self.message, self.failure = message, failure
            self._changed.notify_all()
            return True

    def alive(self):
        """Notes a sign of life, which moves the idle limit."""
        with self._changed:
            self.heard = time.monotonic()
            self._changed.notify_all()

    def wait(self, deadline, idle):
        """Waits for the answer; gives None, or which limit passed first: total or idle (seconds without a sign)."""
        begun = time.monotonic()
        with self._changed:
            while self.message is None and self.failure is None:
                quiet = None if idle is None else (self.heard or begun) + idle
                limits = [limit for limit in (deadline, quiet) if limit is not None]
                left = min(limits) - time.monotonic() if limits else None
                if left is not None and left <= 0:
                    return "total" if deadline is not None and deadline <= min(limits) else "idle"
                self._changed.wait(left)
        return None


class Table:
    """All open requests of one channel."""

    def __init__(self, peer, note):
        """Takes the peer's name and a function that notes a violation (words)."""
        self._peer, self._note = peer, note
        self._lock = threading.Lock()
        self._open = {}
        self._sealed = None
        self.dropped = 0  # answers that came late, twice or for nobody

    def add(self, pending):
        """Opens a request, before it is written; raises NotSent if the channel is gone."""
        with self._lock:
            if self._sealed is not None:
                raise NotSent(self._sealed, self._peer)
            self._open[wire.id_key(pending.id)] = pending

    def remove(self, pending):
        """Forgets a request; an answer that still comes is dropped."""
        with self._lock:
            self._open.pop(wire.id_key(pending.id), None)

    def by_token(self, token):
        """Gives the request with this progress token, or None."""
        with self._lock:
            return self._open.get(wire.id_key(token))

    def answer(self, message):
        """Takes an answer to its request."""
        key = wire.id_key(message.get("id"))
        if key is None:
            self._note(f"an answer without a usable id: {str(message.get('error'))[:200]}")
            return
        with self._lock:
            pending = self._open.pop(key, None)
            if pending is None and key[0] == "string" and key[1].isdecimal():
                pending = self._open.pop(("integer", int(key[1])), None)
                if pending is not None:
                    message = None
        if pending is None:
            self.dropped += 1
        elif message is None:
            pending.settle(failure=ProtocolViolation("the answer came under a string for an integer id", self._peer))
        elif message.get("jsonrpc") != "2.0" or ("result" in message) == ("error" in message):
            words = "an answer needs jsonrpc 2.0 and exactly one of result and error"
            pending.settle(failure=InvalidResult(words, self._peer))
        else:
            pending.settle(message=message)

    def fail_all(self, words):
        """Fails every open request, and each that is added from now on, since the channel is gone."""
        with self._lock:
            self._sealed = self._sealed or words
            lost, self._open = list(self._open.values()), {}
        for pending in lost:
            pending.settle(failure=OutcomeUnknown(f"{words}; {pending.method} was sent and not answered", self._peer))
        return [pending.method for pending in lost]
