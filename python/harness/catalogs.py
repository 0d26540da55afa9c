"""What all servers offer together: lists side by side, and the way from a published name to its owner."""

import threading

from harness.cache import Cache
from harness.calls import Limits
from harness.errors import ConfigError, ToolNotFound
from harness.lists import walk
from harness.merge import Names

MODES = ("use", "refresh", "bypass")


class Catalogs:
    """The merged lists of the peers, which are kept in their declared order."""

    def __init__(self, peers, policy, clock):
        """Takes the peers by name (the table may grow), the collision policy and the clock of the cache."""
        self._peers = peers
        self.names = Names(policy)
        self.cache = Cache(clock)

    def list(self, kind, mode="use", context=None, deadline=None):
        """Gives the Catalog of one kind: each peer is asked at the same time, and none fails the rest."""
        if mode not in MODES:
            raise ConfigError(f"cache must be one of {', '.join(MODES)}")
        results = {}

        def work(peer):
            scope = peer.auth_context if context is None else context
            results[peer.name] = walk(peer, kind, self.cache, mode, scope, Limits.until(deadline))

        side_by_side(work, self._peers.values())
        lists = [(name, results[name][0]) for name in self._peers]
        errors = {name: results[name][1] for name in self._peers if results[name][1] is not None}
        return self.names.merge(kind, lists, errors)

    def owner(self, kind, name, deadline):
        """Gives (peer, local name) of a published name, after a look at the lists if nothing is published under it."""
        try:
            peer, local = self.names.find(kind, name)
        except ToolNotFound:
            self.list(kind, deadline=deadline)
            peer, local = self.names.find(kind, name)
        return self._peers[peer], local

    def definition(self, kind, peer, local, deadline):
        """Gives the definition of a peer's entry as it was listed last, or an empty object."""
        definitions, _ = walk(peer, kind, self.cache, "use", peer.auth_context, Limits.until(deadline))
        found = [each for each in definitions if each.get("name") == local]
        return found[0] if found else {}

    def outdate(self, peer, topic):
        """Forgets what a notice of a peer concerns."""
        self.cache.outdate(peer.name, topic)


def side_by_side(work, items):
    """Runs work(item) for all items at the same time, on threads, and waits for all."""
    threads = [threading.Thread(target=work, args=(item,), daemon=True) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
