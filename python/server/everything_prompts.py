"""Prompts of every kind: plain, with arguments, with a resource, with an image, and one that asks first.

Part of the everything mode; specification: server/prompts.
"""

from server.everything_resources import text_contents
from server.everything_rounds import all_answered, told
from server.everything_tools import CHANGING_PROMPT, image_block
from server.prompts import text_message
from server.questions import ASKS_NOTHING, ELICIT, Asks, form
from server.results import input_required

CONTEXT = {"user_context": form("What should the prompt know?", {"context": {"type": "string"}}, ["context"])}

#: What completion offers for each argument of test_prompt_with_arguments.
OFFERED = {"arg1": ["alpha", "amber", "beta"], "arg2": ["one", "three", "two"]}


def _simple(_state, _request, _arguments):
    return [text_message("This is a simple prompt for testing.")]


def _with_arguments(_state, _request, arguments):
    return [text_message("arg1 is " + arguments["arg1"] + ", arg2 is " + arguments["arg2"] + ".")]


def _with_resource(_state, _request, arguments):
    resource = {"type": "resource", "resource": text_contents(arguments["resourceUri"])}
    return [{"role": "user", "content": resource}, text_message("Please look at the resource above.")]


def _with_image(_state, _request, _arguments):
    return [{"role": "user", "content": image_block()}, text_message("Please look at the image above.")]


def _asking(_state, request, _arguments):
    if not all_answered(request, CONTEXT):
        return input_required({"inputRequests": CONTEXT})
    return [text_message("The context is: " + told(request, CONTEXT, "user_context"))]


def _changing(_state, _request, _arguments):
    return [text_message("This prompt comes and goes.")]


def _argument(name, description):
    return {"name": name, "description": description, "required": True}


#: What gives the messages of each prompt, how it is shown (title, description, arguments), and what it asks.
FIXTURE_PROMPTS = {
    "test_input_required_result_prompt": (
        _asking,
        "Asking prompt",
        "Asks for its context first",
        [],
        Asks({"user_context": ELICIT}, [ELICIT], False),
    ),
    "test_prompt_with_arguments": (
        _with_arguments,
        "Prompt with arguments",
        "Repeats its two arguments",
        [_argument("arg1", "The first"), _argument("arg2", "The second")],
        ASKS_NOTHING,
    ),
    "test_prompt_with_embedded_resource": (
        _with_resource,
        "Prompt with a resource",
        "Embeds a resource",
        [_argument("resourceUri", "The URI of the resource to embed")],
        ASKS_NOTHING,
    ),
    "test_prompt_with_image": (_with_image, "Prompt with an image", "Shows an image", [], ASKS_NOTHING),
    "test_simple_prompt": (_simple, "Simple prompt", "A prompt without arguments", [], ASKS_NOTHING),
}

#: The prompt that is there every other time that the list was changed.
PROMPTS_TO_COME = {
    CHANGING_PROMPT: (
        _changing,
        "Changing prompt",
        "Comes and goes with test_trigger_prompt_change",
        [],
        ASKS_NOTHING,
    ),
}
