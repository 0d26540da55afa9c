"""Messages as they go out and come in.

Every modern request is built from nothing, with its metadata in it: nothing of it hangs on a connection. Answers are
read as strictly as they are written: a line is one JSON object in UTF-8, or it is noise.
"""

import copy
import json

CLIENT_INFO = {"name": "notes-harness", "version": "1.0.0"}

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
CLIENT_INFO_KEY = "io.modelcontextprotocol/clientInfo"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"
SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"

#: The keys that are stamped into each modern request; a caller cannot set them.
STAMPED = (VERSION_KEY, CAPABILITIES_KEY, CLIENT_INFO_KEY)
RESERVED_PREFIX = "io.modelcontextprotocol/"

MISSING_CAPABILITY = -32021
HEADER_MISMATCH = -32020
UNSUPPORTED_VERSION = -32022
#: Errors that only a modern server knows (lesson; section 1 rule 2 of the design).
MODERN_ERRORS = (HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION)


def modern_request(request_id, method, params, version, capabilities, client_info=None):
    """Gives a modern request, fresh in every part; raises ValueError if params._meta sets a stamped key."""
    params, meta = _apart(params)
    for key in STAMPED:
        if key in meta:
            raise ValueError(f"_meta must not set {key}; it is stamped into every request")
    stamped = {
        VERSION_KEY: version,
        CAPABILITIES_KEY: copy.deepcopy(capabilities),
        CLIENT_INFO_KEY: copy.deepcopy(CLIENT_INFO if client_info is None else client_info),
    }
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": {**params, "_meta": {**meta, **stamped}}}


def legacy_request(request_id, method, params):
    """Gives a request in the shape of the handshake era; keys of the reserved prefix in params._meta are left out."""
    params, meta = _apart(params)
    meta = {key: value for key, value in meta.items() if not key.startswith(RESERVED_PREFIX)}
    if meta:
        params["_meta"] = meta
    message = {"jsonrpc": "2.0", "id": request_id, "method": method}
    return {**message, "params": params} if params else message


def notification(method, params=None):
    """Gives a notification."""
    message = {"jsonrpc": "2.0", "method": method}
    return message if params is None else {**message, "params": params}


def encode(message):
    """Gives the line of a message; raises ValueError for what JSON cannot carry."""
    try:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        raise ValueError("a string holds half of a surrogate pair") from None
    except (TypeError, RecursionError) as fault:
        raise ValueError(str(fault)) from None


def decode(line):
    """Gives the message of a line, or None if the line is no JSON object in UTF-8."""
    try:
        message = _DECODER.decode(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def is_blank(line):
    """Tells whether a line has nothing but white space."""
    return not line.strip(b" \t\r\n")


def quoted(line):
    """Gives the beginning of a line as it can be shown: 200 characters, with whatever cannot be printed escaped."""
    text = line[:800].decode("utf-8", "backslashreplace").strip()[:200]
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in text)


def shown(value, length=200):
    """Gives the beginning of a value as it can stand in a sentence; lists and objects, nested or huge, only by their kind."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return str(value)[:length]


def id_key(value):
    """Gives the key under which an id is looked up: by type and value, with 7.0 as 7; None for what is no id."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int):
        return ("integer", value)
    return ("string", value) if isinstance(value, str) else None


def is_response(message):
    """Tells whether a message has the form of an answer."""
    return "method" not in message and ("result" in message or "error" in message)


def is_message(value):
    """Tells whether an object claims to be a message; a record of a log in JSON is noise, even if it has an id."""
    return "jsonrpc" in value or ("id" in value and is_response(value))


def answer_fault(message):
    """Says what is wrong with an answer as such, whatever is in it; gives "" for a proper one."""
    if message.get("jsonrpc") != "2.0":
        return "the answer does not say jsonrpc 2.0"
    if ("result" in message) == ("error" in message):
        return "the answer needs exactly one of result and error"
    return ""


def code_of(message):
    """Gives the integer code of an error answer, or None."""
    error = message.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    return int(code) if is_integer(code) else None


def without_id(message):
    """Says what an answer holds that cannot be brought to any request."""
    error, code = message.get("error"), code_of(message)
    said = error.get("message") if isinstance(error, dict) else error
    kind = "an answer" if "error" not in message else "an error" if code is None else f"error {code}"
    return f"{kind} without an id" + ("" if said is None else f": {shown(said)}")


def is_error_object(value):
    """Tells whether a value can stand in error: an object with an integer code and a string message."""
    return isinstance(value, dict) and is_integer(value.get("code")) and isinstance(value.get("message"), str)


def is_integer(value):
    """Tells whether a value is an integer as JSON Schema counts: 1.0 is one, true is none."""
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


def _apart(params):
    # Copies, so that nothing that is sent hangs on what the caller holds.
    params = copy.deepcopy(params)
    meta = params.pop("_meta", {})
    if not isinstance(meta, dict):
        raise ValueError("_meta must be an object")
    return params, meta


def _refuse(literal):
    raise ValueError(literal)


def _integer(digits):
    # A number of 5,000 digits is no integer that anyone counts with, and Python refuses to read it.
    return int(digits) if len(digits) < 1000 else float(digits)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_int=_integer)
