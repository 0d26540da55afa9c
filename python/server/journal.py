"""The journal: records in a file that any number of servers, in either language, append to at the same time.

Rules. A record is written as newline, JSON, newline in one append, and counts once it is terminated. The unterminated
end of the file is somebody's write in progress, or what a crash left of one: it is read again at the next look, and
never skipped. The newline that begins the next record terminates what a crash left; such a line is no record, is
skipped with a word on stderr, and takes no number. The file decides the order of things: a writer reads its own record
back and answers from there. Contract, section 7.
"""

from server.decode import is_blank
from server.errors import ToolFailure
from server.messages import encode, to_bytes
from server.records import read_record
from server.values import has

#: How many bytes are read at once.
PIECE = 1048576

#: Stands in front of all records where the file was cut: what was read before counts no more.
RESTART = {"op": "restart"}


class Memory:
    """A journal of one server alone, which keeps nothing: what is appended is handed back."""

    shared = False

    def look(self):
        """Gives the records that others have appended: none."""
        return []

    def append(self, record):
        """Gives the records up to the one given, which is the only one."""
        return [record]


class Journal:
    """A journal in a file that others write to as well."""

    shared = True

    def __init__(self, file, writer, log):
        """Takes the file (size, read, append), a token that no other writer has, and a log (text)."""
        self._file = file
        self._writer = writer
        self._log = log
        self._written = 0  # records of ours so far; with the token it names each of them
        self._start = 0  # where the first line begins that has not been read for good
        self._seen = 0  # up to where the file has been looked at

    def look(self):
        """Gives the records that were appended since the last look, by whomever; a file that has not grown is not read."""
        size = self._file.size()
        if size == self._seen:
            return []
        if size >= self._start:
            return self._read(self._start, 0)
        self._log("the store became shorter; it is read again from its beginning")
        return [RESTART, *self._read(0, 0)]

    def append(self, record):
        """Appends a record and gives all records up to it that have not been given; raises ToolFailure."""
        self._written += 1
        line = to_bytes("\n" + encode({**record, "by": self._writer, "n": self._written}) + "\n")
        written = self._file.append(line)
        if written == 0:
            raise ToolFailure("The store could not be written; nothing was changed")
        if written < len(line) or not self._file.sync():
            raise ToolFailure("The store failed while it was written; the change may have been kept, so look first")
        start = self._start
        records = self._read(start, self._written)
        if len(records) == 0 or not self._is_own(records[-1], self._written):
            self._start, self._seen = start, start  # what others wrote counts at the next look
            raise ToolFailure("The store did not give back what was written; the change may have been kept, so look first")
        return records

    def _read(self, start, until):
        # Reads on to the end, or to our own record with the number until (0: none is waited for). Where a piece cannot
        # be read nothing has been: what was given to nobody is read again at the next look.
        records = []
        position = start
        rest = b""
        piece = self._file.read(position, PIECE)
        while len(piece) > 0:
            position += len(piece)
            lines = (rest + piece).split(b"\n")
            rest = lines.pop()
            for line in lines:
                record = self._record_of(line, start)
                start += len(line) + 1
                if record is not None:
                    records.append(record)
                    if self._is_own(record, until):
                        self._start, self._seen = start, start
                        return records
            piece = self._file.read(position, PIECE)
        self._start, self._seen = start, position
        return records

    def _record_of(self, line, start):
        if is_blank(line):
            return None
        record = read_record(line)
        if record is None:
            self._log("skipped a line of the store that is no record, at byte " + str(start))
        return record

    def _is_own(self, record, number):
        return has(record, "by") and record["by"] == self._writer and has(record, "n") and record["n"] == number
