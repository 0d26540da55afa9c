"""Transcripts: what they become, and every fault that the check finds."""

import json
import tempfile
import unittest
from pathlib import Path

import transcript
from transcript import FixtureError

SOUND = {
    "format": 1,
    "id": "area-one",
    "title": "A request gets an answer",
    "requires": ["base.response-id-echo"],
    "let": {"$meta": {"k": 1}},
    "steps": [
        {"send": {"jsonrpc": "2.0", "id": 1, "method": "m", "params": {"_meta": "$meta", "text": "$other"}}},
        {"expect": {"jsonrpc": "2.0", "id": 1, "result": {"é": "$meta"}}},
        {"eof": {"exit": 0}},
    ],
}


def load(data, name="area-one.json", text=None):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(transcript.pretty(data) if text is None else text, encoding="utf-8")
        return transcript.load(path)


class TranscriptTest(unittest.TestCase):
    def refused(self, words, **changes):
        with self.assertRaises(FixtureError) as caught:
            load({**SOUND, **changes})
        self.assertIn(words, str(caught.exception))

    def test_variables_replace_whole_strings_of_a_send_and_nothing_else(self):
        item = load(SOUND)
        self.assertEqual(
            item.steps[0].bytes,
            b'{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"k":1},"text":"$other"}}\n',
        )
        self.assertEqual(item.expected(), ['{"jsonrpc":"2.0","id":1,"result":{"é":"$meta"}}\n'.encode()])

    def test_repeat_counts_from_one_as_a_number_and_in_digits(self):
        step = {"send": {"id": "$n", "title": "Note $n"}, "repeat": 2}
        item = load({**SOUND, "let": {}, "steps": [step, {"eof": {"exit": 0}}]})
        self.assertEqual(item.steps[0].bytes, b'{"id":1,"title":"Note 1"}\n{"id":2,"title":"Note 2"}\n')

    def test_raw_bytes_stay_as_they_are(self):
        steps = [
            {"raw": "$meta\r\n"},
            {"raw_hex": "efbbbf 0a"},
            {"raw_repeat": {"text": "[", "times": 3}},
            {"eof": {"exit": 0}},
        ]
        item = load({**SOUND, "let": {}, "steps": steps})
        self.assertEqual([step.bytes for step in item.steps[:3]], [b"$meta\r\n", b"\xef\xbb\xbf\n", b"[[["])

    def test_skipped_lines_have_no_golden(self):
        steps = [{"expect": {"a": 1}, "skip": 2}, {"eof": {"exit": 0}}]
        item = load({**SOUND, "let": {}, "steps": steps})
        self.assertEqual(item.expected(), [None, None, b'{"a":1}\n'])
        self.assertEqual([item.place(index) for index in range(4)], [1, 1, 1, 2])

    def test_faults_of_the_header(self):
        self.refused("format must be 1", format=2)
        self.refused("name of the file", id="area-two")
        self.refused("at least one requirement", requires=[])
        self.refused("twice", requires=["a.b", "a.b"])
        self.refused("unknown key comment", comment="x")
        self.refused("$unused is not used", let={**SOUND["let"], "$unused": 1})
        self.refused("no name for a variable", let={**SOUND["let"], "$n": 1})

    def test_faults_of_the_steps(self):
        end = {"eof": {"exit": 0}}
        self.refused("exactly one eof", let={}, steps=[{"raw": "\n"}])
        self.refused("exactly one eof", let={}, steps=[end, end])
        self.refused("only expect steps", let={}, steps=[end, {"raw": ""}, {"expect": {}}])
        self.refused("exactly one of", let={}, steps=[{"wait": 5}, end])
        self.refused("exactly one of", let={}, steps=[{"raw": "", "send": {"id": 1}}, end])
        self.refused("cannot stand beside", let={}, steps=[{"raw": "", "repeat": 2}, end])
        self.refused("use notify", let={}, steps=[{"send": {}}, end])
        self.refused("without an id", let={}, steps=[{"notify": {"id": 1}}, end])
        self.refused("nothing but exit", let={}, steps=[{"eof": {"code": 0}}])
        self.refused("more than 12 steps", let={}, steps=[{"raw": "\n"}] * 12 + [end])

    def test_faults_of_the_text(self):
        with self.assertRaisesRegex(FixtureError, "not formatted"):
            load(SOUND, text=json.dumps(SOUND))
        with self.assertRaisesRegex(FixtureError, "not a JSON text"):
            load(SOUND, text="{")

    def loaded(self, manifest, *places, extra=None):
        """Loads a folder that holds the sound transcript at each place, against a manifest; extra may spoil it."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "transcripts"
            for place in places:
                (folder / place).parent.mkdir(parents=True, exist_ok=True)
                (folder / place).write_text(transcript.pretty(SOUND), encoding="utf-8")
            if extra is not None:
                extra(folder)
            (Path(name) / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
            return transcript.load_all(folder, Path(name) / "manifest.json")

    def test_all_that_the_manifest_names_is_loaded(self):
        self.assertEqual([item.id for item in self.loaded({"area": ["area-one"]}, "area/area-one.json")], ["area-one"])

    def test_a_transcript_that_vanished_or_was_not_named_is_a_fault(self):
        with self.assertRaisesRegex(FixtureError, "area-two.json is missing"):
            self.loaded({"area": ["area-one", "area-two"]}, "area/area-one.json")
        with self.assertRaisesRegex(FixtureError, "not named in manifest.json"):
            self.loaded({}, "area/area-one.json")

    def test_an_id_stands_once(self):
        with self.assertRaisesRegex(FixtureError, "two transcripts have this id"):
            self.loaded({"a": ["area-one"], "b": ["area-one"]}, "a/area-one.json", "b/area-one.json")

    def test_a_transcript_is_a_file_in_an_area(self):
        for place in ("area-one.json", "area/deeper/area-one.json"):
            with self.assertRaisesRegex(FixtureError, "transcripts are files"):
                self.loaded({"area": ["area-one"]}, place)
        with self.assertRaisesRegex(FixtureError, "nothing is a link"):
            self.loaded({"a": ["area-one"]}, "a/area-one.json", extra=lambda folder: (folder / "b").symlink_to(folder / "a"))

    def test_a_file_that_is_no_transcript_is_a_fault(self):
        with self.assertRaises(FixtureError):
            self.loaded({}, extra=lambda folder: (folder / "area").mkdir(parents=True) or (folder / "area" / "x").touch())
