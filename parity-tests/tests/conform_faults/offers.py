"""Faults of discovery and routing: what is wrong, the checks that report it, and the patch."""

from conform import wire
from tests.conform_peer import error
from tests.conform_tools import about, around, capabilities, each, good, instead, named, ok, result


def _results(function):
    return each(lambda m: function(m["result"]), lambda m: isinstance(m, dict) and "result" in m)


def _discover_first(server):
    old, seen = server.peer.take, []

    def take(text):
        message = wire.parse(text)
        seen.extend([1] if named("server/discover", "initialize")(message) else [])
        early = not seen and good("tools/list")(message)
        return [error(message["id"], -32600)] if early else old(text)

    server.peer.take = take


DISCOVER, TOOLS_LIST, CALL, LISTEN = "server/discover", "tools/list", "tools/call", "subscriptions/listen"

FAULTS = {
    "discovery is unknown": (
        "cancellation-other-goes-on discovery-implemented envelope-bad-id envelope-invalid-request "
        "envelope-unknown-members metadata-capabilities-kind metadata-client-info-optional metadata-log-level "
        "metadata-optional-kinds metadata-progress-tokens metadata-unknown-keys routing-advertised "
        "routing-gated stateless-after-bad-version stateless-after-no-metadata subscriptions-advertised "
        "traffic-error-without-id version-after-good-requests version-initialize version-same-list",
        instead(good(DISCOVER), lambda m: [error(m["id"], -32601)]),
    ),
    "discovery has no versions": (
        "discovery-versions version-same-list",
        result(DISCOVER, supportedVersions=wire.OMIT),
    ),
    "a capability is a flag": ("discovery-capabilities", capabilities(prompts={"listChanged": "yes"})),
    "instructions are a list": ("discovery-instructions", result(DISCOVER, instructions=["x"])),
    "nobody says who it is": (
        "discovery-server-info traffic-server-info",
        _results(lambda r: r["_meta"].pop(wire.SERVER_INFO, None)),
    ),
    "a prompt does not say who gives it": (
        "traffic-server-info",
        instead(
            about("prompts/get", name="greet"),
            lambda m: [{"jsonrpc": "2.0", "id": m["id"], "result": {"resultType": "complete", "messages": []}}],
        ),
    ),
    "the server has no version": (
        "discovery-server-info-shape traffic-server-info",
        _results(lambda r: r["_meta"].update({wire.SERVER_INFO: {"name": "x"}})),
    ),
    "an extension has no prefix": ("discovery-extensions", capabilities(extensions={"peer": {}})),
    "discovery must come first": ("discovery-first lists-tools-independent", _discover_first),
    "methods are not case-sensitive": (
        "routing-unknown traffic-cache-elsewhere",
        around(
            "result", lambda old, asked, *rest: old("server/discover" if asked == "server/Discover" else asked, *rest)
        ),
    ),
    "ping is answered": ("routing-removed", instead(good("ping"), ok)),
    "initialize opens something": ("routing-initialize", instead(good("initialize"), ok)),
    "what is not advertised is there": ("routing-gated", capabilities(completions=wire.OMIT)),
    "what is advertised is not there": (
        "completion-malformed completion-result completion-unknown-argument completion-unknown-reference "
        "routing-advertised",
        instead(good("completion/complete"), lambda m: [error(m["id"], -32601)]),
    ),
}
