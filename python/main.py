"""The notes server on stdin and stdout: the only file of the server that touches the world outside.

Streams, files, the clock, randomness and the environment are read here and handed to the core, which knows none of
them. Exit codes: 0 at the end of input or of output, 1 if a stream fails, 2 for a mistake on the command line
or in the environment.
"""

import errno
import os
import signal
import sys
import time

# Whatever flags the interpreter was started with, the core is the one beside this file.
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from server.context import World
from server.demo import demo
from server.diagnostics import Diagnostics
from server.dispatch import Server
from server.notes import SAMPLES
from server.options import FAIL, SERVE, plan

#: Errors that only say that the other side, or the stream itself, is not there any more.
GONE = [errno.EPIPE, errno.EBADF, errno.ECONNRESET]

#: How many bytes of answers are collected before they are written, also in the middle of a burst.
BATCH = 1048576


def main(arguments, environment):
    """Does what the command line asks for and gives the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    todo = plan(arguments, environment)
    diagnostics = Diagnostics()
    if todo.action == FAIL:
        _log(diagnostics, todo.text)
        return 2
    try:
        if todo.action == SERVE:
            clock = _clock_of(todo.fixed_clock)
            world = World(clock, ["read", "write"], os.urandom, lambda text: _log(diagnostics, text))
            serve(Server(world, SAMPLES))
        else:
            _write([(demo() if todo.action == "demo" else todo.text).encode("utf-8")])
    except OSError as fault:
        if fault.errno not in GONE:
            _log(diagnostics, "cannot go on: " + errno.errorcode.get(fault.errno, ""))
            return 1
    return 0


def serve(server):
    """Carries bytes between the streams and the server until stdin ends; raises an error of the stream that fails."""
    # A parent may have left its own end's flag on a shared stream.
    os.set_blocking(0, True)
    os.set_blocking(1, True)
    chunk = os.read(0, 65536)
    while chunk:
        answers = []
        size = 0
        for line in server.feed(chunk):
            for answer in server.handle(line):
                answers.append(answer)
                size += len(answer)
            if size >= BATCH:
                _write(answers)
                answers = []
                size = 0
        # One write for all answers to one read: a burst of requests costs few system calls.
        _write(answers)
        chunk = os.read(0, 65536)
    for answer in server.end():
        _write([answer])


def _write(answers):
    view = memoryview(b"".join(answers))
    while len(view) > 0:
        view = view[os.write(1, view) :]


def _log(diagnostics, text):
    try:
        os.write(2, diagnostics.line(text).encode("utf-8"))
    except OSError:
        pass  # nobody reads stderr, and nobody has to


def _clock_of(fixed):
    return lambda: time.time_ns() // 1000000 if fixed is None else fixed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
