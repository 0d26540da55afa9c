"""Many servers, one set of names: tools, prompts, resources and templates.

Each thing has a canonical name, which the user sees, and a local one, which its server knows. A look-up table leads from one
to the other; no name is ever taken apart. A published name keeps its owner until the harness is closed.
"""

import threading
from dataclasses import dataclass, field

from harness.errors import CollisionError, ConfigError, ToolNotFound

POLICIES = ("prefix-on-collision", "prefix-all", "reject-on-collision")

#: For each kind of list: the method, the member of the result, and the member that names an entry.
KINDS = {
    "tool": ("tools/list", "tools", "name"),
    "prompt": ("prompts/list", "prompts", "name"),
    "resource": ("resources/list", "resources", "uri"),
    "template": ("resources/templates/list", "resourceTemplates", "uriTemplate"),
}


@dataclass(frozen=True)
class Entry:
    """One thing of the merged list; definition is the server's own, unmodified."""

    name: str
    peer: str
    local: str
    definition: dict


@dataclass(frozen=True)
class Catalog:
    """A merged list, sorted by canonical name; errors says for each peer that is missing or partial why."""

    entries: tuple
    collisions: tuple = ()  # of (local name, peers in declared order)
    errors: dict = field(default_factory=dict)

    def __iter__(self):
        return iter(self.entries)

    def names(self):
        """Gives the canonical names."""
        return [entry.name for entry in self.entries]


class Names:
    """The table of published names."""

    def __init__(self, policy):
        """Takes one of POLICIES."""
        if policy not in POLICIES:
            raise ConfigError(f"the collision policy must be one of {', '.join(POLICIES)}")
        self._policy = policy
        self._lock = threading.Lock()
        self._owner = {}  # (kind, canonical) to (peer, local)
        self._published = {}  # (kind, peer, local) to canonical

    def merge(self, kind, lists, errors):
        """Publishes the entries of all peers, given as (peer, definitions) in declared order, and gives the Catalog."""
        member = KINDS[kind][2]
        with self._lock:
            if self._policy == "reject-on-collision":
                self._reject(kind, lists, member)
            entries = []
            for peer, definitions in lists:
                for definition in sorted(definitions, key=lambda each: each[member]):
                    name = self._publish(kind, peer, definition[member])
                    entries.append(Entry(name, peer, definition[member], definition))
        owners = {}
        for entry in entries:
            owners.setdefault(entry.local, []).append(entry.peer)
        collisions = tuple((local, tuple(peers)) for local, peers in sorted(owners.items()) if len(peers) > 1)
        return Catalog(tuple(sorted(entries, key=lambda entry: entry.name)), collisions, errors)

    def find(self, kind, name):
        """Gives (peer, local name) for a canonical name; raises ToolNotFound."""
        with self._lock:
            found = self._owner.get((kind, name))
        if found is None:
            raise ToolNotFound(f"no server has a {kind} called {name}")
        return found

    def _publish(self, kind, peer, local):
        known = self._published.get((kind, peer, local))
        if known is not None:
            return known
        if self._policy == "prefix-all":
            name = f"{peer}__{local}"
        else:
            name = local
            while (kind, name) in self._owner:
                name = f"{peer}/{name}"
        self._owner[(kind, name)] = (peer, local)
        self._published[(kind, peer, local)] = name
        return name

    def _reject(self, kind, lists, member):
        owners = {}
        for peer, definitions in lists:
            for definition in definitions:
                first = owners.setdefault(definition[member], peer)
                if first != peer:
                    raise CollisionError(kind, definition[member], (first, peer))
                published = self._owner.get((kind, definition[member]))
                if published is not None and published[0] != peer:
                    raise CollisionError(kind, definition[member], (published[0], peer))
