"""Faults of metadata, versions, discovery and routing: what is wrong, the checks that report it, and the patch."""

from conform import wire
from tests.conform_peer import answer, error
from tests.conform_tools import code, extra, instead, named, ok, outputs, params, served, tagged


def _kind(name, *kinds):
    return lambda message: name in tagged(message) and not isinstance(tagged(message)[name], kinds)


def _no(name):
    return lambda message: isinstance(params(message).get("_meta"), dict) and name not in tagged(message)


VERSION, CAPABILITIES = wire.PROTOCOL_VERSION, wire.CLIENT_CAPABILITIES


def _first(reply):
    """Answers the very first request of a process, if it is bad, with what reply makes of it."""

    def patch(server):
        old, seen = server.peer.take, []

        def take(line):
            message = wire.parse(line)
            first, bad = not seen, tagged(message).get(VERSION) != wire.VERSION
            seen.append(line)
            return reply(message) if first and bad and not named("initialize")(message) else old(line)

        server.peer.take = take

    return patch


def _sticky(server):
    """Once the first request was bad, all are refused."""
    old, seen = server.peer.take, []

    def take(line):
        message = wire.parse(line)
        seen.append(tagged(message).get(VERSION) == wire.VERSION or named("initialize")(message))
        return (
            old(line)
            if seen[0] or len(seen) == 1
            else [error(message["id"], -32600)]
            if wire.is_request(message)
            else []
        )

    server.peer.take = take


def _pinned(server):
    """A version is looked at until the first good request, and then no more."""
    old, seen = server.peer.take, []

    def take(line):
        message = wire.parse(line)
        if seen and wire.is_request(message) and isinstance(tagged(message).get(VERSION), str):
            return old(
                wire.line(
                    {**message, "params": {**message["params"], "_meta": {**tagged(message), VERSION: wire.VERSION}}}
                ).rstrip(b"\n")
            )
        if tagged(message).get(VERSION) == wire.VERSION:
            seen.append(line)
        return old(line)

    server.peer.take = take


FAULTS = {
    "_meta need not be there": (
        "metadata-first-request metadata-no-meta stateless-metadata version-initialize-names-versions",
        instead(
            lambda m: wire.is_request(m) and isinstance(m.get("params"), dict) and "_meta" not in m["params"], served
        ),
    ),
    "no version is this version": (
        "metadata-no-version",
        instead(lambda m: _no(VERSION)(m) and CAPABILITIES in tagged(m), served),
    ),
    "no capabilities are none": (
        "metadata-no-capabilities",
        instead(lambda m: _no(CAPABILITIES)(m) and VERSION in tagged(m), served),
    ),
    "an empty _meta is taken": (
        "metadata-no-required",
        instead(
            lambda m: (
                wire.is_request(m)
                and isinstance(params(m).get("_meta"), dict)
                and VERSION not in tagged(m)
                and CAPABILITIES not in tagged(m)
            ),
            served,
        ),
    ),
    "params need not be there": (
        "metadata-no-params",
        instead(lambda m: wire.is_request(m) and "params" not in m, served),
    ),
    "a _meta of any kind is taken": (
        "metadata-meta-kind",
        instead(
            lambda m: wire.is_request(m) and "_meta" in params(m) and not isinstance(m["params"]["_meta"], dict),
            served,
        ),
    ),
    "a version of any kind is taken": ("metadata-version-kind", instead(_kind(VERSION, str), served)),
    "a version of any kind is not served": (
        "metadata-version-kind",
        instead(
            _kind(VERSION, str), lambda m: [error(m["id"], -32022, {"supported": [wire.VERSION], "requested": "x"})]
        ),
    ),
    "capabilities of any kind are taken": ("metadata-capabilities-kind", instead(_kind(CAPABILITIES, dict), served)),
    "only the first request is not checked": (
        "metadata-first-request",
        _first(
            lambda m: (
                [error(m["id"], -32022, {"supported": [wire.VERSION]})]
                if "_meta" not in params(m)
                else [error(m["id"], -32022)]
            )
        ),
    ),
    "unknown methods without metadata are internal errors": (
        "metadata-unknown-method",
        code(-32602, -32603, lambda m: named("conform/unknown")(m) and "_meta" not in params(m)),
    ),
    "clientInfo is required": (
        "metadata-client-info-optional",
        instead(
            lambda m: VERSION in tagged(m) and CAPABILITIES in tagged(m) and wire.CLIENT_INFO not in tagged(m),
            lambda m: [error(m["id"], -32602)],
        ),
    ),
    "a bad clientInfo is an internal error": (
        "metadata-optional-kinds",
        instead(_kind(wire.CLIENT_INFO, dict), lambda m: [error(m["id"], -32603)]),
    ),
    "any log level is taken": (
        "metadata-log-level traffic-cache-hints",
        instead(lambda m: tagged(m).get(wire.LOG_LEVEL) == "loud", ok),
    ),
    "unknown keys of _meta are refused": (
        "metadata-unknown-keys",
        instead(lambda m: "com.example/flag" in tagged(m), lambda m: [error(m["id"], -32602)]),
    ),
    "number tokens are refused": (
        "metadata-progress-tokens",
        instead(lambda m: tagged(m).get("progressToken") == 7, lambda m: [error(m["id"], -32602)]),
    ),
    "prompts/get serves any version": (
        "version-unsupported",
        instead(lambda m: named("prompts/get")(m) and tagged(m).get(VERSION) in ("1900-01-01", "2099-12-31"), served),
    ),
    "an empty version is missing": (
        "version-any-string",
        instead(lambda m: tagged(m).get(VERSION) == "", lambda m: [error(m["id"], -32602)]),
    ),
    "methods come before versions": (
        "version-unknown-method",
        instead(
            lambda m: named("conform/unknown")(m) and tagged(m).get(VERSION) == "1900-01-01",
            lambda m: [error(m["id"], -32601)],
        ),
    ),
    "the version error has no data": ("version-error-data", code(-32022, -32022)),
    "the version error names what was not asked": (
        "version-error-data",
        code(-32022, -32022, data={"supported": [wire.VERSION], "requested": "x"}),
    ),
    "the version error names another version": (
        "version-same-list",
        outputs(
            lambda m, messages: [
                error(each["id"], -32022, {"supported": ["2025-11-25"], "requested": tagged(m).get(VERSION)})
                if each.get("error", {}).get("code") == -32022
                else each
                for each in messages
            ]
        ),
    ),
    "the first request may have any version": (
        "version-first-request",
        _first(lambda m: served(m) if VERSION in tagged(m) else [error(m["id"], -32602)]),
    ),
    "after a bad version all are refused": ("stateless-after-bad-version stateless-after-no-metadata", _sticky),
    "a bad version right after a good one is taken": (
        "version-after-good-requests version-any-string version-unknown-method version-unsupported",
        _pinned,
    ),
    "initialize is answered as modern": (
        "version-initialize",
        instead(
            lambda m: named("initialize")(m) and "_meta" not in params(m),
            lambda m: [answer(m["id"], {"protocolVersion": wire.VERSION, "capabilities": {}})],
        ),
    ),
    "initialize is told nothing": (
        "version-initialize-names-versions",
        instead(lambda m: named("initialize")(m) and "_meta" not in params(m), lambda m: [error(m["id"], -32602)]),
    ),
    "a banner is written": ("traffic-messages-only", extra(named("server/discover"), b"Hello!\n")),
}
