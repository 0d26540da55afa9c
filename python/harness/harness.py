"""Several servers, the right era for each, one set of tools.

    with Harness() as harness:
        harness.add_server("notes", StdioTransport("python3", ["python/main.py"]))
        harness.connect()
        print(harness.call_tool("notes_search", {"query": "coffee"}).structured)

A call travels: a look-up of the name here, rounds, calls, peer, transport, process.
"""

import re

from harness.calls import Limits
from harness.catalogs import Catalogs, side_by_side
from harness.config import read_config
from harness.errors import Closed, ConfigError, HarnessError, PeerUnavailable, SubscriptionRefused
from harness.listen import Subscription
from harness.negotiate import Negotiation
from harness.peer import Peer
from harness.settings import LEGACY_VERSIONS, MODERN_VERSIONS, Settings
from harness.using import Using
from harness.wire import CLIENT_INFO

_PEER_NAME = re.compile(r"(?!.*__)[A-Za-z0-9_-]{0,31}[A-Za-z0-9-]")


class Harness(Using):
    """A client of several servers; a context manager, usable from several threads."""

    def __init__(
        self,
        *,
        client_info=CLIENT_INFO,
        modern_versions=MODERN_VERSIONS,
        legacy_versions=LEGACY_VERSIONS,
        collision="prefix-on-collision",
        handlers=None,
        on_progress=None,
        on_event=None,
        trace=None,
        clock=None,
        max_rounds=10,
    ):
        """Takes who we are, what we speak and who is told; handlers map a method (elicitation/create …) to a function
        (params, key) that gives the answer. trace gets (peer, direction, line)."""
        self._settings = Settings(
            client_info, modern_versions, legacy_versions, handlers or {}, on_event, trace, clock, max_rounds
        )
        self._policy = collision
        self._on_progress = on_progress
        self._peers = {}
        self._catalogs = Catalogs(self._peers, collision, self._settings.clock)
        self._unusable = {}
        self._timeouts = {}
        self._subscriptions = []
        self.warnings = []

    @classmethod
    def from_config(cls, path, **options):
        """Gives a harness with the servers of a configuration file added; raises ConfigError."""
        harness = cls(**options)
        servers, harness.warnings = read_config(path)
        for server in servers:
            if server.transport is None:
                harness._unusable[server.name] = server.problem
            else:
                harness.add_server(server.name, server.transport, **server.options)
            harness._timeouts[server.name] = server.request_timeout
        return harness

    def add_server(
        self,
        name,
        transport,
        *,
        allow_legacy=False,
        legacy_probe_timeout_ms=10000,
        probe_timeout_ms=10000,
        required=False,
        auth_context="",
    ):
        """Declares a server; nothing is started. allow_legacy=True authorises the legacy probe for this one command."""
        if not _PEER_NAME.fullmatch(name):
            raise ConfigError(f"{name!r} is no name for a server: letters, digits, _ and -, no __, no _ at the end, 32")
        if name in self._peers:
            raise ConfigError(f"there are two servers called {name}")
        options = {
            "allow_legacy": allow_legacy,
            "legacy_probe_timeout_ms": legacy_probe_timeout_ms,
            "probe_timeout_ms": probe_timeout_ms,
            "required": required,
            "auth_context": auth_context,
        }
        peer = Peer(name, transport, self._settings, options)
        peer.on_up, peer.on_changed = self._relisten, self._catalogs.outdate
        self._peers[name] = peer

    def connect(self, timeout=None):
        """Negotiates with all servers side by side and gives their Negotiations by name.

        One bad server never fails the rest, unless it was declared required. Under reject-on-collision the tools are
        listed as well, and a collision raises CollisionError.
        """
        deadline = Limits(timeout).deadline
        side_by_side(lambda peer: peer.connect(deadline), [each for each in self._peers.values() if each.state == "new"])
        found = {name: peer.negotiation for name, peer in self._peers.items()}
        for name, problem in self._unusable.items():
            found[name] = Negotiation(name, 0, "unknown", False, "not_started", detail=problem)
        for name, peer in self._peers.items():
            if peer.required and not found[name].available:
                self.close()
                raise PeerUnavailable(found[name])
        if self._policy == "reject-on-collision":
            try:
                self.list_tools(timeout=timeout)
            except HarnessError:
                self.close()
                raise
        return found

    def list_tools(self, *, cache="use", auth_context=None, timeout=None):
        """Gives the merged Catalog of tools; cache is use, refresh (ask again) or bypass (ask, and keep nothing)."""
        return self._list("tool", cache, auth_context, timeout)

    def list_prompts(self, *, cache="use", auth_context=None, timeout=None):
        """Gives the merged Catalog of prompts."""
        return self._list("prompt", cache, auth_context, timeout)

    def list_resources(self, *, cache="use", auth_context=None, timeout=None):
        """Gives the merged Catalog of resources."""
        return self._list("resource", cache, auth_context, timeout)

    def list_resource_templates(self, *, cache="use", auth_context=None, timeout=None):
        """Gives the merged Catalog of resource templates."""
        return self._list("template", cache, auth_context, timeout)

    def listen(self, *, peers=None, tools=False, prompts=False, resources=False, uris=(), timeout=None):
        """Opens a Subscription on the named peers, or on all that are up and modern; raises SubscriptionRefused."""
        flags = {"toolsListChanged": tools, "promptsListChanged": prompts, "resourcesListChanged": resources}
        wanted = {**{name: True for name, value in flags.items() if value}}
        if uris:
            wanted["resourceSubscriptions"] = list(uris)
        subscription = Subscription(wanted, self._catalogs.outdate)
        deadline = Limits(timeout).deadline
        chosen = [self._peer(name) for name in peers] if peers is not None else list(self._peers.values())
        opened = 0
        for peer in chosen:
            if peers is None and (peer.state != "up" or peer.negotiation.era != "modern"):
                continue
            subscription.open(peer, deadline)
            opened += 1
        if opened == 0:
            raise SubscriptionRefused("no server can be listened to")
        self._subscriptions.append(subscription)
        return subscription

    def health(self):
        """Gives the state of each server by name: state, era, restarts, violations, cache hits and misses."""
        counts = self._catalogs.cache.counts
        return {
            name: {
                "state": peer.state,
                "era": peer.negotiation.era if peer.negotiation else "unknown",
                "generation": peer.generation,
                "restarts": peer.restarts,
                "violations": list(peer.violations),
                "cache": tuple(counts.get(name, (0, 0))),
            }
            for name, peer in self._peers.items()
        }

    def restart(self, peer, timeout=None):
        """Ends a server's process, starts and negotiates again; gives the new Negotiation."""
        return self._peer(peer).restart(Limits(timeout).deadline)

    def close(self):
        """Ends all subscriptions, calls and processes, side by side; may be called again."""
        for subscription in self._subscriptions:
            subscription.close()
        side_by_side(lambda peer: peer.close(), list(self._peers.values()))
        self._settings.dispatcher.close()

    def __enter__(self):
        """Gives the harness itself; nothing is started."""
        return self

    def __exit__(self, *_):
        """Closes the harness."""
        self.close()

    def _list(self, kind, cache, auth_context, timeout):
        catalog = self._catalogs.list(kind, cache, auth_context, Limits(timeout).deadline)
        catalog.errors.update(self._unusable)
        return catalog

    def _relisten(self, peer):
        # A change may have been missed while nobody listened, so the lists are asked for again before anyone is told.
        self._catalogs.cache.forget(peer.name)
        for subscription in [each for each in self._subscriptions if not each.closed and each.covers(peer)]:
            try:
                subscription.open(peer, Limits(30).deadline)
                for kind in subscription.kinds():
                    self._catalogs.list(kind, "refresh", deadline=Limits(30).deadline)
            except (HarnessError, Closed) as fault:
                subscription.put({"peer": peer.name, "event": "ended", "why": str(fault)})
            else:
                subscription.put({"peer": peer.name, "event": "relistened", "gap": True})
