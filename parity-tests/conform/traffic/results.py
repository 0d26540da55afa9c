"""The results: typed, with hints for caches where they belong, asking the client only for what it has declared."""

import re

from conform import wire
from conform.pack import NotObserved, check
from conform.shapes import COUNT, IMPLEMENTATION, OBJECT, faults, one_of
from conform.traffic.lines import messages

HINTED = (
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
)
ASKING = ("tools/call", "resources/read", "prompts/get")
INPUTS = {"elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots"}
CACHING = "server/utilities/caching # Cacheable Results"


def results(case):
    """Gives (request, event, result) of every result that is an object and answers a request with good metadata; what
    should have been refused is judged elsewhere, and a server of two eras answers it in the older way."""
    found = case.bench.once(_all_results)
    if not found:
        raise NotObserved("there was no result")
    return found


def _all_results(bench):
    found = []
    for client in bench.clients:
        asked = {}
        for event in client.events:
            value = event.value
            if event.direction == ">" and wire.is_request(value):
                asked[wire.key(value["id"])] = value
            elif event.direction == "<" and wire.is_response(value) and isinstance(value.get("result"), dict):
                request = asked.get(wire.key(value.get("id")), {})
                if _is_modern(request):
                    found.append((request, event, value["result"]))
    return found


def _is_modern(asked):
    params = asked.get("params") if asked.get("method") != "initialize" else None
    tagged = params.get("_meta") if isinstance(params, dict) else None
    right = isinstance(tagged, dict) and tagged.get(wire.PROTOCOL_VERSION) == wire.VERSION
    return right and isinstance(tagged.get(wire.CLIENT_CAPABILITIES), dict)


@check("traffic-result-object", "MUST", "A result is an object", "base.result-member", "basic/index # Result Responses")
def result_object(case):
    for _, event in messages(case):
        if wire.is_response(event.value) and "result" in event.value and not isinstance(event.value["result"], dict):
            case.wrong("the result is no object", "an object", event)


@check("traffic-result-type", "MUST", "Every result has a string resultType", "base.result-resulttype",
       "basic/index # ResultType")  # fmt: skip
def result_type(case):
    for asked, event, result in results(case):
        if not isinstance(result.get("resultType"), str):
            case.wrong(f"{asked.get('method')}: no resultType", "a string resultType", event)


@check("traffic-result-types", "MUST", "A resultType is complete or input_required, unless an extension is advertised",
       "base.result-type-set", "basic/index # ResultType")  # fmt: skip
def result_types(case):
    extended = bool(case.facts.capabilities.get("extensions"))
    for _, event, result in results(case):
        kind = result.get("resultType")
        if isinstance(kind, str) and kind not in ("complete", "input_required"):
            (case.warn if extended else case.wrong)(f"resultType {kind!r}", "complete or input_required", event)


@check("traffic-cache-hints", "MUST", "Complete results of discovery, lists and reads have ttlMs and cacheScope",
       "caching.hints caching.ttl-type caching.scope-type", CACHING)  # fmt: skip
def cache_hints(case):
    shape = {"ttlMs!": COUNT, "cacheScope!": one_of("public", "private")}
    seen = {}
    for asked, event, result in results(case):
        method = asked.get("method")
        if method in HINTED and result.get("resultType", "complete") == "complete":
            for pointer, words in faults(result, shape, "/result"):
                seen.setdefault((method, pointer, words), event)  # each fault once for each method
    for (method, pointer, words), event in seen.items():
        case.wrong(f"{method}: {pointer} {words}", "ttlMs, an integer of at least 0, and cacheScope", event)


@check("traffic-cache-elsewhere", "SHOULD", "Results that are not cacheable have no hints",
       "caching.none-on-input-required", CACHING)  # fmt: skip
def cache_elsewhere(case):
    others = [entry for entry in results(case) if entry[0].get("method") not in (*HINTED, None)]
    if not others:
        raise NotObserved("there was no result of another method")
    for asked, event, result in others:
        if "ttlMs" in result or "cacheScope" in result:
            # A result may hold further members, so the text does not forbid it.
            case.warn(f"{asked['method']}: a hint on a result that is not cacheable", "no hint", event)


@check("traffic-input-required", "MUST", "Input is asked for on three methods only, with what is needed, without hints",
       "mrtr.unsupported-methods mrtr.at-least-one mrtr.input-requests-map mrtr.input-request-kinds mrtr.state-string "
       "caching.none-on-input-required", "basic/patterns/mrtr # InputRequiredResult")  # fmt: skip
def input_required(case):
    for asked, event, result in _asking(case):
        wanted = result.get("inputRequests", {})
        if asked.get("method") not in ASKING:
            case.wrong(f"{asked.get('method')} asks for input", f"one of {', '.join(ASKING)}", event)
        if "inputRequests" not in result and "requestState" not in result:
            case.wrong("neither inputRequests nor requestState", "one of the two", event)
        if not isinstance(result.get("requestState", ""), str):
            case.wrong("requestState is no string", "a string", event)
        if "ttlMs" in result or "cacheScope" in result:
            case.wrong("it has hints for caches", "none", event)
        entries = wanted.values() if isinstance(wanted, dict) else [None]
        if any(not isinstance(each, dict) or each.get("method") not in INPUTS for each in entries):
            case.wrong("an input request of no known kind", f"one of {', '.join(INPUTS)}", event)


@check("traffic-input-declared", "MUST NOT", "Nothing is asked of a client that it has not declared for this request",
       "mrtr.respects-capabilities base.capability-undeclared",
       "basic/patterns/mrtr # Server Requirements (Basic Workflow)")  # fmt: skip
def input_declared(case):
    for asked, event, result in _asking(case):
        declared = asked.get("params", {}).get("_meta", {}).get(wire.CLIENT_CAPABILITIES, {})
        wanted = result.get("inputRequests")
        for each in wanted.values() if isinstance(wanted, dict) else []:
            needs = INPUTS.get(each.get("method")) if isinstance(each, dict) else None
            if needs and needs not in declared:
                case.wrong(f"{each['method']} and no capability {needs}", "the error -32021, or another way", event)


def _asking(case):
    found = [entry for entry in results(case) if entry[2].get("resultType") == "input_required"]
    if not found:
        raise NotObserved("no input was asked for")
    return found


@check("traffic-server-info", "SHOULD", "Every result names the server in its _meta", "base.server-info-in-result",
       "basic/index # _meta")  # fmt: skip
def server_info(case):
    without = {}
    for asked, event, result in results(case):
        tagged = result.get("_meta")
        if not isinstance(tagged, dict) or wire.SERVER_INFO not in tagged:
            without.setdefault(asked.get("method"), event)
        else:
            for pointer, words in faults(tagged[wire.SERVER_INFO], IMPLEMENTATION, f"/result/_meta/{wire.SERVER_INFO}"):
                case.wrong(f"{pointer} {words}", "an Implementation", event)
    for method, event in without.items():
        case.wrong(f"{method}: the server does not say who it is", f"_meta with {wire.SERVER_INFO}", event)


KEY = re.compile(r"(?:(?P<prefix>[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*)/)?"
                 r"(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?\Z")  # fmt: skip


@check("traffic-meta-keys", "MUST", "_meta is an object whose keys are names, with a prefix of labels if any",
       "base.meta-object base.meta-prefix-syntax", "basic/index # _meta")  # fmt: skip
def meta_keys(case):
    holders = [(event, event.value.get("params", event.value.get("result"))) for _, event in messages(case)]
    seen = [(event, holder["_meta"]) for event, holder in holders if isinstance(holder, dict) and "_meta" in holder]
    if not seen:
        raise NotObserved("there was no _meta")
    for event, tagged in seen:
        for pointer, words in faults(tagged, OBJECT, "_meta"):
            case.wrong(f"{pointer} {words}", "an object", event)
        for name in tagged if isinstance(tagged, dict) else []:
            if not KEY.match(name):
                case.wrong(f"the key {name!r}", "prefix/name, or a name", event)
