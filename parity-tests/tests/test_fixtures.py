"""Fixtures that nothing uses, that are not in their one form, or are left over, are errors."""

import tempfile
import unittest
from pathlib import Path

import fixtures
import passes
import transcript as transcripts


class FixturesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in ("parity-tests/faults", "python/tests", "typescript", "shared-fixtures/peers", "shared-fixtures/canonical"):
            (self.root / name).mkdir(parents=True)

    def put(self, name, text="{}\n"):
        (self.root / name).write_text(text, encoding="utf-8")

    def test_the_project_itself_has_none(self):
        found = [each for each in fixtures.faults(transcripts.load_all(), passes.written()) if not each.startswith("drafts/")]
        self.assertEqual(found, [])

    def test_a_file_that_no_program_names_is_unused(self):
        for name in ("samples.journal", "canonical/numbers.json", "peers/mute.json", "peers/loud.json", "README.md"):
            self.put("shared-fixtures/" + name)
        self.put("python/tests/test_x.py", 'Scripted("mute")\n"numbers.json"\n# loud.json is not how a peer is named\n')
        self.put("typescript/notes.md", '"loud"')
        found = [each.split(":")[0] for each in fixtures.unused(self.root)]
        self.assertEqual(found, ["shared-fixtures/peers/loud.json", "shared-fixtures/samples.journal"])

    def test_json_has_one_form(self):
        self.put("shared-fixtures/good.json", '{\n  "a": "é"\n}\n')
        for name, text in (("spaces", '{ "a": 1}\n'), ("end", "{}"), ("ascii", '"\\u00e9"\n'), ("broken", "{")):
            self.put(f"shared-fixtures/{name}.json", text)
        self.put("shared-fixtures/peers/free.json", '{"a": 1}')
        found = [each.split(":")[0] for each in fixtures.unformatted(self.root)]
        self.assertEqual(found, [f"shared-fixtures/{name}.json" for name in ("ascii", "broken", "end", "spaces")])

    def test_a_draft_may_not_stay(self):
        self.put("shared-fixtures/canonical/x.json")
        found = list(fixtures.drafts(self.root / "shared-fixtures" / "canonical"))
        self.assertEqual([each.split(";")[0] for each in found], ["drafts/x.json: a recording is no golden"])
        self.assertEqual(list(fixtures.drafts(self.root / "none")), [])

    def test_a_fault_needs_its_transcript(self):
        self.put("parity-tests/faults/lines.json", '[{"transcript": "gone"}]')
        found = list(fixtures.idle_faults([], self.root / "parity-tests" / "faults"))
        self.assertEqual(found, ["faults/lines.json: there is no transcript gone in this area"])
