"""What kinds of JSON value there are, asked the same way in both languages.

A decoded JSON text is made of None, bool, float (every number is an IEEE double), str, list and dict. Values that the
server makes itself may hold int as well.
"""

import re

#: Any JSON value.
Json = object

#: A JSON object.
JsonObject = dict

#: The largest integer that every JSON reader can hold exactly (I-JSON, RFC 7493 section 2.2).
MAX_SAFE_INTEGER = 2**53 - 1

_SURROGATE = re.compile("[\ud800-\udfff]")


def is_object(value):
    """Tells whether the value is a JSON object."""
    return isinstance(value, dict)


def is_array(value):
    """Tells whether the value is a JSON array."""
    return isinstance(value, list)


def is_string(value):
    """Tells whether the value is a JSON string."""
    return isinstance(value, str)


def is_boolean(value):
    """Tells whether the value is true or false."""
    return isinstance(value, bool)


def is_number(value):
    """Tells whether the value is a JSON number, which a boolean never is."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value):
    """Tells whether the value is a number without a fractional part, so that 1.0 counts as 1."""
    return is_number(value) and float(value).is_integer()


def is_safe_integer(value):
    """Tells whether the value is an integer within plus or minus (2^53 - 1)."""
    return is_integer(value) and abs(value) <= MAX_SAFE_INTEGER


def to_integer(value):
    """Gives the integer behind a number that has no fractional part, written without a point from then on."""
    return int(value)


def has(value, name):
    """Tells whether an object has a member of its own with this name."""
    return name in value


def sorted_names(names):
    """Gives the names in ascending order of their code points."""
    return sorted(names)


def code_points(text):
    """Counts the code points of a string."""
    return len(text)


def cut(text, limit=200):
    """Cuts a string to a number of code points, for a name that an error message quotes."""
    return text[:limit]


def is_well_formed(value):
    """Tells whether no string and no key anywhere in the value holds a lone surrogate."""
    if is_string(value):
        return _SURROGATE.search(value) is None
    if is_array(value):
        return all(is_well_formed(item) for item in value)
    if is_object(value):
        return all(is_well_formed(name) and is_well_formed(item) for name, item in value.items())
    return True
