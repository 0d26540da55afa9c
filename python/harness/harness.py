"""Several servers, the right era for each, one set of tools.

    with Harness() as harness:
        harness.add_server("notes", StdioTransport("python3", ["python/main.py"]))
        harness.connect()
        print(harness.call_tool("notes_search", {"query": "coffee"}).structured)

A call travels: a look-up of the name here, rounds, calls, peer, transport, process.
"""

import re
import threading

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

#: How long a new listen, and each list that follows it, may take after a restart, in seconds.
RELISTEN = 30.0

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
        self._unusable = {}  # servers of a file that cannot be started, by name: the Negotiation that says why
        self._required = set()
        self._subscriptions = []
        self._connecting = threading.Lock()
        self._closed = False
        self.warnings = []

    @classmethod
    def from_config(cls, path, **options):
        """Gives a harness with the servers of a configuration file added; raises ConfigError."""
        harness = cls(**options)
        servers, harness.warnings = read_config(path)
        for server in servers:
            if server.transport is None:
                record = Negotiation(server.name, 0, "unknown", False, "not_started", detail=server.problem)
                harness._unusable[server.name] = record
                harness._required.update([server.name] if server.options["required"] else [])
            else:
                harness.add_server(server.name, server.transport, **server.options)
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
        request_timeout_ms=None,
    ):
        """Declares a server; nothing is started. allow_legacy=True authorises the legacy probe for this one command."""
        self._ensure_open()
        if not _PEER_NAME.fullmatch(name):
            raise ConfigError(f"{name!r} is no name for a server: letters, digits, _ and -, no __, no _ at the end, 32")
        if name in self._peers or name in self._unusable:
            raise ConfigError(f"there are two servers called {name}")
        options = {
            "allow_legacy": allow_legacy,
            "legacy_probe_timeout_ms": legacy_probe_timeout_ms,
            "probe_timeout_ms": probe_timeout_ms,
            "auth_context": auth_context,
            "request_timeout_ms": request_timeout_ms,
        }
        peer = Peer(name, transport, self._settings, options)
        peer.on_up, peer.on_down, peer.on_changed = self._relisten, self._given_up, self._catalogs.outdate
        self._peers[name] = peer
        self._required.update([name] if required else [])

    def connect(self, timeout=None):
        """Negotiates with all servers side by side and gives their Negotiations by name.

        One bad server never fails the rest, unless it was declared required. Under reject-on-collision the tools are
        listed as well, and a collision raises CollisionError.
        """
        self._ensure_open()
        deadline = Limits(timeout).deadline
        with self._connecting:
            new = [peer for peer in self._peers.values() if peer.state == "new"]
            side_by_side(lambda peer: peer.connect(deadline), new)
            found = {name: peer.negotiation for name, peer in self._peers.items()} | self._unusable
        for name in found:
            if name in self._required and not found[name].available:
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
        self._ensure_open()
        if peers is None:
            chosen = [each for each in self._peers.values() if each.state == "up" and each.negotiation.era == "modern"]
        else:
            chosen = [self._peer(name) for name in peers]
        # Known before anything is sent, so that a server that is lost at once is listened to again.
        self._subscriptions = [each for each in self._subscriptions if not each.closed] + [subscription]
        faults = []

        def work(peer):
            try:
                subscription.open(peer, deadline)
            except HarnessError as fault:
                faults.append(fault)
                subscription.put({"peer": peer.name, "event": "refused", "why": str(fault)})

        side_by_side(work, chosen)
        if len(faults) == len(chosen) or (faults and peers is not None):
            subscription.close()
            if faults and (peers is not None or len(faults) == 1):
                raise faults[0]
            raise SubscriptionRefused("; ".join(["no server can be listened to", *map(str, faults)]))
        return subscription

    def health(self):
        """Gives the state of each server by name: state, era, lives, what was wrong or too late, cache hits, misses, kept."""
        counts = self._catalogs.cache.counts
        return {
            name: {
                "state": peer.state,
                "era": peer.negotiation.era if peer.negotiation else "unknown",
                "generation": peer.generation,
                "restarts": peer.restarts,
                "violations": list(peer.violations),
                "violation_count": peer.violation_count,
                "dropped": peer.dropped,
                "cache": tuple(counts.get(name, (0, 0))),
                "kept": self._catalogs.cache.kept(name),
            }
            for name, peer in self._peers.items()
        }

    def restart(self, peer, timeout=None):
        """Ends a server's process, starts and negotiates again; gives the new Negotiation."""
        return self._peer(peer).restart(Limits(timeout).deadline)

    def close(self):
        """Ends all subscriptions, calls and processes, side by side; may be called again, and from any thread."""
        self._closed = True
        for subscription in self._subscriptions:
            subscription.close()
        try:
            side_by_side(lambda peer: peer.close(), list(self._peers.values()))
        finally:
            self._settings.dispatcher.close()

    def __enter__(self):
        """Gives the harness itself; nothing is started."""
        return self

    def __exit__(self, *_):
        """Closes the harness."""
        self.close()

    def _ensure_open(self):
        if self._closed:
            raise Closed("the harness is closed")

    def _list(self, kind, cache, auth_context, timeout):
        self._ensure_open()
        catalog = self._catalogs.list(kind, cache, auth_context, Limits(timeout).deadline)
        catalog.errors.update({name: record.explain() for name, record in self._unusable.items()})
        return catalog

    def _relisten(self, peer):
        # A change may have been missed while nobody listened, so the lists are asked for again before anyone is told.
        self._catalogs.cache.forget(peer.name)
        for subscription in [each for each in self._subscriptions if each.covers(peer)]:
            try:
                if not subscription.open(peer, Limits(RELISTEN).deadline):
                    continue
            except HarnessError as fault:
                if not subscription.covers(peer):  # refused; if it was lost again, the next life opens it
                    subscription.put({"peer": peer.name, "event": "ended", "why": str(fault)})
                continue
            faults = [self._catalogs.again(peer, kind, Limits(RELISTEN).deadline) for kind in subscription.kinds()]
            event = {"peer": peer.name, "event": "relistened", "gap": True}
            subscription.put({**event, "errors": [each for each in faults if each]} if any(faults) else event)

    def _given_up(self, peer):
        for subscription in self._subscriptions:
            subscription.given_up(peer)
