"""The mutants are sound, die where they should, and one that does no harm survives; each verdict is provoked by one."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import build
import durable
import known
import mutant_table
import mutants
import mutate
import passes
import properties
import transcript as transcripts
import verdict

#: One fault of each twin that is quickly told, and the same line changed without an effect.
PYTHON = ["messages.py", "method must be a string", "method has to be a string"]
TYPESCRIPT = ["messages.ts", "method must be a string", "method has to be a string"]
HARMLESS = ["messages.ts", "method must be a string\"", "method must be \" + \"a string\""]


def mutant(tried=("envelope-method-no-string",), **more):
    twins = [twin for twin in mutate.TWINS if twin in more]
    return mutants.Mutant({"name": "m", "rule": "r", "try": tried, **more}, "group", twins)


def trial(*names):
    build.build()
    return mutants.Trial([item for item in transcripts.load_all() if item.id in names], passes.implementations())


class MutantsTest(unittest.TestCase):
    def test_there_are_many_in_both_twins_and_each_fits_its_line(self):
        found = mutants.load_mutants()
        counts = {twin: sum(twin in each.twins for each in found) for twin in mutate.TWINS}
        self.assertTrue(all(count >= 40 for count in counts.values()), counts)
        self.assertEqual(list(mutant_table.fixture_faults(found, transcripts.load_all(), properties.PROPERTIES)), [])
        for each in found:
            for twin, edits in each.edits.items():
                for name, old, new in edits:
                    with self.subTest(each.name):
                        folder = mutate.ROOT / twin if name.startswith("main.") else mutate.ROOT / twin / "server"
                        self.assertEqual((folder / name).read_text(encoding="utf-8").count(old), 1)
                        self.assertTrue(old != new and "\n" not in old)

    def test_a_mutant_of_each_twin_is_killed_by_the_runner(self):
        these = trial("envelope-method-no-string", "discover-whole")
        for change, due in (({"python": PYTHON}, "python-differs"), ({"typescript": TYPESCRIPT}, "typescript-differs")):
            with self.subTest(due):
                row = these.kill(mutant(**change))
                self.assertEqual((row["verdict"], row["killed_by"], row["tried"]), (due, "envelope-method-no-string", 1))
                self.assertRegex(row["place"][0], r"/server/messages\.(py|ts):[0-9]+$")

    def test_what_was_named_may_miss_it_and_the_rest_is_tried(self):
        row = trial("envelope-method-no-string", "discover-whole").kill(mutant(["discover-whole"], python=PYTHON))
        self.assertEqual((row["killed_by"], row["tried"]), ("envelope-method-no-string", 2))

    def test_a_mutant_that_does_no_harm_survives(self):
        row = trial("envelope-method-no-string").kill(mutant(typescript=HARMLESS))
        self.assertEqual((row["verdict"], row["killed_by"]), ("survives", None))
        self.assertIn("1 survive", mutant_table.summary([row], {}, [], 0))

    def test_one_that_dies_otherwise_than_foreseen_counts_as_alive(self):
        row = trial("envelope-method-no-string").kill(mutant(python=PYTHON, verdict="crash"))
        self.assertEqual((row["verdict"], row["killed_by"]), ("survives", None))
        self.assertIn("foreseen was crash", row["words"])

    def test_a_transcript_that_fails_anyway_kills_nobody(self):
        these = trial("envelope-method-no-string")
        these.everything[0].steps[1].line = b"{}\n"
        self.assertIsNone(these.kill(mutant(python=PYTHON))["killed_by"])

    def test_an_edit_must_fit_one_place(self):
        cases = [["messages.py", "no such text", ""], ["messages.py", "return", "x"], ["nowhere.py", "a", "b"]]
        for edit in cases:
            with self.subTest(edit), tempfile.TemporaryDirectory() as folder:
                with self.assertRaisesRegex(transcripts.FixtureError, "exactly once"):
                    mutate.copy_of("python", folder, [edit])
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(transcripts.FixtureError, "does not compile"):
                mutate.copy_of("typescript", folder, [["messages.ts", 'JSONRPC_VERSION = "2.0";', "JSONRPC_VERSION = ;"]])

    def test_a_name_that_is_not_there_is_told(self):
        wrong = mutant_table.fixture_faults([mutant(["no-such"], python=PYTHON)] * 2, [], {})
        self.assertEqual(
            list(wrong),
            ["two mutants are called m-python", *["m-python: no transcript, no area and no property is called no-such"] * 2],
        )
        with contextlib.redirect_stderr(io.StringIO()) as err:
            self.assertEqual(mutants.main(["no mutant has these words"]), 2)
        self.assertIn("no mutant holds", err.getvalue())

    def test_every_verdict_is_foreseen_by_a_mutant_or_follows_from_its_twin(self):
        found = mutants.load_mutants()
        foreseen = {each.verdict or f"{each.twins[0]}-differs" for each in found}
        self.assertEqual(set(verdict.VERDICTS) - foreseen - {"pass", *known.VERDICTS}, set())

    def test_a_mutant_that_is_listed_as_known_provokes_the_verdicts_of_known_failures(self):
        (excused,) = [each for each in mutants.load_mutants() if each.name == mutants.EXCUSED]
        found = trial("envelope-method-no-string").known_verdicts(excused)
        self.assertEqual(list(found), list(known.VERDICTS))

    def test_the_table_names_mutant_place_verdict_and_killer(self):
        row = mutant_table.row(mutant(python=PYTHON), "python-differs", "some-transcript", 1, "")
        with tempfile.TemporaryDirectory() as folder:
            mutant_table.write([row], mutant_table.verdicts([row]), 1.0, {"python": ["p"]}, Path(folder))
            text = (Path(folder) / "mutants.md").read_text(encoding="utf-8")
            saved = mutant_table.result.load(Path(folder) / "mutants.json")
        self.assertRegex(text, r"\| `m-python` \| r \| `python/server/messages.py:\d+` \| python-differs \| `some-transcript` \|")
        self.assertIn("| python-differs | `m-python` |", text)
        self.assertEqual(saved["checks"][0]["words"], "killed by some-transcript: python-differs")
        self.assertTrue(mutant_table.result.is_green(saved))


class PropertiesTest(unittest.TestCase):
    def test_both_twins_have_every_property(self):
        build.build()
        for twin, argv in passes.implementations().items():
            for name, judge in properties.PROPERTIES.items():
                with self.subTest(twin=twin, name=name):
                    self.assertEqual(judge(twin, argv), "")

    def test_each_property_can_fail(self):
        edits = {
            "durable": ["files.py", "if self._fsync:", "if not self._fsync:"],
            "call-off": ["dispatch.py", "_cancelled_by(message) == self._request.id", "message == []"],
            "era": ["legacy.py", 'message["method"] == "initialize" or state.legacy_opened', "True"],
        }
        self.assertEqual(set(edits), set(properties.PROPERTIES))
        for name, edit in edits.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                argv = mutate.copy_of("python", folder, [edit])
                self.assertIn("due", properties.PROPERTIES[name]("python", argv))

    def test_the_hook_sees_the_calls_of_both(self):
        build.build()
        for twin, argv in passes.implementations().items():
            with self.subTest(twin):
                seen = durable.calls(twin, argv)
                self.assertEqual(seen[seen.index("append") :], ["append", "fsync", "answer"] * 2)
