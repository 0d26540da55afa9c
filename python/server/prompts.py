"""prompts/list and prompts/get.

A note's text goes into a prompt as an embedded resource, never into the sentence that instructs the model.
Specification: server/prompts.
"""

from server.errors import invalid_params
from server.params import check_retry_form, optional_object, refuse_cursor, require_string
from server.questions import ASKS_NOTHING, check_retry
from server.resources import contents_of
from server.results import complete
from server.schemas import TAG_PATTERN, is_tag
from server.scopes import readable_notes
from server.values import cut, has, is_object, is_string, sorted_names

#: How many notes a summary takes in at most.
MAX_SUMMARIZED = 20

DEFINITIONS = [
    {
        "name": "review_note",
        "title": "Review a note",
        "description": "Asks for a critical reading of one note",
        "arguments": [{"name": "note_id", "description": "The id of the note, such as note-1", "required": True}],
    },
    {
        "name": "summarize_notes",
        "title": "Summarize notes",
        "description": "Asks for a summary of the newest notes, up to 20",
        "arguments": [{"name": "tag", "description": "Only notes with this tag", "required": False}],
    },
]


def list_prompts(definitions):
    """Gives the definitions in ascending order of their names, whatever order they were put in."""
    return sorted(definitions, key=lambda definition: definition["name"])


def prompts_list(state, request):
    """Answers prompts/list."""
    refuse_cursor(request.params)
    return state.catalog.listed_prompts


def prompts_get(state, request):
    """Answers prompts/get."""
    name = require_string(request.params, "name")
    arguments = optional_object(request.params, "arguments")
    check_retry_form(request.params)
    if not has(state.catalog.prompts, name):
        raise invalid_params("unknown prompt " + cut(name))
    prompt = state.catalog.prompts[name]
    check_retry(state, request, prompt.asks)
    definition = prompt.definition
    _check_arguments(definition["arguments"] if has(definition, "arguments") else [], arguments)
    outcome = prompt.render(state, request, arguments)
    # A prompt that has to ask first gives a result; all others give their messages.
    if is_object(outcome):
        return outcome
    return complete({"description": definition["description"], "messages": outcome})


def _check_arguments(declared, arguments):
    for argument in declared:
        if argument["required"] and not has(arguments, argument["name"]):
            raise invalid_params("missing prompt argument " + argument["name"])
    names = [argument["name"] for argument in declared]
    # An argument that the prompt does not know is ignored, but even that must be a string.
    for name in names + sorted_names([name for name in arguments if name not in names]):
        if has(arguments, name) and not is_string(arguments[name]):
            raise invalid_params("prompt argument " + cut(name) + " must be a string")


def _review(state, _request, arguments):
    note = readable_notes(state).find(arguments["note_id"])
    if note is None:
        raise invalid_params("note not found: " + cut(arguments["note_id"]))
    return [
        text_message("Review the note that follows. Say what is unclear, what is missing and what could be left out."),
        _embedded(note),
    ]


def _summarize(state, _request, arguments):
    tag = arguments["tag"] if has(arguments, "tag") else None
    if tag is not None and not is_tag(tag):
        raise invalid_params("prompt argument tag must match " + TAG_PATTERN)
    notes, more = readable_notes(state).newest(
        MAX_SUMMARIZED, lambda note: tag is None or (has(note, "tag") and note["tag"] == tag)
    )
    which = "" if tag is None else " with the tag " + tag
    if len(notes) == 0:
        return [text_message("There are no notes" + which + ". Say so.")]
    older = " Older ones were left out." if more else ""
    count = "Summarize the notes" + which + " that follow, newest last: " + str(len(notes)) + "." + older
    return [text_message(count)] + [_embedded(note) for note in notes]


def text_message(words):
    """Gives a message of the user that is a text."""
    return {"role": "user", "content": {"type": "text", "text": words}}


def _embedded(note):
    return {"role": "user", "content": {"type": "resource", "resource": contents_of(note)}}


class Prompt:
    """A prompt: its definition, what gives its messages, and what it asks the client."""

    def __init__(self, definition, render, asks):
        """Takes the three."""
        self.definition = definition
        self.render = render
        self.asks = asks


#: What gives the messages of each prompt.
RENDERERS = {"review_note": _review, "summarize_notes": _summarize}

#: The prompts, in the order of the definitions.
PROMPTS = [Prompt(definition, RENDERERS[definition["name"]], ASKS_NOTHING) for definition in DEFINITIONS]
