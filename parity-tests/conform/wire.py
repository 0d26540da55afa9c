"""Messages as they are written and read: metadata, lines, strict JSON."""

import json

VERSION = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
PROTOCOL_VERSION = PREFIX + "protocolVersion"
CLIENT_CAPABILITIES = PREFIX + "clientCapabilities"
CLIENT_INFO = PREFIX + "clientInfo"
SERVER_INFO = PREFIX + "serverInfo"
SUBSCRIPTION_ID = PREFIX + "subscriptionId"
LOG_LEVEL = PREFIX + "logLevel"

#: What this client calls itself. It asks for nothing and declares nothing unless a check is about that.
INFO = {"name": "conform", "version": "1"}

#: Stands for a member that is left out.
OMIT = object()

#: What parse gives for a line that is no JSON text.
NOT_JSON = object()


def meta(version=VERSION, capabilities=None, info=INFO, **more):
    """Gives the metadata of a request; OMIT leaves a member out, and more adds others."""
    capabilities = {} if capabilities is None else capabilities
    given = {PROTOCOL_VERSION: version, CLIENT_INFO: info, CLIENT_CAPABILITIES: capabilities, **more}
    return {name: value for name, value in given.items() if value is not OMIT}


def request(identifier, method, params=None, metadata=None):
    """Gives a request with complete metadata, or with the metadata given; OMIT leaves _meta out."""
    metadata = meta() if metadata is None else metadata
    whole = {} if metadata is OMIT else {"_meta": metadata}
    return {"jsonrpc": "2.0", "id": identifier, "method": method, "params": {**whole, **(params or {})}}


def notification(method, params=None):
    """Gives a notification."""
    return {"jsonrpc": "2.0", "method": method, "params": params or {}}


def line(value):
    """Gives a message as one line of bytes, ended by a newline."""
    try:
        return _ENCODER.encode(value).encode("utf-8") + b"\n"
    except UnicodeEncodeError:  # half of a character, which the server itself has given, can only be escaped
        return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def parse(data):
    """Gives the value of a raw line, or NOT_JSON: NaN, Infinity and bytes that are not UTF-8 are no JSON."""
    try:
        return _DECODER.decode(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return NOT_JSON


def same(one, other):
    """Tells whether two values are the same JSON; true is not 1, and 1 is 1.0."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    numbers = isinstance(one, (int, float)) and isinstance(other, (int, float))
    return (numbers or type(one) is type(other)) and one == other


def is_id(value):
    """Tells whether a value can be the id of a request: a string or an integer."""
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def key(identifier):
    """Gives what stands for an id in a set: 1 and "1" are two."""
    return (type(identifier).__name__, identifier if is_id(identifier) else repr(identifier))


def is_response(value):
    """Tells whether a message is a response."""
    return isinstance(value, dict) and "method" not in value and ("result" in value or "error" in value)


def is_request(value):
    """Tells whether a message is a request."""
    return isinstance(value, dict) and "method" in value and "id" in value


def is_notification(value):
    """Tells whether a message is a notification."""
    return isinstance(value, dict) and "method" in value and "id" not in value


def subscription_of(value):
    """Gives the subscription id of a message, or OMIT."""
    holder = value.get("params", value.get("result")) if isinstance(value, dict) else None
    tagged = holder.get("_meta") if isinstance(holder, dict) else None
    return tagged.get(SUBSCRIPTION_ID, OMIT) if isinstance(tagged, dict) else OMIT


def _refuse(name):
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_refuse)
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
