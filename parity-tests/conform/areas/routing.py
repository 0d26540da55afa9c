"""Which methods there are: those of what is advertised, and no others."""

import json

from conform import wire
from conform.facts import NEEDS
from conform.pack import NotObserved, check

ERRORS = "schema # MethodNotFoundError"
UNKNOWN = ("conform/unknown", "server/Discover", "server/discover/", "rpc.discover", "")
REMOVED = {
    "ping": {},
    "logging/setLevel": {"level": "info"},
    "resources/subscribe": {"uri": "conform-no-such-scheme:nothing"},
    "resources/unsubscribe": {"uri": "conform-no-such-scheme:nothing"},
}


@check("routing-unknown", "MUST", "An unknown method is refused with -32601", "base.method-not-found", ERRORS)
def unknown(case):
    for method in UNKNOWN:
        case.expect_code(case.probe(method), -32601, f"{method!r}: ")


@check("routing-removed", "MUST",
       "Methods of earlier revisions are unknown: ping, logging/setLevel, resources/subscribe",
       "versioning.removed-methods base.method-not-found", "changelog # Major changes")  # fmt: skip
def removed(case):
    for method, params in REMOVED.items():
        reply = case.client.ask(method, params)
        if reply.code == -32601:
            continue
        expected = "an error with code -32601"
        words = f"{method} with complete metadata: " + (
            reply.why or f"{'a result' if reply.result is not None else reply.code}"
        )
        # A server that serves an earlier era too may find the method there; no text says what wins.
        (case.warn if case.facts.legacy_era else case.wrong)(words, expected, *reply.events)


@check("routing-initialize", "MUST", "initialize with complete metadata opens nothing: it is refused",
       "versioning.removed-methods versioning.initialize-rejected",
       "basic/versioning # Compatibility Matrix")  # fmt: skip
def initialize(case):
    client = case.fresh()
    params = {"protocolVersion": wire.VERSION, "capabilities": {}, "clientInfo": wire.INFO}
    reply = client.ask("initialize", params)
    if not case.answered(reply, "an error"):
        return
    if not reply.error:
        (case.warn if case.facts.legacy_era else case.wrong)("it was answered with a result", "an error", *reply.events)
    elif reply.code != -32601 and wire.VERSION not in json.dumps(reply.error):
        case.warn("the error is not -32601 and names no version", "-32601, or a version that is served", *reply.events)


@check("routing-gated", "MUST", "A method whose capability is not advertised is refused with -32601",
       "base.method-not-found-gated completion.unsupported", ERRORS)  # fmt: skip
def gated(case):
    absent = [method for method in NEEDS if not case.facts.offers(method)]
    if not absent:
        raise NotObserved("everything is advertised")
    for method in absent:
        case.expect_code(case.probe(method, case.facts.params(method)), -32601, f"{method}: ")


@check("routing-advertised", "MUST", "Every method whose capability is advertised is known",
       "tools.list-answered prompts.list-answered resources.list-answered", "server/tools # Capabilities")  # fmt: skip
def advertised(case):
    for method in [name for name in NEEDS if case.facts.offers(name) and name != "subscriptions/listen"]:
        reply = case.client.ask(method, case.facts.params(method))
        if case.answered(reply, "an answer other than -32601", f"{method}: ") and reply.code == -32601:
            # No text asks for templates once resources are declared.
            note = case.warn if method == "resources/templates/list" else case.wrong
            note(f"{method} is advertised and not known", "an answer other than -32601", *reply.events)
