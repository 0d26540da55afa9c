"""The metadata of one request, validated for that request and forgotten after it.

There is no handshake: every request says its protocol version and its capabilities. Nothing is filled in from an
earlier one. Specification: basic/index, "_meta"; basic/versioning. This is the only place that validates metadata.
"""

from server.errors import invalid_params, unsupported_version
from server.messages import is_request_id
from server.values import cut, has, is_object, is_string, sorted_names

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
CLIENT_INFO_KEY = "io.modelcontextprotocol/clientInfo"
LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel"

#: The protocol versions that are served, newest first.
SUPPORTED_VERSIONS = ["2026-07-28"]

#: The levels of syslog, the only ones that a request may ask for.
LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]

#: Client capabilities whose members are objects as well: named modes, or (an empty list) whatever the client names.
CAPABILITY_MODES = {
    "elicitation": ["form", "url"],
    "experimental": [],
    "extensions": [],
    "sampling": ["context", "tools"],
}


def check_required(message):
    """Raises the error of steps 7, 8 or 9 unless the request carries the required metadata in a version we serve."""
    fault = _required_fault(message)
    if fault != "" and message["method"] == "initialize":
        raise _refused_handshake(message)
    if fault != "":
        raise invalid_params(fault, {"supported": SUPPORTED_VERSIONS})
    version = message["params"]["_meta"][VERSION_KEY]
    if version not in SUPPORTED_VERSIONS:
        raise unsupported_version(None, SUPPORTED_VERSIONS, version)


def check_optional(meta):
    """Raises -32602 if a metadata member that may be absent is there and has the wrong form (step 11)."""
    check_progress_token(meta)
    if has(meta, CLIENT_INFO_KEY) and not is_implementation(meta[CLIENT_INFO_KEY]):
        raise invalid_params(_key(CLIENT_INFO_KEY) + " must be an object with a string name and a string version")
    if has(meta, LOG_LEVEL_KEY) and meta[LOG_LEVEL_KEY] not in LOG_LEVELS:
        raise invalid_params(_key(LOG_LEVEL_KEY) + " must be one of " + ", ".join(LOG_LEVELS))


def check_progress_token(meta):
    """Raises -32602 if there is a progress token and it is none."""
    if has(meta, "progressToken") and not is_request_id(meta["progressToken"]):
        raise invalid_params("_meta.progressToken must be a string or an integer within 2^53 - 1 of zero")


def _required_fault(message):
    if not has(message, "params") or not is_object(message["params"]):
        return "params must be an object that holds _meta"
    params = message["params"]
    if not has(params, "_meta") or not is_object(params["_meta"]):
        return "params._meta must be an object"
    meta = params["_meta"]
    if not has(meta, VERSION_KEY) or not is_string(meta[VERSION_KEY]):
        return _key(VERSION_KEY) + " must be a string"
    if not has(meta, CAPABILITIES_KEY) or not is_object(meta[CAPABILITIES_KEY]):
        return _key(CAPABILITIES_KEY) + " must be an object"
    return _capabilities_fault(meta[CAPABILITIES_KEY])


def _capabilities_fault(capabilities):
    for name in sorted_names(capabilities):
        if not is_object(capabilities[name]):
            return "client capability " + cut(name) + " must be an object"
        for mode in _modes_of(name, capabilities[name]):
            if has(capabilities[name], mode) and not is_object(capabilities[name][mode]):
                return "client capability " + cut(name) + "." + cut(mode) + " must be an object"
    return ""


def _modes_of(name, capability):
    # A capability that this revision does not know may hold anything: the set is open.
    if not has(CAPABILITY_MODES, name):
        return []
    named = CAPABILITY_MODES[name]
    return named if len(named) > 0 else sorted_names(capability)


def _refused_handshake(message):
    # A client of an earlier era has nothing but this message to show to its user, so it names the versions.
    words = "initialize is not needed here; each request carries its version, served is "
    words += ", ".join(SUPPORTED_VERSIONS)
    params = message["params"] if has(message, "params") else None
    if is_object(params) and has(params, "protocolVersion") and is_string(params["protocolVersion"]):
        if params["protocolVersion"] not in SUPPORTED_VERSIONS:
            return unsupported_version(words, SUPPORTED_VERSIONS, params["protocolVersion"])
    return invalid_params(words, {"supported": SUPPORTED_VERSIONS})


def is_implementation(value):
    """Tells whether a value names a program: a string name and a string version."""
    return (
        is_object(value)
        and has(value, "name")
        and is_string(value["name"])
        and has(value, "version")
        and is_string(value["version"])
    )


def _key(name):
    return '_meta["' + name + '"]'
