"""The notes as the fold of their records, and the ways to look at them."""

import unittest

from server.notes import SAMPLES, Notes
from tests.support import created, ids_of

DAY_1 = "2026-07-01T09:00:00.000Z"
DAY_2 = "2026-07-02T09:00:00.000Z"

#: A history in which notes are made, changed, and made again.
HISTORY = [
    {"op": "create", "title": "a", "body": "A", "tag": "x", "at": DAY_1},
    {"op": "create", "title": "b", "body": "B", "at": DAY_1},
    {"op": "update", "id": "note-1", "body": "AA", "at": DAY_2},
    {"op": "create", "title": "c", "body": "C", "tag": "x", "at": DAY_2},
    {"op": "update", "id": "note-2", "title": "bb", "tag": "y", "at": DAY_2},
    {"op": "update", "id": "note-3", "tag": None, "at": DAY_2},
]


def all_of(notes):
    """Gives all notes as lists of names and values, so that the order of members counts as well."""
    return [list(note.items()) for note in notes.page(0, 1000)[0]]


def updated(record):
    """Gives the first note of the history after one more update, as a list of names and values."""
    notes = Notes(HISTORY[:1])
    notes.append({"op": "update", "id": "note-1", "at": DAY_2, **record})
    return list(notes.find("note-1").items())


class NotesTest(unittest.TestCase):
    def test_the_samples_are_those_of_the_contract(self):
        welcome = "Notes are written in Markdown.\n\n"
        welcome += "Each one can be read as a resource: this one is `notes://note-1`.\n"
        ideas = "What does a server forget between two requests? Everything but the notes.\n"
        rows = [
            ("note-1", "Welcome to notes", welcome, "guide", "2026-07-01T09:00:00.000Z"),
            ("note-2", "Shopping list", "- coffee\n- bread\n- Käse\n", "home", "2026-07-02T09:00:00.000Z"),
            ("note-3", "Ideas 💡", ideas, None, "2026-07-03T09:00:00.000Z"),
        ]
        expected = []
        for note_id, title, body, tag, at in rows:
            tags = [] if tag is None else [("tag", tag)]
            times = [("createdAt", at), ("updatedAt", at)]
            expected.append([("id", note_id), ("title", title), ("body", body), *tags, *times])
        self.assertEqual(all_of(Notes(SAMPLES)), expected)

    def test_a_create_gives_the_id_of_the_note_that_it_made(self):
        notes = Notes(HISTORY[:1])
        self.assertEqual(
            notes.append({"op": "create", "title": "b", "body": "", "tag": "t", "at": DAY_2}), ["note-2"]
        )
        times = [("createdAt", DAY_2), ("updatedAt", DAY_2)]
        expected = [("id", "note-2"), ("title", "b"), ("body", ""), ("tag", "t"), *times]
        self.assertEqual(list(notes.find("note-2").items()), expected)

    def test_a_note_without_a_tag_has_no_such_member(self):
        note = Notes([{"op": "create", "title": "a", "body": "A", "at": DAY_1}]).find("note-1")
        self.assertEqual(list(note), ["id", "title", "body", "createdAt", "updatedAt"])

    def test_an_update_changes_what_it_names_and_keeps_all_else(self):
        times = [("createdAt", DAY_1), ("updatedAt", DAY_2)]
        table = [
            ({}, [("title", "a"), ("body", "A"), ("tag", "x")]),
            ({"title": "b"}, [("title", "b"), ("body", "A"), ("tag", "x")]),
            ({"body": "B"}, [("title", "a"), ("body", "B"), ("tag", "x")]),
            ({"body": ""}, [("title", "a"), ("body", ""), ("tag", "x")]),
            ({"tag": "y"}, [("title", "a"), ("body", "A"), ("tag", "y")]),
        ]
        for record, expected in table:
            self.assertEqual(updated(record), [("id", "note-1"), *expected, *times])

    def test_an_update_that_sets_the_tag_to_null_takes_it_away(self):
        times = [("createdAt", DAY_1), ("updatedAt", DAY_2)]
        self.assertEqual(updated({"tag": None}), [("id", "note-1"), ("title", "a"), ("body", "A"), *times])

    def test_a_tag_that_is_added_later_stands_where_tags_stand(self):
        notes = Notes([{"op": "create", "title": "a", "body": "A", "at": DAY_1}])
        self.assertEqual(notes.append({"op": "update", "id": "note-1", "tag": "x", "at": DAY_2}), ["note-1"])
        self.assertEqual(list(notes.find("note-1")), ["id", "title", "body", "tag", "createdAt", "updatedAt"])

    def test_a_note_that_was_given_out_does_not_change_with_the_next_update(self):
        notes = Notes(HISTORY[:1])
        before = notes.find("note-1")
        notes.append({"op": "update", "id": "note-1", "title": "b", "tag": None, "at": DAY_2})
        self.assertEqual((before["title"], before["tag"], before["updatedAt"]), ("a", "x", DAY_1))
        self.assertEqual(notes.find("note-1")["title"], "b")

    def test_the_same_records_make_the_same_notes(self):
        grown = Notes([])
        for record in HISTORY:
            grown.append(record)
        self.assertEqual(all_of(grown), all_of(Notes(HISTORY)))
        halfway = Notes(HISTORY[:3])
        for record in HISTORY[3:]:
            halfway.fold(record)
        self.assertEqual(all_of(halfway), all_of(Notes(HISTORY)))
        members = [[note.get("title"), note.get("body"), note.get("tag")] for note in grown.page(0, 9)[0]]
        self.assertEqual(members, [["a", "AA", "x"], ["bb", "B", "y"], ["c", "C", None]])

    def test_two_stores_share_nothing(self):
        one, other = Notes(SAMPLES), Notes(SAMPLES)
        one.append({"op": "update", "id": "note-1", "title": "changed", "at": DAY_2})
        one.append({"op": "create", "title": "more", "body": "", "at": DAY_2})
        self.assertEqual(all_of(other), all_of(Notes(SAMPLES)))

    def test_the_next_number_is_one_above_the_last_and_an_update_takes_none(self):
        notes = Notes([])
        self.assertEqual(notes.next_number(), 1)
        for record, expected in zip(HISTORY, [2, 3, 3, 4, 4, 4]):
            notes.append(record)
            self.assertEqual(notes.next_number(), expected)

    def test_a_note_is_found_by_exactly_its_id(self):
        notes = Notes(created(11))
        for note_id in ("note-1", "note-9", "note-10", "note-11"):
            self.assertEqual(notes.find(note_id)["id"], note_id)
        odd = ["", "note-01", "note-1 ", " note-1", "note-1\n", "note-1\r", "note-1\x00", "note-0", "note--1"]
        odd += ["note-+1", "NOTE-1", "Note-1", "note-", "note", "1", "note-1.0", "note-1e0", "note-0x1", "note-1_0"]
        odd += ["note-１", "note-12", "note-99999999999999999999", "xnote-1", "note-1x", "notes://note-1", "length"]
        for note_id in odd:
            self.assertIsNone(notes.find(note_id), note_id)

    def test_a_page_goes_on_after_a_number_and_says_where_the_next_one_does(self):
        notes = Notes(created(5))
        table = [
            (0, 2, ["note-1", "note-2"], 2),
            (2, 2, ["note-3", "note-4"], 4),
            (4, 2, ["note-5"], 0),
            (0, 5, ["note-1", "note-2", "note-3", "note-4", "note-5"], 0),
            (3, 2, ["note-4", "note-5"], 0),
            (5, 2, [], 0),
        ]
        for after, limit, ids, following in table:
            page, number = notes.page(after, limit)
            self.assertEqual((ids_of(page), number), (ids, following))

    def test_a_page_with_a_tag_holds_and_counts_only_notes_that_carry_it(self):
        tags = ["x", "y", "x", None, "x", "xx"]
        notes = Notes([{**HISTORY[1], **({"tag": tag} if tag else {})} for tag in tags])
        for after, limit, ids, following in [(0, 2, [1, 3], 3), (3, 2, [5], 0), (0, 3, [1, 3, 5], 0), (0, 1, [1], 1)]:
            page, number = notes.page(after, limit, "x")
            self.assertEqual((ids_of(page), number), (["note-" + str(each) for each in ids], following))
        self.assertEqual(notes.page(0, 9, "none"), ([], 0))

    def test_the_newest_come_in_ascending_order_and_older_ones_are_told_of(self):
        notes = Notes(created(12))
        table = [
            (2, lambda note: True, ["note-11", "note-12"], True),
            (12, lambda note: True, ids_of(notes.page(0, 12)[0]), False),
            (2, lambda note: note["id"] in ("note-3", "note-1"), ["note-1", "note-3"], False),
            (1, lambda note: note["id"] in ("note-3", "note-1"), ["note-3"], True),
            (5, lambda note: False, [], False),
        ]
        for limit, wanted, ids, more in table:
            found, left = notes.newest(limit, wanted)
            self.assertEqual((ids_of(found), left), (ids, more))

    def test_ids_are_found_by_their_beginning(self):
        notes = Notes(created(12))
        self.assertEqual(notes.ids("note-1"), ["note-1", "note-10", "note-11", "note-12"])
        self.assertEqual(notes.ids("note-12"), ["note-12"])
        self.assertEqual(len(notes.ids("")), 12)
        for prefix in ("note-13", "Note", "ote", "note-1 "):
            self.assertEqual(notes.ids(prefix), [])

    def test_every_view_is_in_the_order_of_numbers_whichever_note_came_first(self):
        expected = ["note-" + str(number) for number in range(1, 13)]
        for records in (created(12), created(12)[::-1]):
            notes = Notes(records)
            titles = [note["title"] for note in notes.page(0, 20)[0]]
            self.assertEqual(titles, [record["title"] for record in records])
            self.assertEqual(ids_of(notes.page(0, 20)[0]), expected)
            self.assertEqual(ids_of(notes.newest(20, lambda note: True)[0]), expected)
            self.assertEqual(notes.ids(""), expected)

    def test_a_changed_note_keeps_its_place(self):
        notes = Notes(created(3))
        notes.append({"op": "update", "id": "note-1", "title": "zzz", "at": DAY_2})
        self.assertEqual(ids_of(notes.page(0, 9)[0]), ["note-1", "note-2", "note-3"])
        self.assertEqual(ids_of(notes.newest(1, lambda note: True)[0]), ["note-3"])
