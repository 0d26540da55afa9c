"""Notes that others change as well: deletions, imports, restarts, and the changes that each record makes."""

import unittest

from server.journal import RESTART
from server.notes import SAMPLES, Notes
from tests.support import NOW_TEXT, FakeJournal, created, ids_of

LISTED = ["resourcesListChanged"]


def update(note_id, **changes):
    """Gives a record that changes a note."""
    return {"op": "update", "id": note_id, "at": NOW_TEXT, **changes}


def delete(note_id):
    """Gives a record that deletes a note."""
    return {"op": "delete", "id": note_id, "at": NOW_TEXT}


def whole(*titles):
    """Gives a record that makes several notes."""
    return {"op": "import", "notes": [{"title": title, "body": ""} for title in titles], "at": NOW_TEXT}


def told(changes):
    """Gives changes as flags and ids."""
    return [(change.flags, change.note_ids) for change in changes]


class SharedNotesTest(unittest.TestCase):
    def test_a_deleted_note_is_in_no_view_and_its_number_is_not_given_again(self):
        notes = Notes(created(3))
        self.assertEqual(notes.append(delete("note-3")), ["note-3"])
        self.assertEqual((notes.find("note-3"), notes.ids(""), notes.next_number()), (None, ["note-1", "note-2"], 4))
        self.assertEqual(ids_of(notes.newest(9, lambda note: True)[0]), ["note-1", "note-2"])
        self.assertEqual(notes.append(created(1)[0]), ["note-4"])
        self.assertEqual(ids_of(notes.page(0, 9)[0]), ["note-1", "note-2", "note-4"])

    def test_pages_and_limits_count_only_notes_that_are_there(self):
        notes = Notes([*created(5), delete("note-2"), delete("note-4")])
        table = [(0, 2, ["note-1", "note-3"], 3), (3, 2, ["note-5"], 0), (2, 9, ["note-3", "note-5"], 0)]
        for after, limit, ids, following in table:
            page, number = notes.page(after, limit)
            self.assertEqual((ids_of(page), number), (ids, following))
        found, more = notes.newest(2, lambda note: True)
        self.assertEqual((ids_of(found), more), (["note-3", "note-5"], True))

    def test_a_change_to_a_note_that_is_not_there_changes_nothing(self):
        notes = Notes([*created(2), delete("note-1")])
        before = notes.page(0, 9)
        records = [update("note-1", title="x"), delete("note-1"), update("note-3", title="x")]
        for record in [*records, delete("note-0"), delete("x")]:
            self.assertEqual(notes.append(record), [])
        self.assertEqual((notes.page(0, 9), notes.next_number()), (before, 3))
        self.assertEqual(told(notes.changes.take_own()), [([], [])] * 5)

    def test_an_import_makes_its_notes_in_their_order_at_one_time(self):
        notes = Notes(created(1))
        self.assertEqual(notes.append(whole("b", "a")), ["note-2", "note-3"])
        self.assertEqual([note["title"] for note in notes.page(1, 9)[0]], ["b", "a"])
        self.assertEqual({note["createdAt"] for note in notes.page(1, 9)[0]}, {NOW_TEXT})

    def test_each_record_makes_the_change_that_it_should(self):
        table = [
            (created(1)[0], (LISTED, ["note-4"])),
            (whole("a", "b"), (LISTED, ["note-4", "note-5"])),
            (delete("note-1"), (LISTED, ["note-1"])),
            (update("note-1", title="new"), (LISTED, ["note-1"])),
            (update("note-1", title="Title 999"), ([], ["note-1"])),
            (update("note-1", body="new"), ([], ["note-1"])),
            (update("note-1", tag="new"), ([], ["note-1"])),
            (RESTART, (LISTED, ["note-1", "note-2", "note-3"])),
        ]
        for record, expected in table:
            notes = Notes(created(3))
            notes.append(record)
            self.assertEqual(told(notes.changes.take_own()), [expected])

    def test_a_restart_begins_with_nothing(self):
        notes = Notes([*created(3), delete("note-2")])
        notes.fold(RESTART)
        self.assertEqual((notes.ids(""), notes.next_number()), ([], 1))
        again = notes.fold(RESTART)
        self.assertEqual((again.flags, again.note_ids), ([], []))

    def test_what_stands_in_the_journal_at_the_start_is_there_and_is_no_change(self):
        notes = Notes([], FakeJournal([*SAMPLES, delete("note-2")]))
        self.assertEqual(notes.ids(""), ["note-1", "note-3"])
        self.assertEqual((notes.changes.take_foreign(), notes.changes.take_own()), ([], []))

    def test_a_look_takes_in_what_others_did_as_their_changes(self):
        journal = FakeJournal([])
        notes = Notes([], journal)
        journal.others = [*created(2), delete("note-1")]
        notes.look()
        self.assertEqual(notes.ids(""), ["note-2"])
        expected = [(LISTED, ["note-1"]), (LISTED, ["note-2"]), (LISTED, ["note-1"])]
        self.assertEqual(told(notes.changes.take_foreign()), expected)
        self.assertEqual(notes.changes.take_own(), [])
        notes.look()
        self.assertEqual(notes.changes.take_foreign(), [])

    def test_what_others_did_before_an_append_counts_first(self):
        journal = FakeJournal([])
        notes = Notes([], journal)
        journal.others = created(2)
        self.assertEqual(notes.append(created(1)[0]), ["note-3"])
        self.assertEqual(told(notes.changes.take_foreign()), [(LISTED, ["note-1"]), (LISTED, ["note-2"])])
        self.assertEqual(told(notes.changes.take_own()), [(LISTED, ["note-3"])])

    def test_an_append_that_comes_too_late_changes_nothing(self):
        journal = FakeJournal(created(1))
        notes = Notes([], journal)
        journal.others = [delete("note-1")]
        self.assertEqual(notes.append(update("note-1", title="x")), [])
        self.assertIsNone(notes.find("note-1"))

    def test_notes_are_shared_if_their_journal_is(self):
        self.assertEqual((Notes([]).is_shared(), Notes([], FakeJournal([])).is_shared()), (False, True))
