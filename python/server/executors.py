"""What each tool does once its arguments have passed their schema.

An executor takes the state, the request and the arguments. It gives the structured content of its answer, or raises
ToolFailure with a sentence for the model. Those that ask the client or work in slices have modules of their own.
"""

from server.clock import format_time
from server.cursors import read_cursor, write_cursor
from server.errors import ToolFailure
from server.scopes import READ, WRITE, require_scope
from server.search import contains, lowered
from server.values import cut, has, to_integer


def create_note(state, _request, arguments):
    """Makes a note and gives it."""
    require_scope(state, WRITE)
    record = {"op": "create", "title": arguments["title"], "body": arguments["body"]}
    if has(arguments, "tag"):
        record["tag"] = arguments["tag"]
    record["at"] = format_time(state.world.clock())
    return state.notes.find(state.notes.append(record)[0])


def list_notes(state, _request, arguments):
    """Gives one page of notes in the order of their creation, without their bodies."""
    require_scope(state, READ)
    tag = arguments["tag"] if has(arguments, "tag") else None
    list_name = "notes_list" if tag is None else "notes_list/" + tag
    after = 0
    if has(arguments, "cursor"):
        after = read_cursor(arguments["cursor"], list_name, state.notes.next_number())
        if after == 0:
            raise ToolFailure("Argument cursor is none of this list; start again without one")
    limit = to_integer(arguments["limit"]) if has(arguments, "limit") else 50
    notes, following = state.notes.page(after, limit, tag)
    page = {"notes": [_summary_of(note) for note in notes]}
    if following > 0:
        page["nextCursor"] = write_cursor(list_name, following)
    return page


def read_note(state, _request, arguments):
    """Gives one whole note."""
    require_scope(state, READ)
    return existing_note(state, arguments["id"])


def search_notes(state, _request, arguments):
    """Gives the newest notes whose title or body holds the query, without their bodies."""
    require_scope(state, READ)
    query = lowered(arguments["query"])
    limit = to_integer(arguments["limit"]) if has(arguments, "limit") else 20
    notes, more = state.notes.newest(
        limit, lambda note: contains(note["title"], query) or contains(note["body"], query)
    )
    return {"notes": [_summary_of(note) for note in notes], "hasMore": more}


def update_note(state, _request, arguments):
    """Changes what the arguments name and gives the whole note; what is as it was is not written."""
    require_scope(state, WRITE)
    note = existing_note(state, arguments["id"])
    record = {"op": "update", "id": note["id"]}
    for name in CHANGEABLE:
        if has(arguments, name) and arguments[name] != (note[name] if has(note, name) else None):
            record[name] = arguments[name]
    if len(record) == 2:
        return note
    record["at"] = format_time(state.world.clock())
    if len(state.notes.append(record)) == 0:
        raise not_found(note["id"])  # another process has deleted it meanwhile
    return state.notes.find(note["id"])


#: The members of a note that an update may change.
CHANGEABLE = ["title", "body", "tag"]


def existing_note(state, note_id):
    """Gives the note with this id; raises ToolFailure if there is none."""
    note = state.notes.find(note_id)
    if note is None:
        raise not_found(note_id)
    return note


def not_found(note_id):
    """The failure for an id that no note has."""
    return ToolFailure("Note not found: " + cut(note_id) + "; notes_list shows the ids there are")


def _summary_of(note):
    return {name: value for name, value in note.items() if name != "body"}
