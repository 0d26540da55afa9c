"""The notes server on stdin and stdout: the only file of the server that touches the world outside.

Streams, files, the clock, randomness and the environment are read here and handed to the core, which knows none of
them. Exit codes: 0 at the end of input or of output, 1 if a stream fails, 2 for a mistake on the command line
or in the environment, or a store that cannot be used.
"""

import errno
import os
import select
import signal
import sys
import time

# Whatever flags the interpreter was started with, the core is the one beside this file.
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from server.context import World
from server.demo import demo
from server.diagnostics import Diagnostics
from server.dispatch import Server
from server.files import Unusable, name_of, open_store, shared_key
from server.journal import Journal
from server.notes import SAMPLES, Notes
from server.options import FAIL, SERVE, plan
from server.records import may_be_journal

#: Errors that only say that the other side, or the stream itself, is not there any more.
GONE = [errno.EPIPE, errno.EBADF, errno.ECONNRESET]

#: How many bytes of answers are collected before they are written, also in the middle of a burst.
BATCH = 1048576

#: How long a change in a shared store stays unheard, in milliseconds, while somebody listens.
WATCH = 100


def main(arguments, environment):
    """Does what the command line asks for and gives the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Beyond the largest size allowed for a file a write fails, instead of killing the server.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _fill_closed_streams()
    todo = plan(arguments, environment)
    diagnostics = Diagnostics()

    def log(text):
        _log(diagnostics, text)

    try:
        if todo.action == FAIL:
            log(todo.text)
            return 2
        if todo.action == SERVE:
            notes = _notes_of(todo, log)
            world = World(_clock_of(todo), todo.scopes, todo.principal, _key_of(todo, log), log)
            serve(Server(world, notes, todo.modes))
        else:
            _write([(demo() if todo.action == "demo" else todo.text).encode("utf-8")])
    except Unusable as fault:
        log(str(fault))
        return 2
    except OSError as fault:
        if fault.errno not in GONE:
            log("cannot go on: " + name_of(fault))
            return 1
    return 0


def serve(server):
    """Carries bytes between the streams and the server until stdin ends; raises an error of the stream that fails."""
    # A parent may have left its own end's flag on a shared stream.
    os.set_blocking(0, True)
    os.set_blocking(1, True)
    ended = False
    while not ended:
        if server.is_watching():
            # Before the wait, not after one in vain: a client that is never silent is to hear of changes as well.
            _write(server.look())
            if not _has_arrived(WATCH):
                continue
        chunk = os.read(0, 65536)
        ended = len(chunk) == 0
        server.feed(chunk)
        _work_off(server)
    for answer in server.end():
        _write([answer])


def _fill_closed_streams():
    # A stream that the parent has closed leaves its number to the next file that is opened, which is the store.
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _work_off(server):
    # One write for all answers to one read: a burst of requests costs few system calls.
    answers = []
    size = 0
    while server.has_work():
        for answer in server.work():
            answers.append(answer)
            size += len(answer)
        if server.is_busy() or size >= BATCH:
            _write(answers)
            answers = []
            size = 0
        if server.is_busy() and _has_arrived(0):
            server.feed(os.read(0, 65536))
    _write(answers)


def _has_arrived(milliseconds):
    poll = select.poll()
    poll.register(0, select.POLLIN)
    return len(poll.poll(milliseconds)) > 0


def _write(answers):
    view = memoryview(b"".join(answers))
    while len(view) > 0:
        view = view[os.write(1, view) :]


def _log(diagnostics, text):
    try:
        os.write(2, diagnostics.line(text).encode("utf-8"))
    except OSError:
        pass  # nobody reads stderr, and nobody has to


def _notes_of(todo, log):
    if todo.store is None:
        return Notes(SAMPLES)
    file = open_store(todo.store, todo.fsync, log)
    if not may_be_journal(file.read(0, 65536)):
        raise Unusable("the store " + todo.store + " is no journal of notes and was left as it is; name another file")
    return Notes([], Journal(file, os.urandom(8).hex(), log))


def _key_of(todo, log):
    if todo.key is not None:
        return bytes.fromhex(todo.key)
    fresh = os.urandom(32).hex()
    if todo.store is not None:
        return bytes.fromhex(shared_key(todo.store + ".key", fresh, os.urandom(8).hex(), log))
    log("NOTES_STATE_KEY is not set: no other process will accept the confirmations that this one asks for")
    return bytes.fromhex(fresh)


def _clock_of(todo):
    return lambda: time.time_ns() // 1000000 if todo.fixed_clock is None else todo.fixed_clock


def _readable(environment):
    # What is not UTF-8 becomes U+FFFD, as it does in every other program.
    return {name: os.fsencode(value).decode("utf-8", "replace") for name, value in environment.items()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], _readable(os.environ)))
