"""A server whose stdout nobody reads: the one thing that served.py cannot do."""

import os
import signal
import subprocess

import ports  # noqa: F401  (makes the harness importable)
from harness.process import child_env


def exit_code(argv, env, cwd, data, seconds):
    """Starts argv, closes its stdout, writes data, closes stdin, and gives the exit code (a signal as its negative
    number), or None if it does not end within so many seconds; raises OSError if it cannot be started."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    child = subprocess.Popen(argv, env=child_env(env), cwd=cwd, start_new_session=True, **pipes)
    try:
        child.stdout.close()
        try:
            child.stdin.write(data)
            child.stdin.close()
        except OSError:
            pass  # it has gone already
        try:
            return child.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
    finally:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        child.wait()
