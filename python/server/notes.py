"""The notes, which change only through append(record) and fold.

A record says what happened; the notes are the fold of all records in their order. That is how a journal that several
workers share can take the place of the list in memory without a change to anything else here. Contract, section 5.
"""

import re

from server.schema import matches
from server.values import has

#: The form of a tag, the whole string.
TAG_PATTERN = "^[a-z0-9-]{1,32}$"

#: What a server without a store starts with.
SAMPLES = [
    {
        "op": "create",
        "title": "Welcome to notes",
        "body": "Notes are written in Markdown.\n\nEach one can be read as a resource: this one is `notes://note-1`.\n",
        "tag": "guide",
        "at": "2026-07-01T09:00:00.000Z",
    },
    {
        "op": "create",
        "title": "Shopping list",
        "body": "- coffee\n- bread\n- Käse\n",
        "tag": "home",
        "at": "2026-07-02T09:00:00.000Z",
    },
    {
        "op": "create",
        "title": "Ideas 💡",
        "body": "What does a server forget between two requests? Everything but the notes.\n",
        "at": "2026-07-03T09:00:00.000Z",
    },
]

_ID = re.compile(r"note-([1-9][0-9]{0,14})")


class Notes:
    """All notes of one server, in the order of their creation."""

    def __init__(self, records):
        """Starts as the fold of the records given."""
        self._slots = []  # the note with number n stands at n - 1
        for record in records:
            self.fold(record)

    def append(self, record):
        """Takes a record of a change, keeps it, and gives the note that it made or changed."""
        return self.fold(record)

    def fold(self, record):
        """Applies one record to the notes and gives the note that it made or changed."""
        return _FOLDS[record["op"]](self._slots, record)

    def next_number(self):
        """Gives the number that the next note will have; no number is given twice."""
        return len(self._slots) + 1

    def find(self, note_id):
        """Gives the note with exactly this id, or null."""
        match = _ID.fullmatch(note_id)
        number = int(match.group(1)) if match else 0
        return self._slots[number - 1] if 1 <= number <= len(self._slots) else None

    def page(self, after, limit, tag=None):
        """Gives up to limit notes that follow the note with number after, and the number to go on from (0: none).

        With a tag only the notes that carry it count.
        """
        page = []
        for index in range(after, len(self._slots)):
            note = self._slots[index]
            if tag is not None and not (has(note, "tag") and note["tag"] == tag):
                continue
            if len(page) == limit:
                return page, _number_of(page[-1])
            page.append(note)
        return page, 0

    def newest(self, limit, wanted):
        """Gives the newest notes that wanted accepts, up to limit, in ascending order, and whether there are more."""
        found = []
        for index in range(len(self._slots) - 1, -1, -1):
            note = self._slots[index]
            if not wanted(note):
                continue
            if len(found) == limit:
                return found[::-1], True
            found.append(note)
        return found[::-1], False

    def ids(self, prefix):
        """Gives the ids that begin with the prefix, in the order of creation."""
        return [note["id"] for note in self._slots if note["id"].startswith(prefix)]


def _create(slots, record):
    note = {"id": "note-" + str(len(slots) + 1), "title": record["title"], "body": record["body"]}
    if has(record, "tag"):
        note["tag"] = record["tag"]
    note["createdAt"] = record["at"]
    note["updatedAt"] = record["at"]
    slots.append(note)
    return note


def _update(slots, record):
    index = _number_of(record) - 1
    old = slots[index]
    note = {"id": old["id"], "title": record.get("title", old["title"]), "body": record.get("body", old["body"])}
    tag = record.get("tag", old.get("tag"))
    if tag is not None:
        note["tag"] = tag
    note["createdAt"] = old["createdAt"]
    note["updatedAt"] = record["at"]
    slots[index] = note
    return note


def _number_of(note):
    return int(note["id"].removeprefix("note-"))


_FOLDS = {"create": _create, "update": _update}


def is_tag(text):
    """Tells whether a text can be a tag."""
    return matches(TAG_PATTERN, text)
