"""Text that came from a server, made harmless for a terminal, and tables of it.

A server's text may hold escape sequences that repaint the screen, marks that turn the direction of writing around, and
characters that nobody sees. They are shown as escapes, so that a reader sees what a model would read.
"""

import json
import re
import unicodedata

#: Categories of characters that are shown as escapes: controls, invisible marks, halves of pairs, separators.
HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")

#: Two format characters without which some scripts and many emoji cannot be written; they pass in running text.
JOINERS = "\u200c\u200d"

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SUSPECT = re.compile("[^ -~]")


def escaped(text, block=False):
    """Gives a text on one line with everything hidden as an escape; block keeps line ends, tabs and joiners."""
    kept = "\n\t" + JOINERS if block else ""
    text = text.replace("\r\n", "\n") if block else text
    return _SUSPECT.sub(lambda match: match[0] if match[0] in kept else _escape(match[0]), text)


def json_text(value, indent=2):
    """Gives JSON in which everything hidden is escaped, so that it is harmless and still the same value."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _SUSPECT.sub(lambda match: match[0] if match[0] == "\n" else _json_escape(match[0]), text)


def width(text):
    """Gives how many columns a text takes on a terminal."""
    return sum(_columns(character) for character in text)


def cut(text, columns):
    """Gives a text of at most that many columns, with a mark if something is missing."""
    if width(text) <= columns:
        return text
    kept, used = [], 1
    for character in text:
        used += _columns(character)
        if used > columns:
            break
        kept.append(character)
    return "".join(kept) + "…"


def padded(text, columns):
    """Gives a text filled up with blanks to a width."""
    return text + " " * (columns - width(text))


def table(heads, rows, columns=None):
    """Gives the lines of a table; the last column is cut where the terminal ends, or never if columns is None."""
    widths = [max(width(row[place]) for row in [heads, *rows]) for place in range(len(heads) - 1)]
    lines = []
    for row in [heads, *rows]:
        begin = "".join(padded(cell, size) + "  " for cell, size in zip(row, widths))
        last = row[-1] if columns is None else cut(row[-1], max(20, columns - width(begin)))
        lines.append((begin + last).rstrip())
    return lines


def content_text(content):
    """Gives the text of content blocks as a person reads them, block by block; what is no text is described."""
    return "\n".join(_block_text(block) for block in content)


def contents_text(contents):
    """Gives the text of what a resource holds."""
    return "\n".join(_resource_text(each) for each in contents)


def _block_text(block):
    if not isinstance(block, dict):
        return f"[no content block: {json.dumps(block)[:100]}]"
    kind = block.get("type")
    if kind == "text" and isinstance(block.get("text"), str):
        return block["text"]
    if kind in ("image", "audio"):
        return f"[{kind} {_type_of(block)}, {_size_of(block.get('data'))}; --json has it]"
    if kind == "resource_link":
        return f"[resource {block.get('uri')}: {block.get('title') or block.get('name')}]"
    if kind == "resource":
        return _resource_text(block.get("resource"))
    return f"[a block of type {kind}; --json has it]"


def _resource_text(resource):
    if not isinstance(resource, dict):
        return f"[no resource: {json.dumps(resource)[:100]}]"
    if isinstance(resource.get("text"), str):
        return resource["text"]
    return f"[{resource.get('uri')}: {_type_of(resource)}, {_size_of(resource.get('blob'))}; --json has it]"


def _type_of(content):
    return content.get("mimeType") or "of unknown type"


def _size_of(base64):
    if not isinstance(base64, str):
        return "no data"
    return f"{len(base64.rstrip('=')) * 3 // 4} bytes"


def _columns(character):
    if " " <= character <= "~":
        return 1
    if unicodedata.category(character) in ("Mn", "Me") or character in JOINERS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _escape(character):
    if unicodedata.category(character) not in HIDDEN:
        return character
    code = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    if code < 256:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def _json_escape(character):
    if unicodedata.category(character) not in HIDDEN:
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
