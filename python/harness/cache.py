"""Answers that may be used again, for as long as their server allows and by whom it allows.

Key: peer, generation, method, all params but _meta, and the authorization context unless the answer is public. What a
server says of itself is no part of it.
"""

import json
import threading

from harness.wire import is_integer

#: No answer is kept longer, in seconds, whatever its server says.
LONGEST = 24 * 3600.0


class Cache:
    """A store of results; the clock is injected and need only move forward."""

    def __init__(self, clock):
        """Takes the clock, in seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._kept = {}
        self._epochs = {}  # (peer, topic) to a number that grows with each notice
        self.counts = {}  # peer to [hits, misses]

    def get(self, peer, generation, method, params, context):
        """Gives the fresh result that this context may see, or None."""
        with self._lock:
            counts = self.counts.setdefault(peer, [0, 0])
            for scope in (None, context):
                entry = self._kept.get(self._key(peer, generation, method, params, scope))
                if entry is not None and self._clock() < entry[1]:
                    counts[0] += 1
                    return entry[0]
            counts[1] += 1
            return None

    def epoch(self, peer, topic):
        """Gives the number to hand to put: a notice that comes between the two outdates the answer on its way."""
        with self._lock:
            return self._epochs.get((peer, topic), 0)

    def put(self, peer, generation, method, params, context, result, epoch):
        """Keeps a result if its hints allow it; a missing or mistyped ttl is 0, a missing or unknown scope is private."""
        ttl = result.get("ttlMs")
        seconds = min(int(ttl) / 1000, LONGEST) if is_integer(ttl) and ttl > 0 else 0
        scope = None if result.get("cacheScope") == "public" else context
        with self._lock:
            if seconds > 0 and self._epochs.get((peer, topic_of(method, params)), 0) == epoch:
                key = self._key(peer, generation, method, params, scope)
                self._kept[key] = (result, self._clock() + seconds)

    def outdate(self, peer, topic):
        """Forgets what a notice concerns: tools, prompts, resources, or a URI."""
        with self._lock:
            self._epochs[(peer, topic)] = self._epochs.get((peer, topic), 0) + 1
            for key in [key for key in self._kept if key[0] == peer and topic_of(key[2], json.loads(key[3])) == topic]:
                del self._kept[key]

    def forget(self, peer):
        """Forgets everything of a peer, whose life is over."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == peer]:
                del self._kept[key]

    def _key(self, peer, generation, method, params, context):
        plain = {name: value for name, value in params.items() if name != "_meta"}
        return (peer, generation, method, json.dumps(plain, sort_keys=True), context)


def topic_of(method, params):
    """Gives what a notice must name to outdate an answer to this request."""
    return params.get("uri") if method == "resources/read" else method.split("/")[0]
