"""Searching text without regard to case, only where every runtime knows the same cases.

Unicode grows, and a newer runtime lowers letters that an older one leaves alone. Below U+0590 and in U+1E00 to U+1FFF
all supported runtimes agree; every other code point compares as it is. Each code point is lowered alone, so that a
sigma at the end of a word stays what it is in the middle.
"""

_RANGES = [(0x0000, 0x0590), (0x1E00, 0x2000)]


def lowered(text):
    """Gives the text in the form in which it is searched."""
    return text.translate(_TABLE)


def contains(text, query):
    """Tells whether the query, already lowered, stands somewhere in the text."""
    return query in lowered(text)


def _lower_table():
    table = {}
    for start, end in _RANGES:
        for code in range(start, end):
            lower = chr(code).lower()
            if lower != chr(code):
                table[code] = lower
    return table


_TABLE = _lower_table()
