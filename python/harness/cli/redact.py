"""Values of the environment that were configured for a server stay out of everything that is shown or written down.

A value of eight characters or more becomes <env:NAME>, wherever it stands: as it is, with any of its characters
escaped as JSON can escape them (also twice, for JSON inside of JSON), and each of its lines if it has several.
"""

import json
import re

#: A shorter value is too common a text to be replaced.
SHORTEST = 8

#: How short the beginning of a value may be that is taken for the value where a text was cut.
SHORTEST_CUT = 6

#: How many backslashes may stand in front of an escape: four levels of JSON in JSON.
DEPTH = 15

_SHORT = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f"}


class Redactor:
    """Replaces configured values; knows none at the start."""

    def __init__(self):
        """Takes nothing; add says what must not be shown."""
        self._values = []  # of (value, name), the longest first
        self._pattern = None

    def add(self, values):
        """Takes values by the name of their variable; those that are too short are left alone."""
        known = {value for value, _ in self._values}
        for name, value in values.items():
            for part in {value, *(line.strip() for line in value.splitlines())} - known:
                if len(part) >= SHORTEST:
                    self._values.append((part, name))
        self._values.sort(key=lambda each: (-len(each[0]), each[1]))
        self._pattern = re.compile("|".join(f"({_any_spelling(value)})" for value, _ in self._values) or "(?!)")

    def text(self, text, cut=False):
        """Gives a text without the values; cut: also without the beginning of one at the end, where a limit left it."""
        if not self._values:
            return text
        clean = self._pattern.sub(lambda match: f"<env:{self._values[match.lastindex - 1][1]}>", text)
        return self._without_start(clean) if cut else clean

    def data(self, value):
        """Gives a JSON value without them, in keys, texts and numbers."""
        if not self._values:
            return value
        if isinstance(value, dict):
            return {self.text(key): self.data(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.data(item) for item in value]
        if isinstance(value, str):
            return self.text(value)
        literal = json.dumps(value)
        clean = self.text(literal)
        return value if clean == literal else clean

    def bytes(self, data):
        """Gives bytes without them, also if not all of them are UTF-8."""
        return self.text(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    def _without_start(self, text):
        for value, name in self._values:
            for size in range(len(value) - 1, SHORTEST_CUT - 1, -1):
                if text.endswith(value[:size]):
                    return f"{text[:-size]}<env:{name}>"
        return text


def _any_spelling(value):
    pieces = re.findall(r"\\+|[^\\]", value, re.DOTALL)
    return "".join(_any_spelling_of(piece) for piece in pieces)


def _any_spelling_of(piece):
    if piece[0] == "\\":
        # Each level of JSON doubles them; a run is taken as a whole, so that no text makes the search slow.
        size = len(piece)
        return rf"(?:\\{{{size},{size * (DEPTH + 1)}}}|(?:\\{{1,{DEPTH}}}u005(?i:c)){{{size}}})"
    units = piece.encode("utf-16-be", "surrogatepass").hex()
    spellings = [re.escape(piece)]
    if piece in "\"'/":
        spellings = [rf"\\{{0,{DEPTH}}}{piece}"]
    spellings.append("".join(rf"\\{{1,{DEPTH}}}u(?i:{units[at : at + 4]})" for at in range(0, len(units), 4)))
    if piece in _SHORT:
        spellings.append(rf"\\{{1,{DEPTH}}}{_SHORT[piece]}")
    if ord(piece) < 256:
        spellings.append(rf"\\{{1,{DEPTH}}}x(?i:{ord(piece):02x})")
    return f"(?:{'|'.join(spellings)})"
