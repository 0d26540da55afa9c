"""What all servers offer together: lists side by side, and the way from a published name to its owner."""

import threading

from harness.cache import Cache
from harness.errors import CollisionError, ConfigError, ToolNotFound
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

    def list(self, kind, limits, mode="use", context=None, share=1.0):
        """Gives the Catalog of one kind: each peer is asked at the same time, and none fails the rest."""
        if mode not in MODES:
            raise ConfigError(f"cache must be one of {', '.join(MODES)}")
        results = {}

        def work(peer):
            scope = peer.auth_context if context is None else context
            results[peer.name] = walk(peer, kind, self.cache, mode, scope, limits.part(peer.request_timeout, share))

        side_by_side(work, list(self._peers.values()))
        asked = [name for name in list(self._peers) if name in results]  # a peer that was added meanwhile is not among them
        lists = [(name, results[name][0]) for name in asked]
        errors = {name: results[name][1] for name in asked if results[name][1] is not None}
        return self.names.merge(kind, lists, errors)

    def owner(self, kind, name, limits):
        """Gives (peer, local name) of a published name, after a look at the lists if nothing is published under it.

        The look may take half of the time: a server that lists nothing must not use up what the call to another needs.
        """
        try:
            peer, local = self.names.find(kind, name)
        except ToolNotFound:
            errors = self.list(kind, limits, share=0.5).errors
            try:
                peer, local = self.names.find(kind, name)
            except ToolNotFound as fault:
                raise ToolNotFound("; ".join([f"{fault}", *errors.values()])) from None
        return self._peers[peer], local

    def definition(self, kind, peer, local, limits):
        """Gives the definition of a peer's entry as it was listed last, or an empty object."""
        definitions, _ = walk(peer, kind, self.cache, "use", peer.auth_context, limits.part(None))
        found = [each for each in definitions if each.get("name") == local]
        return found[0] if found else {}

    def again(self, peer, kind, limits):
        """Asks one peer for a list again, and publishes what is new in it; gives a sentence if that fails, or None."""
        definitions, error = walk(peer, kind, self.cache, "refresh", peer.auth_context, limits)
        try:
            self.names.merge(kind, [(peer.name, definitions)], {})
        except CollisionError as fault:
            return str(fault)
        return error

    def outdate(self, peer, area, uri=""):
        """Forgets what a notice of a peer concerns."""
        self.cache.outdate(peer.name, area, uri)


def side_by_side(work, items):
    """Runs work(item) for all items at the same time, on threads, waits for all, and raises what the first one raised."""
    faults = []

    def run(item):
        try:
            work(item)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(item,), daemon=True) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
