"""One child process: bytes in, raw lines out, its end, and nothing of it left behind.

Knows nothing of JSON and hides nothing: a CR at the end of a line, a blank line and a last line without newline are handed
on as they came. POSIX only.

Rules that hold in this file:

1. One thread reads stdout and stderr and never blocks on either; it is woken through a pipe of its own. No descriptor is
   closed while that thread may be reading it.
2. The end of stdout and the exit of the process are two events. The exit is observed without reaping the child, so that its
   number stays taken until its whole group has been swept.
3. Popen only starts the child. Its poll, wait, send_signal, terminate and kill would reap, and are never called.
4. A write has a deadline that covers waiting for the lock as well. After a write that was cut short nothing is written
   any more: what follows would be read as the rest of it. Closing wakes a writer as it wakes the reader.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import threading
import time

from harness.framing import Lines

#: How much of stderr is kept, in bytes.
STDERR_TAIL = 65536

#: What a child inherits of our environment, unless it is told more.
INHERITED = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")

#: How long a child may take after each step of its closing, in seconds.
GRACE = 1.5

READ = 65536


def child_env(env=None, inherit=()):
    """Gives the environment of a child: INHERITED and the names in inherit, then env on top."""
    names = [*INHERITED, *inherit]
    return {**{name: os.environ[name] for name in names if name in os.environ}, **(env or {})}


class Process:
    """A running child in a process group of its own.

    on_line(bytes) gets each line with its newline (the last one perhaps without), or TOO_LONG; on_end() is called once at
    the end of stdout; on_exit(status) once when the process is gone, with its exit code or a signal as a negative number;
    on_stderr(bytes) gets what comes on stderr. All are called on threads of this object and must not block.
    """

    def __init__(self, argv, env, cwd, on_line, on_end=None, on_exit=None, max_line=None, on_stderr=None):
        """Starts argv without a shell; raises OSError if it cannot be started. max_line is in bytes, None for no limit."""
        self._on_line, self._max_line = on_line, max_line
        self._on_end, self._on_exit, self._on_stderr = on_end or _nobody, on_exit or _nobody, on_stderr or _nobody
        self._wake_read, self._wake_write = os.pipe()
        try:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
            self._child = subprocess.Popen(argv, env=env, cwd=cwd, start_new_session=True, **pipes)
        except BaseException:
            os.close(self._wake_read)
            os.close(self._wake_write)
            raise
        self.pid = self._child.pid
        self._write_lock = threading.Lock()
        self._close_lock = threading.Lock()
        self._input_open = True
        self._closed = False
        self._stderr = bytearray()
        self._status = None
        self._exited = threading.Event()
        self._threads = []
        self._streams = (self._child.stdin, self._child.stdout, self._child.stderr)
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)
        try:
            for work in (self._read, self._watch):
                thread = threading.Thread(target=work, daemon=True)
                thread.start()
                self._threads.append(thread)
        except RuntimeError as fault:  # there is no room for another thread
            os.killpg(self.pid, signal.SIGKILL)
            self._watch()
            self.close(0)
            raise OSError(str(fault)) from None

    def write(self, data, deadline=None):
        """Writes all bytes until the deadline (time.monotonic) and gives how many the pipe took.

        Fewer than all means that the deadline passed or that nobody reads; what was taken cannot be called back.
        """
        if not self._write_lock.acquire(timeout=_left(deadline)):
            return 0
        taken = None  # stays, if an interrupt breaks in
        try:
            taken = self._write_locked(memoryview(data), deadline)
            return taken
        finally:
            self._input_open = self._input_open and taken in (0, len(data))
            self._write_lock.release()

    def end_input(self, timeout=GRACE):
        """Closes stdin, at the latest when the write that is under way has given up."""
        if self._write_lock.acquire(timeout=timeout):
            try:
                self._input_open = False
                with contextlib.suppress(OSError):
                    self._child.stdin.close()
            finally:
                self._write_lock.release()

    def stderr_tail(self):
        """Gives the last bytes of stderr."""
        return bytes(self._stderr)

    def exit_status(self):
        """Gives the exit code, a signal as a negative number, or None while the process runs."""
        return self._status

    def wait(self, timeout):
        """Waits for the exit and gives whether it came; the group may still hold others."""
        return self._exited.wait(timeout)

    def close(self, grace=GRACE):
        """Ends the process and everything in its group: end of input, SIGTERM, SIGKILL, each after its grace in seconds.

        SIGKILL goes to the group also after a polite exit, for what the process has started. Idempotent.
        """
        with self._close_lock:
            if self._closed:
                return
            self.end_input(grace)
            if not self._exited.wait(grace):
                self._signal(signal.SIGTERM)
                self._exited.wait(grace)
            self._signal(signal.SIGKILL)
            self._exited.wait()
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
            self._child.returncode = self._status  # else Popen would look for the child when it is collected
            os.write(self._wake_write, b"x")
            for thread in self._threads:
                thread.join()
            with self._write_lock:
                self._input_open = False
            for stream in self._streams:
                stream.close()
            os.close(self._wake_read)
            os.close(self._wake_write)
            self._closed = True

    def _write_locked(self, view, deadline):
        taken = 0
        with selectors.DefaultSelector() as selector:
            while taken < len(view) and self._input_open:
                try:
                    taken += os.write(self._child.stdin.fileno(), view[taken:])
                    continue
                except BlockingIOError:
                    pass
                except (OSError, ValueError):
                    return taken
                if not selector.get_map():
                    selector.register(self._child.stdin.fileno(), selectors.EVENT_WRITE)
                    selector.register(self._wake_read, selectors.EVENT_READ)
                left = _left(deadline)
                ready = [] if self._exited.is_set() else selector.select(None if left < 0 else left)
                if not ready or any(key.fd == self._wake_read for key, _ in ready):
                    return taken
        return taken

    def _read(self):
        lines = Lines(self._on_line, self._max_line)
        stdout, stderr = self._child.stdout.fileno(), self._child.stderr.fileno()
        with selectors.DefaultSelector() as selector:
            for descriptor in (stdout, stderr, self._wake_read):
                selector.register(descriptor, selectors.EVENT_READ)
            while len(selector.get_map()) > 1:
                for key, _ in selector.select():
                    if key.fd == self._wake_read:
                        # close() is waiting: take what is there already, and go.
                        self._drain(stdout, lines.feed)
                        self._drain(stderr, self._keep_stderr)
                        if stdout in selector.get_map():
                            self._finish(lines)
                        return
                    chunk = _read_some(key.fd)
                    if chunk:
                        (self._keep_stderr if key.fd == stderr else lines.feed)(chunk)
                    elif chunk is not None:
                        selector.unregister(key.fd)
                        if key.fd == stdout:
                            # What it said last on stderr is often the reason, and must be there when the end is told.
                            self._drain(stderr, self._keep_stderr)
                            self._finish(lines)

    def _drain(self, descriptor, take):
        # What a grandchild holds open may never end; a bounded look is enough.
        for _ in range(1024):
            chunk = _read_some(descriptor)
            if not chunk:
                return
            take(chunk)

    def _finish(self, lines):
        lines.end()
        self._on_end()

    def _keep_stderr(self, chunk):
        self._stderr += chunk
        del self._stderr[:-STDERR_TAIL]
        with contextlib.suppress(Exception):  # of whoever listens; it must not end the thread
            self._on_stderr(chunk)

    def _watch(self):
        self._status = _wait_without_reaping(self.pid)
        self._exited.set()
        self._on_exit(self._status)

    def _signal(self, number):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)


def _nobody(*_):
    pass


def _read_some(descriptor):
    try:
        return os.read(descriptor, READ)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _left(deadline):
    # threading takes -1 for no limit.
    return -1 if deadline is None else max(0.0, deadline - time.monotonic())


def _wait_without_reaping(pid):
    if hasattr(os, "waitid"):
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)
