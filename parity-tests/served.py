"""A server under test: the process layer of the harness, with one deadline over everything.

Lines come raw: a CR at the end, a blank line and a last line without newline stay visible.
"""

import os
import queue
import signal
import time

import ports  # noqa: F401  (makes the harness importable)
from harness.process import Process, child_env

#: How long the process may take for each step of its end, in seconds; what matters was judged before.
GRACE = 0.5

#: How much a server may write in one replay, in bytes; the longest golden has a few megabytes.
MAX_OUTPUT = 64 * 1024 * 1024

_END = object()


class TimedOut(Exception):
    """Says that the deadline passed before the server did what it was waited for."""


class TooMuch(Exception):
    """Says that the server wrote more than anyone will read."""


class Served:
    """A running server. One deadline covers everything; it counts from the start, or from when begin was called."""

    def __init__(self, argv, env, cwd, seconds):
        """Starts argv in the folder cwd with env on top of the inherited variables; raises OSError if that fails."""
        self.seconds = seconds
        self._deadline = time.monotonic() + seconds
        self._lines = queue.SimpleQueue()
        self._size = 0
        self._process = Process(argv, child_env(env), cwd, self._take, self._end, max_line=MAX_OUTPUT)

    def begin(self):
        """Lets the deadline count from now: the server was started early and waited for its turn."""
        self._deadline = time.monotonic() + self.seconds

    def write(self, data):
        """Writes all bytes; gives whether the process took them before the deadline."""
        return self._process.write(data, self._deadline) == len(data)

    def end_input(self):
        """Closes stdin."""
        self._process.end_input(self._left())

    def next_line(self):
        """Gives the next raw line with its newline, or None at the end of stdout; raises TimedOut or TooMuch."""
        if self._size > MAX_OUTPUT:
            raise TooMuch
        try:
            line = self._lines.get(timeout=self._left())
        except queue.Empty:
            raise TimedOut from None
        if line is _END:
            self._lines.put(_END)
            return None
        if self._size > MAX_OUTPUT:
            raise TooMuch
        return line

    def wait(self):
        """Gives the exit code (a signal as its negative number); raises TimedOut."""
        if not self._process.wait(self._left()):
            raise TimedOut
        return self._process.exit_status()

    def stderr_tail(self):
        """Gives the last bytes of stderr as text."""
        return self._process.stderr_tail().decode("utf-8", "backslashreplace")

    def kill(self):
        """Kills the process and its group without warning; what it has written can still be read."""
        os.killpg(self._process.pid, signal.SIGKILL)

    def close(self):
        """Ends the process and its group, whatever state it is in; may be called again."""
        self._process.close(GRACE)

    def _take(self, line):
        # What is over the limit is counted and dropped; None stands for a line that was too long by itself.
        self._size += MAX_OUTPUT + 1 if line is None else len(line)
        if self._size <= MAX_OUTPUT:
            self._lines.put(line)
        elif self._lines.empty():
            self._lines.put(b"")

    def _end(self):
        self._lines.put(_END)

    def _left(self):
        return max(0.0, self._deadline - time.monotonic())
