"""A server under test: the process layer of the harness, with one deadline over everything.

Lines come raw: a CR at the end, a blank line and a last line without newline stay visible.
"""

import queue
import time

import ports  # noqa: F401  (makes the harness importable)
from harness.process import Process, child_env

#: How long the process may take for each step of its end, in seconds; what matters was judged before.
GRACE = 0.5

_END = object()


class TimedOut(Exception):
    """Says that the deadline passed before the server did what it was waited for."""


class Served:
    """A running server. The deadline counts from the start and covers everything."""

    def __init__(self, argv, env, cwd, seconds):
        """Starts argv in the folder cwd with env on top of the inherited variables; raises OSError if that fails."""
        self._deadline = time.monotonic() + seconds
        self._lines = queue.SimpleQueue()
        self._process = Process(argv, child_env(env), cwd, self._lines.put, self._end)

    def write(self, data):
        """Writes all bytes; gives whether the process took them before the deadline."""
        return self._process.write(data, self._deadline) == len(data)

    def end_input(self):
        """Closes stdin."""
        self._process.end_input(self._left())

    def next_line(self):
        """Gives the next raw line with its newline, or None at the end of stdout; raises TimedOut."""
        try:
            line = self._lines.get(timeout=self._left())
        except queue.Empty:
            raise TimedOut from None
        if line is _END:
            self._lines.put(_END)
            return None
        return line

    def wait(self):
        """Gives the exit code (a signal as its negative number); raises TimedOut."""
        if not self._process.wait(self._left()):
            raise TimedOut
        return self._process.exit_status()

    def stderr_tail(self):
        """Gives the last bytes of stderr as text."""
        return self._process.stderr_tail().decode("utf-8", "backslashreplace")

    def close(self):
        """Ends the process and its group, whatever state it is in; may be called again."""
        self._process.close(GRACE)

    def _end(self):
        self._lines.put(_END)

    def _left(self):
        return max(0.0, self._deadline - time.monotonic())
