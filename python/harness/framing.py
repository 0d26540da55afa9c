"""Bytes to lines, for any program that speaks in lines: only 0x0A ends one, and each is handed on with it."""

#: Stands in place of a line that was over the limit; its bytes were not kept.
TOO_LONG = None


class Lines:
    """Cuts a stream of bytes at each newline without looking at any byte twice."""

    def __init__(self, on_line, limit):
        """Takes who gets each line with its newline, and the longest line in bytes (None: no limit)."""
        self._on_line, self._limit = on_line, limit
        self._pieces, self._size = [], 0

    def feed(self, chunk):
        """Takes the bytes of one read and hands on each line that ends in them, or TOO_LONG in its place."""
        start = 0
        end = chunk.find(b"\n")
        while end != -1:
            self._keep(chunk[start : end + 1])
            self._emit()
            start = end + 1
            end = chunk.find(b"\n", start)
        if start < len(chunk):
            self._keep(chunk[start:])

    def end(self):
        """Hands on what stands after the last newline, if anything does."""
        if self._size > 0:
            self._emit()

    def _keep(self, piece):
        within = not self._over()
        self._size += len(piece)
        if not self._over():
            self._pieces.append(piece)
        elif within:
            # At once: its end may be far away, or never come.
            self._pieces = []
            self._on_line(TOO_LONG)

    def _emit(self):
        if not self._over():
            self._on_line(b"".join(self._pieces))
        self._pieces, self._size = [], 0

    def _over(self):
        return self._limit is not None and self._size > self._limit
