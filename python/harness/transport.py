"""The seam between peers and processes: a transport opens a channel, a channel carries lines and keeps deadlines.

A test that fakes a server passes an object with the same two shapes:

    transport.open() -> channel                     raises OSError if nothing can be started
    channel.send(line, deadline) -> bytes taken     0: nothing was sent; fewer than all: a part of the line is gone
    channel.receive(deadline) -> line               raises TimedOut, or Ended when no line will come any more
    channel.exit_status(), channel.stderr_tail(), channel.close(grace)

Deadlines are times of time.monotonic, None for none. Whoever waits passes one, and the channel enforces it.
"""

import collections
import threading
import time

from harness.errors import ConfigError
from harness.process import GRACE, Process, child_env

#: The longest message that is read, in bytes, unless the transport is told otherwise.
MAX_MESSAGE = 16 * 1024 * 1024

#: How many bytes may be read and not yet taken, beside the last line. A server that floods us has to wait.
MAX_BACKLOG = 4 * 1024 * 1024

#: How long after the exit of the process its last lines are waited for, in seconds; and how long while we are behind.
AFTER_EXIT = 0.2
LAST_LINES = 5.0


class TimedOut(Exception):
    """The deadline passed before a line came."""


class Ended(Exception):
    """No more lines will come: stdout has ended or the process is gone."""


def exit_within(channel, seconds):
    """Gives the exit status of a channel, which may come a moment after its last line, or None if it does not come."""
    limit = time.monotonic() + seconds
    while (status := channel.exit_status()) is None and time.monotonic() < limit:
        time.sleep(0.005)
    return status


class StdioTransport:
    """A command that speaks MCP on stdin and stdout."""

    def __init__(self, command, args=(), env=None, cwd=None, inherit_env=(), *, max_message=MAX_MESSAGE):
        """Takes the program, its arguments, variables on top of the inherited ones, the folder, more names to inherit.

        on_stderr may be set to a function that gets the bytes of stderr as they come; it must not block.
        """
        self.command = command
        if isinstance(args, str) or isinstance(inherit_env, str):  # it would be taken letter by letter
            raise ConfigError("args and inherit_env must be lists of texts, and not a text itself")
        self.args = tuple(args)
        self.env = dict(env or {})
        self.cwd = cwd
        self.inherit_env = tuple(inherit_env)
        self.max_message = max_message
        self.on_stderr = None

    def open(self):
        """Starts the command and gives its channel; raises OSError."""
        return _StdioChannel(self)

    def __str__(self):
        return " ".join([self.command, *self.args])


class Backlog:
    """The lines that were read and not yet taken; whoever reads faster than they are taken has to wait."""

    def __init__(self, limit):
        """Takes how many bytes may wait; one line more is always let in."""
        self._limit, self._size = limit, 0
        self._lines = collections.deque()
        self._ended = self._dropped = False
        self._changed = threading.Condition()

    def put(self, line):
        """Adds a line, or TOO_LONG; blocks while too much waits, and not at all once the lines are dropped."""
        with self._changed:
            self._changed.wait_for(lambda: self._size < self._limit or self._dropped)
            if not self._dropped:
                self._lines.append(line)
                self._size += _cost(line)
                self._changed.notify_all()

    def get(self, deadline):
        """Takes the next line; raises TimedOut at the deadline, or Ended once there will be no more."""
        with self._changed:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not self._changed.wait_for(lambda: self._lines or self._ended, left):
                raise TimedOut
            if not self._lines:
                raise Ended
            line = self._lines.popleft()
            self._size -= _cost(line)
            self._changed.notify_all()
            return line

    def end(self):
        """Says that no more lines will be added."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def waits(self):
        """Tells whether there is a line that was not taken."""
        with self._changed:
            return bool(self._lines)

    def drop(self):
        """Forgets what waits and all that will come: nobody takes it any more."""
        with self._changed:
            self._dropped = self._ended = True
            self._lines.clear()
            self._changed.notify_all()


def _cost(line):
    return 64 + len(line or b"")  # an empty line takes room as well


class _StdioChannel:
    def __init__(self, transport):
        self._lines = Backlog(MAX_BACKLOG)
        self._ended = threading.Event()
        argv = [transport.command, *transport.args]
        env = child_env(transport.env, transport.inherit_env)
        told = (self._lines.put, self._end, self._exited)
        self._process = Process(argv, env, transport.cwd, *told, transport.max_message, transport.on_stderr)

    def send(self, line, deadline):
        return self._process.write(line, deadline)

    def receive(self, deadline):
        return self._lines.get(deadline)

    def exit_status(self):
        return self._process.exit_status()

    def stderr_tail(self):
        return self._process.stderr_tail().decode("utf-8", "backslashreplace")

    def close(self, grace=GRACE):
        self._lines.drop()
        self._process.close(grace)

    def _end(self):
        self._ended.set()
        self._lines.end()

    def _exited(self, _status):
        # A grandchild may hold stdout open for ever; nobody waits for it, only for lines that are there already.
        limit = time.monotonic() + LAST_LINES
        while not self._ended.wait(AFTER_EXIT) and self._lines.waits() and time.monotonic() < limit:
            pass
        self._end()
