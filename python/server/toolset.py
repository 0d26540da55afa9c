"""The tools of the notes: how each one is shown to a model, and what runs when it is called.

tools/list publishes the definitions; their schemas are also what tools/call applies. Specification: server/tools.
"""

from server.deleting import CONFIRM, delete_note
from server.executors import create_note, list_notes, read_note, search_notes, update_note
from server.importing import import_notes
from server.questions import ASKS_NOTHING, ELICIT, Asks
from server.schemas import (
    CREATE_INPUT,
    DELETE_INPUT,
    DELETE_OUTPUT,
    IMPORT_INPUT,
    IMPORT_OUTPUT,
    LIST_INPUT,
    LIST_OUTPUT,
    NOTE_OUTPUT,
    READ_INPUT,
    SEARCH_INPUT,
    SEARCH_OUTPUT,
    UPDATE_INPUT,
)

#: Hints for people. Nothing is decided by them.
READS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
ADDS = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": False}
CHANGES = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
REMOVES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False}


class Tool:
    """A tool: its definition, what runs, whether its answer is a note to link to, and what it asks the client."""

    def __init__(self, definition, execute, links, asks):
        """Takes the four."""
        self.definition = definition
        self.execute = execute
        self.links = links
        self.asks = asks


DEFINITIONS = [
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
        "name": "notes_delete",
        "title": "Delete a note",
        "description": "Deletes a note for ever, once its user has agreed. Use it only when the user wants the note gone; "
        "to change what it says, use notes_update.",
        "inputSchema": DELETE_INPUT,
        "outputSchema": DELETE_OUTPUT,
        "annotations": REMOVES,
    },
    {
        "name": "notes_import",
        "title": "Import notes",
        "description": "Makes up to 10,000 notes at once, all of them or none, and gives their ids as a range. Use it "
        "for notes that exist elsewhere; to make a single note, use notes_create. Calling it twice makes them twice.",
        "inputSchema": IMPORT_INPUT,
        "outputSchema": IMPORT_OUTPUT,
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

#: What runs for each tool, whether its answer is a note to link to, and what it asks.
EXECUTORS = {
    "notes_create": (create_note, True, ASKS_NOTHING),
    "notes_delete": (delete_note, False, Asks({CONFIRM: ELICIT}, [ELICIT], True)),
    "notes_import": (import_notes, False, ASKS_NOTHING),
    "notes_list": (list_notes, False, ASKS_NOTHING),
    "notes_read": (read_note, False, ASKS_NOTHING),
    "notes_search": (search_notes, False, ASKS_NOTHING),
    "notes_update": (update_note, True, ASKS_NOTHING),
}

#: The tools, in the order of the definitions.
TOOLS = [Tool(definition, *EXECUTORS[definition["name"]]) for definition in DEFINITIONS]
