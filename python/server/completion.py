"""completion/complete: values for the argument of a prompt or the variable of a template.

Ids are completed, in the order of creation; an argument that has no candidates gives an empty list. Specification:
server/utilities/completion.
"""

from server.errors import invalid_params
from server.params import optional_object, require_object, require_string
from server.resources import find_by_uri
from server.results import complete
from server.scopes import readable_notes
from server.values import cut, has, is_string, sorted_names

#: How many values one answer carries at most (the specification's limit).
MAX_VALUES = 100

#: The arguments and variables that take the id of a note, by what a reference names.
COMPLETED = {"review_note": "note_id", "notes://{id}": "id"}


def completion_complete(state, request):
    """Answers completion/complete."""
    reference = require_object(request.params, "ref")
    kind = require_string(reference, "type", "ref.")
    if kind not in ["ref/prompt", "ref/resource"]:
        raise invalid_params("ref.type must be ref/prompt or ref/resource")
    named = require_string(reference, "name" if kind == "ref/prompt" else "uri", "ref.")
    argument = require_object(request.params, "argument")
    name = require_string(argument, "name", "argument.")
    value = require_string(argument, "value", "argument.")
    _check_context(optional_object(request.params, "context"))
    if kind == "ref/prompt" and not has(state.catalog.prompts, named):
        raise invalid_params("unknown prompt " + cut(named))
    if kind == "ref/resource" and not _is_known_resource(state, named):
        raise invalid_params("unknown resource or template " + cut(named))
    takes_id = has(COMPLETED, named) and COMPLETED[named] == name
    candidates = readable_notes(state).ids(value) if takes_id else state.catalog.candidates(named, name, value)
    return complete({"completion": _completion(candidates)})


def _check_context(context):
    arguments = optional_object(context, "arguments", "context.")
    for name in sorted_names(arguments):
        if not is_string(arguments[name]):
            raise invalid_params("context.arguments." + cut(name) + " must be a string")


def _is_known_resource(state, uri):
    if any(template["uriTemplate"] == uri for template in state.catalog.templates):
        return True
    return find_by_uri(readable_notes(state), uri) is not None or state.catalog.read_resource(uri) is not None


def _completion(candidates):
    values = candidates[:MAX_VALUES]
    return {"values": values, "total": len(candidates), "hasMore": len(candidates) > len(values)}
