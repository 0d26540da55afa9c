"""The responses: one for each request, a result or an error, with codes that mean what they mean."""

from conform import wire
from conform.pack import NotObserved, check
from conform.traffic.lines import messages

#: The codes that are reserved and that a server over stdio may send.
DEFINED = (-32021, -32022)
#: Codes of earlier revisions.
RETIRED = (-32002, -32042)


def _responses(case):
    found = [(client, event) for client, event in messages(case) if wire.is_response(event.value)]
    if not found:
        raise NotObserved("there was no response")
    return found


def errors(case):
    """Gives (event, error) of every error whose error is an object."""
    found = [
        (event, event.value["error"]) for _, event in _responses(case) if isinstance(event.value.get("error"), dict)
    ]
    if not found:
        raise NotObserved("there was no error")
    return found


@check("traffic-result-or-error", "MUST", "A response has exactly one of result and error",
       "base.response-result-xor-error", "basic/index # Messages")  # fmt: skip
def result_or_error(case):
    for _, event in _responses(case):
        if "result" in event.value and "error" in event.value:
            case.wrong("it has both", "a result or an error", event)


@check("traffic-one-response", "MUST", "No request gets two responses", "base.one-response-per-request",
       "basic/index # Messages")  # fmt: skip
def one_response(case):
    for client in case.bench.clients:
        seen = {}
        for event in client.events:
            value = event.value
            if event.direction == ">" and wire.is_request(value):
                seen.pop(wire.key(value["id"]), None)
            elif event.direction == "<" and wire.is_response(value) and wire.is_id(value.get("id")):
                earlier = seen.setdefault(wire.key(value["id"]), event)
                if earlier is not event:
                    case.wrong(f"a second response for {value['id']!r}", "one response", earlier, event)


@check("traffic-known-ids", "MUST", "A response has the id of a request that was sent",
       "base.response-id-echo base.error-id-echo", "basic/index # Result Responses")  # fmt: skip
def known_ids(case):
    for client in case.bench.clients:
        sent = b"".join(event.data for event in client.events if event.direction == ">")
        asked = {
            wire.key(event.value["id"])
            for event in client.events
            if event.direction == ">" and wire.is_request(event.value)
        }
        for event in client.events:
            identifier = event.value.get("id") if isinstance(event.value, dict) else None
            if event.direction == ">" or not wire.is_response(event.value) or not wire.is_id(identifier):
                continue
            # Lines that are no requests by themselves (two in one write, one in two) have ids too.
            if wire.key(identifier) not in asked and not _written(identifier, sent):
                case.wrong(f"nothing with the id {identifier!r} was asked", "the id of a request", event)


def _written(identifier, sent):
    text = wire.line(identifier).strip()
    return b'"id":' + text in sent or (isinstance(identifier, str) and not identifier.isascii())


@check("traffic-error-shape", "MUST", "An error has an integer code and a string message",
       "base.error-shape base.error-code-integer", "basic/index # Error Responses")  # fmt: skip
def error_shape(case):
    for _, event in _responses(case):
        if "error" not in event.value:
            continue
        found = event.value["error"] if isinstance(event.value["error"], dict) else {}
        code = found.get("code")
        if not isinstance(code, int) or isinstance(code, bool) or not isinstance(found.get("message"), str):
            case.wrong("not so", "an object with an integer code and a string message", event)


@check("traffic-error-without-id", "SHOULD", "An error whose request has no readable id has no id, not null",
       "base.error-id-absent", "schema # JSONRPCErrorResponse")  # fmt: skip
def error_without_id(case):
    found = [event for event, _ in errors(case) if event.value.get("id") is None]
    if not found:
        raise NotObserved("every error had an id")
    for event in found:
        if "id" in event.value:
            case.warn("the id is null", "no id", event)


@check("traffic-reserved-codes", "MUST NOT", "No code from -32020 to -32099 but those that are defined for stdio",
       "base.error-reserved-undefined base.error-reserved-meaning", "basic/index # Error Codes")  # fmt: skip
def reserved_codes(case):
    for event, error in errors(case):
        code = error.get("code")
        if isinstance(code, int) and -32099 <= code <= -32020 and code not in DEFINED:
            case.wrong(f"the code {code}", "a code that is defined", event)


@check("traffic-retired-codes", "MUST NOT", "The codes of earlier revisions, -32002 and -32042, are not used",
       "base.error-no-32002 base.error-no-32042", "basic/index # Error Codes")  # fmt: skip
def retired_codes(case):
    for event, error in errors(case):
        if error.get("code") in RETIRED:
            case.wrong(f"the code {error['code']}", "a code of this revision", event)


@check("traffic-legacy-codes", "SHOULD NOT", "Codes from -32000 to -32019 are not used",
       "base.error-legacy-range-unused",
       "basic/index # Error Codes")  # fmt: skip
def legacy_codes(case):
    for event, error in errors(case):
        code = error.get("code")
        if isinstance(code, int) and -32019 <= code <= -32000 and code not in RETIRED:
            case.wrong(f"the code {code}", "a code outside of this range", event)


@check("traffic-capability-error", "MUST", "-32021 says which capabilities are needed", "base.capability-missing-data",
       "schema # MissingRequiredClientCapabilityError")  # fmt: skip
def capability_error(case):
    found = [(event, error) for event, error in errors(case) if error.get("code") == -32021]
    if not found:
        raise NotObserved("no capability was missing")
    for event, error in found:
        data = error.get("data")
        if not isinstance(data, dict) or not isinstance(data.get("requiredCapabilities"), dict):
            case.wrong("data.requiredCapabilities is no object", "data.requiredCapabilities: an object", event)
