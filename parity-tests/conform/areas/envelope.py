"""JSON-RPC itself: ids come back with their type, what is no request is refused, what needs no answer gets none."""

from conform import wire
from conform.pack import check


@check("envelope-integer-id", "MUST", "An integer id comes back as the same integer",
       "base.response-id-echo", "basic/index # Result Responses")  # fmt: skip
def integer_id(case):
    for identifier in (0, -7, 1000001, 2**31):
        case.answered(case.client.ask("server/discover", identifier=identifier), f"an answer with the id {identifier}")


@check("envelope-string-id", "MUST", "A string id comes back as the same string, also when it looks like a number",
       "base.response-id-echo", "basic/index # Result Responses")  # fmt: skip
def string_id(case):
    for identifier in ("1000002", "", "00", " a ", "x" * 300):
        reply = case.client.ask("server/discover", identifier=identifier)
        case.answered(reply, f"an answer with the string id {identifier[:20]!r}")


@check("envelope-error-id", "MUST", "An error carries the id of its request, with its type",
       "base.error-id-echo", "basic/index # Error Responses")  # fmt: skip
def error_id(case):
    for identifier in (1000003, "1000004"):
        for method, metadata in (("conform/unknown", None), ("server/discover", wire.meta(version="1900-01-01"))):
            reply = case.client.ask(method, metadata=metadata, identifier=identifier)
            case.answered(reply, f"an error with the id {identifier!r}")
            identifier = identifier + 10 if isinstance(identifier, int) else identifier + "-b"


@check("envelope-unknown-members", "SHOULD", "Unknown members beside params and within them are ignored",
       "base.result-open", "basic/index # Messages")  # fmt: skip
def unknown_members(case):
    message = {**wire.request(case.client.new_id(), "server/discover", {"com.example": 1}), "com.example": {"a": []}}
    case.expect_result(case.probe_message(message))


BAD_IDS = {"null": None, "true": True, "1.5": 1.5, "an object": {"a": 1}, "an array": [1]}


@check("envelope-bad-id", "MUST", "A request whose id is null, a boolean, a fraction or a structure is not executed",
       "base.invalid-id-rejected base.error-id-absent", "schema # InvalidRequestError")  # fmt: skip
def bad_id(case):
    for name, identifier in BAD_IDS.items():
        data = wire.line({**wire.request(0, "server/discover"), "id": identifier})
        _refused(case, data, -32600, f"id {name}: ", tolerant=True)


@check("envelope-not-json", "MUST", "A line that is no JSON is answered with -32700, and the server goes on",
       "base.parse-error base.error-id-absent", "schema # ParseError")  # fmt: skip
def not_json(case):
    for data in (b"this is no JSON\n", b'{"jsonrpc":"2.0","id":1,"method":\n', b'{"jsonrpc":"2.0",}\n'):
        _refused(case, data, -32700, f"{data.decode().strip()!r}: ")


@check("envelope-not-a-number", "SHOULD", "NaN is no JSON: the line is answered with -32700 and nothing is executed",
       "base.parse-error", "schema # ParseError")  # fmt: skip
def not_a_number(case):
    data = wire.line(wire.request(case.client.new_id(), "server/discover", {"x": 0})).replace(b'"x":0', b'"x":NaN')
    _refused(case, data, -32700)


@check("envelope-not-utf8", "SHOULD", "A line that is not UTF-8 is answered with -32700, and the server goes on",
       "json.utf8 base.parse-error", "basic/transports/index # Messages")  # fmt: skip
def not_utf8(case):
    data = wire.line(wire.request("a@b", "server/discover")).replace(b"a@b", b"a\xff\xc3(b")
    _refused(case, data, -32700)


@check("envelope-batch", "MUST", "A batch is no message: nothing in it is executed",
       "stdio.single-message base.invalid-request-error", "basic/transports/stdio # stdio")  # fmt: skip
def batch(case):
    client = case.client
    two = [wire.request(client.new_id(), "server/discover"), wire.request(client.new_id(), "conform/unknown")]
    for data in (wire.line(two), b"[]\n"):
        _refused(case, data, -32600, tolerant=True)


@check("envelope-not-an-object", "MUST", "A line that is JSON but no object is refused with -32600",
       "base.invalid-request-error", "schema # InvalidRequestError")  # fmt: skip
def not_an_object(case):
    for data in (b"42\n", b'"text"\n', b"null\n"):
        _refused(case, data, -32600, f"{data.decode().strip()}: ")


BROKEN = {
    "no jsonrpc": {"jsonrpc": wire.OMIT},
    "jsonrpc 1.0": {"jsonrpc": "1.0"},
    "jsonrpc as a number": {"jsonrpc": 2.0},
    "no method": {"method": wire.OMIT},
    "method as a number": {"method": 1},
    "method null": {"method": None},
}


@check("envelope-invalid-request", "MUST", "A request without the right jsonrpc or method is refused with -32600",
       "base.invalid-request-error", "schema # InvalidRequestError")  # fmt: skip
def invalid_request(case):
    for name, changes in BROKEN.items():
        whole = {**wire.request(case.client.new_id(), "server/discover"), **changes}
        message = {key: value for key, value in whole.items() if value is not wire.OMIT}
        _refused(case, wire.line(message), -32600, f"{name}: ", identifier=message["id"])


@check("envelope-params-kind", "MUST", "Params that are no object are refused with -32600 or -32602",
       "base.invalid-params-error base.invalid-request-error", "schema # InvalidParamsError")  # fmt: skip
def params_kind(case):
    for params in ([], ["x"], 1, "x", None):
        identifier = case.client.new_id()
        message = {**wire.request(identifier, "server/discover"), "params": params}
        _refused(case, wire.line(message), -32602, f"params {params!r}: ", (-32600,), identifier=identifier)


def _refused(case, data, code, where="", accept=(), tolerant=False, identifier=wire.OMIT):
    """Notes it unless a bad line is refused. Silence is worth a warning where no id could be read, since no text asks
    for more there; other codes too if tolerant."""
    client = case.client
    place = len(client.events)
    found, alive = client.odd(data)
    sent = client.events[place]
    expected = f"an error with code {code}" + ("" if identifier is not wire.OMIT else " and no id, nothing executed")
    if not alive:
        case.wrong(where + "after this line the server answers no more", "the server goes on", sent, *found)
    elif not found:
        silent = case.warn if identifier is wire.OMIT else case.wrong
        silent(where + "there is no answer", expected, sent)
    for event in found:
        _judge(case, event, code, (code, *accept), where, expected, tolerant, identifier, sent)
    if len(found) > 1:
        case.wrong(where + f"{len(found)} messages for one line", expected, sent, *found)


def _judge(case, event, code, codes, where, expected, tolerant, identifier, sent):
    value = event.value if isinstance(event.value, dict) else {}
    error = value.get("error") if isinstance(value.get("error"), dict) else {}
    echoed = value.get("id")
    if "result" in value:
        lenient = code == -32700  # a reader that takes more than JSON has executed what others refuse
        (case.warn if lenient else case.wrong)(where + "it was executed", expected, sent, event)
    elif error.get("code") not in codes:
        (case.warn if tolerant else case.wrong)(where + f"the code is {error.get('code')}", expected, sent, event)
    elif identifier is wire.OMIT and wire.is_id(echoed):
        case.wrong(where + f"the error has an invented id, {echoed!r}", expected, sent, event)
    elif identifier is not wire.OMIT and not ("id" in value and wire.same(echoed, identifier)):
        case.warn(where + "the id, which could be read, does not come back", f"the id {identifier!r}", sent, event)


@check("envelope-notifications", "MUST NOT", "No notification is answered: unknown, removed, without params, or named "
       "like a request", "base.notification-no-response versioning.removed-notifications",
       "basic/index # Notifications")  # fmt: skip
def notifications(case):
    names = [
        "notifications/conform",
        "notifications/initialized",
        "notifications/roots/list_changed",
        "conform/unknown",
    ]
    messages = [wire.notification(name, {"_meta": wire.meta()}) for name in [*names, "server/discover"]]
    messages += [{"jsonrpc": "2.0", "method": "notifications/conform"}]
    client = case.client
    place = len(client.events)
    found, alive = client.odd(*map(wire.line, messages))
    sent = client.events[place : place + len(messages)]
    if not alive:
        case.wrong("after these the server answers no more", "silence, and the server goes on", *sent, *found)
    elif found:
        case.wrong("a notification was answered", "silence", *sent, *found)


@check("envelope-notification-with-id", "SHOULD", "A message with an id is a request, whatever its method is called",
       "base.one-response-per-request base.method-not-found", "basic/index # Notifications")  # fmt: skip
def notification_with_id(case):
    case.expect_code(case.probe("notifications/conform"), -32601)


@check("envelope-response", "SHOULD", "A response that nobody asked for is ignored",
       "base.jsonrpc-2", "basic/transports/stdio # Sending Messages")  # fmt: skip
def response(case):
    lines = [wire.line({"jsonrpc": "2.0", "id": "conform-none", "result": {}})]
    client = case.client
    place = len(client.events)
    found, alive = client.odd(*lines)
    if not alive or found:
        words = "it was answered" if found else "after it the server answers no more"
        case.wrong(words, "silence", client.events[place], *found)
