"""Bytes to lines: a message ends at the byte 0x0A and nowhere else.

The decoder of a text stream is no help here. It would split at a lone CR or at U+2028, and it would decode each chunk
on its own, so that a character divided between two reads is destroyed. Bytes are collected until the newline comes;
what they mean is the next module's affair.
"""

#: The longest line that is read, in bytes; the newline does not count, a CR before it does.
MAX_LINE_BYTES = 4194304

NEWLINE = b"\n"

#: Stands in place of a line that was over the limit and was not kept.
TOO_LONG = None


class LineBuffer:
    """Collects chunks of bytes and gives back the lines that are whole."""

    def __init__(self, limit=MAX_LINE_BYTES):
        """Starts empty, with a limit in bytes for one line."""
        self._limit = limit
        self._pieces = []  # of the line that has not ended yet; dropped once it is over the limit
        self._size = 0  # of that line in bytes, counted on while it is skipped

    def feed(self, chunk):
        """Takes the bytes of one read and gives the lines that end in it, without their newline.

        In place of a line over the limit stands TOO_LONG, at the line's end.
        """
        lines = []
        start = 0
        end = chunk.find(NEWLINE)
        while end != -1:
            lines.append(self._finish(chunk[start:end]))
            start = end + 1
            end = chunk.find(NEWLINE, start)
        self._keep(chunk[start:])
        return lines

    def end(self):
        """Gives what stands after the last newline, as the last line, or nothing if nothing does."""
        if self._size == 0:
            return []
        return [self._finish(b"")]

    def _keep(self, piece):
        self._size += len(piece)
        if self._size > self._limit:
            self._pieces = []
        elif len(piece) > 0:
            self._pieces.append(piece)
            # A line that comes byte by byte must not become millions of pieces: equal neighbours are joined.
            while len(self._pieces) > 1 and len(self._pieces[-1]) >= len(self._pieces[-2]):
                self._pieces[-2:] = [self._pieces[-2] + self._pieces[-1]]

    def _finish(self, piece):
        self._keep(piece)
        line = TOO_LONG if self._size > self._limit else b"".join(self._pieces)
        self._pieces = []
        self._size = 0
        return line
