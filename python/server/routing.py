"""Which handler answers a request, after the checks that all methods share (steps 6a to 11 of the order of checks).

Validation is per request: nothing that an earlier one said is lent to this one. Contract, section 3.
"""

from server.completion import completion_complete
from server.context import Dialect, Request
from server.discover import discover
from server.errors import method_not_found
from server.legacy import is_legacy, legacy_error_line, legacy_handler, legacy_params, legacy_result_line
from server.messages import error_line, result_line
from server.meta import check_optional, check_required
from server.prompts import prompts_get, prompts_list
from server.resources import resources_list, resources_read, templates_list
from server.subscriptions import subscriptions_listen
from server.tools import tools_call, tools_list
from server.values import has

#: Every method there is. A handler gives a result, and where no result is due yet: lines, or an Import.
METHODS = {
    "server/discover": discover,
    "tools/list": tools_list,
    "tools/call": tools_call,
    "resources/list": resources_list,
    "resources/templates/list": templates_list,
    "resources/read": resources_read,
    "prompts/list": prompts_list,
    "prompts/get": prompts_get,
    "completion/complete": completion_complete,
    "subscriptions/listen": subscriptions_listen,
}

MODERN = Dialect(result_line, error_line)
LEGACY = Dialect(legacy_result_line, legacy_error_line)


def route(state, message, request_id):
    """Gives the handler for a well-formed message and the request to hand to it; raises the error that is due."""
    state.listens.check_free(request_id)
    method = message["method"]
    if state.modes.legacy and is_legacy(state, message):
        return legacy_handler(message), Request(request_id, method, legacy_params(message), LEGACY)
    check_required(message)
    if not has(METHODS, method):
        raise method_not_found(method)
    check_optional(message["params"]["_meta"])
    return METHODS[method], Request(request_id, method, message["params"], MODERN)
