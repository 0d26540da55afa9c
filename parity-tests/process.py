"""One server process: its bytes in, its raw lines out, its end.

Knows nothing of JSON and hides nothing: a CR at the end of a line and a last line without newline stay visible.
stdout and stderr are read on threads of their own from the moment of the start, so that no full pipe can stop the
server.
"""

import os
import queue
import signal
import subprocess
import threading
import time

STDERR_TAIL = 4096

#: What a child sees of our environment; everything else would make runs differ from machine to machine.
INHERITED = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "SYSTEMROOT")


class TimedOut(Exception):
    """Says that the deadline passed before the process did what it was waited for."""


class Process:
    """A running server. The deadline counts from the start and covers everything; after it the process is killed."""

    def __init__(self, argv, env, cwd, seconds):
        """Starts argv in the folder cwd with env on top of the inherited variables; raises OSError if that fails."""
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        self._child = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**inherited, **env},
            cwd=cwd,
            bufsize=0,
            start_new_session=True,
        )
        self._deadline = time.monotonic() + seconds
        self._lines = queue.Queue()
        self._stderr = b""
        self._overdue = False
        self._watchdog = threading.Timer(seconds, self._expire)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read_lines, self._read_stderr)]
        for thread in [self._watchdog, *self._threads]:
            thread.daemon = True
            thread.start()

    def write(self, data):
        """Writes all bytes; gives whether the process took them."""
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(self._child.stdin.fileno(), view) :]
        except OSError:
            return False
        return True

    def end_input(self):
        """Closes stdin."""
        try:
            self._child.stdin.close()
        except OSError:
            pass

    def next_line(self):
        """Gives the next raw line with its newline, or None at the end of stdout; raises TimedOut."""
        try:
            line = self._lines.get(timeout=max(0, self._deadline - time.monotonic()))
        except queue.Empty:
            raise TimedOut from None
        if self._overdue:
            raise TimedOut
        if line is None:
            self._lines.put(None)
        return line

    def wait(self):
        """Gives the exit code (a signal as its negative number); raises TimedOut."""
        try:
            code = self._child.wait(timeout=max(0, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise TimedOut from None
        if self._overdue:
            raise TimedOut
        return code

    def stderr_tail(self):
        """Gives the last bytes of stderr as text."""
        return self._stderr.decode("utf-8", "backslashreplace")

    def close(self):
        """Ends the process and its group, whatever state it is in, and frees what it held; may be called again."""
        self._watchdog.cancel()
        self._kill()
        self._child.wait()
        for thread in self._threads:
            # Only a grandchild that left the group can still hold the pipe; it must not hold us as well.
            thread.join(timeout=5)
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            try:
                stream.close()
            except OSError:
                pass

    def _expire(self):
        self._overdue = True
        self._kill()

    def _kill(self):
        try:
            os.killpg(self._child.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def _read_lines(self):
        rest = []
        while chunk := os.read(self._child.stdout.fileno(), 65536):
            pieces = chunk.split(b"\n")
            for piece in pieces[:-1]:
                self._lines.put(b"".join(rest) + piece + b"\n")
                rest = []
            rest.append(pieces[-1])
        if any(rest):
            self._lines.put(b"".join(rest))
        self._lines.put(None)

    def _read_stderr(self):
        while chunk := os.read(self._child.stderr.fileno(), 65536):
            self._stderr = (self._stderr + chunk)[-STDERR_TAIL:]
