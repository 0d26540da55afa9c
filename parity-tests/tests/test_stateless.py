"""Statelessness: a sample in every way on both servers, and servers that remember, which are found out."""

import random
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.support import golden
from tests.workers import commands

import faults
import sharing
import stateless
import transcript as transcripts

#: How many transcripts of the largest settings are played in every run of the tests.
SAMPLE = 16


def sharable(*areas):
    return [
        item for item in transcripts.load_all() if not stateless.left_out(item) and (not areas or item.area in areas)
    ]


class SampleTest(unittest.TestCase):
    def test_a_sample_is_answered_the_same_in_every_way(self):
        sample = random.Random(stateless.SEED).sample(
            sharable("confirm", "meta", "notes", "resources", "tools"), SAMPLE
        )
        counts, found = stateless.play(sample, commands(), stateless.SEED)
        self.assertEqual(found, [])
        self.assertEqual(counts, dict.fromkeys(["fresh", *stateless.WAYS], SAMPLE))


class BrokenTest(unittest.TestCase):
    """One line of the Python server is changed in a copy."""

    def check(self, fault, names):
        """Gives the ways in which the differences show."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(transcripts.ROOT / "python" / "server", Path(folder) / "server")
            shutil.copy(transcripts.ROOT / "python" / "main.py", folder)
            faults.apply({"transcript": "stateless", **fault}, Path(folder) / "server")
            whole = commands()["python"]
            items = [item for item in transcripts.load_all() if item.id in names]
            self.assertEqual(len(items), len(names))
            broken = [*whole[:-1], f"{folder}/main.py"]
            _, found = stateless.play(items, {"broken": broken, "whole": whole}, stateless.SEED)
            return {(way, name) for way, name, *_ in found}

    def test_a_server_that_remembers_capabilities_differs_where_it_is_shared(self):
        given = "meta[CAPABILITIES_KEY] if has(meta, CAPABILITIES_KEY) else {}"
        fault = {
            "file": "context.py",
            "old": "self.capabilities = " + given,
            "new": f'Request.seen = self.capabilities = {{**getattr(Request, "seen", {{}}), **({given})}}',
        }
        ways = self.check(fault, ["confirm-without-capability", "confirm-asks", "confirm-accepted"])
        self.assertIn("broken", {name for _, name in ways})
        self.assertNotIn("whole", {name for way, name in ways if way != stateless.IN_TURN})

    def test_a_server_that_remembers_a_version_differs_where_it_is_shared(self):
        seen = "vars(check_required)"
        fault = {
            "file": "meta.py",
            "old": "if not has(meta, VERSION_KEY) or not is_string(meta[VERSION_KEY]):",
            "new": f"if not has({seen}, VERSION_KEY) and {seen}.update(meta) is None and not has(meta, VERSION_KEY):",
        }
        ways = self.check(fault, ["meta-log-level-known", "meta-method-unknown", "meta-version-missing"])
        self.assertIn((stateless.WAYS[0], "broken"), ways)
        self.assertNotIn("whole", {name for way, name in ways if way != stateless.IN_TURN})


class LeftOutTest(unittest.TestCase):
    def test_what_belongs_to_one_process_is_left_out_with_a_reason(self):
        def reason(*steps, **changes):
            return stateless.left_out(golden(steps=[*steps, {"eof": {}}], **changes))

        request = {"jsonrpc": "2.0", "id": 1, "method": "x"}
        self.assertEqual(reason({"send": request}), "")
        self.assertEqual(reason({"raw": "x"}), "ends its last line with the end of input")
        self.assertEqual(reason({"send": request}, server={"store": [""]}), "has a store of its own")
        self.assertEqual(
            reason({"send": request}, server={"args": ["--legacy"]}), "opens the earlier era for its process"
        )
        self.assertEqual(reason({"send": {**request, "method": "subscriptions/listen"}}), "holds a listen open")
        self.assertEqual(reason({"notify": {"method": "notifications/cancelled"}}), "cancels what is under way")
        self.assertEqual(
            reason({"send": {**request, "params": {"name": "test_trigger_tool_change"}}}),
            "changes the lists of its process",
        )
        self.assertEqual(stateless.left_out(golden(steps=[{"eof": {"exit": 2}}])), "ends with another exit code")


class OtherClientTest(unittest.TestCase):
    def test_its_requests_and_their_answers_have_ids_of_its_own(self):
        line, answer = b'{"jsonrpc":"2.0","id":1,"method":"x"}\n', b'{"jsonrpc":"2.0","id":1,"result":{"id":1}}\n'
        other, due = sharing.prefixed(line, answer, 7)
        self.assertEqual(other, b'{"jsonrpc":"2.0","id":"other-7","method":"x"}\n')
        self.assertEqual(due, b'{"jsonrpc":"2.0","id":"other-7","result":{"id":1}}\n')

    def test_only_lines_that_are_the_same_but_for_the_id_are_taken(self):
        item = golden()
        echoed = [
            (line, b'{"jsonrpc":"2.0","id":%d,"result":{}}\n' % number)
            for number, line in enumerate(sharing.lines_of(item), 1)
        ]
        self.assertEqual(sharing.of_another_client([item], {item.id: echoed}), echoed)
        spaced = [(line.replace(b":", b": ", 1), answer) for line, answer in echoed]
        self.assertEqual(sharing.of_another_client([item], {item.id: spaced}), [])
        without_id = [(line, b'{"jsonrpc":"2.0","error":{}}\n') for line, _ in echoed]
        self.assertEqual(sharing.of_another_client([item], {item.id: without_id}), [])
        writing = [(b'{"x":"notes_create"}\n', b""), *echoed]
        self.assertEqual(sharing.of_another_client([item], {item.id: writing}), [])
