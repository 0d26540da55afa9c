"""What all peers of one harness share: who we are, which versions we speak, what we can be asked, and who listens."""

import contextlib
import itertools
import queue
import threading
import time

from harness.errors import ConfigError
from harness.wire import CLIENT_INFO

MODERN_VERSIONS = ("2026-07-28",)
LEGACY_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")

#: What we declare for each kind of input that a handler can give.
DECLARED = {
    "elicitation/create": ("elicitation", {"form": {}}),
    "sampling/createMessage": ("sampling", {}),
    "roots/list": ("roots", {}),
}


class Settings:
    """The shared part of a harness; ids are counted here, so that no two requests to anyone have the same."""

    def __init__(self, client_info, modern_versions, legacy_versions, handlers, on_event, trace, clock, max_rounds):
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
        self.max_rounds = max_rounds
        self.dispatcher = Dispatcher()
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

    def event(self, peer, kind, **details):
        """Tells whoever listens that something happened; on the dispatcher's thread."""
        if self._on_event is not None:
            self.dispatcher.put(self._on_event, {"peer": peer, "event": kind, **details})


def _versions(name, value):
    versions = () if isinstance(value, str) else tuple(value)
    if not versions or not all(isinstance(each, str) and each for each in versions):
        raise ConfigError(f"{name} must be a list of versions, newest first, and not empty")
    return versions


class Dispatcher:
    """Runs callbacks of the user one after the other, on a thread of its own, so that no reader ever waits for them."""

    def __init__(self):
        """Starts no thread before the first callback."""
        self._queue = queue.SimpleQueue()
        self._thread = None
        self._closed = False
        self._lock = threading.Lock()

    def put(self, function, *arguments):
        """Runs function(*arguments) soon; what it raises is dropped, and after close() it is not run."""
        with self._lock:
            if self._closed:
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._queue.put((function, arguments))

    def close(self, timeout=2.0):
        """Waits for what was put in, up to a limit in seconds, and ends the thread."""
        with self._lock:
            self._closed = True
            self._queue.put(None)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def _run(self):
        while (job := self._queue.get()) is not None:
            function, arguments = job
            try:
                function(*arguments)
            except Exception:  # the user's own; it must not end the thread
                pass
