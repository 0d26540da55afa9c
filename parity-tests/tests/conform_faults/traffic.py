"""Faults of what is written, whatever was asked: what is wrong, the checks that report it, and the patch."""

from conform import wire
from tests.conform_offer import HINTS, INFO
from tests.conform_peer import error, notice, tagged_notice
from tests.conform_tools import (
    about,
    around,
    both,
    capabilities,
    code,
    each,
    extra,
    good,
    instead,
    log,
    outputs,
    result,
    tagged,
)


def _at_end(function):
    return around("ended", lambda old: function(old()))


def _notices(name, function):
    return each(function, lambda m: isinstance(m, dict) and m.get("method") == f"notifications/{name}")


def _results(function):
    return each(lambda m: function(m["result"]), lambda m: isinstance(m, dict) and "result" in m)


DISCOVER, TOOLS_LIST, CALL, LISTEN = "server/discover", "tools/list", "tools/call", "subscriptions/listen"

FAULTS = {
    "a line is no object": ("traffic-messages-only", extra(good("ping"), b'["x"]\n')),
    "a line is not UTF-8": (
        "traffic-messages-only traffic-utf8",
        extra(good("ping"), b'{"jsonrpc":"2.0","method":"notifications/progress\xff"}\n'),
    ),
    "the last line has no newline": (
        "traffic-log-opt-in traffic-newlines",
        _at_end(
            lambda messages: [
                *messages,
                b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}',
            ]
        ),
    ),
    "jsonrpc is missing": (
        "traffic-jsonrpc",
        each(lambda m: m.pop("jsonrpc"), lambda m: isinstance(m, dict) and m.get("error", {}).get("code") == -32601),
    ),
    "a notification of an earlier revision": ("traffic-kinds", extra(good("ping"), notice("initialized", {}))),
    "a request to the client": (
        "traffic-no-requests",
        extra(good("ping"), {"jsonrpc": "2.0", "id": 1, "method": "roots/list"}),
    ),
    "a notification has a list of params": (
        "traffic-cancelled traffic-notification-shape",
        extra(good("ping"), {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": []}),
    ),
    "a response is both": (
        "traffic-result-or-error",
        each(
            lambda m: m.update(error={"code": -32601, "message": "x"}),
            lambda m: (
                isinstance(m, dict)
                and "content" in m.get("result", {})
                and m["result"]["content"] == [{"type": "text", "text": '{"n":1}'}]
            ),
        ),
    ),
    "a request is answered twice": (
        "traffic-one-response",
        outputs(lambda m, messages: messages * 2 if good("ping")(m) else messages),
    ),
    "a response for nobody": ("traffic-known-ids", extra(good("ping"), error("nobody", -32601))),
    "an error code is a text": ("routing-removed traffic-error-shape", code(-32601, "-32601", good("ping"))),
    "an error has the id null": (
        "traffic-error-without-id",
        outputs(
            lambda m, messages: [
                {"jsonrpc": "2.0", "id": None, **each} if "error" in each and "id" not in each else each
                for each in messages
            ]
        ),
    ),
    "a reserved code": ("routing-removed traffic-reserved-codes", code(-32601, -32050, good("ping"))),
    "a code of HTTP": ("routing-removed traffic-reserved-codes", code(-32601, -32020, good("ping"))),
    "a legacy code": ("routing-removed traffic-legacy-codes", code(-32601, -32001, good("ping"))),
    "a result is a list": (
        "calls-prompt traffic-result-object",
        instead(about("prompts/get", name="greet"), lambda m: [{"jsonrpc": "2.0", "id": m["id"], "result": []}]),
    ),
    "a result has no type": (
        "traffic-result-type",
        instead(
            about("prompts/get", name="greet"),
            lambda m: [
                {"jsonrpc": "2.0", "id": m["id"], "result": {"messages": [], "_meta": {wire.SERVER_INFO: INFO}}}
            ],
        ),
    ),
    "a result has another type": ("traffic-result-types", result("completion/complete", resultType="partial")),
    "a result has another type and there is no extension": (
        "traffic-result-types",
        both(capabilities(extensions=wire.OMIT), result("completion/complete", resultType="partial")),
    ),
    "hints are missing": ("traffic-cache-hints", result("resources/read", ttlMs=wire.OMIT)),
    "a time to live is negative": ("traffic-cache-hints", result("resources/templates/list", ttlMs=-1)),
    "a prompt may be cached": ("traffic-cache-elsewhere", result("prompts/get", **HINTS)),
    "a key of _meta has two slashes": ("traffic-meta-keys", _results(lambda r: r["_meta"].update({"a/b/c": 1}))),
    "progress has another token": (
        "traffic-progress-token",
        _notices("progress", lambda m: m["params"].update(progressToken="other")),
    ),
    "progress comes late": (
        "traffic-progress-token",
        outputs(
            lambda m, messages: (
                sorted(messages, key=lambda each: each.get("method") == "notifications/progress")
                if good(CALL)(m)
                else messages
            )
        ),
    ),
    "progress stands still": ("traffic-progress-shape", _notices("progress", lambda m: m["params"].update(progress=1))),
    "progress has a subscription": (
        "traffic-progress-untagged",
        _notices("progress", lambda m: m["params"].update(_meta={wire.SUBSCRIPTION_ID: 1})),
    ),
    "everything is logged": ("traffic-log-opt-in traffic-log-shape", extra(about(CALL, name="count"), log())),
    "a log level is a number": ("traffic-log-shape", _notices("message", lambda m: m["params"].update(level=3))),
    "too little is logged": ("traffic-log-shape", _notices("message", lambda m: m["params"].update(level="silly"))),
    "what is logged is below the level": (
        "traffic-log-shape",
        extra(lambda m: good(CALL)(m) and tagged(m).get(wire.LOG_LEVEL) == "error", log("info")),
    ),
    "changes are not tagged": (
        "traffic-changes-tagged",
        _notices("tools/list_changed", lambda m: m["params"].pop("_meta")),
    ),
    "an acknowledgement for nobody": (
        "traffic-acknowledgements",
        extra(good("ping"), tagged_notice("subscriptions/acknowledged", "nobody", notifications={})),
    ),
    "the server cancels a call": (
        "traffic-cancelled",
        extra(about(CALL, name="count"), notice("cancelled", {"requestId": 1})),
    ),
}
