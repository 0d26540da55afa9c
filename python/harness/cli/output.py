"""Where the command line writes: the result to stdout, everything else to stderr, the wire to a file.

Whatever is written passes through here, so that no configured value and no escape sequence of a server gets out.
"""

import datetime
import json
import os
import shutil
import threading

from harness.framing import Lines
from harness.settings import Dispatcher
from harness.cli.show import cut, escaped, json_text

#: How long a line of a server's stderr may be, in bytes, and how many pieces may wait while nobody reads ours.
MAX_LINE = 65536
MAX_WAITING = 1000


class Output:
    """stdout and stderr of the command line; may be used from several threads."""

    def __init__(self, redactor, *, quiet=False, colours=False, dumb=False, stdout=1, stderr=2):
        """Takes what must not be shown, whether stderr is for errors alone, and what a terminal can do."""
        self.redactor, self.quiet = redactor, quiet
        self._stdout, self._stderr = stdout, stderr
        self._colours = {each: colours and not dumb and os.isatty(each) for each in (stdout, stderr)}
        self._moves = not quiet and not dumb and os.isatty(stderr)
        self._lock = threading.Lock()
        self._progress = False
        self.gone = False  # nobody reads stdout any more

    def clean(self, text, block=False):
        """Gives a text of a server as it may be shown: no configured value, nothing hidden; block keeps line ends."""
        return escaped(self.redactor.text(str(text), cut=not block), block)

    def quoted(self, text):
        """Gives a sentence as JSON may hold it; what it quotes of a server may have been cut inside of a value."""
        return self.redactor.text(text, cut=True)

    def result(self, *lines):
        """Writes lines to stdout; they are clean already, or ours. The second look for values forgets no path."""
        if lines and not self.gone:
            text = self.redactor.text("".join(line + "\n" for line in lines))
            self.gone = not self._write(self._stdout, text)

    def json(self, value, compact=False):
        """Writes a value to stdout as JSON, on one line if compact."""
        if not self.gone:
            text = json_text(self.redactor.data(value), None if compact else 2)
            self.gone = not self._write(self._stdout, text + "\n")

    def status(self, text):
        """Tells on stderr what happens, unless that is not wanted."""
        if not self.quiet:
            self.error(text)

    def error(self, text):
        """Tells on stderr what went wrong; the text is clean already, or ours."""
        self._write(self._stderr, self.redactor.text(text) + "\n")

    def progress(self, text):
        """Shows on a terminal what is under way; the next line takes its place."""
        if self._moves:
            columns = shutil.get_terminal_size().columns
            self._write(self._stderr, cut(self.clean(text), columns - 1), progress=True)

    def prompt(self, text):
        """Asks on stderr, and leaves the cursor where the answer goes."""
        self._write(self._stderr, text)

    def colour(self, text, code, stdout=True):
        """Gives a text in a colour, if that stream shows colours."""
        return f"\x1b[{code}m{text}\x1b[0m" if self._colours[self._stdout if stdout else self._stderr] else text

    def columns(self, otherwise):
        """Gives how wide stdout is, or another number if it is no terminal."""
        return shutil.get_terminal_size().columns if os.isatty(self._stdout) else otherwise

    def _write(self, descriptor, text, progress=False):
        # Gives whether somebody reads.
        data = text.encode("utf-8", "backslashreplace")
        with self._lock:
            if self._progress:
                self._put(self._stderr, b"\r\x1b[K")
            self._progress = progress
            return self._put(descriptor, data)

    def _put(self, descriptor, data):
        try:
            return write_all(descriptor, data)
        except OSError:
            if descriptor == self._stdout:
                raise
            return False  # nobody has to read stderr


class Relay:
    """Shows what servers write to stderr, line by line and with their names, on a thread of its own."""

    def __init__(self, output, also=None):
        """Takes where it is shown, and perhaps a function (peer, line) that hears of each line as well."""
        self._output, self._also = output, also
        self._dispatcher = Dispatcher()
        self._waiting = threading.Semaphore(MAX_WAITING)
        self._lines, self._missed = {}, set()

    def of(self, peer):
        """Gives the function that takes the bytes of one server; it never blocks."""
        self._lines[peer] = Lines(lambda line: self._show(peer, line), MAX_LINE)

        def take(chunk):
            # Who floods us while nobody reads our stderr loses what does not fit; the tail is kept elsewhere.
            if self._waiting.acquire(blocking=False):
                self._dispatcher.put(self._take, peer, chunk)
            else:
                self._missed.add(peer)

        return take

    def flush(self, seconds=1.0):
        """Waits until everything up to now was shown, or until nobody seems to read it."""
        shown = threading.Event()
        self._dispatcher.put(shown.set)
        shown.wait(seconds)

    def close(self):
        """Shows what is left, also lines that were not ended."""
        for lines in self._lines.values():
            self._dispatcher.put(lines.end)
        self._dispatcher.close()
        for peer in sorted(self._missed):
            self._output.status(f"[{peer}] (not all of its stderr could be shown)")

    def _take(self, peer, chunk):
        self._waiting.release()
        self._lines[peer].feed(chunk)

    def _show(self, peer, line):
        if line is None:
            self._output.status(f"[{peer}] (a line over {MAX_LINE} bytes was left out)")
            return
        if self._also is not None:
            self._also(peer, line)
        text = line.decode("utf-8", "backslashreplace").rstrip("\r\n")
        self._output.status(f"[{peer}] {self._output.clean(text)}")


class Trace:
    """A file with one JSON line for each line that was sent, received or written to stderr, as they came."""

    def __init__(self, path, redactor):
        """Opens the file for its owner alone; raises OSError."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        self._file = os.open(path, flags, 0o600)
        self._redactor = redactor
        self._lock = threading.Lock()
        self.failed = None  # the OSError that ended it

    def line(self, peer, direction, line):
        """Writes down one line, as text or, if it is no UTF-8, in hexadecimal digits."""
        ended = line.endswith(b"\n")
        data = self._redactor.bytes(line[:-1] if ended else line)
        entry = {"time": "", "peer": peer, "direction": direction}
        try:
            entry["text"] = data.decode("utf-8")
        except UnicodeDecodeError:
            entry["hex"] = data.hex()
        if not ended:
            entry["newline"] = False
        with self._lock:
            if self._file is not None and self.failed is None:
                now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
                entry["time"] = now.replace("+00:00", "Z")
                try:
                    write_all(self._file, (json.dumps(entry) + "\n").encode("ascii"), quiet=False)
                except OSError as fault:
                    self.failed = fault

    def close(self):
        """Closes the file."""
        with self._lock:
            descriptor, self._file = self._file, None
        if descriptor is not None:
            os.close(descriptor)


def write_all(descriptor, data, quiet=True):
    """Writes all bytes and gives whether that was possible; quiet: without raising the error if nobody reads."""
    view = memoryview(data)
    try:
        while view:
            try:
                view = view[os.write(descriptor, view) :]
            except BlockingIOError:
                os.set_blocking(descriptor, True)  # a parent may have left its own end's flag on a shared stream
    except OSError as fault:
        if not quiet or not isinstance(fault, BrokenPipeError):
            raise
        return False
    return True
