"""What is done with the servers of a harness: calls, prompts, resources, completions, and any other request.

A name is looked up and leads to its owner; the request goes there, in several rounds if the server asks for input.
"""

from dataclasses import dataclass

from harness import rounds, wire
from harness.calls import Limits, exchange
from harness.catalogs import MODES
from harness.errors import ConfigError, PeerUnavailable, ToolNotFound

#: When a call may be sent a second time.
RETRIES = ("if-not-sent", "if-safe")

#: Methods that no caller can send, and why.
RESERVED = {
    "initialize": "only a negotiation decides on the era of a server",
    "subscriptions/listen": "listen() opens subscriptions and hears them",
}


@dataclass(frozen=True)
class ToolResult:
    """What a tool answered; is_error is the tool's own failure and no error of the protocol."""

    peer: str
    content: list
    structured: object
    is_error: bool
    rounds: int
    raw: dict


class Using:
    """The part of a Harness that uses servers; it needs _peers, _unusable, _catalogs, _on_progress and _ensure_open."""

    def call_tool(
        self,
        name,
        arguments=None,
        *,
        timeout=None,
        idle_timeout=None,
        on_progress=None,
        meta=None,
        retry="if-not-sent",
        input_responses=None,
    ):
        """Calls a tool by its canonical name and gives a ToolResult.

        retry="if-safe" declares the server trusted: a call that was sent and lost is sent again if the tool says that it
        only reads or is idempotent. Raises ToolNotFound, PeerUnavailable, DeadlineExceeded, RpcError, OutcomeUnknown, ….
        """
        if retry not in RETRIES:
            raise ConfigError(f"retry must be one of {', '.join(RETRIES)}")
        params = {"arguments": _arguments(arguments)}
        limits = self._limits(timeout, idle_timeout, on_progress or self._on_progress)
        peer, params["name"] = self._catalogs.owner("tool", name, limits)
        limits = limits.within(peer.request_timeout)
        safe = retry == "if-safe" and _is_safe(self._catalogs.definition("tool", peer, params["name"], limits))
        result, count = rounds.complete(peer, "tools/call", _with(params, meta), limits, safe, input_responses)
        content = result.get("content") if isinstance(result.get("content"), list) else []
        is_error = result.get("isError") is True
        return ToolResult(peer.name, content, result.get("structuredContent"), is_error, count, result)

    def get_prompt(self, name, arguments=None, *, timeout=None, meta=None, input_responses=None):
        """Renders a prompt by its canonical name and gives the result; its arguments are texts."""
        params = {"arguments": _arguments(arguments)}
        if not all(isinstance(value, str) for value in params["arguments"].values()):
            raise ConfigError("the arguments of a prompt must be texts")
        limits = self._limits(timeout)
        peer, params["name"] = self._catalogs.owner("prompt", name, limits)
        limits = limits.within(peer.request_timeout)
        return rounds.complete(peer, "prompts/get", _with(params, meta), limits, given=input_responses)[0]

    def read_resource(
        self, uri, *, peer=None, cache="use", auth_context=None, timeout=None, meta=None, input_responses=None
    ):
        """Reads a resource by its canonical name, or by a URI of one named peer, and gives the result."""
        if cache not in MODES or not isinstance(uri, str):
            raise ConfigError(f"a uri must be a text, and cache one of {', '.join(MODES)}")
        limits = self._limits(timeout)
        owner, local = (self._peer(peer), uri) if peer is not None else self._resource(uri, limits)
        context = owner.auth_context if auth_context is None else auth_context
        store, params, generation = self._catalogs.cache, {"uri": local}, owner.generation
        kept = store.get(owner.name, generation, "resources/read", params, context) if cache == "use" else None
        if kept is not None:
            return kept
        epoch = store.epoch(owner.name, "resources/read")
        limits = limits.within(owner.request_timeout)
        result, count = rounds.complete(owner, "resources/read", _with(params, meta), limits, given=input_responses)
        if cache != "bypass" and count == 1:
            store.put(owner.name, generation, "resources/read", params, context, result, epoch)
        return result

    def complete(self, reference, argument, *, peer, context=None, timeout=None):
        """Asks a peer for values of an argument; reference and argument are as in the specification."""
        params = {"ref": reference, "argument": argument, **({} if context is None else {"context": context})}
        return self.request(peer, "completion/complete", params, timeout=timeout)

    def request(self, peer, method, params=None, *, timeout=None):
        """Sends any request to one peer and gives its checked result, whatever the method is, but for two of them."""
        if method in RESERVED:
            raise ConfigError(f"{method} is not for callers: {RESERVED[method]}")
        owner = self._peer(peer)
        return exchange(owner, method, params or {}, self._limits(timeout).within(owner.request_timeout))

    def _limits(self, *limits):
        self._ensure_open()
        return Limits(*limits)

    def _peer(self, name):
        self._ensure_open()
        if name in self._unusable:
            raise PeerUnavailable(self._unusable[name])
        if name not in self._peers:
            raise ConfigError(f"there is no server called {name}; there are {', '.join(self._peers) or 'none'}")
        return self._peers[name]

    def _resource(self, uri, limits):
        try:
            return self._catalogs.owner("resource", uri, limits)
        except ToolNotFound:
            up = [each for each in list(self._peers.values()) if each.state == "up"]
            able = [each for each in up if "resources" in each.negotiation.capabilities]
            if len(able) == 1:
                return able[0], uri
            names = ", ".join(each.name for each in able) or "none"
            raise ToolNotFound(f"no server lists {uri}; name the one to ask: {names}") from None


def _arguments(value):
    if value is not None and not isinstance(value, dict):
        raise ConfigError("arguments must be an object")
    return {} if value is None else value


def _with(params, meta):
    token = wire.id_key((meta or {}).get("progressToken", 0))
    if token is None:
        raise ConfigError("a progress token must be a text or an integer")
    return params if meta is None else {**params, "_meta": dict(meta)}


def _is_safe(definition):
    hints = definition.get("annotations")
    return isinstance(hints, dict) and (hints.get("readOnlyHint") is True or hints.get("idempotentHint") is True)
