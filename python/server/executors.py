"""What each tool does once its arguments have passed their schema.

An executor gives the structured content of its answer, or raises ToolFailure with a sentence for the model.
"""

from server.clock import format_time
from server.cursors import read_cursor, write_cursor
from server.search import contains, lowered
from server.values import cut, has, to_integer


class ToolFailure(Exception):
    """A failure of the tool itself, told to the model as a result with isError (specification: server/tools)."""

    def __init__(self, sentence):
        """Takes the sentence that the model reads."""
        super().__init__(sentence)
        self.sentence = sentence


def create_note(state, arguments):
    """Makes a note and gives it."""
    record = {"op": "create", "title": arguments["title"], "body": arguments["body"]}
    if has(arguments, "tag"):
        record["tag"] = arguments["tag"]
    record["at"] = format_time(state.world.clock())
    return state.notes.append(record)


def list_notes(state, arguments):
    """Gives one page of notes in the order of their creation, without their bodies."""
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


def read_note(state, arguments):
    """Gives one whole note."""
    return _existing(state, arguments["id"])


def search_notes(state, arguments):
    """Gives the newest notes whose title or body holds the query, without their bodies."""
    query = lowered(arguments["query"])
    limit = to_integer(arguments["limit"]) if has(arguments, "limit") else 20
    notes, more = state.notes.newest(
        limit, lambda note: contains(note["title"], query) or contains(note["body"], query)
    )
    return {"notes": [_summary_of(note) for note in notes], "hasMore": more}


def update_note(state, arguments):
    """Changes what the arguments name and gives the whole note; what is as it was is not written."""
    note = _existing(state, arguments["id"])
    record = {"op": "update", "id": note["id"]}
    for name in CHANGEABLE:
        if has(arguments, name) and arguments[name] != (note[name] if has(note, name) else None):
            record[name] = arguments[name]
    if len(record) == 2:
        return note
    record["at"] = format_time(state.world.clock())
    return state.notes.append(record)


#: The members of a note that an update may change.
CHANGEABLE = ["title", "body", "tag"]


def _existing(state, note_id):
    note = state.notes.find(note_id)
    if note is None:
        raise ToolFailure("Note not found: " + cut(note_id) + "; notes_list shows the ids there are")
    return note


def _summary_of(note):
    return {name: value for name, value in note.items() if name != "body"}
