"""notes_import: slices that tell how far they are, and one record at the end."""

import unittest

from server.importing import SLICE, Import
from server.tools import tools_call
from tests.support import META, NOW_TEXT, granted, new_request, new_state, read_back, texts_of

WITH_TOKEN = {"_meta": {**META, "progressToken": 7.0}}


def notes(count):
    """Gives the arguments that import a number of notes."""
    return [{"title": "t" + str(number), "body": ""} for number in range(1, count + 1)]


def begin(state, given, meta=WITH_TOKEN):
    """Begins an import and gives it with its request."""
    request = new_request({"name": "notes_import", "arguments": {"notes": given}, **meta})
    return tools_call(state, request), request


def progress(done, total):
    """Gives the line that tells how far an import is."""
    params = '{"progressToken":7,"progress":' + str(done) + ',"total":' + str(total) + "}"
    return '{"jsonrpc":"2.0","method":"notifications/progress","params":' + params + "}\n"


class ImportingTest(unittest.TestCase):
    def test_a_slice_has_500_notes_and_after_each_the_client_hears_how_far_it_is(self):
        self.assertEqual(SLICE, 500)
        for count, told in [(1, [1]), (499, [499]), (500, [500]), (501, [500, 501]), (1200, [500, 1000, 1200])]:
            work, request = begin(new_state(), notes(count))
            self.assertIsInstance(work, Import)
            for done in told:
                self.assertEqual(work.prepare(), done < count)
                self.assertEqual(texts_of(request.take_notices()), [progress(done, count)])

    def test_without_a_progress_token_nothing_is_told(self):
        work, request = begin(new_state(), notes(501), {})
        self.assertEqual([work.prepare(), work.prepare(), request.take_notices()], [True, False, []])

    def test_nothing_is_kept_before_the_end(self):
        state = new_state()
        work, _ = begin(state, notes(501))
        work.prepare()
        work.prepare()
        self.assertEqual((state.notes.next_number(), len(state.notes.changes.take_own())), (4, 0))

    def test_the_end_keeps_all_notes_as_one_change_at_one_time(self):
        state = new_state()
        given = [{"title": "a", "body": "A", "tag": "x"}, {"body": "B", "title": "b"}]
        work, _ = begin(state, given)
        work.prepare()
        members = [("count", 2), ("firstId", "note-4"), ("lastId", "note-5")]
        self.assertEqual(list(work.finish().items()), members)
        times = {"createdAt": NOW_TEXT, "updatedAt": NOW_TEXT}
        self.assertEqual(state.notes.find("note-4"), {"id": "note-4", "title": "a", "body": "A", "tag": "x", **times})
        self.assertEqual(list(state.notes.find("note-5")), ["id", "title", "body", "createdAt", "updatedAt"])
        [change] = state.notes.changes.take_own()
        self.assertEqual((change.flags, change.note_ids), (["resourcesListChanged"], ["note-4", "note-5"]))

    def test_the_record_of_an_import_holds_all_its_notes(self):
        state = new_state()
        records = []
        state.notes.append = lambda record: records.append(record) or ["note-4"]
        work, _ = begin(state, [{"body": "A", "tag": "x", "title": "a"}])
        work.prepare()
        work.finish()
        expected = {"op": "import", "notes": [{"title": "a", "body": "A", "tag": "x"}], "at": NOW_TEXT}
        self.assertEqual(records, [expected])
        self.assertEqual((list(records[0]), list(records[0]["notes"][0])), (list(expected), ["title", "body", "tag"]))

    def test_one_note_has_the_same_id_first_and_last(self):
        work, _ = begin(new_state([]), notes(1))
        work.prepare()
        self.assertEqual(work.finish(), {"count": 1, "firstId": "note-1", "lastId": "note-1"})

    def test_the_arguments_are_checked_as_a_whole_before_anything_begins(self):
        state = new_state()
        table = [
            ([*notes(3), {"title": 1.0, "body": ""}], "Argument notes[3].title must be a string"),
            ([*notes(600), {"title": "t"}], "Missing required argument notes[600].body"),
            ([{"title": "t", "body": "", "color": "red"}], "Unknown argument notes[0].color"),
            ([], "Argument notes must have at least 1 item"),
        ]
        for given, sentence in table:
            answer, request = begin(state, given)
            result = read_back(answer)
            self.assertEqual((result["isError"], result["content"][0]["text"]), (True, sentence))
            self.assertEqual(request.take_notices(), [])
        self.assertEqual(state.notes.next_number(), 4)

    def test_the_scope_is_needed_before_anything_begins(self):
        answer, _ = begin(granted(["read", "delete"]), notes(1))
        words = "This needs the scope write, which this server was not granted"
        self.assertEqual(read_back(answer)["content"][0]["text"], words)
