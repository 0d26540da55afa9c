"""Processes that serve the lines of several transcripts, each line answered before the next one is written.

Every process has a store that begins with the samples. It is cut back to them behind each transcript that has changed
it: a server reads a store that became shorter from its beginning, so no note is left of what was played before.
"""

import contextlib
import json
import os
import re
import tempfile
from pathlib import Path

import compare
import replay
import served
import swap
import transcript as transcripts

FENCE = "stateless-fence"
SECONDS = 60

#: The longest line that the other client sends, in bytes.
LONGEST = 100000

_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
_ID = re.compile(rb'(\{"jsonrpc":"2\.0","id":)("(?:[^"\\]|\\.)*"|-?\d+),')


def lines_of(transcript):
    """Gives the lines that a transcript writes; each ends with a newline."""
    written = b"".join(step.bytes for step in transcript.steps if step.bytes is not None)
    return [line + b"\n" for line in written.split(b"\n")[:-1]]


def writes(line):
    """Tells whether a line may change the notes."""
    return any(name.encode() in line for name in swap.WRITERS)


class Worker:
    """One process on a store; it answers line by line."""

    def __init__(self, argv, setting, store):
        """Starts it; setting is a pair of options and variables."""
        args, env = setting
        argv = [*argv, *args, "--store", str(store), "--no-fsync"]
        self._process = served.Served(argv, {**replay.FIXED_ENV, **dict(env)}, transcripts.ROOT, SECONDS)
        self._fences = 0

    def ask(self, line):
        """Writes a line and gives all that is answered to it."""
        self._fences += 1
        fence = {
            "jsonrpc": "2.0",
            "id": f"{FENCE}-{self._fences}",
            "method": "server/discover",
            "params": {"_meta": _META},
        }
        self._process.begin()
        self._process.write(line + transcripts.compact(fence) + b"\n")
        mark = b'{"jsonrpc":"2.0","id":"%s-%d",' % (FENCE.encode(), self._fences)
        answer = b""
        while True:
            try:
                said = self._process.next_line()
            except served.TimedOut:
                return answer + b"(nothing more in time)"
            if said is None:
                return answer + b"(it ended)"
            if said.startswith(mark):
                return answer
            answer += said

    def close(self):
        """Ends it."""
        self._process.close()


class Table:
    """One store and the workers that share it, to whom lines go in turn."""

    def __init__(self, commands, setting, folder):
        """Starts a worker for each command."""
        self._store = Path(folder) / "shared.journal"
        self._store.write_bytes(swap.SEED.read_bytes())
        self._size = self._store.stat().st_size
        self._workers = []
        self._turn = 0
        try:
            for argv in commands:
                self._workers.append(Worker(argv, setting, self._store))
        except OSError:
            self.close()
            raise

    def ask(self, line):
        """Gives what the worker whose turn it is answers to a line."""
        self._turn += 1
        return self._workers[self._turn % len(self._workers)].ask(line)

    def reset(self):
        """Cuts the store back to the samples, where it has grown, and lets every worker see that."""
        if self._store.stat().st_size != self._size:
            os.truncate(self._store, self._size)
            for worker in self._workers:
                worker.ask(b"")

    def close(self):
        """Ends the workers."""
        for worker in self._workers:
            worker.close()


def fresh(item, argv, setting):
    """Gives what a transcript is answered on a process of its own: a list of lines and what each got."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Table([argv], setting, folder)) as table:
        return [(line, table.ask(line)) for line in lines_of(item)]


def shared(items, alone, commands, setting, others=None):
    """Plays transcripts on one table, in this order, and gives the differences; alone holds their answers by id.

    others are lines of another client with their answers, one of which is put between every two lines.
    """
    found = []
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Table(commands, setting, folder)) as table:
        number = 0
        for item in items:
            changed = False
            for line, due in alone[item.id]:
                if others:
                    number += 1
                    other, answer = prefixed(*others[number % len(others)], number)
                    said = table.ask(other)
                    if said != answer and not changed:
                        found.append((item.id, other, answer, said))
                said = table.ask(line)
                if said != due:
                    found.append((item.id, line, due, said))
                # From here on the other client sees notes that were not there when it was alone.
                changed = changed or writes(line)
            table.reset()
    return found


def prefixed(line, answer, number):
    """Gives a request and its answer under an id of the other client."""
    request_id = transcripts.compact(f"other-{number}")
    message = {**json.loads(line), "id": f"other-{number}"}
    return transcripts.compact(message) + b"\n", _ID.sub(rb"\g<1>" + request_id + b",", answer, count=1)


def of_another_client(items, alone):
    """Gives what another client may send: requests with one answer under their id, and no write before them."""
    found = []
    for item in items:
        for line, answer in alone[item.id]:
            if writes(line):
                break  # what comes behind it may depend on it
            echo = _ID.match(answer)
            message = compare.parse(line)
            if echo is None or answer.count(b"\n") != 1 or len(line) > LONGEST:
                continue
            # Only a line that is written as we write it stays the same but for its id.
            if isinstance(message, dict) and _is_compact(line) and json.loads(echo.group(2)) == json.loads(line)["id"]:
                found.append((line, answer))
    return found


def _is_compact(line):
    with contextlib.suppress(ValueError):
        return transcripts.compact(json.loads(line)) + b"\n" == line
    return False
