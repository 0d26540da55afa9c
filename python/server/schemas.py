"""The schemas of the tools' arguments and results, as tools/list publishes them and tools/call applies them.

Dialect: JSON Schema 2020-12, the default, so that none has to name it.
"""

from server.notes import TAG_PATTERN

MAX_TITLE = 200
MAX_BODY = 100000
MAX_LISTED = 100
MAX_FOUND = 50

_ID = {"type": "string", "description": "The id of a note, such as note-1"}
_TITLE = {"type": "string", "minLength": 1, "maxLength": MAX_TITLE, "description": "The title"}
_BODY = {"type": "string", "maxLength": MAX_BODY, "description": "The text, in Markdown; may be empty"}
_TAG = {"type": "string", "pattern": TAG_PATTERN, "description": "One tag: lower-case letters, digits and hyphens"}
_NEW_TAG = {
    "type": ["string", "null"],
    "pattern": TAG_PATTERN,
    "description": "The new tag; null takes the tag away",
}
_TIME = {"type": "string", "description": "ISO 8601, UTC"}


def _closed(properties, required):
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _limit(maximum, initial):
    return {
        "type": "integer",
        "minimum": 1,
        "maximum": maximum,
        "default": initial,
        "description": "How many notes at most",
    }


CREATE_INPUT = _closed({"title": _TITLE, "body": _BODY, "tag": _TAG}, ["title", "body"])

LIST_INPUT = _closed(
    {
        "tag": _TAG,
        "limit": _limit(MAX_LISTED, 50),
        "cursor": {"type": "string", "description": "nextCursor of the page before, for the same tag"},
    },
    [],
)

READ_INPUT = _closed({"id": _ID}, ["id"])

SEARCH_INPUT = _closed(
    {
        "query": {"type": "string", "minLength": 1, "description": "Text to find in titles and bodies"},
        "limit": _limit(MAX_FOUND, 20),
    },
    ["query"],
)

UPDATE_INPUT = _closed({"id": _ID, "title": _TITLE, "body": _BODY, "tag": _NEW_TAG}, ["id"])

#: A whole note.
NOTE_OUTPUT = _closed(
    {"id": _ID, "title": _TITLE, "body": _BODY, "tag": _TAG, "createdAt": _TIME, "updatedAt": _TIME},
    ["id", "title", "body", "createdAt", "updatedAt"],
)

_SUMMARY = _closed(
    {"id": _ID, "title": _TITLE, "tag": _TAG, "createdAt": _TIME, "updatedAt": _TIME},
    ["id", "title", "createdAt", "updatedAt"],
)

_SUMMARIES = {"type": "array", "items": _SUMMARY, "description": "The notes without their bodies"}

LIST_OUTPUT = _closed(
    {
        "notes": _SUMMARIES,
        "nextCursor": {"type": "string", "description": "There are more notes; pass it as cursor to get them"},
    },
    ["notes"],
)

SEARCH_OUTPUT = _closed(
    {
        "notes": _SUMMARIES,
        "hasMore": {"type": "boolean", "description": "Older notes match as well; narrow the query to see them"},
    },
    ["notes", "hasMore"],
)
