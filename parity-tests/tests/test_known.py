"""Known failures: xfail where they fail just so, stale everywhere else, and a list that is itself checked."""

import datetime
import json
import tempfile
import unittest
from pathlib import Path

from tests.support import fake, golden, replayed

import known
import passes

ENTRY = {"transcript": "fake-two", "implementation": "python", "reason": "being mended", "since": "2026-07-28"}
NAMES = ("python", "typescript")
TODAY = datetime.date(2026, 8, 1)


def verdict_with(entries, python, typescript):
    servers = {"python": fake(python), "typescript": fake(typescript)}
    found = passes.replay_one(golden(), servers, 20, entries)
    return found.verdict, found.known


class KnownTest(unittest.TestCase):
    def test_the_list_is_empty(self):
        self.assertEqual(known.load(), [])

    def test_what_fails_just_so_is_xfail(self):
        self.assertEqual(verdict_with([ENTRY], "other-value", "fine")[0], "xfail")
        self.assertEqual(verdict_with([{**ENTRY, "step": 4}], "other-value", "fine")[0], "xfail")
        self.assertEqual(verdict_with([ENTRY], "crash", "fine")[0], "xfail")

    def test_what_passes_is_stale(self):
        found, words = verdict_with([ENTRY], "fine", "fine")
        self.assertEqual(found, "stale-xfail")
        self.assertIn("python passes, but is known to fail since 2026-07-28", words)

    def test_another_step_is_stale(self):
        found, words = verdict_with([{**ENTRY, "step": 2}], "other-value", "fine")
        self.assertEqual(found, "stale-xfail")
        self.assertIn("known to fail at step 2, and fails at step 4", words)

    def test_another_implementation_is_stale(self):
        for python, typescript in (("fine", "other-value"), ("other-value", "other-value")):
            with self.subTest(typescript):
                found, words = verdict_with([ENTRY], python, typescript)
                self.assertEqual(found, "stale-xfail")
                self.assertIn("typescript fails at step 4, which is not known", words)

    def test_both_may_be_known(self):
        entries = [ENTRY, {**ENTRY, "implementation": "typescript"}]
        self.assertEqual(verdict_with(entries, "other-value", "other-value")[0], "xfail")

    def test_the_entry_of_another_transcript_excuses_nothing(self):
        self.assertEqual(verdict_with([{**ENTRY, "transcript": "x"}], "other-value", "fine")[0], "python-differs")

    def test_places_name_the_first_step_that_differs(self):
        pairs = [("python", replayed("fine")), ("typescript", replayed("extra"))]
        self.assertEqual(known.places(golden(), pairs), {"typescript": 5})

    def test_a_line_that_the_golden_skips_is_no_place(self):
        item = golden(
            steps=[
                {"send": {"jsonrpc": "2.0", "id": "$n", "method": "one"}, "repeat": 2},
                {"send": {"jsonrpc": "2.0", "id": 3, "method": "one"}},
                {"expect": {"jsonrpc": "2.0", "id": 3, "result": {"a": 1, "b": "é"}}, "skip": 2},
                {"eof": {}},
            ]
        )
        self.assertEqual(known.places(item, [("python", replayed("other-value", item=item))]), {})

    def test_the_list_itself_is_checked(self):
        wrong = [
            ({"reason": ""}, "needs a reason"),
            ({"reason": "   "}, "needs a reason"),
            ({"since": "yesterday"}, "must be a date"),
            ({"since": "2026-08-02"}, "not in the future"),
            ({"since": "20260728"}, "must be a date"),
            ({"since": None}, "must be a date"),
            ({"transcript": "no-such"}, "there is no transcript no-such"),
            ({"implementation": "ruby"}, "there is no implementation ruby"),
            ({"step": 6}, "has no step 6"),
            ({"step": 0}, "has no step 0"),
            ({"until": "2027"}, "needs implementation, reason, since, transcript"),
        ]
        for change, words in wrong:
            with self.subTest(words):
                found = list(known.faults([{**ENTRY, **change}], [golden()], NAMES, TODAY))
                self.assertEqual(len(found), 1, found)
                self.assertIn(words, found[0])
        self.assertEqual(list(known.faults([ENTRY, {**ENTRY, "implementation": "typescript"}], [golden()], NAMES, TODAY)), [])
        self.assertIn("listed twice", "".join(known.faults([ENTRY, ENTRY], [golden()], NAMES, TODAY)))

    def test_it_is_read_from_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "known.json"
            path.write_text(json.dumps([ENTRY]), encoding="utf-8")
            self.assertEqual(known.load(path), [ENTRY])
