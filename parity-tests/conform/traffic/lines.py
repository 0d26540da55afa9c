"""The lines: JSON, one message each, of the kinds that a server may write."""

from conform import wire
from conform.pack import NotObserved, check

STDIO = "basic/transports/stdio # stdio"


def heard(case):
    """Gives (client, event) of every line that the server wrote; raises NotObserved if there is none."""
    found = [(client, event) for client in case.bench.clients for event in client.events if event.direction == "<"]
    if not found:
        raise NotObserved("the server wrote nothing")
    return found


def messages(case):
    """Gives (client, event) of every line that is an object."""
    return [(client, event) for client, event in heard(case) if isinstance(event.value, dict)]


@check("traffic-messages-only", "MUST NOT", "stdout carries nothing but messages: each line is one JSON object",
       "stdio.stdout-pure stdio.single-message", STDIO)  # fmt: skip
def messages_only(case):
    for _, event in heard(case):
        if not event.data.strip():
            case.warn("a blank line", "messages and nothing else", event)
        elif not isinstance(event.value, dict):
            case.wrong("a line that is no JSON object", "messages and nothing else", event)


@check("traffic-utf8", "MUST", "Every line is UTF-8", "json.utf8", "basic/transports/index # Messages")
def utf8(case):
    for _, event in heard(case):
        try:
            event.data.decode("utf-8")
        except UnicodeDecodeError as fault:
            case.wrong(f"byte {fault.start} is not UTF-8", "UTF-8", event)


@check("traffic-newlines", "MUST", "Every line, the last one too, is ended by a newline", "stdio.line-delimited", STDIO)
def newlines(case):
    for _, event in heard(case):
        if not event.data.endswith(b"\n"):
            case.wrong("the last line has no newline", "a newline after every message", event)
        elif event.data.endswith(b"\r\n"):
            case.warn("a carriage return before the newline", "a newline and nothing else", event)


@check("traffic-jsonrpc", "MUST", 'Every message has "jsonrpc":"2.0"', "base.jsonrpc-2", "basic/index # Messages")
def jsonrpc(case):
    for _, event in messages(case):
        if event.value.get("jsonrpc") != "2.0":
            case.wrong(f"jsonrpc is {event.value.get('jsonrpc')!r}", '"2.0"', event)


@check("traffic-kinds", "MUST", "Every message is a response or a notification that this revision has",
       "stdio.server-message-kinds versioning.removed-notifications",
       "basic/transports/stdio # Receiving Messages")  # fmt: skip
def kinds(case):
    known = ("progress", "message", "cancelled", "subscriptions/acknowledged", "resources/updated",
             "tools/list_changed", "prompts/list_changed", "resources/list_changed")  # fmt: skip
    extended = bool(case.facts.capabilities.get("extensions") or case.facts.capabilities.get("experimental"))
    for _, event in messages(case):
        value = event.value
        if wire.is_notification(value) and value["method"] not in [f"notifications/{name}" for name in known]:
            (case.warn if extended else case.wrong)(f"a notification {value['method']}", "one of this revision", event)
        elif not (wire.is_response(value) or "method" in value):
            case.wrong("neither a response nor a notification", "one of the two", event)


@check("traffic-no-requests", "MUST NOT", "The server sends no request", "stdio.server-no-requests mrtr.only-channel",
       "basic/transports/stdio # Receiving Messages")  # fmt: skip
def no_requests(case):
    for _, event in messages(case):
        if wire.is_request(event.value):
            case.wrong(f"a request {event.value['method']}", "no request", event)


@check("traffic-notification-shape", "MUST", "A notification has a string method and, if any, object params",
       "base.notification-shape base.meta-object", "schema # JSONRPCNotification")  # fmt: skip
def notification_shape(case):
    notices = [event for _, event in messages(case) if wire.is_notification(event.value)]
    if not notices:
        raise NotObserved("there was no notification")
    for event in notices:
        params = event.value.get("params", {})
        right = isinstance(params, dict) and isinstance(params.get("_meta", {}), dict)
        if not right or not isinstance(event.value["method"], str):
            case.wrong("not so", "a string method, object params, an object _meta", event)
