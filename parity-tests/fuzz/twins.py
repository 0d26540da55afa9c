"""A pair of servers that get the same bytes: batches closed by a fence, the end of input, exit codes and stores.

The fence is a request whose answer says that all before it has been answered; it is taken out of what is compared.
"""

import contextlib
import os
import re
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import transcript as transcripts
from fuzz.setting import FIXED_ENV

#: How long a pair may take for one batch, and for its end, in seconds.
SECONDS = 60

_META = b'{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'

#: The token of the process that wrote a record.
_WRITER = re.compile(rb'"by":"[0-9a-f]{16}"')


class Twin:
    """One server of a pair, and what it has said since the last fence."""

    def __init__(self, argv, setting, folder):
        """Starts it with a store of its own in the folder, if the setting has one; raises OSError if that fails."""
        self.store = None
        argv = [*argv, *setting.args]
        if setting.store is not None:
            self.store = Path(folder) / "store.journal"
            self.store.parent.mkdir(parents=True)
            self.store.write_bytes(setting.store.encode("utf-8", "surrogatepass"))
            argv += ["--store", str(self.store)]
        env = {
            **{name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ},
            **FIXED_ENV,
            **setting.env,
        }
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "bufsize": 0}
        self.process = subprocess.Popen(argv, env=env, cwd=transcripts.ROOT, **pipes)
        for stream in (self.process.stdin, self.process.stdout):
            os.set_blocking(stream.fileno(), False)
        self.said = bytearray()
        self.pending = memoryview(b"")
        self.ended = False  # nothing more will come

    def answered(self, mark):
        """Tells whether the line with the mark, a fence's answer, is there; without one, whether stdout has ended."""
        if self.ended:
            return True
        return (
            mark is not None and self.said.endswith(b"\n") and self.said.find(mark, max(0, len(self.said) - 400)) != -1
        )

    def write(self):
        """Writes what the pipe takes."""
        try:
            self.pending = self.pending[os.write(self.process.stdin.fileno(), self.pending) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.pending = memoryview(b"")

    def read(self):
        """Reads what has come."""
        with contextlib.suppress(BlockingIOError):
            piece = os.read(self.process.stdout.fileno(), 1 << 20)
            self.said += piece
            self.ended = len(piece) == 0

    def stored(self):
        """Gives the content of the store without the token of its writer, or None if there is none."""
        return None if self.store is None else _WRITER.sub(b'"by":"*"', self.store.read_bytes())

    def close(self):
        """Ends the process, whatever it does."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()


class Pair:
    """Both servers, started alike."""

    def __init__(self, commands, setting):
        """Starts them; commands are argument lists by name; raises OSError if one does not start."""
        self._folder = tempfile.mkdtemp(prefix="fuzz-")
        self._fences = 0
        self.twins = {}
        try:
            for name, argv in commands.items():
                self.twins[name] = Twin(argv, setting, Path(self._folder) / name)
        except BaseException:
            self.close()
            raise

    def exchange(self, data, seconds=SECONDS):
        """Writes whole lines to both and gives what each answered, by name; None where one was silent too long."""
        self._fences += 1
        mark = b'{"jsonrpc":"2.0","id":"fence-%d",' % self._fences
        fence = mark + b'"method":"-","params":{"_meta":' + _META + b"}}\n"
        for twin in self.twins.values():
            twin.pending = memoryview(data + fence)
        return self._talk(mark, seconds)

    def end(self, last=b"", seconds=SECONDS):
        """Writes a line without its end, ends the input, and gives (rest of stdout, exit code, store) by name."""
        for twin in self.twins.values():
            twin.pending = memoryview(last)
            twin.write()
            with contextlib.suppress(OSError):
                twin.process.stdin.close()
            twin.pending = memoryview(b"")
        rest = self._talk(None, seconds)
        return {name: (rest[name], self._code(twin, seconds), twin.stored()) for name, twin in self.twins.items()}

    def close(self):
        """Ends both and takes their stores away."""
        for twin in self.twins.values():
            twin.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _talk(self, mark, seconds):
        deadline = time.monotonic() + seconds
        while not all(twin.answered(mark) for twin in self.twins.values()) and time.monotonic() < deadline:
            poll = select.poll()
            waiting = {}
            for twin in self.twins.values():
                if not twin.answered(mark):
                    waiting[twin.process.stdout.fileno()] = twin.read
                    poll.register(twin.process.stdout.fileno(), select.POLLIN)
                    if len(twin.pending) > 0:
                        waiting[twin.process.stdin.fileno()] = twin.write
                        poll.register(twin.process.stdin.fileno(), select.POLLOUT)
            for descriptor, _event in poll.poll(1000):
                waiting[descriptor]()
        return {name: self._taken(twin, mark) for name, twin in self.twins.items()}

    def _taken(self, twin, mark):
        if not twin.answered(mark):
            return None
        said, twin.said = bytes(twin.said), bytearray()
        spot = -1 if mark is None else said.rfind(mark)
        return said if spot == -1 else said[:spot]

    def _code(self, twin, seconds):
        try:
            return twin.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return "none"
