"""The calls that are open on one channel, and how an answer finds its call.

The table is keyed by type and value: true, 1.0 and 1 are one key to Python, and "7" is not 7.
"""

import threading
import time

from harness import wire
from harness.errors import ConfigError, InvalidResult, NotSent, OutcomeUnknown, ProtocolViolation


class Pending:
    """One request that waits for its answer."""

    def __init__(self, peer, method, request_id, on_progress=None, token=None):
        """Takes the peer's name, the method, the id, who hears of progress, and the progress token if there is one."""
        self.peer, self.method, self.id = peer, method, request_id
        self.on_progress, self.token = on_progress, token
        self.sent = False  # whether the whole line was taken
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

    def add(self, pending):
        """Opens a request, before it is written; raises NotSent if the channel is gone."""
        token = wire.id_key(pending.token)
        with self._lock:
            if self._sealed is not None:
                raise NotSent(self._sealed, self._peer)
            if token is not None and token in [wire.id_key(each.token) for each in self._open.values()]:
                raise ConfigError(f"the progress token {pending.token!r} belongs to an open call", self._peer)
            self._open[wire.id_key(pending.id)] = pending

    def remove(self, pending):
        """Forgets a request; an answer that still comes is dropped."""
        with self._lock:
            self._open.pop(wire.id_key(pending.id), None)

    def by_token(self, token):
        """Gives the request whose caller hears of progress under this token, or None."""
        key = wire.id_key(token)
        with self._lock:
            heard = [each for each in self._open.values() if each.on_progress is not None]
        return next((each for each in heard if key is not None and wire.id_key(each.token) == key), None)

    def answer(self, message):
        """Takes an answer to its request; gives whether there is one, since it may come late, twice or for nobody."""
        key = wire.id_key(message.get("id"))
        if key is None:
            self._note(wire.without_id(message))
            return False
        with self._lock:
            mistyped = [each for each in self._open if key[0] == "string" and key[1] == str(each[1])]
            pending = self._open.pop(mistyped[0] if mistyped else key, None)
        fault = wire.answer_fault(message)
        if pending is None:
            return False
        if mistyped:
            pending.settle(failure=ProtocolViolation("the answer came under a string for an integer id", self._peer))
        elif fault:
            pending.settle(failure=InvalidResult(f"{pending.method}: {fault}", self._peer))
        else:
            pending.settle(message=message)
        return True

    def fail_all(self, words):
        """Fails every open request, and each that is added from now on, since the channel is gone; gives the former."""
        with self._lock:
            self._sealed = self._sealed or words
            lost, self._open = list(self._open.values()), {}
        for pending in lost:
            pending.settle(failure=OutcomeUnknown(f"{words}; {pending.method} was sent and not answered", self._peer))
        return lost
