"""Writes a live exchange down: stands between a client and a server, and drafts a transcript of what passes.

    python3 parity-tests/run.py record NAME -- COMMAND ...

Every byte goes through as it is, in both directions, as it comes; stderr is the server's own. At the end the draft
shared-fixtures/drafts/NAME.json is written. It has no requirements and no title yet, and lint refuses it until a person
has finished it and moved it. The environment is not written down, and of the command only what one of our own servers
is given behind its name: both may hold secrets. What the messages hold is written down whole.

Exit codes: that of the server (128 and its number for a signal); 2 for a mistake in the call; 1 if no draft could be
written.
"""

import os
import re
import signal
import subprocess
import sys
import threading

import passes
import transcript as transcripts
from drafting import steps_of
from fixtures import DRAFTS

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
PIECE = 65536


class Exchange:
    """What has passed so far: pairs of a direction and bytes, in the order in which they came."""

    def __init__(self):
        """Starts empty."""
        self.pieces = []
        self._lock = threading.Lock()

    def add(self, direction, data):
        """Takes a piece: > with bytes of the client, < with bytes of the server, ! at the end of the client's input."""
        with self._lock:
            self.pieces.append((direction, data))


def main(arguments):
    """Records one exchange; gives the exit code."""
    name, dash, *command = (arguments + ["", ""])[:2] + arguments[2:]
    if dash != "--" or not command:
        print("usage: run.py record NAME -- COMMAND ...", file=sys.stderr)
        return 2
    path = DRAFTS / f"{name}.json"
    if NAME.fullmatch(name) is None:
        print(f"{name!r} is no name for a transcript; take lower-case words with hyphens", file=sys.stderr)
        return 2
    if path.exists():
        print(f"drafts/{path.name} is there already; finish it, delete it, or take another name", file=sys.stderr)
        return 2
    try:
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    except OSError as fault:
        print(f"{command[0]} cannot be started: {fault.strerror}", file=sys.stderr)
        return 2
    exchange = Exchange()
    code = carry(server, exchange, sys.stdin.fileno(), sys.stdout.fileno())
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(transcripts.pretty(draft(name, command, exchange.pieces, code)), encoding="utf-8")
    except OSError as fault:
        print(f"drafts/{path.name} could not be written: {fault.strerror}", file=sys.stderr)
        return 1
    print(f"written: shared-fixtures/drafts/{path.name}; give it a title and requirements", file=sys.stderr)
    return code if code >= 0 else 128 - code


def carry(server, exchange, given, taken):
    """Carries bytes between two descriptors and a server until it has ended; gives its exit code.

    A signal that would end this program is handed on to the server, so that the draft is written all the same.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: _hand_on(server, number))
    threading.Thread(target=_carry_in, args=(server, exchange, given), daemon=True).start()
    gone = False
    while data := os.read(server.stdout.fileno(), PIECE):
        # Written down before it is handed on: what the client says next comes after it.
        exchange.add("<", data)
        if not gone:
            try:
                _write_all(taken, data)
            except OSError:
                gone = True  # the client is not there any more; what the server still says is written down
    return server.wait()


def _carry_in(server, exchange, given):
    try:
        while data := os.read(given, PIECE):
            exchange.add(">", data)
            _write_all(server.stdin.fileno(), data)
        exchange.add("!", b"")
        server.stdin.close()
    except OSError:
        pass  # the server has ended, which the other direction notices


def _write_all(descriptor, data):
    view = memoryview(data)
    while len(view) > 0:
        view = view[os.write(descriptor, view) :]


def _hand_on(server, number):
    if server.poll() is None:
        server.send_signal(number)


def draft(name, command, pieces, code):
    """Gives the draft of a transcript, as it stands in its file."""
    data = {"format": transcripts.FORMAT, "id": name, "title": "", "requires": []}
    for argv in passes.implementations().values():
        if [os.path.basename(part) for part in command[: len(argv)]] == [os.path.basename(part) for part in argv]:
            if command[len(argv) :]:
                data["server"] = {"args": command[len(argv) :]}
    data["steps"] = steps_of(pieces, code)
    return data
