"""What all peers of one harness share: who we are, which versions we speak, what we can be asked, and who listens."""

import collections
import contextlib
import itertools
import threading
import time

from harness.errors import ConfigError
from harness.wire import CLIENT_INFO

MODERN_VERSIONS = ("2026-07-28",)
LEGACY_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")

#: The longest time limit that can be asked for, in seconds.
LONGEST = 24 * 3600

#: How far callbacks may fall behind with log messages and progress, in bytes as they came; beyond it these are dropped.
MAX_BEHIND = 4 * 1024 * 1024

#: What a short line costs at least, in bytes.
LEAST = 512

#: What we declare for each kind of input that a handler can give.
DECLARED = {
    "elicitation/create": ("elicitation", {"form": {}}),
    "sampling/createMessage": ("sampling", {}),
    "roots/list": ("roots", {}),
}


class Settings:
    """The shared part of a harness; ids are counted here, so that no two requests to anyone have the same."""

    def __init__(
        self, client_info, modern_versions, legacy_versions, handlers, on_event, trace, clock, max_rounds, request_timeout
    ):
        """Takes what the Harness was given."""
        self.client_info = dict(client_info or CLIENT_INFO)
        self.modern_versions = _versions("modern_versions", modern_versions)
        self.legacy_versions = _versions("legacy_versions", legacy_versions)
        if set(self.modern_versions) & set(self.legacy_versions):
            raise ConfigError("a version is either modern or legacy: it has a handshake, or it has none")
        self.handlers = dict(handlers)
        for method in self.handlers:
            if method not in DECLARED:
                raise ConfigError(f"no server asks for {method}; handlers are for {', '.join(DECLARED)}")
        self.capabilities = {name: dict(modes) for name, modes in (DECLARED[method] for method in self.handlers)}
        self._trace = trace
        self.clock = clock or time.monotonic
        if not isinstance(max_rounds, int) or max_rounds < 1:
            raise ConfigError(f"max_rounds must be an integer of 1 or more, not {max_rounds!r}")
        self.max_rounds = max_rounds
        self.request_timeout = None if request_timeout is None else duration("request_timeout", request_timeout, least=0.001)
        self.dispatcher = Dispatcher(lambda count: self.event(None, "dropped", count=count))
        self._on_event = on_event
        self._ids = itertools.count(1)

    def next_id(self):
        """Gives an id that was never given before."""
        return next(self._ids)

    def trace(self, peer, direction, line):
        """Hands a line to the trace, at once and on the thread that reads or writes it; what that raises is dropped."""
        if self._trace is not None:
            with contextlib.suppress(Exception):
                self._trace(peer, direction, line)

    def event(self, peer, kind, size=0, **details):
        """Tells whoever listens that something happened; on the dispatcher's thread. size is as for Dispatcher.put."""
        if self._on_event is not None:
            self.dispatcher.put(self._on_event, {"peer": peer, "event": kind, **details}, size=size)


def duration(name, value, unit="seconds", least=0):
    """Gives a time limit in seconds; raises ConfigError if it is no number of the unit (seconds or milliseconds).

    What waits for longer than a day is more likely a mistake than a wish, and what waits for NaN never ends.
    """
    scale = 1000 if unit == "milliseconds" else 1
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not least <= value <= LONGEST * scale:
        raise ConfigError(f"{name} must be a number of {unit} from {least} to {LONGEST * scale}, not {value!r}")
    return value / scale


def texts(name, value):
    """Gives a list of texts; raises ConfigError for anything else; one text would be taken letter by letter."""
    if isinstance(value, (str, bytes)) or not all(isinstance(each, str) for each in value):
        raise ConfigError(f"{name} must be a list of texts, and not a text itself")
    return list(value)


def _versions(name, value):
    versions = tuple(texts(name, value))
    if not all(versions) or not versions:
        raise ConfigError(f"{name} must be a list of versions, newest first, and not empty")
    return versions


class Dispatcher:
    """Runs callbacks of the user one after the other, on a thread of its own, so that no reader ever waits for them.

    A server can send log messages and progress faster than a callback takes them. They come with their size and are dropped
    while too much waits; how many were, is told once the callbacks have caught up. Everything else waits as long as it must.
    """

    def __init__(self, on_dropped=None):
        """Takes who is told how many were dropped; starts no thread before the first callback."""
        self._on_dropped = on_dropped
        self._waiting = collections.deque()
        self._size = self._dropped = 0
        self._thread = None
        self._closed = False
        self._changed = threading.Condition()

    def put(self, function, *arguments, size=0):
        """Runs function(*arguments) soon; what it raises is dropped, and after close() it is not run.

        size is that of a message that may be dropped, in bytes; 0 for what must not be.
        """
        with self._changed:
            if self._closed:
                return
            if size and self._size >= MAX_BEHIND:
                self._dropped += 1
                return
            cost = max(size, LEAST) if size else 0
            self._size += cost
            self._waiting.append((function, arguments, cost))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self, timeout=2.0):
        """Waits for what was put in, up to a limit in seconds, and ends the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def _run(self):
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if not self._waiting:
                    return
                function, arguments, cost = self._waiting.popleft()
                self._size -= cost
                dropped, self._dropped = (0, self._dropped) if self._waiting else (self._dropped, 0)
            with contextlib.suppress(BaseException):  # the user's own, even an exit; it must not end the thread
                function(*arguments)
            if dropped:
                self._on_dropped(dropped)
