"""prompts/list and prompts/get.

A note's text goes into a prompt as an embedded resource, never into the sentence that instructs the model.
Specification: server/prompts.
"""

from server.errors import invalid_params
from server.notes import TAG_PATTERN, is_tag
from server.params import check_retry, optional_object, refuse_cursor, refuse_state, require_string
from server.resources import contents_of
from server.results import PUBLIC, cacheable, complete, constant
from server.values import cut, has, is_string, sorted_names

#: How many notes a summary takes in at most.
MAX_SUMMARIZED = 20

PROMPTS = [
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


def list_prompts(prompts):
    """Gives the prompts in ascending order of their names, whatever order they were put in."""
    return sorted(prompts, key=lambda prompt: prompt["name"])


def find_prompt(prompts, name):
    """Gives the prompt with exactly this name, or null."""
    for prompt in prompts:
        if prompt["name"] == name:
            return prompt
    return None


def prompts_list(_state, request):
    """Answers prompts/list."""
    refuse_cursor(request.params)
    return _LISTED


def prompts_get(state, request):
    """Answers prompts/get."""
    name = require_string(request.params, "name")
    arguments = optional_object(request.params, "arguments")
    check_retry(request.params)
    prompt = find_prompt(PROMPTS, name)
    if prompt is None:
        raise invalid_params("unknown prompt " + cut(name))
    refuse_state(request.params)
    _check_arguments(prompt["arguments"], arguments)
    messages = _RENDERERS[name](state, arguments)
    return complete({"description": prompt["description"], "messages": messages})


def _check_arguments(declared, arguments):
    for argument in declared:
        if argument["required"] and not has(arguments, argument["name"]):
            raise invalid_params("missing prompt argument " + argument["name"])
    names = [argument["name"] for argument in declared]
    # An argument that the prompt does not know is ignored, but even that must be a string.
    for name in names + sorted_names([name for name in arguments if name not in names]):
        if has(arguments, name) and not is_string(arguments[name]):
            raise invalid_params("prompt argument " + cut(name) + " must be a string")


def _review(state, arguments):
    note = state.notes.find(arguments["note_id"])
    if note is None:
        raise invalid_params("note not found: " + cut(arguments["note_id"]))
    return [
        _text("Review the note that follows. Say what is unclear, what is missing and what could be left out."),
        _embedded(note),
    ]


def _summarize(state, arguments):
    tag = arguments["tag"] if has(arguments, "tag") else None
    if tag is not None and not is_tag(tag):
        raise invalid_params("prompt argument tag must match " + TAG_PATTERN)
    notes, more = state.notes.newest(
        MAX_SUMMARIZED, lambda note: tag is None or (has(note, "tag") and note["tag"] == tag)
    )
    which = "" if tag is None else " with the tag " + tag
    if len(notes) == 0:
        return [_text("There are no notes" + which + ". Say so.")]
    older = " Older ones were left out." if more else ""
    count = "Summarize the notes" + which + " that follow, newest last: " + str(len(notes)) + "." + older
    return [_text(count)] + [_embedded(note) for note in notes]


_RENDERERS = {"review_note": _review, "summarize_notes": _summarize}


def _text(words):
    return {"role": "user", "content": {"type": "text", "text": words}}


def _embedded(note):
    return {"role": "user", "content": {"type": "resource", "resource": contents_of(note)}}


_LISTED = constant(cacheable({"prompts": list_prompts(PROMPTS)}, 300000, PUBLIC))
