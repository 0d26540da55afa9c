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
from harness.errors import Closed, ConfigError, HarnessError, PeerUnavailable
from harness.negotiate import Negotiation
from harness.peer import Peer
from harness.settings import LEGACY_VERSIONS, MODERN_VERSIONS, Settings, duration, texts
from harness.subscriptions import Subscriptions
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
        request_timeout=60.0,
    ):
        """Takes who we are, what we speak and who is told; handlers map a method (elicitation/create …) to a function
        (params, key) that gives the answer. trace gets (peer, direction, line).

        request_timeout limits each public call to a server, in seconds, None for no limit (cancel.timeouts: a request
        should not wait for ever). request_timeout_ms of a server, and timeout of a call, count before it; connect and
        restart have the limits of the probes. Callbacks may be slow: when 4 MiB of log messages and progress wait for
        them, more of these are dropped, and an event "dropped" says how many once they have caught up.
        """
        speaks = (client_info, modern_versions, legacy_versions, handlers or {})
        self._settings = Settings(*speaks, on_event, trace, clock, max_rounds, request_timeout)
        self._policy = collision
        self._on_progress = on_progress
        self._peers = {}
        self._catalogs = Catalogs(self._peers, collision, self._settings.clock)
        self._unusable = {}  # servers of a file that cannot be started, by name: the Negotiation that says why
        self._required = set()
        self._subscriptions = Subscriptions(self._catalogs)
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
        if not isinstance(name, str) or not _PEER_NAME.fullmatch(name):
            raise ConfigError(f"{name!r} is no name for a server: letters, digits, _ and -, no __, no _ at the end, 32")

        def limit(key, value):
            return duration(f"{key} of {name}", value, "milliseconds", 1)

        own = request_timeout_ms is not None
        options = {
            "allow_legacy": allow_legacy,
            "legacy_probe_timeout": limit("legacy_probe_timeout_ms", legacy_probe_timeout_ms),
            "probe_timeout": limit("probe_timeout_ms", probe_timeout_ms),
            "request_timeout": limit("request_timeout_ms", request_timeout_ms) if own else self._settings.request_timeout,
            "auth_context": auth_context,
        }
        peer = Peer(name, transport, self._settings, options)
        peer.on_up, peer.on_down = self._subscriptions.relisten, self._subscriptions.given_up
        peer.on_changed = self._catalogs.outdate
        if name in self._unusable or self._peers.setdefault(name, peer) is not peer:
            raise ConfigError(f"there are two servers called {name}")
        self._required.update([name] if required else [])

    def connect(self, timeout=None):
        """Negotiates with all servers side by side and gives their Negotiations by name.

        One bad server never fails the rest, unless it was declared required. Under reject-on-collision the tools are
        listed as well, and a collision raises CollisionError.
        """
        deadline = Limits(timeout).deadline
        with self._connecting:
            self._ensure_open()
            peers = list(self._peers.values())
            side_by_side(lambda peer: peer.connect(deadline), [peer for peer in peers if peer.state == "new"])
            found = {peer.name: peer.negotiation for peer in peers} | self._unusable
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
        limits = Limits(timeout)
        self._ensure_open()
        flags = {"toolsListChanged": tools, "promptsListChanged": prompts, "resourcesListChanged": resources}
        wanted = {name: True for name, value in flags.items() if value}
        if uris:
            wanted["resourceSubscriptions"] = texts("uris", uris)
        if peers is None:
            up = [each for each in list(self._peers.values()) if each.state == "up"]
            chosen = [each for each in up if each.negotiation.era == "modern"]
        else:
            chosen = [self._peer(name) for name in texts("peers", peers)]
        return self._subscriptions.open(wanted, chosen, limits, peers is not None)

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
            for name, peer in list(self._peers.items())
        }

    def restart(self, peer, timeout=None):
        """Ends a server's process, starts and negotiates again; gives the new Negotiation."""
        return self._peer(peer).restart(Limits(timeout).deadline)

    def close(self):
        """Ends all subscriptions, calls and processes, side by side; may be called again, and from any thread."""
        self._closed = True
        try:
            self._subscriptions.close()
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
        catalog = self._catalogs.list(kind, Limits(timeout), cache, auth_context)
        catalog.errors.update({name: record.explain() for name, record in self._unusable.items()})
        return catalog
