"""Recording changes no byte, and writes every byte down."""

import array
import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import time
import unittest

from tests.support import fake

import drafting
import record
import show
import transcript as transcripts
from fixtures import DRAFTS, drafts

RUN = [sys.executable, str(transcripts.ROOT / "parity-tests" / "run.py"), "record"]
ECHO = [sys.executable, "-c", "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"]


class RecordTest(unittest.TestCase):
    def setUp(self):
        self.name = f"recorded-by-a-test-{os.getpid()}"
        self.path = DRAFTS / f"{self.name}.json"
        self.addCleanup(self._remove)

    def _remove(self):
        self.path.unlink(missing_ok=True)
        if DRAFTS.is_dir() and not any(DRAFTS.iterdir()):
            DRAFTS.rmdir()

    def recorded(self, command, given, **more):
        run = subprocess.run([*RUN, self.name, "--", *command], input=given, capture_output=True, timeout=60, check=False, **more)
        return run, json.loads(self.path.read_text(encoding="utf-8"))

    def test_every_byte_goes_through_and_comes_back_from_the_draft(self):
        given = b'{"id":1,"a":1.0}\n{"method":"x"}\n{ "id":2}\r\nHello\n\xff\xfe\n[1]\n\n{"id":"\\u00e9"}\nlast'
        run, data = self.recorded(ECHO, given)
        self.assertEqual((run.returncode, run.stdout), (0, given))
        item = show.find(self.name)
        self.assertEqual(b"".join(step.bytes for step in item.steps if step.bytes is not None), given)
        answered = b"".join(answer(step) for step in data["steps"])
        self.assertEqual(answered, given)
        verbs = [next(iter(step)) for step in data["steps"]]
        self.assertEqual(verbs[:2], ["send", "notify"])
        self.assertIn("raw_hex", verbs)
        self.assertIn("noise_hex", verbs)
        self.assertEqual((data["requires"], data["title"]), ([], ""))

    def test_what_comes_in_pieces_is_kept_in_pieces(self):
        command = subprocess.Popen([*RUN, self.name, "--", *ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        command.stdin.write(b'{"id":1}\n')
        self.assertEqual(command.stdout.readline(), b'{"id":1}\n')
        command.stdin.write(b'{"id":2,')
        wait_until_taken(command.stdin)
        command.stdin.write(b'"a":1}\n')
        self.assertEqual(command.stdout.readline(), b'{"id":2,"a":1}\n')
        command.stdin.close()
        self.assertEqual(command.wait(60), 0)
        command.stdout.close()
        steps = json.loads(self.path.read_text(encoding="utf-8"))["steps"]
        writing = b"".join(transcripts.Step(step, {}).bytes or b"" for step in steps if "expect" not in step)
        self.assertEqual(writing, b'{"id":1}\n{"id":2,"a":1}\n')
        self.assertEqual(steps[:2], [{"send": {"id": 1}}, {"expect": {"id": 1}}])
        self.assertEqual(steps[-2:], [{"expect": {"id": 2, "a": 1}}, {"eof": {}}])

    def test_the_exit_code_is_that_of_the_server(self):
        run, data = self.recorded(fake("exit-code"), b'{"id":1}\n')
        self.assertEqual(run.returncode, 3)
        self.assertIn({"eof": {"exit": 3}}, data["steps"])

    def test_a_server_that_ends_first_is_told(self):
        run, data = self.recorded(fake("crash"), b"{}\n{}\n{}\n")
        self.assertEqual(run.returncode, 1)
        self.assertEqual([step["eof"] for step in data["steps"] if "eof" in step], [{"exit": 1}])

    def test_a_signal_reaches_the_server_and_the_draft_is_written(self):
        command = subprocess.Popen([*RUN, self.name, "--", *fake("fine")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        command.stdin.write(b"{}\n")
        command.stdout.readline()
        command.send_signal(signal.SIGTERM)
        self.assertEqual(command.wait(60), 128 + signal.SIGTERM)
        command.stdin.close()
        command.stdout.close()
        self.assertIn("the server ended first", self.path.read_text(encoding="utf-8"))

    def test_no_secret_of_the_environment_or_the_command_is_written_down(self):
        secret = "s3cret-of-a-test"
        self.recorded([*ECHO, "--token", secret], b"{}\n", env={**os.environ, "TOKEN": secret})
        self.assertNotIn(secret, self.path.read_text(encoding="utf-8"))

    def test_our_own_server_keeps_its_arguments(self):
        command = [sys.executable, "-S", "python/main.py", "--live"]
        self.assertEqual(record.draft("x", command, [], 0)["server"], {"args": ["--live"]})
        self.assertNotIn("server", record.draft("x", command[:3], [], 0))
        self.assertNotIn("server", record.draft("x", ["/bin/other", "--token", "x"], [], 0))

    def test_lint_refuses_a_draft(self):
        self.recorded(ECHO, b"{}\n")
        self.assertIn(f"drafts/{self.name}.json: a recording is no golden", "\n".join(drafts()))
        with self.assertRaisesRegex(transcripts.FixtureError, "requires must name at least one requirement"):
            transcripts.load(self.path)

    def test_mistakes_are_told_in_plain_words(self):
        cases = [
            (["x"], "usage"),
            ([self.name, "ls"], "usage"),
            ([self.name, "--"], "usage"),
            (["../x", "--", "ls"], "is no name for a transcript"),
            ([self.name, "--", "/no/such/server"], "/no/such/server cannot be started"),
        ]
        for arguments, words in cases:
            with self.subTest(words):
                run = subprocess.run([*RUN, *arguments], capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual((run.returncode, run.stdout), (2, ""))
                self.assertIn(words, run.stderr)

    def test_what_a_server_writes_counts_by_the_line_and_a_torn_end_is_kept(self):
        pieces = [(">", b'{"id":1}\n'), ("<", b'{"id":1'), ("<", b"}\nHe"), ("!", b""), ("<", b"llo")]
        steps = drafting.steps_of(pieces, 0)
        self.assertEqual(steps, [{"send": {"id": 1}}, {"expect": {"id": 1}}, {"eof": {}}, {"noise": "Hello"}])


def answer(step):
    if "expect" in step:
        return transcripts.compact(step["expect"]) + b"\n"
    return bytes.fromhex(step["noise_hex"]) if "noise_hex" in step else step.get("noise", "").encode("utf-8")


def wait_until_taken(pipe):
    """Waits until the reader of a pipe has taken all that was written."""
    count, deadline = array.array("i", [1]), time.monotonic() + 30
    while count[0] and time.monotonic() < deadline:
        fcntl.ioctl(pipe, termios.FIONREAD, count)
