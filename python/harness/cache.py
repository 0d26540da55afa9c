"""Answers that may be used again, for as long as their server allows and by whom it allows.

Key: peer, generation, method, all params but _meta, and the authorization context unless the answer is public. What a
server says of itself is no part of it.
"""

import json
import threading

from harness.wire import is_integer

#: What a notice concerns: tools, prompts or resources (their lists), or this: resources that were read.
READ = "read"

_PUBLIC = object()  # stands in place of a context, and is none that a caller could name

#: No answer is kept longer, in seconds, whatever its server says.
LONGEST = 24 * 3600.0

#: How much is kept of all servers, in bytes, and what an answer counts at least; the oldest answers make room for new ones.
MOST, LEAST = 64 * 1024 * 1024, 4096


class Cache:
    """A store of results; the clock is injected and need only move forward."""

    def __init__(self, clock):
        """Takes the clock, in seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._kept = {}  # by key: its JSON, which no caller can change, and when it ends
        self._size = 0
        self._epochs = {}  # (peer, area) to a number that grows with each notice
        self.counts = {}  # peer to [hits, misses]

    def get(self, peer, generation, method, params, context):
        """Gives the fresh result that this context may see, or None."""
        with self._lock:
            counts = self.counts.setdefault(peer, [0, 0])
            for scope in (_PUBLIC, context):
                entry = self._kept.get(self._key(peer, generation, method, params, scope))
                if entry is not None and self._clock() < entry[1]:
                    counts[0] += 1
                    return json.loads(entry[0])
            counts[1] += 1
            return None

    def epoch(self, peer, method):
        """Gives the number to hand to put: a notice that comes between the two outdates the answer on its way."""
        with self._lock:
            return self._epochs.get((peer, _area(method)), 0)

    def put(self, peer, generation, method, params, context, result, epoch):
        """Keeps a result if its hints allow it; a missing or mistyped ttl is 0, a missing or unknown scope is private."""
        ttl = result.get("ttlMs")
        seconds = min(ttl, LONGEST * 1000) / 1000 if is_integer(ttl) and ttl > 0 else 0
        scope = _PUBLIC if result.get("cacheScope") == "public" else context
        text = json.dumps(result) if seconds > 0 else ""
        with self._lock:
            for older in (_PUBLIC, context):
                self._drop(self._key(peer, generation, method, params, older))
            if seconds > 0 and self._epochs.get((peer, _area(method)), 0) == epoch and len(text) <= MOST:
                self._kept[self._key(peer, generation, method, params, scope)] = (text, self._clock() + seconds)
                self._size += max(len(text), LEAST)
            while self._size > MOST:
                self._drop(next(iter(self._kept)))

    def outdate(self, peer, area, uri=""):
        """Forgets what a notice concerns: an area, or of READ a URI and all that it is a part of.

        An update may name a part of the resource that was listened to, so answers for what the URI begins with go too.
        """
        with self._lock:
            self._epochs[(peer, area)] = self._epochs.get((peer, area), 0) + 1
            for key in [key for key in self._kept if key[0] == peer and _area(key[2]) == area]:
                if area != READ or uri.startswith(json.loads(key[3])["uri"]):
                    self._drop(key)

    def forget(self, peer):
        """Forgets everything of a peer, whose life is over."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == peer]:
                self._drop(key)

    def kept(self, peer):
        """Gives what is fresh of a peer: (method, public or private, seconds left) of each answer."""
        with self._lock:
            now, found = self._clock(), [(key, entry[1]) for key, entry in self._kept.items() if key[0] == peer]
            scopes = [("public" if key[4] is _PUBLIC else "private") for key, _ in found]
            return [(key[2], scope, end - now) for (key, end), scope in zip(found, scopes) if now < end]

    def _drop(self, key):
        if key in self._kept:
            self._size -= max(len(self._kept.pop(key)[0]), LEAST)

    def _key(self, peer, generation, method, params, context):
        plain = {name: value for name, value in params.items() if name != "_meta"}
        return (peer, generation, method, json.dumps(plain, sort_keys=True), context)


def _area(method):
    # Notices are about lists by kind, or about single resources.
    return READ if method == "resources/read" else method.split("/")[0]
