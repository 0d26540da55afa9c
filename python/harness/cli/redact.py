"""Values of the environment that were configured for a server stay out of everything that is shown or written down.

A value of eight characters or more becomes <env:NAME>, wherever it stands: as it is, with any of its characters
escaped as JSON can escape them (also twice, for JSON inside of JSON), and each of its lines if it has several.
"""

import json
import os
import re

#: A shorter value is too common a text to be replaced.
SHORTEST = 8

#: How short the beginning of a value may be that is taken for the value where a text was cut, and the least number of
#: characters that anybody leaves of a text: a beginning that ends before is a word of its own.
SHORTEST_CUT = 6
LEAST_LEFT = 40

#: How many backslashes may stand in front of an escape: four levels of JSON in JSON.
DEPTH = 15

_SHORT = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f"}

# What may follow a cut: the rest of an escape that was cut as well, then the end or the sentence around it.
_CUT = re.compile(r"\\*(?:[uUx][0-9a-fA-F]{0,7})?(?=$|[\s'\";:,.)\]}…])")


class Redactor:
    """Replaces configured values; knows none at the start."""

    def __init__(self):
        """Takes nothing; add says what must not be shown."""
        self._values = []  # of (value, name), the longest first
        self._starts = []  # of (pattern of the first characters, patterns of the others, name), in that order
        self._pattern = None

    def add(self, values):
        """Takes values by the name of their variable; those that are too short are left alone."""
        known = {value for value, _ in self._values}
        for name, value in values.items():
            for part in {value, *(line.strip() for line in value.splitlines())} - known:
                if len(part) >= SHORTEST:
                    self._values.append((part, name))
        self._values.sort(key=lambda each: (-len(each[0]), each[1]))
        spelled = [(_spellings(value), name) for value, name in self._values]
        self._pattern = re.compile("|".join(f"({''.join(pieces)})" for pieces, _ in spelled) or "(?!)")
        self._starts = []
        for pieces, name in spelled:
            others = [re.compile(piece) for piece in pieces[SHORTEST_CUT:]]
            self._starts.append((re.compile("".join(pieces[:SHORTEST_CUT])), others, name))

    def text(self, text, cut=False):
        """Gives a text without the values; cut: also without the beginning of one where a limit may have left it."""
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
        # The end of the text is one place; a text that was cut and then quoted ends inside of a sentence.
        for first, others, name in self._starts:
            done, found = 0, []
            while match := first.search(text, done):
                ends = [match.end()]
                for other in others:
                    more = other.match(text, ends[-1])
                    if more is None:
                        break
                    ends.append(more.end())
                cuts = [_CUT.match(text, end) for end in reversed(ends)]
                cut = next((each for each in cuts if each and each.end() >= min(LEAST_LEFT, len(text))), None)
                shown = text[match.start() : ends[-1]] if cut is None else f"<env:{name}>"
                found += [text[done : match.start()], shown]
                done = ends[-1] if cut is None else cut.end()
            text = "".join([*found, text[done:]])
        return text


def assigned(command):
    """Gives the variables that a command line sets by env NAME=VALUE, by name."""
    found = {}
    if command and os.path.basename(command[0]) == "env":
        for word in command[1:]:
            name, equals, value = word.partition("=")
            if equals and not word.startswith("-"):
                found[name] = value
            elif not word.startswith("-"):
                break
    return found


def _spellings(value):
    # A pattern for each character; a run of backslashes counts as one.
    return [_any_spelling_of(piece) for piece in re.findall(r"\\+|[^\\]", value, re.DOTALL)]


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
