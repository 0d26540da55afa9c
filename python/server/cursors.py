"""Cursors: opaque to the client, and good for as long as there are notes.

A cursor names its list and the number of the last note seen, in unpadded base64url. Nothing is kept for it in the
server, and notes that come and go do not disturb it. Specification: server/utilities/pagination.
"""

import base64
import re

_FORM = re.compile("(.*):([1-9][0-9]{0,14})", re.DOTALL)
_ALPHABET = re.compile("[A-Za-z0-9_-]+")


def write_cursor(list_name, number):
    """Gives the cursor that continues a list after the note with this number."""
    return _encode(list_name + ":" + str(number))


def read_cursor(cursor, list_name, next_number):
    """Gives the number behind a cursor of this list, or 0 if it is none; the last argument is the next new number."""
    match = _FORM.fullmatch(_decode(cursor))
    if match is None or match.group(1) != list_name:
        return 0
    number = int(match.group(2))
    # Decoders forgive much; only what we would write ourselves is a cursor of ours.
    return number if number < next_number and write_cursor(list_name, number) == cursor else 0


def _encode(text):
    return base64.urlsafe_b64encode(text.encode("utf-8")).decode("ascii").rstrip("=")


def _decode(cursor):
    if _ALPHABET.fullmatch(cursor) is None:
        return ""
    try:
        return base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("utf-8")
    except ValueError:
        return ""
