"""The real program as a child process: its command line, its streams, and how it ends."""

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest

from server.clock import format_time
from server.demo import demo
from tests.child import DEADLINE, FOLDER, PROGRAM, environment, run, start
from tests.support import NOW_TEXT, ask, new_server, request_text

LISTING = request_text("x", "tools/list", {})
READING = request_text("x", "tools/call", {"name": "notes_read", "arguments": {"id": "note-2"}})
LISTEN = request_text("s", "subscriptions/listen", {"notifications": {}})
RESPONSE = '{"jsonrpc":"2.0","id":1,"result":{}}'


def answers_to(texts):
    """Gives what a server in this process answers to these lines, as one text."""
    server = new_server()
    return "".join(answer for text in texts for answer in ask(server, text))


def created_at(output):
    """Gives the time at which the note in an answer was made."""
    return json.loads(output)["result"]["structuredContent"]["createdAt"]


class MainTest(unittest.TestCase):
    def test_without_arguments_it_serves(self):
        self.assertEqual(run([], LISTING + "\n"), (0, answers_to([LISTING]), ""))

    def test_help_and_version_are_printed_and_nothing_is_served(self):
        code, output, errors = run(["--help"], LISTING + "\n")
        self.assertEqual((code, errors), (0, ""))
        self.assertTrue(output.startswith("usage: notes-server ") and output.endswith("\n"))
        self.assertNotIn("\r", output)
        for word in ("--demo", "--help", "--version", "--store", "NOTES_CLOCK"):
            self.assertIn(word, output)
        self.assertEqual(run(["--version"], LISTING + "\n"), (0, "notes-server 2.0.0\n", ""))

    def test_the_demo_is_printed_and_nothing_is_served(self):
        self.assertEqual(run(["--demo"], LISTING + "\n"), (0, demo(), ""))

    def test_an_unknown_option_is_told_on_stderr_and_exits_with_2(self):
        for arguments in (["--nothing"], ["--help", "--nothing"], ["serve"], ["--Help"], ["--help", "--help"]):
            code, output, errors = run(arguments, LISTING + "\n")
            self.assertEqual((code, output), (2, ""), arguments)
            self.assertRegex(errors, "^notes-server: [^\n]+\n$")
        self.assertIn("--nothing", run(["--nothing"], "")[2])

    def test_a_clock_that_is_no_real_time_exits_with_2(self):
        for text in ("", "yesterday", "2026-02-30T00:00:00.000Z", "2026-07-28T00:00:00Z", "2026-07-28T00:00:00.000Z "):
            code, output, errors = run([], LISTING + "\n", {"NOTES_CLOCK": text})
            self.assertEqual((code, output), (2, ""), text)
            self.assertRegex(errors, "^notes-server: NOTES_CLOCK [^\n]+\n$")

    def test_the_clock_is_the_one_that_is_given_or_else_the_real_one(self):
        text = request_text(1, "tools/call", {"name": "notes_create", "arguments": {"title": "t", "body": ""}})
        self.assertEqual(created_at(run([], text, {"NOTES_CLOCK": NOW_TEXT})[1]), NOW_TEXT)
        before = format_time(time.time_ns() // 1000000)
        at = created_at(run([], text)[1])
        after = format_time(time.time_ns() // 1000000)
        self.assertEqual(sorted([after, at, before]), [before, at, after])

    def test_the_end_of_input_right_after_the_start_is_an_end(self):
        self.assertEqual(run([], ""), (0, "", ""))

    def test_a_last_line_without_newline_is_answered(self):
        self.assertEqual(run([], READING + "\n" + LISTING), (0, answers_to([READING, LISTING]), ""))
        self.assertEqual(run([], LISTING), (0, answers_to([LISTING]), ""))

    def test_all_requests_of_a_file_are_answered_before_the_exit(self):
        texts = [READING, LISTING, request_text(3, "server/discover", {})]
        with tempfile.TemporaryFile() as file:
            file.write(("\n".join(texts) + "\n").encode("utf-8"))
            file.seek(0)
            child = subprocess.run(
                PROGRAM, stdin=file, capture_output=True, cwd=FOLDER, env=environment({}), timeout=DEADLINE
            )
        self.assertEqual((child.returncode, child.stderr), (0, b""))
        self.assertEqual(child.stdout.decode("utf-8"), answers_to(texts))

    def test_a_burst_that_no_pipe_holds_is_answered_whole_and_in_order(self):
        texts = [request_text(number, "tools/list", {}) for number in range(1000)]
        self.assertEqual(run([], "\n".join(texts)), (0, answers_to(texts), ""))

    def test_an_answer_comes_while_the_input_is_still_open(self):
        child = start(self, [])
        for text in (READING, LISTING, READING):
            child.stdin.write((text + "\n").encode("utf-8"))
            self.assertEqual(child.stdout.readline().decode("utf-8"), answers_to([text]))
        child.stdin.close()
        self.assertEqual((child.wait(DEADLINE), child.stdout.read(), child.stderr.read()), (0, b"", b""))

    def test_a_closed_stdout_ends_the_process_quietly(self):
        child = start(self, [])
        child.stdout.close()
        with self.assertRaises(BrokenPipeError):
            while True:
                child.stdin.write((LISTING + "\n").encode("utf-8"))
        self.assertEqual((child.wait(DEADLINE), child.stderr.read()), (0, b""))

    def test_a_closed_stdout_ends_what_only_prints_as_quietly(self):
        for option in ("--help", "--version", "--demo"):
            reading, writing = os.pipe()
            os.close(reading)
            child = subprocess.run(
                PROGRAM + [option],
                stdout=writing,
                stderr=subprocess.PIPE,
                cwd=FOLDER,
                env=environment({}),
                timeout=DEADLINE,
            )
            os.close(writing)
            self.assertEqual((child.returncode, child.stderr), (0, b""), option)

    def test_a_stderr_that_is_closed_or_never_read_stops_nothing(self):
        data = (RESPONSE + "\n") * 20000 + LISTING
        for is_closed in (True, False):
            reading, writing = os.pipe()
            if is_closed:
                os.close(reading)
            child = subprocess.run(
                PROGRAM,
                input=data.encode("utf-8"),
                stdout=subprocess.PIPE,
                stderr=writing,
                cwd=FOLDER,
                env=environment({}),
                timeout=DEADLINE,
            )
            os.close(writing)
            if not is_closed:
                os.close(reading)
            self.assertEqual((child.returncode, child.stdout.decode("utf-8")), (0, answers_to([LISTING])))

    def test_the_output_depends_neither_on_the_locale_nor_on_settings_for_encodings(self):
        settings = [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
        settings += [{"LC_ALL": "de_DE.ISO-8859-1", "PYTHONIOENCODING": "latin-1"}, {"PYTHONIOENCODING": "utf-16"}]
        settings += [{"LC_ALL": "C", "PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"}, {"LC_ALL": "tr_TR.UTF-8"}]
        expected = answers_to([READING])
        self.assertIn("Käse", expected)
        for changes in settings:
            self.assertEqual(run([], READING + "\n", changes), (0, expected, ""), changes)
            self.assertEqual(run(["--demo"], "", changes), (0, demo(), ""), changes)

    def test_lines_end_with_a_newline_and_no_carriage_return(self):
        text = request_text(1, "tools/call", {"name": "notes_create", "arguments": {"title": "t", "body": "a\r\nb"}})
        code, output, _ = run([], text + "\r\n" + LISTING + "\r\n{\r\n\r\n")
        self.assertEqual((code, output.count("\n"), output.count("\r")), (0, 3, 0))
        self.assertTrue(output.endswith("}\n"))

    def test_bytes_that_are_no_text_are_answered_and_not_fatal(self):
        child = start(self, [])
        listing = LISTING.encode("utf-8")
        output, errors = child.communicate(listing.replace(b'"x"', b'"\xff"') + b"\n" + listing, DEADLINE)
        first, second = output.decode("utf-8").splitlines(keepends=True)
        self.assertEqual(json.loads(first)["error"]["code"], -32700)
        self.assertEqual((second, errors, child.returncode), (answers_to([LISTING]), b"", 0))

    def test_an_open_listen_is_closed_at_the_end_of_input(self):
        code, output, errors = run([], LISTEN + "\n" + LISTING + "\n")
        server = new_server()
        answers = ask(server, LISTEN) + ask(server, LISTING)
        closing = [line.decode("utf-8") for line in server.end()]
        self.assertEqual(len(closing), 2)
        self.assertEqual((code, output, errors), (0, "".join(answers + closing), ""))

    def test_an_interrupt_ends_the_process_without_a_word(self):
        child = start(self, [])
        child.stdin.write((LISTING + "\n").encode("utf-8"))
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        self.assertEqual((child.wait(DEADLINE), child.stderr.read()), (-signal.SIGINT, b""))
