"""What each tool does with arguments that have passed their schema."""

import unittest

from server.errors import ToolFailure
from server.executors import create_note, list_notes, read_note, search_notes, update_note
from server.notes import SAMPLES, Notes
from tests.support import NOW_TEXT, created, ids_of, new_request, new_state

ASKING = new_request({})
SAMPLE_TIME = "2026-07-01T09:00:00.000Z"
UNKNOWN_CURSOR = "Argument cursor is none of this list; start again without one"
SUMMARY = ["id", "title", "createdAt", "updatedAt"]


def failure_of(execute, state, arguments):
    """Gives the sentence that an executor fails with, or an empty string if it does not fail."""
    try:
        execute(state, ASKING, arguments)
    except ToolFailure as failure:
        return failure.sentence
    return ""


def tagged(tags):
    """Gives records for notes with these tags, null for none."""
    records = created(len(tags))
    return [{**record, **({"tag": tag} if tag else {})} for record, tag in zip(records, tags)]


class ExecutorsTest(unittest.TestCase):
    def test_a_new_note_gets_the_next_id_and_the_time_of_the_clock(self):
        state = new_state()
        expected = {"id": "note-4", "title": "t", "body": "", "createdAt": NOW_TEXT, "updatedAt": NOW_TEXT}
        self.assertEqual(create_note(state, ASKING, {"title": "t", "body": ""}), expected)
        tagged_note = create_note(state, ASKING, {"title": "t", "body": "", "tag": "x"})
        self.assertEqual(tagged_note, {**expected, "id": "note-5", "tag": "x"})
        self.assertEqual(ids_of(state.notes.page(0, 9)[0]), ["note-1", "note-2", "note-3", "note-4", "note-5"])

    def test_equal_arguments_make_two_notes(self):
        state = new_state([])
        ids = [create_note(state, ASKING, {"title": "t", "body": "b"})["id"] for _ in range(2)]
        self.assertEqual(ids, ["note-1", "note-2"])

    def test_a_list_gives_summaries_in_the_order_of_creation(self):
        page = list_notes(new_state(), ASKING, {})
        self.assertEqual(list(page), ["notes"])
        self.assertEqual(ids_of(page["notes"]), ["note-1", "note-2", "note-3"])
        self.assertEqual(list(page["notes"][0]), ["id", "title", "tag", "createdAt", "updatedAt"])
        self.assertEqual(list(page["notes"][2]), SUMMARY)
        self.assertEqual(list_notes(new_state([]), ASKING, {}), {"notes": []})

    def test_cursors_lead_through_the_whole_list_once(self):
        for limit, sizes in [(None, [50, 50, 20]), (100.0, [100, 20]), (60.0, [60, 60]), (1.0, [1] * 120)]:
            state = new_state(created(120))
            seen, pages, arguments = [], [], {} if limit is None else {"limit": limit}
            page = list_notes(state, ASKING, arguments)
            while "nextCursor" in page:
                pages.append(page)
                page = list_notes(state, ASKING, {**arguments, "cursor": page["nextCursor"]})
            pages.append(page)
            for each in pages:
                seen.extend(ids_of(each["notes"]))
            self.assertEqual([len(each["notes"]) for each in pages], sizes)
            self.assertEqual(seen, ["note-" + str(number) for number in range(1, 121)])

    def test_a_note_made_between_two_pages_is_seen_at_the_end(self):
        state = new_state(created(3))
        cursor = list_notes(state, ASKING, {"limit": 2.0})["nextCursor"]
        create_note(state, ASKING, {"title": "t", "body": ""})
        self.assertEqual(ids_of(list_notes(state, ASKING, {"cursor": cursor})["notes"]), ["note-3", "note-4"])

    def test_a_list_with_a_tag_pages_through_the_notes_that_carry_it(self):
        state = new_state(tagged(["x", "y", "x", None, "x"]))
        first = list_notes(state, ASKING, {"tag": "x", "limit": 2.0})
        self.assertEqual(ids_of(first["notes"]), ["note-1", "note-3"])
        second = list_notes(state, ASKING, {"tag": "x", "limit": 2.0, "cursor": first["nextCursor"]})
        self.assertEqual((list(second), ids_of(second["notes"])), (["notes"], ["note-5"]))
        self.assertEqual(list_notes(state, ASKING, {"tag": "none"}), {"notes": []})

    def test_a_cursor_of_another_list_is_refused(self):
        state = new_state(tagged(["x", "x", "y", "y"]))
        all_of_them = list_notes(state, ASKING, {"limit": 1.0})["nextCursor"]
        with_x = list_notes(state, ASKING, {"tag": "x", "limit": 1.0})["nextCursor"]
        with_y = list_notes(state, ASKING, {"tag": "y", "limit": 1.0})["nextCursor"]
        # unpadded base64url of notes_list:1, notes_list/x:1 and notes_list/y:3
        expected = ["bm90ZXNfbGlzdDox", "bm90ZXNfbGlzdC94OjE", "bm90ZXNfbGlzdC95OjM"]
        self.assertEqual([all_of_them, with_x, with_y], expected)
        for tag, cursor in [("x", with_y), ("y", with_x), ("x", all_of_them)]:
            self.assertEqual(failure_of(list_notes, state, {"tag": tag, "cursor": cursor}), UNKNOWN_CURSOR)
        self.assertEqual(failure_of(list_notes, state, {"cursor": with_x}), UNKNOWN_CURSOR)
        # resources/list:1, notes_list:5 (not given yet), notes_list:0, and a padded notes_list:2
        others = ["cmVzb3VyY2VzL2xpc3Q6MQ", "bm90ZXNfbGlzdDo1", "bm90ZXNfbGlzdDow", "bm90ZXNfbGlzdDoy=", "", "x", "\n"]
        for cursor in others:
            self.assertEqual(failure_of(list_notes, state, {"cursor": cursor}), UNKNOWN_CURSOR, cursor)
        self.assertEqual(failure_of(list_notes, state, {"cursor": "bm90ZXNfbGlzdDoy"}), "")

    def test_a_note_is_read_whole(self):
        state = new_state()
        self.assertEqual(read_note(state, ASKING, {"id": "note-2"}), Notes(SAMPLES).find("note-2"))

    def test_an_id_that_no_note_has_is_told_with_a_way_out(self):
        for execute in (read_note, update_note):
            for note_id in ("note-4", "note-01", "NOTE-1", "", "note-1\n"):
                expected = "Note not found: " + note_id + "; notes_list shows the ids there are"
                self.assertEqual(failure_of(execute, new_state(), {"id": note_id}), expected)
            long = "Note not found: " + "😀" * 200 + "; notes_list shows the ids there are"
            self.assertEqual(failure_of(execute, new_state(), {"id": "😀" * 201}), long)

    def test_a_search_looks_into_titles_and_bodies_without_regard_to_case(self):
        table = [
            ("welcome", ["note-1"]),
            ("KÄSE", ["note-2"]),
            ("💡", ["note-3"]),
            ("NOTES", ["note-1", "note-3"]),
            ("\n- bread\n", ["note-2"]),
            (".*", []),
            ("guide", []),
        ]
        for query, ids in table:
            found = search_notes(new_state(), ASKING, {"query": query})
            self.assertEqual((ids_of(found["notes"]), found["hasMore"]), (ids, False), query)

    def test_a_search_gives_summaries(self):
        found = search_notes(new_state(), ASKING, {"query": "ideas"})
        self.assertEqual(list(found), ["notes", "hasMore"])
        self.assertEqual([list(note) for note in found["notes"]], [SUMMARY])

    def test_the_newest_matches_come_in_ascending_order_and_older_ones_are_told_of(self):
        state = new_state(created(60))
        for arguments, first, more in [({}, 41, True), ({"limit": 1.0}, 60, True), ({"limit": 50.0}, 11, True)]:
            found = search_notes(state, ASKING, {"query": "body", **arguments})
            self.assertEqual(ids_of(found["notes"]), ["note-" + str(number) for number in range(first, 61)])
            self.assertIs(found["hasMore"], more)
        all_of_them = search_notes(new_state(created(20)), ASKING, {"query": "body"})
        self.assertEqual((len(all_of_them["notes"]), all_of_them["hasMore"]), (20, False))

    def test_an_update_changes_what_is_named_and_the_time(self):
        old = Notes(SAMPLES).find("note-1")
        untagged = {name: value for name, value in old.items() if name != "tag"}
        table = [
            ({"title": "new"}, {**old, "title": "new"}),
            ({"body": ""}, {**old, "body": ""}),
            ({"tag": "new"}, {**old, "tag": "new"}),
            ({"tag": None}, untagged),
            ({"title": old["title"], "body": "new"}, {**old, "body": "new"}),
            ({"title": "x", "body": "y", "tag": None}, {**untagged, "title": "x", "body": "y"}),
        ]
        for arguments, expected in table:
            state = new_state()
            note = update_note(state, ASKING, {"id": "note-1", **arguments})
            self.assertEqual(note, {**expected, "createdAt": SAMPLE_TIME, "updatedAt": NOW_TEXT})
            self.assertEqual(read_note(state, ASKING, {"id": "note-1"}), note)

    def test_an_update_that_changes_nothing_writes_nothing(self):
        old = Notes(SAMPLES).find("note-1")
        same = [{}, {"title": old["title"]}, {"title": old["title"], "body": old["body"], "tag": "guide"}]
        for arguments in same:
            state = new_state()
            self.assertEqual(update_note(state, ASKING, {"id": "note-1", **arguments}), old)
            self.assertEqual(read_note(state, ASKING, {"id": "note-1"}), old)
        untagged = Notes(SAMPLES).find("note-3")
        self.assertEqual(update_note(new_state(), ASKING, {"id": "note-3", "tag": None}), untagged)

    def test_an_update_of_a_note_that_another_process_deleted_meanwhile_finds_no_note(self):
        state = new_state()
        append = state.notes.append

        def late(record):
            state.notes.fold({"op": "delete", "id": "note-1", "at": NOW_TEXT})
            return append(record)

        state.notes.append = late
        expected = "Note not found: note-1; notes_list shows the ids there are"
        self.assertEqual(failure_of(update_note, state, {"id": "note-1", "title": "new"}), expected)

    def test_a_failure_changes_nothing(self):
        state = new_state()
        failure_of(update_note, state, {"id": "note-4", "title": "new"})
        failure_of(list_notes, state, {"cursor": "x"})
        self.assertEqual(state.notes.page(0, 9), Notes(SAMPLES).page(0, 9))
