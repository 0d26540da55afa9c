"""Lines for stderr: short, few, and harmless to the terminal that shows them.

A client need not read stderr. If it does not, a server that writes without end would fill the pipe and stand still.
"""

from server.values import cut

#: How many lines one process writes at most; together they fit into any pipe.
MAX_LINES = 100

#: How many characters of a text are shown, and how many its escapes may take up.
MAX_CHARACTERS = 200


class Diagnostics:
    """Counts the lines, so that they stay few."""

    def __init__(self):
        """Starts with none written."""
        self._count = 0

    def line(self, text):
        """Gives the line to write for a text, with its newline, or an empty string once there were enough."""
        self._count += 1
        if self._count > MAX_LINES:
            return ""
        last = " (no more of these)" if self._count == MAX_LINES else ""
        return "notes-server: " + cut(escaped(cut(text, MAX_CHARACTERS)), MAX_CHARACTERS) + last + "\n"


def escaped(text):
    """Gives the text with everything but printable ASCII written as an escape."""
    return "".join([character if " " <= character <= "~" else _escape(character) for character in text])


def _escape(character):
    return "\\u{" + format(ord(character), "x") + "}"
