"""Foreign text made harmless: what nobody can see, or what would move other text about, becomes an escape."""

import re

#: Control characters but tab and newline, halves of characters, what XML forbids, what changes the direction of text or
#: has no width, and separators that some readers take for the end of a line.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]"
)


def visible(text):
    """Gives text in which every such character is written as \\\\uNNNN."""
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def escaped(text):
    """Gives text for XML and HTML, as content or as a value in quotes."""
    text = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#39;")


def plural(count, noun):
    """Gives 1 check, 2 checks."""
    return f"{count} {noun}" + ("" if count == 1 else "s")
