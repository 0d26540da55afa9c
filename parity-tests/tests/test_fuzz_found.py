"""Finds: kept as transcripts, refused by lint, promoted once the twins agree; and what makes a line simpler."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

import transcript as transcripts
from fuzz import found, promote
from fuzz.replayed import Conversation, fault_of_answers, fault_of_ends
from fuzz.setting import Setting
from fuzz.shrink import shrunk
from fuzz.simpler import simpler

LINES = [b'{"jsonrpc":"2.0","id":1,"method":"one"}\n', b'{"jsonrpc":"2.0","id":2.00,"method":"two"}\n']

#: A server that echoes ids, and tells of itself in the answer to one method.
ECHO = """
import json, sys
for line in sys.stdin.buffer:
    try:
        message = json.loads(line)
        says = sys.argv[1] if message["method"] == "one" else "-"
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": {"says": says}}
    except ValueError:
        answer = {"jsonrpc": "2.0", "error": {"code": -32700}}
    sys.stdout.write(json.dumps(answer, separators=(",", ":")) + chr(10))
    sys.stdout.flush()
"""
EVEN = {name: [sys.executable, "-S", "-c", ECHO, "same"] for name in ("python", "typescript")}
UNEVEN = {name: [sys.executable, "-S", "-c", ECHO, name] for name in ("python", "typescript")}


def quietly(function, *arguments):
    """Gives what a function returns, and what it printed on stderr."""
    stream = io.StringIO()
    with contextlib.redirect_stderr(stream), contextlib.redirect_stdout(io.StringIO()):
        return function(*arguments), stream.getvalue()


class KindsTest(unittest.TestCase):
    def test_every_kind_of_fault_is_told(self):
        internal = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}\n'
        self.assertIsNone(fault_of_answers({"a": b"x\n", "b": b"x\n"}))
        self.assertEqual(fault_of_answers({"a": b"x\n", "b": b"y\n"}).kind, "differ")
        self.assertEqual(fault_of_answers({"a": b"x\n", "b": None}).kind, "silent")
        self.assertEqual(fault_of_answers({"a": internal, "b": internal}).kind, "internal")
        self.assertIsNone(fault_of_ends({"a": (b"", 0, b"s"), "b": (b"", 0, b"s")}))
        self.assertEqual(fault_of_ends({"a": (b"x", 0, None), "b": (b"", 0, None)}).kind, "differ")
        self.assertEqual(fault_of_ends({"a": (b"", 0, None), "b": (b"", 1, None)}).kind, "exit")
        self.assertEqual(fault_of_ends({"a": (b"", 1, None), "b": (b"", 1, None)}).kind, "exit")
        self.assertEqual(fault_of_ends({"a": (b"", 0, b"s"), "b": (b"", 0, b"t")}).kind, "store")


class KeptTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.fixtures = Path(folder.name)
        (self.fixtures / "transcripts").mkdir()
        (self.fixtures / "manifest.json").write_text('{"lines": ["z"]}')
        self.folder = self.fixtures / "found"

    def keep(self, commands):
        conversation = Conversation(Setting(["--live"], {"A": "b"}, "one\ntwo"), [*LINES, b"\xff\n"], b"{")
        return conversation, found.save(conversation, commands, "a test", self.folder)

    def test_a_find_holds_every_byte_and_what_both_said(self):
        conversation, path = self.keep(EVEN)
        kept = json.loads(path.read_text(encoding="utf-8"))
        again = found.conversation_of(transcripts.Transcript(path, kept))
        self.assertEqual((again.writes, again.last), (conversation.writes, conversation.last))
        self.assertEqual(vars(again.setting), vars(conversation.setting))
        self.assertEqual(list(kept["steps"][0]), ["send"])
        self.assertEqual(
            [list(step)[0] for step in kept["steps"] if "expect" not in step], ["send", "raw", "raw_hex", "raw", "eof"]
        )

    def test_a_find_that_stays_is_a_fault(self):
        self.assertEqual(list(found.faults(self.folder)), [])
        _, path = self.keep(EVEN)
        self.assertEqual(len(list(found.faults(self.folder))), 1)
        self.assertIn(f"promote {path.stem} ", next(found.faults(self.folder)))

    def test_a_find_is_promoted_only_once_the_twins_agree(self):
        path = found.save(Conversation(Setting(), LINES[:1]), UNEVEN, "a test", self.folder)
        arguments = (path.stem, "lines", "lines-x", "A title", ["base.response-id-echo"])
        self.assertEqual(quietly(promote.promoted, *arguments, UNEVEN, self.folder, self.fixtures)[0], 1)
        self.assertTrue(path.exists())
        self.assertIn("python said", json.loads(path.read_text(encoding="utf-8"))["steps"][0]["note"])
        self.assertEqual(quietly(promote.promoted, *arguments, EVEN, self.folder, self.fixtures)[0], 0)
        self.assertFalse(path.exists())
        golden = transcripts.load(self.fixtures / "transcripts" / "lines" / "lines-x.json")
        self.assertEqual(golden.title, "A title")
        self.assertEqual(json.loads((self.fixtures / "manifest.json").read_text()), {"lines": ["lines-x", "z"]})

    def test_a_find_without_a_requirement_or_of_no_name_is_not_promoted(self):
        path = found.save(Conversation(Setting(), LINES[:1]), EVEN, "a test", self.folder)
        (self.fixtures / "transcripts" / "lines").mkdir(parents=True, exist_ok=True)
        (self.fixtures / "transcripts" / "lines" / "taken.json").write_text("{}")
        for name, golden, part in (("nothing", "lines-x", "no find is"), (path.stem, "taken", "taken is taken")):
            arguments = (name, "lines", golden, "t", ["a.b"], EVEN, self.folder, self.fixtures)
            code, words = quietly(promote.promoted, *arguments)
            self.assertEqual(code, 2)
            self.assertIn(part, words)
        for name, requires in ((path.stem, []), ("nothing", ["a.b"])):
            code, words = quietly(
                promote.promoted, name, "lines", "lines-x", "t", requires, EVEN, self.folder, self.fixtures
            )
            self.assertEqual((code, bool(words)), (2, True))
        self.assertTrue(path.exists())
        self.assertEqual(quietly(promote.main, ["a"])[0], 2)


class SimplerTest(unittest.TestCase):
    def test_members_go_and_numbers_keep_their_spelling(self):
        versions = list(simpler(b'{"a":1.0,"b":[true,"xy"]}\n'))
        for due in (
            b"{}\n",
            b'{"b":[true,"xy"]}\n',
            b'{"a":1.0}\n',
            b'{"a":0,"b":[true,"xy"]}\n',
            b'{"a":1.0,"b":[]}\n',
            b'{"a":1.0,"b":[true,"x"]}\n',
        ):
            self.assertIn(due, versions)

    def test_equal_names_stay_two(self):
        self.assertIn(b'{"a":1,"a":0}\n', list(simpler(b'{"a":1,"a":2e1}\n')))

    def test_what_is_no_json_loses_bytes(self):
        self.assertEqual(list(simpler(b"\xff\xfe\n"))[:3], [b"\n", b"\xfe\n", b"\xff\n"])

    def test_a_conversation_is_made_as_small_as_it_gets(self):
        small = shrunk(Conversation(Setting(["--live"]), [LINES[1] + LINES[0], LINES[1]], b"{"), UNEVEN, "differ", 60)
        self.assertEqual((small.setting.args, small.last), ([], b""))
        self.assertEqual(small.writes, [b'{"id":0,"method":"one"}\n'])

    def test_a_fault_that_does_not_come_back_is_not_made_small(self):
        self.assertIsNone(shrunk(Conversation(Setting(), LINES), EVEN, "differ", 10))


if __name__ == "__main__":
    unittest.main()
