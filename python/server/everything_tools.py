"""Tools of every kind that need nothing from the client: content, failures, progress, logging, changing lists.

Names and behaviour are those that authors of clients know. Part of the everything mode; specification: server/tools.
"""

from server.changes import Change
from server.errors import ToolFailure
from server.everything_media import IMAGE_TYPE, SOUND_TYPE, image, sound
from server.everything_resources import text_contents
from server.messages import notification_line
from server.meta import LOG_LEVELS
from server.results import complete
from server.schema import fault_of
from server.values import has

#: The input of a tool that takes nothing.
NOTHING = {"type": "object", "properties": {}, "additionalProperties": False}

#: Shows which keywords of JSON Schema 2020-12 come through tools/list. Here alone a schema names its dialect.
RICH_INPUT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}

#: What the tool that logs has to say: levels and messages.
LOGGED = [["debug", "Looking closely"], ["info", "Working"], ["warning", "Almost done"]]

#: The names of the tool and the prompt that come and go.
CHANGING_TOOL = "test_changing_tool"
CHANGING_PROMPT = "test_changing_prompt"


def text_result(words):
    """Gives the result of a tool that has a text to say."""
    return _result([text_block(words)])


def text_block(words):
    """Gives a block of text."""
    return {"type": "text", "text": words}


def image_block():
    """Gives a block with the image."""
    return {"type": "image", "data": image(), "mimeType": IMAGE_TYPE}


def _result(content):
    return complete({"content": content, "isError": False})


def _simple_text(_state, _request, _arguments):
    return text_result("This is a simple text.")


def _image(_state, _request, _arguments):
    return _result([image_block()])


def _audio(_state, _request, _arguments):
    return _result([{"type": "audio", "data": sound(), "mimeType": SOUND_TYPE}])


def _embedded(_state, _request, _arguments):
    return _result([{"type": "resource", "resource": text_contents("test://embedded-resource")}])


def _multiple(_state, _request, _arguments):
    resource = {"type": "resource", "resource": text_contents("test://mixed-content-resource")}
    return _result([text_block("Text, an image and a resource:"), image_block(), resource])


def _error(_state, _request, _arguments):
    raise ToolFailure("This tool always fails, so that clients can try how they show a failure")


def _progress(_state, request, _arguments):
    if request.progress_token is not None:
        for done in [0, 50, 100]:
            params = {"progressToken": request.progress_token, "progress": done, "total": 100}
            request.notices.append(notification_line("notifications/progress", params))
    return text_result("Done, in three steps.")


def _logging(_state, request, _arguments):
    # Only a request that names a level gets messages, and only those at or above it.
    for level, words in LOGGED:
        if request.log_level is not None and LOG_LEVELS.index(level) >= LOG_LEVELS.index(request.log_level):
            params = {"level": level, "logger": "test_logging_tool", "data": {"message": words}}
            request.notices.append(notification_line("notifications/message", params))
    return text_result("Logged what there was to log.")


def _change_tools(state, _request, _arguments):
    return _change(state, "toolsListChanged", CHANGING_TOOL, state.catalog.toggle_tool(CHANGING_TOOL))


def _change_prompts(state, _request, _arguments):
    return _change(state, "promptsListChanged", CHANGING_PROMPT, state.catalog.toggle_prompt(CHANGING_PROMPT))


def _change(state, flag, name, is_listed):
    state.notes.changes.add_own(Change([flag], []))
    return text_result(name + (" is listed now." if is_listed else " is not listed any more."))


def _changing(_state, _request, _arguments):
    return text_result("This tool comes and goes.")


def _rich(_state, _request, arguments):
    fault = _rich_fault(arguments)
    if fault != "":
        raise ToolFailure(fault)
    return text_result("The arguments are good.")


def _rich_fault(arguments):
    # What our own part of JSON Schema does not know of RICH_INPUT.
    method = arguments["contactMethod"] if has(arguments, "contactMethod") else ""
    if has(arguments, "address"):
        fault = fault_of(RICH_INPUT["$defs"]["address"], arguments["address"], "address")
        if fault != "":
            return fault
    if has(arguments, "contactMethod") and method not in ["phone", "email"]:
        return "Argument contactMethod must be phone or email"
    needed = "phone" if method == "phone" else "email"
    return "" if has(arguments, needed) else "Missing required argument " + needed


#: What runs for each tool, and how it is shown: title, description, input.
SIMPLE_TOOLS = {
    "json_schema_2020_12_tool": (_rich, "Rich schema", "Has a schema with many keywords of JSON Schema", RICH_INPUT),
    "test_audio_content": (_audio, "Audio content", "Gives a sound", NOTHING),
    "test_embedded_resource": (_embedded, "Embedded resource", "Gives a resource within its content", NOTHING),
    "test_error_handling": (_error, "Failure", "Fails, and says so as a tool does", NOTHING),
    "test_image_content": (_image, "Image content", "Gives an image", NOTHING),
    "test_logging_tool": (_logging, "Logging", "Logs if the request asked for it", NOTHING),
    "test_multiple_content_types": (_multiple, "Mixed content", "Gives text, an image and a resource", NOTHING),
    "test_simple_text": (_simple_text, "Simple text", "Gives a text", NOTHING),
    "test_tool_with_progress": (_progress, "Progress", "Tells how far it is, three times", NOTHING),
}

#: The tools that change a list: what runs, title, description.
CHANGING_TOOLS = {
    "test_trigger_prompt_change": (_change_prompts, "Change the prompts", "Adds or removes a prompt"),
    "test_trigger_tool_change": (_change_tools, "Change the tools", "Adds or removes a tool"),
}

#: The tool that is there every other time that the list was changed.
TOOLS_TO_COME = {CHANGING_TOOL: (_changing, "Changing tool", "Comes and goes with test_trigger_tool_change")}
