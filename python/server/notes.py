"""The notes, which change only through append(record) and fold.

A record says what happened; the notes are the fold of all records in their order. That is how a journal that several
workers share can take the place of the list in memory without a change to anything else here. Contract, section 5.
"""

import re

from server.changes import Change, Changes
from server.journal import Memory
from server.values import has

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

    def __init__(self, records, journal=None):
        """Starts as the fold of the records given, and of those in the journal if there is one."""
        self.changes = Changes()
        self._journal = Memory() if journal is None else journal
        self._slots = []  # the note with number n stands at n - 1, null once it is deleted
        for record in records:
            self.fold(record)
        self.look()
        self.changes.take_foreign()

    def is_shared(self):
        """Tells whether others may change the notes as well."""
        return self._journal.shared

    def look(self):
        """Folds in what others have appended to the journal since."""
        for record in self._journal.look():
            self.changes.add_foreign(self.fold(record))

    def append(self, record):
        """Takes a record of a change, keeps it, and gives the ids of the notes that it changed; raises ToolFailure.

        The records that others appended before it count first, so that a change can come too late and change nothing.
        """
        records = self._journal.append(record)
        for earlier in records[:-1]:
            self.changes.add_foreign(self.fold(earlier))
        change = self.fold(records[-1])
        self.changes.add_own(change)
        return change.note_ids

    def fold(self, record):
        """Applies one record to the notes and gives the change that it made."""
        return _FOLDS[record["op"]](self._slots, record)

    def next_number(self):
        """Gives the number that the next note will have; no number is given twice."""
        return len(self._slots) + 1

    def find(self, note_id):
        """Gives the note with exactly this id, or null."""
        number = _number_of(note_id)
        return self._slots[number - 1] if 1 <= number <= len(self._slots) else None

    def page(self, after, limit, tag=None):
        """Gives up to limit notes that follow the note with number after, and the number to go on from (0: none).

        With a tag only the notes that carry it count.
        """
        page = []
        for index in range(after, len(self._slots)):
            note = self._slots[index]
            if note is None or (tag is not None and not (has(note, "tag") and note["tag"] == tag)):
                continue
            if len(page) == limit:
                return page, _number_of(page[-1]["id"])
            page.append(note)
        return page, 0

    def newest(self, limit, wanted):
        """Gives the newest notes that wanted accepts, up to limit, in ascending order, and whether there are more."""
        found = []
        for index in range(len(self._slots) - 1, -1, -1):
            note = self._slots[index]
            if note is None or not wanted(note):
                continue
            if len(found) == limit:
                return found[::-1], True
            found.append(note)
        return found[::-1], False

    def ids(self, prefix):
        """Gives the ids that begin with the prefix, in the order of creation."""
        return [note["id"] for note in self._slots if note is not None and note["id"].startswith(prefix)]


def _create(slots, record):
    return Change(LISTED, [_add(slots, record, record["at"])])


def _import_all(slots, record):
    return Change(LISTED, [_add(slots, note, record["at"]) for note in record["notes"]])


def _add(slots, given, at):
    note = {"id": "note-" + str(len(slots) + 1), "title": given["title"], "body": given["body"]}
    if has(given, "tag"):
        note["tag"] = given["tag"]
    note["createdAt"] = at
    note["updatedAt"] = at
    slots.append(note)
    return note["id"]


def _update(slots, record):
    number = _number_of(record["id"])
    old = slots[number - 1] if 1 <= number <= len(slots) else None
    if old is None:
        return Change([], [])
    note = {"id": old["id"], "title": record.get("title", old["title"]), "body": record.get("body", old["body"])}
    tag = record.get("tag", old.get("tag"))
    if tag is not None:
        note["tag"] = tag
    note["createdAt"] = old["createdAt"]
    note["updatedAt"] = record["at"]
    slots[number - 1] = note
    # Of what an update can change, a list of resources shows the title only.
    return Change(LISTED if note["title"] != old["title"] else [], [old["id"]])


def _remove(slots, record):
    number = _number_of(record["id"])
    if not 1 <= number <= len(slots) or slots[number - 1] is None:
        return Change([], [])
    slots[number - 1] = None
    return Change(LISTED, [record["id"]])


def _restart(slots, _record):
    ids = [note["id"] for note in slots if note is not None]
    slots.clear()
    return Change(LISTED if len(ids) > 0 else [], ids)


def _number_of(note_id):
    match = _ID.fullmatch(note_id)
    return int(match.group(1)) if match else 0


_FOLDS = {"create": _create, "delete": _remove, "import": _import_all, "restart": _restart, "update": _update}

#: The flags of the filters that a change to the list of notes concerns.
LISTED = ["resourcesListChanged"]
