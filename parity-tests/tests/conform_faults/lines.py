"""Faults of lines and envelopes: what is wrong, the checks that report it, and the patch."""

from conform import wire
from tests.conform_offer import HINTS
from tests.conform_peer import answer, error, line
from tests.conform_tools import around, code, dies, each, instead, outputs, served, silent


def _write(function):
    """Changes what arrives: function gets what is written at once and gives what is read of it."""

    def patch(server):
        old = server.write
        server.write = lambda data: old(function(data))

    return patch


def _lines(function):
    return around("take", lambda old, line: function(old, line))


def _split(old, line):
    try:
        parts = line.decode().splitlines()
    except UnicodeDecodeError:
        return old(line)
    return [message for part in parts for message in old(part.encode())]


def _raw_newlines(_, messages):
    return [line(message).replace(b"\\n", b"\n") if message is not None else None for message in messages]


def _ids(kind, function):
    def change(message):
        if isinstance(message.get("id"), kind):
            message["id"] = function(message["id"])

    return change


def _bad_id(message):
    return isinstance(message, dict) and "id" in message and not wire.is_id(message["id"])


def _invalid(message):
    return (
        isinstance(message, dict)
        and "id" in message
        and (message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str))
        and not wire.is_response(message)
    )


FAULTS = {
    "a line must come in one write": ("framing-split-line", _write(lambda data: data if data.endswith(b"\n") else b"")),
    "only the first line of a write is read": (
        "framing-pipelined framing-two-lines",
        _write(lambda data: data[: data.index(b"\n") + 1] if b"\n" in data else data),
    ),
    "no more than thirty lines at once": (
        "framing-pipelined",
        _write(lambda data: b"".join(data.splitlines(keepends=True)[:30]) if data.count(b"\n") > 30 else data),
    ),
    "lines are cut at 64 KiB": ("framing-long-line", _lines(lambda old, line: old(line[:65536]))),
    "lines end at any separator": ("framing-line-separators", _lines(_split)),
    "newlines in strings are written raw": ("framing-newline-in-string traffic-messages-only", outputs(_raw_newlines)),
    "characters beyond 16 bits are lost": (
        "framing-unicode traffic-known-ids",
        each(_ids(str, lambda text: "".join(c for c in text if ord(c) < 65536))),
    ),
    "integer ids come back as strings": (
        "envelope-bad-id envelope-error-id envelope-integer-id envelope-unknown-members framing-long-line "
        "framing-pipelined framing-two-lines",
        each(_ids(int, str)),
    ),
    "ids that look like numbers become numbers": (
        "envelope-error-id envelope-string-id traffic-known-ids traffic-one-response",
        each(_ids(str, lambda text: int(text) if text.isdigit() else text)),
    ),
    "errors have no id": (
        "calls-log-level calls-progress envelope-error-id envelope-invalid-request envelope-params-kind "
        "inputs-malformed inputs-spoiled-state inputs-undeclared routing-advertised routing-initialize "
        "stateless-interleaved version-initialize",
        each(lambda message: message.pop("id", None), lambda message: "error" in message),
    ),
    "unknown members are refused": (
        "envelope-unknown-members",
        instead(lambda m: isinstance(m, dict) and "com.example" in m, lambda m: [error(m["id"], -32600)]),
    ),
    "bad ids are served": ("envelope-bad-id", instead(_bad_id, lambda m: [answer(m["id"], HINTS)])),
    "a bad id is answered under another": (
        "envelope-bad-id traffic-one-response",
        instead(_bad_id, lambda m: [error(0, -32600)]),
    ),
    "bad ids are ignored": ("envelope-bad-id", silent(_bad_id)),
    "no JSON is no valid request": (
        "envelope-not-a-number envelope-not-json envelope-not-utf8",
        code(-32700, -32600, lambda m: m is wire.NOT_JSON),
    ),
    "no JSON ends the process": (
        "envelope-not-a-number envelope-not-json envelope-not-utf8",
        dies(lambda m: m is wire.NOT_JSON),
    ),
    "no JSON is ignored": (
        "envelope-not-a-number envelope-not-json envelope-not-utf8",
        silent(lambda m: m is wire.NOT_JSON),
    ),
    "NaN is taken": ("envelope-not-a-number", _lines(lambda old, line: old(line.replace(b"NaN", b"0")))),
    "bytes that are no UTF-8 are replaced": (
        "envelope-not-utf8",
        _lines(lambda old, line: old(line.decode("utf-8", "replace").encode())),
    ),
    "batches are executed": (
        "envelope-batch",
        instead(lambda m: isinstance(m, list), lambda m: [each for one in m for each in served(one)]),
    ),
    "what is no object has a parse error": (
        "envelope-not-an-object",
        code(-32600, -32700, lambda m: m in (42, "text", None)),
    ),
    "jsonrpc does not matter": (
        "envelope-invalid-request",
        instead(lambda m: _invalid(m) and isinstance(m.get("method"), str), served),
    ),
    "invalid requests are ignored": ("envelope-invalid-request", silent(_invalid)),
    "invalid requests lose their id": (
        "envelope-invalid-request",
        instead(_invalid, lambda m: [error(wire.OMIT, -32600)]),
    ),
    "params of any kind are taken": (
        "envelope-params-kind",
        instead(lambda m: isinstance(m, dict) and not isinstance(m.get("params", {}), dict), served),
    ),
    "notifications are answered": (
        "envelope-notifications",
        instead(
            lambda m: wire.is_notification(m) and m["method"] != "notifications/cancelled",
            lambda m: [error(wire.OMIT, -32601)],
        ),
    ),
    "notifications/* is never answered": (
        "envelope-notification-with-id",
        silent(lambda m: wire.is_request(m) and str(m["method"]).startswith("notifications/")),
    ),
    "responses are refused": ("envelope-response", instead(wire.is_response, lambda m: [error(m["id"], -32600)])),
}
