"""The adapter for clients of the handshake era: protocol 2025-11-25, beside the modern protocol and apart from it.

An initialize without modern metadata opens that era for this server. From then on a request without modern metadata is
answered here: the same handlers do the work, and what they give is told in the words of the earlier revision. A request
with modern metadata never comes here, and nothing modern leaves from here. Contract, section 8.
"""

from server.completion import completion_complete
from server.context import Modes
from server.discover import INSTRUCTIONS, capabilities
from server.errors import (
    MISSING_CLIENT_CAPABILITY,
    RESOURCE_NOT_FOUND,
    RpcError,
    invalid_params,
    method_not_found,
)
from server.messages import error_line, result_line
from server.meta import CAPABILITIES_KEY, LOG_LEVEL_KEY, VERSION_KEY, check_progress_token, is_implementation
from server.params import optional_object, require_object, require_string
from server.prompts import prompts_get, prompts_list
from server.resources import resources_list, resources_read, templates_list
from server.results import SERVER_INFO
from server.tools import failed, tools_call, tools_list
from server.values import cut, has, is_object

#: The one revision that the adapter speaks.
LEGACY_VERSION = "2025-11-25"

#: What a modern result has and a legacy one has not.
MODERN_MEMBERS = ["resultType", "ttlMs", "cacheScope", "_meta"]

#: What a modern request may have to answer a question, and a legacy one has not.
RETRY_MEMBERS = ["inputResponses", "requestState"]

CANNOT_ASK = "its user has to be asked first, which this server does in protocol 2026-07-28 only"


def is_legacy(state, message):
    """Tells whether a request is for the adapter: it has nothing modern, and opens the era or comes after that."""
    params = message["params"] if has(message, "params") else {}
    if not is_object(params) or (has(params, "_meta") and not is_object(params["_meta"])):
        return False
    meta = params["_meta"] if has(params, "_meta") else {}
    if has(meta, VERSION_KEY) or has(meta, CAPABILITIES_KEY):
        return False
    return message["method"] == "initialize" or state.legacy_opened


def legacy_handler(message):
    """Gives the handler of a legacy request; raises -32601."""
    if not has(LEGACY_METHODS, message["method"]):
        raise method_not_found(message["method"])
    return LEGACY_METHODS[message["method"]]


def legacy_params(message):
    """Gives the params of a legacy request, without what only a modern one can say; raises -32602."""
    params = message["params"] if has(message, "params") else {}
    meta = optional_object(params, "_meta")
    check_progress_token(meta)
    kept = {name: value for name, value in params.items() if name not in RETRY_MEMBERS}
    # Logging is not offered here, so a level in the modern way asks for nothing.
    return {**kept, "_meta": {name: value for name, value in meta.items() if name != LOG_LEVEL_KEY}}


def legacy_result_line(request_id, result):
    """Makes the line that answers a legacy request with a result."""
    whole = result if is_object(result) else result.result
    return result_line(request_id, {name: value for name, value in whole.items() if name not in MODERN_MEMBERS})


def legacy_error_line(request_id, error):
    """Makes the line that answers a legacy request with an error."""
    if error.code == MISSING_CLIENT_CAPABILITY:
        return error_line(request_id, invalid_params(CANNOT_ASK))
    if error.data is not None and has(error.data, "uri"):
        return error_line(request_id, RpcError(RESOURCE_NOT_FOUND, cut(error.data["uri"]), error.data))
    return error_line(request_id, error)


def _initialize(state, request):
    require_string(request.params, "protocolVersion")
    require_object(request.params, "capabilities")
    if not is_implementation(require_object(request.params, "clientInfo")):
        raise invalid_params("clientInfo must have a string name and a string version")
    state.legacy_opened = True
    return {
        "protocolVersion": LEGACY_VERSION,
        "capabilities": capabilities(Modes()),
        "serverInfo": SERVER_INFO,
        "instructions": INSTRUCTIONS,
    }


def _ping(_state, _request):
    return {}


def _call(state, request):
    try:
        return tools_call(state, request)
    except RpcError as error:
        if error.code != MISSING_CLIENT_CAPABILITY:
            raise
        return failed("This tool cannot be used here: " + CANNOT_ASK)


LEGACY_METHODS = {
    "initialize": _initialize,
    "ping": _ping,
    "tools/list": tools_list,
    "tools/call": _call,
    "resources/list": resources_list,
    "resources/templates/list": templates_list,
    "resources/read": resources_read,
    "prompts/list": prompts_list,
    "prompts/get": prompts_get,
    "completion/complete": completion_complete,
}
