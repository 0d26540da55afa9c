"""The command line of the runner."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path

from tests.support import fake, golden

import run
from report import Report
from transcript import FixtureError


def called(*arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run.main(list(arguments))
    return code, out.getvalue(), err.getvalue()


class RunTest(unittest.TestCase):
    def test_an_unknown_command_is_a_mistake(self):
        code, _, err = called("dance")
        self.assertEqual(code, 2)
        self.assertIn("there are run, merge, report, ", err)

    def test_an_unknown_id_is_a_mistake_and_the_areas_are_named(self):
        code, _, err = called("run", "no-such-transcript")
        self.assertEqual(code, 2)
        self.assertIn("no-such-transcript; areas: ", err)

    def test_the_fixtures_are_sound(self):
        code, out, err = called("lint")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("transcripts are sound", out)

    def test_the_python_of_the_runner_runs_the_python_server(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "implementations.json"
            path.write_text(json.dumps({"python": ["{python}", "x.py"], "typescript": ["node"]}), encoding="utf-8")
            self.assertTrue(run.implementations(path)["python"][0].startswith("/"))
            self.assertEqual(run.implementations(path)["python"][1], "x.py")
            for wrong in ({}, {"python": ["a"]}, {"python": [], "typescript": ["node"]}):
                path.write_text(json.dumps(wrong), encoding="utf-8")
                with self.assertRaises(FixtureError):
                    run.implementations(path)

    def test_a_run_is_given_up_after_many_timeouts(self):
        stream = io.StringIO()
        items = [golden() for _ in range(40)]
        servers = {"python": fake("hang"), "typescript": fake("hang")}
        green = run.replay_all(items, lambda item: run.replay_one(item, servers, 1), Report(len(items), {}, stream, {}))
        self.assertFalse(green)
        self.assertIn("given up after 5 timeouts", stream.getvalue())
        self.assertRegex(stream.getvalue(), "not green: .* not-run")
