"""Differential fuzzing: the twins agree; a twin with one changed line is found out, and the conversation made small."""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.workers import commands

import faults
import transcript as transcripts
from fuzz import driver, found
from fuzz.histogram import PAST
from fuzz.replayed import played
from fuzz.shrink import shrunk
from fuzz.strategies import REQUESTS

#: The small budget that every run of the tests has.
REQUESTS_IN_TESTS = 4000
SEED = 20260728


class FuzzTest(unittest.TestCase):
    def test_the_twins_agree_and_most_requests_get_past_the_metadata(self):
        histogram, findings = driver.run(commands(), REQUESTS_IN_TESTS, SEED, size=20)
        self.assertEqual([finding.fault.words for finding in findings], [])
        self.assertEqual(histogram.sent, REQUESTS_IN_TESTS)
        self.assertGreater(histogram.past(), REQUESTS_IN_TESTS // 2)
        answered = {label for (label, kind), number in histogram.counts.items() if kind in PAST}
        self.assertEqual(set(REQUESTS) - answered, set())


class BrokenTwinTest(unittest.TestCase):
    """One line of the Python server is changed in a copy, which plays against the server as it is."""

    def check(self, file, old, new, size, tries):
        """Gives the finding, made small, and the find that is kept of it."""
        with tempfile.TemporaryDirectory() as folder:
            whole = commands()["python"]
            shutil.copytree(transcripts.ROOT / "python" / "server", Path(folder) / "server")
            shutil.copy(transcripts.ROOT / "python" / "main.py", folder)
            faults.apply({"transcript": "fuzz", "file": file, "old": old, "new": new}, Path(folder) / "server")
            servers = {"whole": whole, "broken": [*whole[:-1], f"{folder}/main.py"]}
            _, findings = driver.run(servers, 20000, SEED, size=size, stop_after=1)
            self.assertGreaterEqual(len(findings), 1)
            small = shrunk(findings[0].conversation, servers, findings[0].fault.kind, tries)
            self.assertIsNone(played(small, {"whole": whole, "again": whole}).fault)
            path = found.save(small, servers, "a test", Path(folder) / "found")
            kept = json.loads(path.read_text(encoding="utf-8"))
            again = found.conversation_of(transcripts.Transcript(path, kept))
            self.assertEqual((again.writes, again.last), (small.writes, small.last))
            return small, kept

    def test_a_changed_sentence_leaves_one_short_request(self):
        small, kept = self.check("schema.py", '" must be at least "', '" must not be below "', 20, 60)
        self.assertEqual((small.setting.args, small.setting.env, small.setting.store, small.last), ([], {}, None, b""))
        self.assertEqual(len(small.writes), 1, small.writes)
        self.assertLess(len(small.writes[0]), 300)
        self.assertEqual([list(step) for step in kept["steps"]], [["send", "note"], ["eof"]])
        self.assertIn("must not be below 1", kept["steps"][0]["note"])

    def test_a_note_that_outlives_its_deletion_leaves_the_confirmation_and_a_look(self):
        small, kept = self.check("notes.py", "slots[number - 1] = None", "pass", 10, 40)
        self.assertEqual((small.setting.args, small.setting.store, small.last), ([], None, b""))
        self.assertIn("delete", small.setting.env["NOTES_SCOPES"])
        self.assertEqual(len(small.writes), 2, small.writes)
        self.assertIn(b"requestState", small.writes[0])
        asked, answered, looked, ended = kept["steps"]
        self.assertIs(answered["expect"]["result"]["structuredContent"]["deleted"], True)
        self.assertEqual(["note" in step for step in (asked, looked, ended)], [False, True, False])


if __name__ == "__main__":
    unittest.main()
