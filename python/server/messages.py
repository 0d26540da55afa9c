"""JSON-RPC shapes: what a decoded line is, and how a message of ours becomes a line.

Specification: basic/index, "Messages". A member that is absent differs from one that is null: only a message without an
id member is a notification.
"""

import json

from server.errors import invalid_request
from server.values import has, is_array, is_object, is_safe_integer, is_string, is_well_formed, to_integer

JSONRPC_VERSION = "2.0"


def is_response(message):
    """Tells whether a message is a response, which a client must not send to a server."""
    return (has(message, "result") or has(message, "error")) and not has(message, "method")


def is_notification(message):
    """Tells whether a message is a notification: it has a method and no id member at all."""
    return not has(message, "id") and has(message, "method") and is_string(message["method"])


def is_request_id(value):
    """Tells whether a value can be a request id or a progress token: a string, or an integer within the safe range."""
    return (is_string(value) and is_well_formed(value)) or is_safe_integer(value)


def to_request_id(value):
    """Gives an id as it is compared and echoed: the same string, or the integer (1.0 is 1)."""
    return value if is_string(value) else to_integer(value)


def readable_id(message):
    """Gives the id to answer under, or null where the message has none that can be read."""
    if has(message, "id") and is_request_id(message["id"]):
        return to_request_id(message["id"])
    return None


def check_request(message):
    """Raises -32600 unless the message is a well-formed request (step 6 of the order of checks)."""
    if not has(message, "id") or not is_request_id(message["id"]):
        raise invalid_request("id must be a string or an integer within 2^53 - 1 of zero")
    if not has(message, "method") or not is_string(message["method"]):
        raise invalid_request("method must be a string")
    if not has(message, "jsonrpc") or message["jsonrpc"] != JSONRPC_VERSION:
        raise invalid_request('jsonrpc must be "2.0"')
    if has(message, "params") and not is_object(message["params"]) and not is_array(message["params"]):
        raise invalid_request("params must be an object")
    if not is_well_formed(message):
        raise invalid_request("a string holds half of a surrogate pair")


def encode(value):
    """Writes a JSON value compactly, members in the order they were put in, everything beyond ASCII as it is."""
    return _ENCODER.encode(value)


def result_line(request_id, result):
    """Makes the line that answers a request with a result, given as a value or as a Constant."""
    body = to_bytes(encode(result)) if is_object(result) else result.text
    return to_bytes('{"jsonrpc":"2.0","id":' + encode(request_id) + ',"result":') + body + to_bytes("}\n")


def error_line(request_id, error):
    """Makes the line that answers with an error; without a readable id it has no id member."""
    member = "" if request_id is None else '"id":' + encode(request_id) + ","
    body = {"code": error.code, "message": error.message}
    if error.data is not None:
        body["data"] = error.data
    return to_bytes('{"jsonrpc":"2.0",' + member + '"error":' + encode(body) + "}\n")


def notification_line(method, params):
    """Makes the line of a notification."""
    return to_bytes('{"jsonrpc":"2.0","method":' + encode(method) + ',"params":' + encode(params) + "}\n")


def to_bytes(text):
    """Gives the bytes of a text in UTF-8."""
    return text.encode("utf-8")


# json.dumps would make such an encoder anew for every call.
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
