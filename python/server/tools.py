"""tools/list and tools/call.

Order of checks in a call: the shape of the params, the tool's name, the request state, then the arguments. Up to
there a fault is the client's and an error; from the arguments on it is the model's to correct, and a result with
isError. Specification: server/tools.
"""

from server.canonical import canonical
from server.errors import ToolFailure, invalid_params
from server.params import check_retry_form, optional_object, refuse_cursor, require_string
from server.questions import check_retry
from server.resources import describe
from server.results import complete
from server.schema import fault_of
from server.values import cut, has, is_object


def list_tools(definitions):
    """Gives the definitions in ascending order of their names, whatever order they were put in."""
    return sorted(definitions, key=lambda definition: definition["name"])


def tools_list(state, request):
    """Answers tools/list."""
    refuse_cursor(request.params)
    return state.catalog.listed_tools


def tools_call(state, request):
    """Answers tools/call; gives the Import where one has begun."""
    name = require_string(request.params, "name")
    arguments = optional_object(request.params, "arguments")
    check_retry_form(request.params)
    if not has(state.catalog.tools, name):
        raise invalid_params("unknown tool " + cut(name))
    tool = state.catalog.tools[name]
    check_retry(state, request, tool.asks)
    fault = fault_of(tool.definition["inputSchema"], arguments)
    if fault != "":
        return failed(fault)
    try:
        outcome = tool.execute(state, request, arguments)
    except ToolFailure as failure:
        return failed(failure.sentence)
    # An import goes on by itself, and an answer that is a result already needs no wrapping.
    return succeeded(outcome, tool.links) if is_object(outcome) and not has(outcome, "resultType") else outcome


def succeeded(structured, links):
    """Gives the result of a tool that did its work; links tells whether it gave a note to link to."""
    content = [{"type": "text", "text": canonical(structured)}]
    if links:
        content.append({"type": "resource_link", **describe(structured)})
    return complete({"content": content, "structuredContent": structured, "isError": False})


def failed(sentence):
    """Gives the result of a tool that failed, with a sentence that the model can act on."""
    return complete({"content": [{"type": "text", "text": sentence}], "isError": True})
