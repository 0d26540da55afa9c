"""One line to one JSON value, as strictly as RFC 8259 and the same in both languages.

The two parsers agree once four things are settled outside of them: UTF-8 is decoded strictly and a byte order mark is
kept (so that it fails), NaN and Infinity are refused, nesting is counted before parsing, and every number becomes a
double.
"""

import json
import re

#: How many brackets may be open at once.
MAX_DEPTH = 64

_BLANKS = b" \t\r"
_TOKENS = re.compile(r'\\.|["\[\]{}]', re.DOTALL)


class NotJson(Exception):
    """Says that a line is not one JSON text in UTF-8; the parser's own words are dropped."""


def is_blank(line):
    """Tells whether a line holds only space, tab and CR, or nothing."""
    return len(line.strip(_BLANKS)) == 0


def decode_line(line):
    """Decodes the bytes of one line into a JSON value; raises NotJson."""
    try:
        text = line.decode("utf-8")
        if _too_deep(text):
            raise NotJson
        return _DECODER.decode(text)
    except ValueError:
        raise NotJson from None


def _too_deep(text):
    # Most lines have fewer brackets than could ever be too many, and need no closer look.
    if _count_openings(text) <= MAX_DEPTH:
        return False
    depth = 0
    in_string = False
    for match in _TOKENS.finditer(text):
        token = match[0]
        if token == '"':
            in_string = not in_string
        elif in_string or token[0] == "\\":
            continue
        elif token in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        else:
            depth -= 1
    return False


def _count_openings(text):
    return text.count("[") + text.count("{")


def _refuse(_literal):
    raise ValueError


# JSON has no NaN and no Infinity, though Python's parser takes them. An integer is read as a double as well: Node has
# nothing else, and a number of 5,000 digits would be an error in one language and infinite in the other.
_DECODER = json.JSONDecoder(parse_int=float, parse_constant=_refuse)
