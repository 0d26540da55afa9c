"""The seam between peers and processes: a transport opens a channel, a channel carries lines and keeps deadlines.

A test that fakes a server passes an object with the same two shapes:

    transport.open() -> channel                     raises OSError if nothing can be started
    channel.send(line, deadline) -> bytes taken     0: nothing was sent; fewer than all: a part of the line is gone
    channel.receive(deadline) -> line               raises TimedOut, or Ended when no line will come any more
    channel.exit_status(), channel.stderr_tail(), channel.close(grace)

Deadlines are times of time.monotonic, None for none. Whoever waits passes one, and the channel enforces it.
"""

import queue
import threading
import time

from harness.process import GRACE, Process, child_env

#: The longest message that is read, in bytes, unless the transport is told otherwise.
MAX_MESSAGE = 16 * 1024 * 1024

#: How long after the exit of the process its last lines are waited for, in seconds.
AFTER_EXIT = 0.2


class TimedOut(Exception):
    """The deadline passed before a line came."""


class Ended(Exception):
    """No more lines will come: stdout has ended or the process is gone."""


class StdioTransport:
    """A command that speaks MCP on stdin and stdout."""

    def __init__(self, command, args=(), env=None, cwd=None, inherit_env=(), *, max_message=MAX_MESSAGE):
        """Takes the program, its arguments, variables on top of the inherited ones, the folder, more names to inherit."""
        self.command = command
        self.args = tuple(args)
        self.env = dict(env or {})
        self.cwd = cwd
        self.inherit_env = tuple(inherit_env)
        self.max_message = max_message

    def open(self):
        """Starts the command and gives its channel; raises OSError."""
        return _StdioChannel(self)

    def __str__(self):
        return " ".join([self.command, *self.args])


class _StdioChannel:
    def __init__(self, transport):
        self._lines = queue.SimpleQueue()
        self._ended = threading.Event()
        argv = [transport.command, *transport.args]
        env = child_env(transport.env, transport.inherit_env)
        self._process = Process(
            argv, env, transport.cwd, self._lines.put, self._end, self._exited, max_line=transport.max_message
        )

    def send(self, line, deadline):
        return self._process.write(line, deadline)

    def receive(self, deadline):
        try:
            line = self._lines.get(timeout=None if deadline is None else max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TimedOut from None
        if line is Ended:
            self._lines.put(Ended)
            raise Ended
        return line

    def exit_status(self):
        return self._process.exit_status()

    def stderr_tail(self):
        return self._process.stderr_tail().decode("utf-8", "backslashreplace")

    def close(self, grace=GRACE):
        self._process.close(grace)
        self._end()

    def _end(self):
        self._ended.set()
        self._lines.put(Ended)

    def _exited(self, _status):
        # A grandchild may hold stdout open for ever; nobody waits for it.
        self._ended.wait(AFTER_EXIT)
        self._end()
