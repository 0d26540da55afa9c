"""Faults of names, calls, inputs and completions: what is wrong, the checks that report it, and the patch."""

from conform import wire
from tests.conform_offer import HINTS
from tests.conform_peer import answer, error
from tests.conform_tools import about, around, call, code, dies, good, instead, params, result, silent, tagged


def _asks(**members):
    """Changes the wish for input."""
    return call("ask", **members)


def _always_asks(server):
    """Asks the client whatever it has declared."""
    old = server.peer.ask
    rich = {wire.CLIENT_CAPABILITIES: {"elicitation": {}}}
    server.peer.ask = lambda params, tagged: old(params, {**tagged, **rich})


DISCOVER, TOOLS_LIST, CALL, LISTEN = "server/discover", "tools/list", "tools/call", "subscriptions/listen"


UNKNOWN = "conform-no-such-name"

FAULTS = {
    "an unknown tool is a result": (
        "names-unknown-tool",
        instead(about(CALL, name=UNKNOWN, arguments={}), lambda m: [answer(m["id"], {"content": [], "isError": True})]),
    ),
    "arguments of any kind are taken": (
        "names-malformed-call",
        instead(
            lambda m: (
                about(CALL, name=UNKNOWN)(m)
                and "arguments" in params(m)
                and not isinstance(params(m)["arguments"], dict)
            ),
            lambda m: [answer(m["id"], {"content": []})],
        ),
    ),
    "an unknown prompt is an internal error": (
        "names-malformed-prompt names-unknown-prompt",
        code(-32602, -32603, about("prompts/get", name=UNKNOWN)),
    ),
    "a prompt's name of any kind is taken": (
        "names-malformed-prompt",
        instead(about("prompts/get", name=42), lambda m: [answer(m["id"], {"messages": []})]),
    ),
    "an unknown resource has the old code": (
        "names-unknown-resource names-unknown-resource-data traffic-retired-codes",
        code(-32602, -32002, about("resources/read", uri="conform-no-such-scheme:nothing")),
    ),
    "an unknown resource is empty": (
        "names-unknown-resource",
        instead(
            about("resources/read", uri="conform-no-such-scheme:nothing"),
            lambda m: [answer(m["id"], {"contents": [], **HINTS})],
        ),
    ),
    "an unknown resource is not named": (
        "names-unknown-resource-data",
        code(-32602, -32602, about("resources/read", uri="conform-no-such-scheme:nothing")),
    ),
    "a uri of any kind is taken": (
        "names-malformed-read",
        instead(about("resources/read", uri=42), lambda m: [answer(m["id"], {"contents": [], **HINTS})]),
    ),
    "contents have neither text nor blob": ("calls-read", result("resources/read", contents=[{"uri": "peer://0"}])),
    "a prompt has a list of blocks": (
        "calls-prompt",
        result("prompts/get", messages=[{"role": "user", "content": []}]),
    ),
    "a missing prompt argument is an internal error": (
        "calls-prompt-missing-argument",
        code(-32602, -32603, about("prompts/get", name="praise", arguments={})),
    ),
    "a prompt argument of any kind is taken": (
        "calls-prompt-argument-kind",
        instead(about("prompts/get", arguments={"who": 42}), lambda m: [answer(m["id"], {"messages": []})]),
    ),
    "a block has no type": (
        "calls-tool",
        call("count", content=[{"text": '{"n":1}'}, {"type": "text", "text": '{"n":1}'}]),
    ),
    "structured content is missing": (
        "calls-tool-structured calls-tool-structured-text",
        around(
            "call",
            lambda old, params, *rest: (
                {"content": old(params, *rest)["content"]} if params.get("name") == "count" else old(params, *rest)
            ),
        ),
    ),
    "structured content is not in the text": ("calls-tool-structured-text", call("count", content=[])),
    "bad arguments are a protocol error": (
        "calls-tool-arguments",
        instead(about(CALL, name="double"), lambda m: [error(m["id"], -32602)]),
    ),
    "a call with a token is not answered": (
        "calls-progress",
        silent(lambda m: good(CALL)(m) and "progressToken" in tagged(m)),
    ),
    "a call with a log level is not answered": (
        "calls-log-level",
        silent(lambda m: good(CALL)(m) and wire.LOG_LEVEL in tagged(m)),
    ),
    "a missing capability is an internal error": ("calls-tool inputs-undeclared", code(-32021, -32603)),
    "a missing capability has no data": ("traffic-capability-error", code(-32021, -32021)),
    "a client that cannot be asked is asked": ("traffic-input-declared", _always_asks),
    "a refusal ends the process": (
        "inputs-declined inputs-spoiled-state",
        dies(lambda m: isinstance(m, dict) and params(m).get("inputResponses") == {"who": {"action": "decline"}}),
    ),
    "missing answers are an error": (
        "inputs-missing",
        instead(lambda m: params(m).get("inputResponses") == {}, lambda m: [error(m["id"], -32602)]),
    ),
    "answers of any kind are taken": (
        "inputs-malformed",
        instead(
            lambda m: not isinstance(params(m).get("inputResponses", {}), dict),
            lambda m: [answer(m["id"], {"content": []})],
        ),
    ),
    "a state of any kind is taken": (
        "inputs-spoiled-state",
        instead(
            lambda m: params(m).get("requestState", "sealed") != "sealed", lambda m: [answer(m["id"], {"content": []})]
        ),
    ),
    "input is asked for nothing": (
        "traffic-input-required",
        around(
            "call",
            lambda old, params, *rest: (
                {"resultType": "input_required"}
                if params.get("name") == "ask" and old(params, *rest)
                else {}
                if params.get("name") == "ask"
                else old(params, *rest)
            ),
        ),
    ),
    "an unknown kind of input is asked for": (
        "traffic-input-required",
        _asks(inputRequests={"who": {"method": "client/ask", "params": {}}}),
    ),
    "a question may be cached": (
        "traffic-cache-elsewhere traffic-input-required traffic-progress-shape",
        around(
            "call",
            lambda old, params, *rest: {
                **old(params, *rest),
                **(HINTS if old(params, *rest).get("resultType") else {}),
            },
        ),
    ),
    "a completion is a text": (
        "completion-result completion-unknown-argument",
        result("completion/complete", completion={"values": "ada"}),
    ),
    "a completion has too many values": (
        "completion-at-most-100 completion-unknown-argument",
        result("completion/complete", completion={"values": ["x"] * 101}),
    ),
    "an unknown reference is empty": (
        "completion-unknown-reference",
        instead(
            lambda m: (
                good("completion/complete")(m)
                and isinstance(params(m).get("ref"), dict)
                and params(m)["ref"].get("name") == UNKNOWN
                and params(m).get("argument") == {"name": "x", "value": ""}
            ),
            lambda m: [answer(m["id"], {"completion": {"values": []}})],
        ),
    ),
    "a reference of any kind is an internal error": (
        "completion-malformed",
        code(-32602, -32603, lambda m: good("completion/complete")(m) and not isinstance(params(m).get("ref"), dict)),
    ),
    "an unknown argument has values": (
        "completion-unknown-argument",
        result("completion/complete", completion={"values": ["ada"]}),
    ),
}
