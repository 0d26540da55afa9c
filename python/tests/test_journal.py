"""The journal over a file that can be made to do what real ones seldom do."""

import json
import unittest

from server.errors import ToolFailure
from server.journal import PIECE, RESTART, Journal, Memory

AT = "2026-07-01T09:00:00.000Z"
NOT_WRITTEN = "The store could not be written; nothing was changed"
HALF_WRITTEN = "The store failed while it was written; the change may have been kept, so look first"
NOT_GIVEN_BACK = "The store did not give back what was written; the change may have been kept, so look first"


class FakeFile:
    """A file in memory, whose appends can be cut short, fail, or be followed by what others write."""

    def __init__(self, data=b""):
        """Starts with these bytes."""
        self.data = data
        self.reads = []  # positions
        self.appends = []
        self.room = None  # how many bytes the next append takes, or all
        self.before = b""  # what another process appends just before we do
        self.behind = b""  # and just after it
        self.syncs = True
        self.loses = False
        self.broken_from = None  # the position from which on nothing can be read, if there is one

    def size(self):
        return len(self.data)

    def read(self, position, count):
        self.reads.append(position)
        if self.broken_from is not None and position >= self.broken_from:
            raise OSError("unreadable")
        return self.data[position : position + count]

    def append(self, data):
        self.appends.append(data)
        taken = data if self.room is None else data[: self.room]
        self.data += self.before + (b"" if self.loses else taken) + self.behind
        self.behind = b""
        return len(taken)

    def sync(self):
        return self.syncs


def record(title):
    """Gives a record that makes a note."""
    return {"op": "create", "title": title, "body": "", "at": AT}


def line(title, by="other"):
    """Gives a record of another writer as it stands in the file."""
    return ("\n" + json.dumps({**record(title), "by": by, "n": 1}) + "\n").encode()


def titles(records):
    """Gives the titles of records."""
    return [each["title"] for each in records]


class JournalTest(unittest.TestCase):
    def begin(self, data=b""):
        """Gives a file with these bytes, a journal on it, and its log."""
        file, log = FakeFile(data), []
        return file, Journal(file, "me", log.append), log

    def check_fails(self, journal, sentence):
        """Checks that one more record fails with this sentence."""
        with self.assertRaises(ToolFailure) as caught:
            journal.append(record("mine"))
        self.assertEqual(caught.exception.sentence, sentence)

    def test_a_journal_in_memory_gives_back_what_it_is_given_and_nothing_else(self):
        journal = Memory()
        self.assertEqual((journal.look(), journal.append({"op": "x"}), journal.look()), ([], [{"op": "x"}], []))
        self.assertEqual((Memory.shared, Journal.shared), (False, True))

    def test_a_look_gives_each_record_once_and_reads_a_file_only_if_it_grew(self):
        file, journal, log = self.begin(line("a") + line("b"))
        self.assertEqual(titles(journal.look()), ["a", "b"])
        file.reads.clear()
        self.assertEqual((journal.look(), file.reads), ([], []))
        file.data += line("c")
        self.assertEqual((titles(journal.look()), file.reads[0]), (["c"], len(line("a") + line("b"))))
        self.assertEqual(log, [])

    def test_a_record_is_written_in_one_append_between_two_newlines(self):
        file, journal, _ = self.begin()
        journal.append({"op": "create", "title": "Käse\n", "body": "", "at": AT})
        text = '\n{"op":"create","title":"Käse\\n","body":"","at":"' + AT + '","by":"me","n":1}\n'
        self.assertEqual(file.appends, [text.encode()])
        journal.append(record("b"))
        self.assertTrue(file.appends[1].endswith(b'"by":"me","n":2}\n'))

    def test_an_append_gives_what_others_wrote_before_it_and_ends_with_its_own(self):
        file, journal, _ = self.begin(line("a"))
        file.before = line("b") + line("c")
        self.assertEqual(titles(journal.append(record("mine"))), ["a", "b", "c", "mine"])
        self.assertEqual(journal.look(), [])

    def test_what_others_wrote_behind_it_is_left_for_the_next_look(self):
        file, journal, _ = self.begin()
        file.behind = line("later")
        self.assertEqual(titles(journal.append(record("mine"))), ["mine"])
        self.assertEqual(titles(journal.look()), ["later"])

    def test_only_its_own_token_and_number_make_a_record_its_own(self):
        file, journal, _ = self.begin()
        file.before = line("theirs", "them") + line("odd", "me").replace(b'"n": 1', b'"n": 7')
        self.assertEqual(titles(journal.append(record("mine"))), ["theirs", "odd", "mine"])

    def test_an_unterminated_end_is_read_again_and_never_skipped(self):
        whole = line("a") + line("b")
        for cut in range(len(line("a")), len(whole)):
            file, journal, log = self.begin(whole[:cut])
            self.assertEqual(titles(journal.look()), ["a"])
            self.assertEqual(journal.look(), [])
            file.data = whole
            self.assertEqual((titles(journal.look()), log), (["b"], []), cut)

    def test_what_a_crash_left_is_ended_by_the_next_record_and_skipped(self):
        file, journal, log = self.begin(line("a") + line("torn")[:30])
        self.assertEqual(titles(journal.look()), ["a"])
        self.assertEqual(titles(journal.append(record("mine"))), ["mine"])
        position = len(line("a")) + 1
        self.assertEqual(log, ["skipped a line of the store that is no record, at byte " + str(position)])
        self.assertIn(line("torn")[:30] + b"\n{", file.data)

    def test_blank_lines_mean_nothing_and_others_are_skipped_with_a_word(self):
        bad = b'{"op":"create"}\n'
        _, journal, log = self.begin(b"\n \t\r\n" + bad + line("a") + b"no json\n\n")
        self.assertEqual(titles(journal.look()), ["a"])
        places = [5, 5 + len(bad + line("a"))]
        words = "skipped a line of the store that is no record, at byte "
        self.assertEqual(log, [words + str(place) for place in places])

    def test_a_write_that_took_nothing_changes_nothing(self):
        file, journal, _ = self.begin(line("a"))
        file.room = 0
        self.check_fails(journal, NOT_WRITTEN)
        self.assertEqual((file.data, len(file.appends)), (line("a"), 1))
        file.room = None
        self.assertEqual(titles(journal.append(record("again"))), ["a", "again"])

    def test_a_write_cut_short_is_told_and_not_repeated(self):
        for room in (1, 20):
            file, journal, _ = self.begin()
            file.room = room
            self.check_fails(journal, HALF_WRITTEN)
            self.assertEqual((len(file.data), len(file.appends)), (room, 1))
            file.room = None
            self.assertEqual(titles(journal.append(record("next"))), ["next"])

    def test_a_sync_that_failed_is_told_and_the_record_is_seen_by_the_next_look(self):
        file, journal, _ = self.begin()
        file.syncs = False
        self.check_fails(journal, HALF_WRITTEN)
        self.assertEqual(len(file.appends), 1)
        self.assertEqual(titles(journal.look()), ["mine"])

    def test_a_record_that_cannot_be_read_back_is_told(self):
        file, journal, _ = self.begin(line("a"))
        file.loses = True
        self.check_fails(journal, NOT_GIVEN_BACK)

    def test_what_others_wrote_before_a_record_that_cannot_be_read_back_is_seen_by_the_next_look(self):
        file, journal, _ = self.begin(line("a"))
        journal.look()
        file.loses, file.before = True, line("b")
        self.check_fails(journal, NOT_GIVEN_BACK)
        self.assertEqual(titles(journal.look()), ["b"])

    def test_a_read_that_fails_halfway_loses_nothing_of_what_came_before(self):
        many = line("x").replace(b'"body": ""', b'"body": "' + b"y" * 90000 + b'"') * 13
        for before, restarts in ((b"", []), (line("a") * 19999, [RESTART])):
            file, journal, _ = self.begin(before)
            journal.look()
            file.data, file.broken_from = many, PIECE
            with self.assertRaises(OSError):
                journal.look()
            file.broken_from = None
            records = journal.look()
            self.assertEqual((records[:-13], titles(records[-13:])), (restarts, ["x"] * 13))

    def test_a_file_that_became_shorter_is_read_again_from_its_beginning(self):
        file, journal, log = self.begin(line("a") + line("b"))
        journal.look()
        file.data = line("c")
        first, *rest = journal.look()
        self.assertEqual((first, titles(rest)), (RESTART, ["c"]))
        self.assertEqual(log, ["the store became shorter; it is read again from its beginning"])
        self.assertEqual(journal.look(), [])
        file.data = b""
        self.assertEqual(journal.look(), [RESTART])

    def test_a_file_that_is_read_again_is_read_beyond_our_own_records(self):
        file, journal, _ = self.begin(line("a") * 3)
        journal.append(record("mine"))
        file.data = file.appends[0] + line("c")
        first, *rest = journal.look()
        self.assertEqual((first, titles(rest)), (RESTART, ["mine", "c"]))

    def test_an_unterminated_end_that_is_taken_back_is_no_restart(self):
        file, journal, log = self.begin(line("a") + b'{"op')
        self.assertEqual(titles(journal.look()), ["a"])
        file.data = line("a")
        self.assertEqual((journal.look(), log), ([], []))

    def test_lines_may_be_divided_between_pieces_and_longer_than_one(self):
        long = line("x").replace(b'"body": ""', b'"body": "' + b"y" * 100000 + b'"')
        notes = b",".join([b'{"title":"t","body":"' + b"z" * 90000 + b'"}'] * 30)
        whole = b'{"op":"import","notes":[' + notes + b'],"at":"' + AT.encode() + b'"}\n'
        self.assertGreater(len(whole), 2 * PIECE)
        file, journal, log = self.begin(long * 11 + whole + long)
        self.assertEqual([each["op"] for each in journal.look()], ["create"] * 11 + ["import", "create"])
        self.assertEqual((file.reads[1], log), (PIECE, []))
        self.assertEqual(titles(journal.append(record("mine"))), ["mine"])
