"""The schemas of the tools' arguments and results, as tools/list publishes them and tools/call applies them.

Dialect: JSON Schema 2020-12, the default, so that none has to name it.
"""

from server.schema import matches

#: The form of a tag, the whole string.
TAG_PATTERN = "^[a-z0-9-]{1,32}$"

MAX_TITLE = 200
MAX_BODY = 100000
MAX_LISTED = 100
MAX_FOUND = 50
MAX_IMPORTED = 10000

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

DELETE_INPUT = _closed({"id": _ID}, ["id"])

IMPORT_INPUT = _closed(
    {
        "notes": {
            "type": "array",
            "items": CREATE_INPUT,
            "minItems": 1,
            "maxItems": MAX_IMPORTED,
            "description": "The notes to make, in this order",
        }
    },
    ["notes"],
)

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

DELETE_OUTPUT = _closed(
    {
        "id": _ID,
        "deleted": {"type": "boolean", "description": "Whether the note is gone"},
        "reason": {"type": "string", "description": "Why it was kept"},
    },
    ["id", "deleted"],
)

IMPORT_OUTPUT = _closed(
    {
        "count": {"type": "integer", "description": "How many notes were made"},
        "firstId": {"type": "string", "description": "The id of the first; the others follow in order"},
        "lastId": {"type": "string", "description": "The id of the last"},
    },
    ["count", "firstId", "lastId"],
)


def _record(properties, required):
    # What a later version adds to a record does no harm to this one.
    at = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$"}
    stamp = {"at": at, "by": {"type": "string"}, "n": {"type": "integer"}}
    return {"type": "object", "properties": {**properties, **stamp}, "required": [*required, "at"]}


#: The notes of an import as a record holds them; what a later version adds to one of them does no harm either.
_IMPORTED = {**IMPORT_INPUT["properties"]["notes"], "items": {**CREATE_INPUT, "additionalProperties": True}}

#: The records of the store, by their op.
RECORDS = {
    "create": _record({"title": _TITLE, "body": _BODY, "tag": _TAG}, ["title", "body"]),
    "delete": _record({"id": _ID}, ["id"]),
    "import": _record({"notes": _IMPORTED}, ["notes"]),
    "update": _record({"id": _ID, "title": _TITLE, "body": _BODY, "tag": _NEW_TAG}, ["id"]),
}


def is_tag(text):
    """Tells whether a text can be a tag."""
    return matches(TAG_PATTERN, text)
