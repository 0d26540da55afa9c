"""The peer as a process: python3 -m tests.conform_process [FAULT], with a fault of conform_faults by its name."""

import sys

from tests.conform_faults import FAULTS
from tests.conform_in_process import InProcess
from tests.conform_peer import Peer


def main(names):
    """Serves until the end of input."""
    server = InProcess(Peer())
    for name in names:
        FAULTS[name][1](server)
    for line in sys.stdin.buffer:
        server.write(line)
        flush(server)
        if server.over:
            return 7
    server.end_input()
    flush(server)
    return 0


def flush(server):
    """Writes what the peer has to say."""
    while server.lines:
        sys.stdout.buffer.write(server.lines.pop(0))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
