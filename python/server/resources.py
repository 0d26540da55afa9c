"""resources/list, resources/templates/list and resources/read: each note is a resource.

A URI names a note only if it is notes:// and the id, exactly; nothing is decoded or normalised. Specification:
server/resources.
"""

from server.cursors import read_cursor, write_cursor
from server.errors import invalid_params
from server.params import check_retry_form, refuse_cursor, require_string, unknown_cursor
from server.results import PRIVATE, cacheable
from server.scopes import readable_notes
from server.values import cut, has

SCHEME = "notes://"
MIME_TYPE = "text/markdown"
PAGE_SIZE = 50

TEMPLATES = [
    {
        "uriTemplate": "notes://{id}",
        "name": "note",
        "title": "Note",
        "description": "One note by its id, such as notes://note-1",
        "mimeType": MIME_TYPE,
    },
]


def list_templates(templates):
    """Gives the templates in ascending order, whatever order they were put in."""
    return sorted(templates, key=lambda template: template["uriTemplate"])


def uri_of(note_id):
    """Gives the URI of the note with this id."""
    return SCHEME + note_id


def describe(note):
    """Gives the resource that a note is, as lists and links show it."""
    return {"uri": uri_of(note["id"]), "name": note["id"], "title": note["title"], "mimeType": MIME_TYPE}


def contents_of(note):
    """Gives the contents of the resource that a note is."""
    return {"uri": uri_of(note["id"]), "mimeType": MIME_TYPE, "text": note["body"]}


def find_by_uri(notes, uri):
    """Gives the note that a URI names, or null."""
    return notes.find(uri[len(SCHEME) :]) if uri.startswith(SCHEME) else None


def resources_list(state, request):
    """Answers resources/list with one page."""
    after = 0
    readable = readable_notes(state)
    if has(request.params, "cursor"):
        cursor = require_string(request.params, "cursor")
        after = read_cursor(cursor, "resources/list", readable.next_number())
        if after == 0:
            raise unknown_cursor()
    notes, following = readable.page(after, PAGE_SIZE)
    page = {"resources": [describe(note) for note in notes]}
    if following > 0:
        page["nextCursor"] = write_cursor("resources/list", following)
    else:
        page["resources"].extend(state.catalog.resources)
    return cacheable(page, 5000, PRIVATE)


def templates_list(state, request):
    """Answers resources/templates/list."""
    refuse_cursor(request.params)
    return state.catalog.listed_templates


def resources_read(state, request):
    """Answers resources/read."""
    uri = require_string(request.params, "uri")
    check_retry_form(request.params)
    note = find_by_uri(readable_notes(state), uri)
    contents = state.catalog.read_resource(uri) if note is None else contents_of(note)
    if contents is None:
        raise invalid_params("resource not found: " + cut(uri), {"uri": uri})
    return cacheable({"contents": [contents]}, 5000, PRIVATE)
