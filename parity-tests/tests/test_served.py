"""A server under test: nothing of it is hidden, and nothing of it is left."""

import sys
import time
import unittest
from pathlib import Path

import served
from harness.process import INHERITED, STDERR_TAIL


def started(code, seconds=20):
    return served.Served([sys.executable, "-S", "-c", code], {"X": "y"}, ".", seconds)


def is_running(number):
    # A zombie that its new parent has yet to reap does not run.
    try:
        return "\nState:\tZ" not in Path(f"/proc/{number}/status").read_text()
    except OSError:
        return False


class ServedTest(unittest.TestCase):
    def test_lines_come_raw(self):
        server = started(r"import os; os.write(1, b'a\r\nb\xe2\x80\xa8c\n\nend')")
        self.addCleanup(server.close)
        lines = [server.next_line() for _ in range(6)]
        self.assertEqual(lines, [b"a\r\n", b"b\xe2\x80\xa8c\n", b"\n", b"end", None, None])
        self.assertEqual(server.wait(), 0)

    def test_output_without_end_is_not_kept(self):
        for code in ("while True: print('x' * 100000)", "while True: print('x' * 100000, end='')"):
            server = started(code, seconds=60)
            with self.assertRaises(served.TooMuch):
                while server.next_line() is not None:
                    pass
            server.close()

    def test_a_deadline_covers_reading_and_waiting(self):
        server = started("import time; time.sleep(600)", seconds=0.5)
        self.addCleanup(server.close)
        with self.assertRaises(served.TimedOut):
            server.next_line()
        with self.assertRaises(served.TimedOut):
            server.wait()

    def test_writing_to_a_process_that_is_gone_is_no_error(self):
        server = started("")
        self.addCleanup(server.close)
        server.wait()
        self.assertFalse(server.write(b"x" * 1000000))

    def test_a_process_that_reads_nothing_cannot_hold_the_writer(self):
        server = started("import time; time.sleep(600)", seconds=0.5)
        self.addCleanup(server.close)
        self.assertFalse(server.write(b"x" * 10000000))

    def test_the_environment_is_ours_and_what_is_inherited_is_named(self):
        server = started("import os; print(sorted(os.environ))")
        self.addCleanup(server.close)
        names = set(eval(server.next_line()))
        self.assertIn("X", names)
        self.assertLessEqual(names, {"X", "LC_CTYPE", *INHERITED})

    def test_children_go_with_the_process(self):
        server = started(
            "import subprocess, sys\n"
            "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
            "print(child.pid, flush=True)\n"
            "input()\n"
        )
        child = int(server.next_line())
        server.close()
        deadline = time.monotonic() + 10
        while is_running(child) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse(is_running(child))

    def test_the_tail_of_stderr_is_kept(self):
        server = started("import sys; sys.stderr.write('x' * 100000 + 'last words')")
        self.addCleanup(server.close)
        server.wait()
        server.close()
        self.assertTrue(server.stderr_tail().endswith("last words"))
        self.assertEqual(len(server.stderr_tail()), STDERR_TAIL)
