"""A third implementation of the contract is held to the same goldens, right or wrong."""

import json
import shlex
import subprocess
import sys
import unittest

from tests.support import fake, golden

import passes
import transcript as transcripts

RUN = [sys.executable, str(transcripts.ROOT / "parity-tests" / "run.py"), "run", "discover-whole", "notes-create", "--json", "-"]
RIGHT = f"third={sys.executable} -S python/main.py"
#: Answers right, but says something first.
WRONG = f"wrong=sh -c 'echo Starting up; exec {sys.executable} -S python/main.py \"$@\"' sh"


def verdict_of(third, python="fine", typescript="fine"):
    servers = {"python": fake(python), "typescript": fake(typescript), "third": fake(third)}
    return passes.replay_one(golden(), servers, 20)


class ThirdTest(unittest.TestCase):
    def run_with(self, *servers):
        options = [part for each in servers for part in ("--server", each)]
        run = subprocess.run(
            [*RUN, *options], cwd=transcripts.ROOT, capture_output=True, text=True, timeout=120, check=False
        )
        checks = json.loads(run.stdout)["checks"]
        return run.returncode, {(each["id"], each["pass"]): each for each in checks}

    def test_one_that_is_right_passes_with_the_twins(self):
        code, checks = self.run_with(RIGHT)
        self.assertEqual(code, 0)
        self.assertEqual({each["verdict"] for each in checks.values()}, {"pass"})
        self.assertIn(("notes-create", "swap"), checks)

    def test_one_that_is_wrong_fails_alone(self):
        code, checks = self.run_with(RIGHT, WRONG)
        self.assertEqual(code, 1)
        found = checks["discover-whole", "parity"]
        self.assertEqual(found["verdict"], "noise")
        self.assertIn("wrong wrote a line that is not one JSON object: Starting up", found["words"])
        start, _, end = found["again"].partition(" --server ")
        self.assertEqual(start, "python3 parity-tests/run.py run")
        self.assertEqual(shlex.split(end), [RIGHT, "--server", WRONG, "discover-whole"])

    def test_the_table_of_the_twins_stays_and_the_third_is_told_apart(self):
        rows = [
            (("fine",), "pass"),
            (("other-value",), "third-differs"),
            (("fine", "other-value"), "python-differs"),
            (("fine", "fine", "other-value"), "typescript-differs"),
            (("other-value", "other-value"), "several-differ"),
            (("other-value", "other-value", "other-value"), "golden-differs"),
            (("other-value", "other-value", "another-value"), "all-differ"),
        ]
        for modes, due in rows:
            with self.subTest(due):
                self.assertEqual(verdict_of(*modes).verdict, due)

    def test_a_name_is_needed_and_is_not_taken_twice(self):
        for wrong in ("python main.py", "python=x", "third=", "a b=x", "third='x"):
            with self.subTest(wrong):
                run = subprocess.run([*RUN, "--server", wrong], capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual((run.returncode, run.stdout), (2, ""))
                self.assertIn("--server", run.stderr)
