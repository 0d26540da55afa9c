"""Blessing touches what it is named, in the open, and never where nobody looks."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.support import fake, golden

import bless
import transcript as transcripts


def written(folder, steps=None, **changes):
    """Puts the golden of the fake server into a folder as a file, and gives it as a transcript."""
    data = {
        "format": 1,
        "id": "fake-two",
        "title": "Two requests get two answers",
        "requires": ["base.response-id-echo"],
        "steps": steps or json.loads(json.dumps(STEPS)),
        **changes,
    }
    path = Path(folder) / "fake-two.json"
    path.write_text(transcripts.pretty(data), encoding="utf-8")
    return transcripts.load(path)


STEPS = [
    {"send": {"jsonrpc": "2.0", "id": 1, "method": "one"}, "note": "kept"},
    {"expect": {"jsonrpc": "2.0", "id": 1, "result": {"a": 2, "c/d": [1]}}, "note": "kept too"},
    {"send": {"jsonrpc": "2.0", "id": 2, "method": "two"}},
    {"expect": {"jsonrpc": "2.0", "id": 2, "result": {"b": "é", "a": 1}}},
    {"eof": {}},
]


def blessed(item, python="fine", typescript="fine"):
    return list(bless.bless(item, bless.replays_of(item, {"python": fake(python), "typescript": fake(typescript)})))


class BlessTest(unittest.TestCase):
    def test_what_both_say_is_taken_and_every_difference_told(self):
        with tempfile.TemporaryDirectory() as folder:
            item = written(folder)
            told = blessed(item)
            after = json.loads(item.path.read_text(encoding="utf-8"))
            self.assertEqual(
                told,
                [
                    "fake-two: step 2: /result/a: 2 -> 1",
                    "fake-two: step 2: /result/c~1d: [1] -> (absent)",
                    'fake-two: step 2: /result/b: (absent) -> "é"',
                    "fake-two: step 4: the same value in other bytes, first at byte 35",
                ],
            )
            due = json.loads(json.dumps(STEPS))
            due[1]["expect"]["result"] = due[3]["expect"]["result"] = {"a": 1, "b": "é"}
            self.assertEqual(after["steps"], due)
            self.assertEqual({**after, "steps": 0}, {**json.loads(transcripts.pretty(vars_of(item))), "steps": 0})
            self.assertEqual(transcripts.load(item.path).expected()[1], b'{"jsonrpc":"2.0","id":2,"result":{"a":1,"b":"\xc3\xa9"}}\n')
            self.assertEqual(blessed(transcripts.load(item.path)), ["fake-two: nothing to bless, both servers say what it expects"])

    def test_a_golden_that_is_right_stays_as_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            item = written(folder, golden_steps())
            before = item.path.read_bytes()
            self.assertEqual(blessed(item), ["fake-two: nothing to bless, both servers say what it expects"])
            self.assertEqual(item.path.read_bytes(), before)

    def test_lines_that_are_skipped_stay_skipped(self):
        steps = [
            {"send": {"jsonrpc": "2.0", "id": "$n", "method": "x"}, "repeat": 3},
            {"expect": {"jsonrpc": "2.0", "id": 3, "result": {}}, "skip": 2},
            {"eof": {}},
        ]
        with tempfile.TemporaryDirectory() as folder:
            item = written(folder, steps)
            blessed(item)
            step = json.loads(item.path.read_text(encoding="utf-8"))["steps"][1]
            self.assertEqual((step["skip"], step["expect"]["result"]), (2, {"a": 1, "b": "é"}))

    def test_nothing_is_written_where_the_servers_say_no_one_thing(self):
        cases = [
            ("other-value", "fine", "do not agree"),
            ("crash", "crash", "crash"),
            ("extra", "extra", "write the steps by hand"),
            ("noise", "noise", "write the steps by hand"),
            ("crlf", "crlf", "an expect step cannot hold this line"),
            ("escaped", "escaped", "an expect step cannot hold this line"),
            ("exit-code", "exit-code", "not with exit code 0"),
        ]
        for python, typescript, words in cases:
            with self.subTest(python), tempfile.TemporaryDirectory() as folder:
                item = written(folder)
                before = item.path.read_bytes()
                with self.assertRaisesRegex(bless.Refused, words):
                    blessed(item, python, typescript)
                self.assertEqual(item.path.read_bytes(), before)

    def test_it_is_refused_in_ci_without_names_and_on_a_dirty_tree(self):
        cases = [
            (["fake-two"], {"CI": "true"}, [], "CI"),
            (["fake-two"], {"CI": "1"}, [], "CI"),
            ([], {}, [], "name the transcripts"),
            (["fake"], {}, [], "areas cannot be blessed"),
            (["no-such"], {}, [], "no transcript is called no-such"),
            (["fake-two"], {}, [" M x.json"], "not committed"),
        ]
        for names, environ, changed, words in cases:
            with self.subTest(words), self.assertRaisesRegex(bless.Refused, words):
                bless.choose(names, [golden()], environ, changed)
        self.assertEqual([item.id for item in bless.choose(["fake-two"] * 2, [golden()], {"CI": ""}, [])], ["fake-two"])

    def test_git_says_what_is_not_committed(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(bless.Refused, "git does not know"):
                bless.uncommitted(folder)
            git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", folder]
            subprocess.run([*git, "init", "-q"], check=True)
            self.assertEqual(bless.uncommitted(folder), [])
            Path(folder, "new.json").write_text("{}", encoding="utf-8")
            self.assertEqual(bless.uncommitted(folder), ["?? new.json"])
            subprocess.run([*git, "add", "."], check=True)
            subprocess.run([*git, "commit", "-q", "-m", "x"], check=True)
            self.assertEqual(bless.uncommitted(folder), [])
            Path(folder, "new.json").write_text("{ }", encoding="utf-8")
            self.assertEqual(bless.uncommitted(folder), [" M new.json"])

    def test_the_command_refuses_in_ci(self):
        runner = str(transcripts.ROOT / "parity-tests" / "run.py")
        command = [sys.executable, runner, "bless", "discover-whole"]
        found = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "CI": "true"}, check=False)
        self.assertEqual((found.returncode, found.stdout), (2, ""))
        self.assertIn("nothing is blessed in CI", found.stderr)


def vars_of(item):
    return {"format": 1, "id": item.id, "title": item.title, "requires": item.requires, "steps": []}


def golden_steps():
    return [
        {"send": {"jsonrpc": "2.0", "id": 1, "method": "one"}},
        {"expect": {"jsonrpc": "2.0", "id": 1, "result": {"a": 1, "b": "é"}}},
        {"eof": {}},
    ]
