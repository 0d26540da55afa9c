"""Where two lines differ: as raw bytes, as canonical bytes, and at which JSON pointer.

Parsed values are never compared with ==, for which 1, 1.0 and True are all the same; canonical bytes decide.
"""

import json

import ports  # noqa: F401  (makes the server importable)
from server.canonical import canonical
from server.decode import NotJson, decode_line
from server.values import is_array, is_object

ABSENT = object()


def parse(line):
    """Gives the value of a raw line, or ABSENT if it is no JSON text ended by a newline."""
    if line is None or not line.endswith(b"\n"):
        return ABSENT
    try:
        return decode_line(line[:-1])
    except NotJson:
        return ABSENT


def is_message(line):
    """Tells whether a raw line is one JSON object; anything else on stdout is noise."""
    return is_object(parse(line))


def same_value(one, other):
    """Tells whether two values have the same canonical bytes."""
    try:
        return canonical(one) == canonical(other)
    except ValueError:
        return False


def first_difference(one, other, pointer=""):
    """Gives the JSON pointer of the first place at which two values differ, or None if there is none."""
    if is_object(one) and is_object(other):
        for name in [*one, *(name for name in other if name not in one)]:
            place = pointer + "/" + name.replace("~", "~0").replace("/", "~1")
            if name not in one or name not in other:
                return place
            found = first_difference(one[name], other[name], place)
            if found is not None:
                return found
        return None
    if is_array(one) and is_array(other):
        for index in range(max(len(one), len(other))):
            place = f"{pointer}/{index}"
            if index >= len(one) or index >= len(other):
                return place
            found = first_difference(one[index], other[index], place)
            if found is not None:
                return found
        return None
    return None if same_value(one, other) else pointer


def value_at(value, pointer):
    """Gives what stands at a JSON pointer, or ABSENT."""
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        if is_object(value) and name in value:
            value = value[name]
        elif is_array(value) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return ABSENT
    return value


def shown(value, limit=300):
    """Writes a value for a person, shortened."""
    if value is ABSENT:
        return "(absent)"
    text = json.dumps(_plain(value), ensure_ascii=False)
    return text if len(text) <= limit else text[:limit] + "…"


def _plain(value):
    # Numbers are read as doubles; a person wants to see 1 and not 1.0.
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if is_array(value):
        return [_plain(item) for item in value]
    if is_object(value):
        return {name: _plain(item) for name, item in value.items()}
    return value


def shown_line(line, limit=600):
    """Writes a raw line for a person, bytes that are no text escaped, shortened."""
    if line is None:
        return "(no line)"
    text = line.decode("utf-8", "backslashreplace")
    text = text[:-1] if text.endswith("\n") else text + " (no newline)"
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return text if len(text) <= limit else text[:limit] + "…"


def first_byte(one, other):
    """Gives the index of the first byte at which two raw lines differ."""
    for index, pair in enumerate(zip(one, other)):
        if pair[0] != pair[1]:
            return index
    return min(len(one), len(other))
