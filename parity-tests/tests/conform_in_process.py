"""The peer in this process, where a server of a process of its own would be, and whole runs on it."""

from conform import runner
from conform.bench import Bench
from served import TimedOut
from tests import conform_peer


class InProcess:
    """A Peer where served.Served would be. What has not come at once never comes, so nothing is waited for."""

    def __init__(self, peer):
        self.peer, self.lines, self.rest, self.over, self.code = peer, [], b"", False, 0
        self.seconds = 0.0
        self.number, self.unread = 0, 0  # the how manieth process it is, and how it ends when nobody reads

    def begin(self):
        """Nothing counts here."""

    def write(self, data):
        """Hands lines to the peer."""
        *whole, self.rest = (self.rest + data).split(b"\n")
        for each in whole:
            if not self.over:
                self._put(self.peer.take(each))
        return not self.over

    def end_input(self):
        """Tells the peer that its input has ended."""
        if not self.over:
            self._put(self.peer.ended())
        self.over = True

    def next_line(self):
        """Gives the next line, None at the end, or raises TimedOut."""
        if self.lines:
            return self.lines.pop(0)
        if self.over:
            return None
        raise TimedOut

    def wait(self):
        """Gives the exit code."""
        if not self.over or self.code is None:
            raise TimedOut
        return self.code

    def close(self):
        """Ends it."""
        self.over = True

    def stderr_tail(self):
        """Gives nothing: it has no stderr."""
        return ""

    def _put(self, messages):
        for message in messages:
            if message is None:
                self.over = True
                return
            data = message if isinstance(message, bytes) else conform_peer.line(message)
            self.lines += data.splitlines(keepends=True) if b"\n" in data[:-1] else [data]


def run(patch=None, only=()):
    """Runs the pack on peers of which each is patched, and gives the result value."""
    started = []

    def start():
        server = InProcess(conform_peer.Peer())
        server.number = len(started)
        started.append(server)
        if patch:
            patch(server)
        return server

    bench = Bench(start, 5.0, ahead=0)
    bench.unread = lambda data: start().unread
    return runner.run(bench, "peer", ["peer"], only)
