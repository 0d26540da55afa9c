"""Lines of a journal: which of them are records, and which files can be journals at all."""

import json
import unittest

from server.messages import encode
from server.records import may_be_journal, read_record

AT = "2026-07-01T09:00:00.000Z"
NOTE = {"title": "t", "body": ""}

#: One sound record of each kind.
RECORDS = [
    {"op": "create", "title": "Käse", "body": "b", "tag": "x", "at": AT, "by": "w", "n": 1.0},
    {"op": "update", "id": "note-1", "title": "t", "body": "", "tag": None, "at": AT, "by": "w", "n": 2.0},
    {"op": "delete", "id": "note-1", "at": AT, "by": "w", "n": 3.0},
    {"op": "import", "notes": [NOTE, {**NOTE, "tag": "x"}], "at": AT, "by": "w", "n": 4.0},
]


def read(value):
    """Gives the record in a line that holds this value."""
    return read_record(encode(value).encode())


class RecordsTest(unittest.TestCase):
    def test_each_kind_of_record_is_read_as_it_was_written(self):
        for record in RECORDS:
            self.assertEqual(read(record), record)
        self.assertEqual(read_record(b" " + encode(RECORDS[0]).encode() + b"\r"), RECORDS[0])
        self.assertEqual(read_record(encode(RECORDS[0]).replace("ä", "\\u00e4").encode()), RECORDS[0])

    def test_members_that_are_not_known_do_no_harm(self):
        for record in RECORDS:
            self.assertEqual(read({**record, "by2": [1.0]}), {**record, "by2": [1.0]})
        later = {**RECORDS[3], "notes": [{**NOTE, "color": "red"}]}
        self.assertEqual(read(later), later)

    def test_who_wrote_a_record_and_which_it_was_need_not_be_there(self):
        for record in RECORDS:
            bare = {name: value for name, value in record.items() if name not in ("by", "n")}
            self.assertEqual(read(bare), bare)

    def test_a_record_that_lacks_what_it_needs_counts_for_nothing(self):
        needed = {"create": ["title", "body"], "update": ["id"], "delete": ["id"], "import": ["notes"]}
        for record in RECORDS:
            for missing in ["op", "at", *needed[record["op"]]]:
                rest = {name: value for name, value in record.items() if name != missing}
                self.assertIsNone(read(rest), (record["op"], missing))

    def test_the_limits_of_notes_hold_for_records(self):
        create, update, delete, whole = RECORDS
        bad = [{**create, "title": ""}, {**create, "title": "x" * 201}, {**create, "tag": "A"}]
        bad += [{**create, "tag": None}, {**create, "body": "x" * 100001}, {**create, "body": 1.0}]
        bad += [{**update, "id": 1.0}, {**update, "title": None}, {**delete, "id": None}]
        bad += [{**whole, "notes": []}, {**whole, "notes": [NOTE] * 10001}, {**whole, "notes": [{"title": "t"}]}]
        bad += [{**create, "by": 1.0}, {**create, "n": "1"}, {**create, "n": 1.5}]
        bad += [{**create, "at": at} for at in ("", "2026-07-01", AT + " ", AT + "\n", AT.lower(), 1.0)]
        for record in bad:
            self.assertIsNone(read(record), str(record)[:200])
        self.assertIsNotNone(read({**create, "title": "💡" * 200, "body": "💡" * 100000}))

    def test_other_operations_are_none(self):
        for op in ("", "Create", "restart", "constructor", "__proto__", "toString", None, 1.0, ["create"]):
            self.assertIsNone(read({**RECORDS[0], "op": op}), op)

    def test_what_is_no_object_in_utf_8_is_none(self):
        whole = encode(RECORDS[0]).encode()
        lines = [b"", b"x", b"[]", b"1", b"null", b'"op"', whole[:-1], whole + b"}", whole + b"," + whole]
        lines += [b"\xef\xbb\xbf" + whole, whole.replace(b"\xc3\xa4", b"\xe4"), b"\x00" + whole]
        lines += [whole.replace(b'"b"', b"NaN"), b"[" * 65 + b"]" * 65]
        for line in lines:
            self.assertIsNone(read_record(line), line)

    def test_half_of_a_surrogate_pair_makes_a_record_none(self):
        for change in ({"title": "\ud800"}, {"by": "\udc00"}, {"more": ["\ud800"]}, {"\udfff": 1.0}):
            self.assertIsNone(read_record(json.dumps({**RECORDS[0], **change}).encode()), change)

    def test_a_file_that_is_empty_or_begins_like_a_record_can_be_a_journal(self):
        heads = [b"", b"\n", b" \t\r\n\n", b'\n{"op":"create"', b'{"op":"', b'{"op":"x', b' \n {"op":"']
        for head in heads:
            self.assertTrue(may_be_journal(head), head)

    def test_a_first_record_that_was_cut_off_can_be_followed_by_others(self):
        start = b'{"op":"'
        for length in range(1, 8):
            for rest in (b"", b"\n", b'\n{"op":"create"}\n', b"\nanything"):
                self.assertTrue(may_be_journal(b"\n" + start[:length] + rest), (length, rest))

    def test_any_other_file_is_none(self):
        heads = [b"x", b"{}", b'{"op":1', b'{ "op":"', b'{"OP":"', b'{"oq', b"[", b"\xef\xbb\xbf{", b"\x00", b"SQLite"]
        for head in heads:
            self.assertFalse(may_be_journal(head), head)
            self.assertFalse(may_be_journal(b"\n\n " + head), head)
