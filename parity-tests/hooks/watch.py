"""Starts the Python server and writes down in which order it appends to its store, forces it to the disk, and answers.

    WATCH_LOG=FILE python3 watch.py MAIN [ARGUMENT ...]

Each line of the file is one call: append, fsync or answer. It is the call of the program itself that is seen, so no
tracer of the system is needed.
"""

import os
import runpy
import sys

_log = os.open(os.environ["WATCH_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
_write, _fsync = os.write, os.fsync


def write(descriptor, data):
    """Writes as os.write does, and says so."""
    taken = _write(descriptor, data)
    if descriptor != 2:
        _write(_log, b"answer\n" if descriptor == 1 else b"append\n")
    return taken


def fsync(descriptor):
    """Forces to the disk as os.fsync does, and says so."""
    _fsync(descriptor)
    _write(_log, b"fsync\n")


os.write, os.fsync = write, fsync
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
