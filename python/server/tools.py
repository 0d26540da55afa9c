"""tools/list and tools/call.

Order of checks in a call: the shape of the params, the tool's name, the request state, then the arguments. Up to
there a fault is the client's and an error; from the arguments on it is the model's to correct, and a result with
isError. Specification: server/tools.
"""

from server.canonical import canonical
from server.errors import invalid_params
from server.executors import ToolFailure, create_note, list_notes, read_note, search_notes, update_note
from server.params import check_retry, optional_object, refuse_cursor, refuse_state, require_string
from server.resources import describe
from server.results import PUBLIC, cacheable, complete, constant
from server.schema import fault_of
from server.schemas import (
    CREATE_INPUT,
    LIST_INPUT,
    LIST_OUTPUT,
    NOTE_OUTPUT,
    READ_INPUT,
    SEARCH_INPUT,
    SEARCH_OUTPUT,
    UPDATE_INPUT,
)
from server.values import cut

#: Hints for people. Nothing is decided by them.
READS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
ADDS = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": False}
CHANGES = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}

TOOLS = [
    {
        "name": "notes_create",
        "title": "Create a note",
        "description": "Makes a new note and gives it with its id. Use it for something new; to change a note that "
        "exists, use notes_update. Calling it twice makes two notes.",
        "inputSchema": CREATE_INPUT,
        "outputSchema": NOTE_OUTPUT,
        "annotations": ADDS,
    },
    {
        "name": "notes_list",
        "title": "List notes",
        "description": "Lists notes in the order of their creation, without their bodies, a page at a time; with a "
        "tag only those that carry it. Use it to see what there is; to find notes by their words, use notes_search.",
        "inputSchema": LIST_INPUT,
        "outputSchema": LIST_OUTPUT,
        "annotations": READS,
    },
    {
        "name": "notes_read",
        "title": "Read a note",
        "description": "Gives one whole note. Use it once the id is known; to find a note by its words, use "
        "notes_search.",
        "inputSchema": READ_INPUT,
        "outputSchema": NOTE_OUTPUT,
        "annotations": READS,
    },
    {
        "name": "notes_search",
        "title": "Search notes",
        "description": "Finds the newest notes whose title or body contains a text, upper and lower case alike in "
        "Latin, Greek, Cyrillic and Armenian, and gives them without their bodies. It knows no wildcards; to see "
        "all notes, use notes_list.",
        "inputSchema": SEARCH_INPUT,
        "outputSchema": SEARCH_OUTPUT,
        "annotations": READS,
    },
    {
        "name": "notes_update",
        "title": "Update a note",
        "description": "Changes the title, the body or the tag of a note and gives it whole; what is not named stays. "
        "A body is replaced, not added to: read it first. To make a new note, use notes_create.",
        "inputSchema": UPDATE_INPUT,
        "outputSchema": NOTE_OUTPUT,
        "annotations": CHANGES,
    },
]

#: What runs for each tool, and whether its answer is a note that was made or changed.
EXECUTORS = {
    "notes_create": (create_note, True),
    "notes_list": (list_notes, False),
    "notes_read": (read_note, False),
    "notes_search": (search_notes, False),
    "notes_update": (update_note, True),
}


def list_tools(tools):
    """Gives the tools in ascending order of their names, whatever order they were put in."""
    return sorted(tools, key=lambda tool: tool["name"])


def find_tool(tools, name):
    """Gives the tool with exactly this name, or null."""
    for tool in tools:
        if tool["name"] == name:
            return tool
    return None


def tools_list(_state, request):
    """Answers tools/list."""
    refuse_cursor(request.params)
    return _LISTED


def tools_call(state, request):
    """Answers tools/call."""
    name = require_string(request.params, "name")
    arguments = optional_object(request.params, "arguments")
    check_retry(request.params)
    tool = find_tool(TOOLS, name)
    if tool is None:
        raise invalid_params("unknown tool " + cut(name))
    refuse_state(request.params)
    fault = fault_of(tool["inputSchema"], arguments)
    if fault != "":
        return _failed(fault)
    execute, changes = EXECUTORS[name]
    try:
        return _succeeded(execute(state, arguments), changes)
    except ToolFailure as failure:
        return _failed(failure.sentence)


def _succeeded(structured, changes):
    content = [{"type": "text", "text": canonical(structured)}]
    if changes:
        content.append({"type": "resource_link", **describe(structured)})
    return complete({"content": content, "structuredContent": structured, "isError": False})


def _failed(sentence):
    return complete({"content": [{"type": "text", "text": sentence}], "isError": True})


_LISTED = constant(cacheable({"tools": list_tools(TOOLS)}, 300000, PUBLIC))
