"""The shapes of what a server sends, as a table: what each member must be, and whether it must be there.

A shape is a kind (a function that tells whether a value is of it, with a name), a list of one shape (an array of such),
or a dict (an object; a name that ends in ! must be there; other members may be anything).
"""

import base64
import re

from conform import wire


class Kind:
    """A kind of value: what it is called, and the test for it."""

    def __init__(self, name, fits):
        self.name = name
        self.fits = fits


def one_of(*values):
    """Gives the kind of a text that is one of these."""
    return Kind("one of " + ", ".join(values), lambda value: isinstance(value, str) and value in values)


def _is_base64(value):
    try:
        return isinstance(value, str) and base64.b64decode(value, validate=True) is not None
    except ValueError:
        return False


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


TEXT = Kind("a string", lambda value: isinstance(value, str))
FLAG = Kind("a boolean", lambda value: isinstance(value, bool))
NUMBER = Kind("a number", _is_number)
COUNT = Kind("an integer of at least 0", lambda value: _is_number(value) and value == int(value) and value >= 0)
OBJECT = Kind("an object", lambda value: isinstance(value, dict))
OBJECTS = Kind(
    "an object of objects",
    lambda value: isinstance(value, dict) and all(isinstance(each, dict) for each in value.values()),
)
BASE64 = Kind("base64", _is_base64)
FRACTION = Kind("a number from 0 to 1", lambda value: _is_number(value) and 0 <= value <= 1)
URI = Kind("a URI", lambda value: isinstance(value, str) and re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", value) is not None)
IDENTIFIER = Kind("a string or an integer", wire.is_id)
SCHEMA_ROOT = Kind(
    "an object with type object", lambda value: isinstance(value, dict) and value.get("type") == "object"
)
ROLE = one_of("user", "assistant")

ICON = {"src!": URI, "mimeType": TEXT, "sizes": [TEXT], "theme": one_of("light", "dark")}
NAMED = {"name!": TEXT, "title": TEXT, "description": TEXT, "icons": [ICON], "_meta": OBJECT}
ANNOTATIONS = {"audience": [ROLE], "priority": FRACTION, "lastModified": TEXT}
HINTS = {"title": TEXT, "readOnlyHint": FLAG, "destructiveHint": FLAG, "idempotentHint": FLAG, "openWorldHint": FLAG}
TOOL = {**NAMED, "inputSchema!": SCHEMA_ROOT, "outputSchema": OBJECT, "annotations": HINTS}
RESOURCE = {**NAMED, "uri!": URI, "mimeType": TEXT, "size": COUNT, "annotations": ANNOTATIONS}
TEMPLATE = {**NAMED, "uriTemplate!": TEXT, "mimeType": TEXT, "annotations": ANNOTATIONS}
PROMPT = {**NAMED, "arguments": [{"name!": TEXT, "title": TEXT, "description": TEXT, "required": FLAG}]}
IMPLEMENTATION = {
    "name!": TEXT,
    "version!": TEXT,
    "title": TEXT,
    "description": TEXT,
    "websiteUrl": URI,
    "icons": [ICON],
}
CONTENTS = {"uri!": URI, "mimeType": TEXT, "text": TEXT, "blob": BASE64, "_meta": OBJECT}
FILTER = {
    "toolsListChanged": FLAG,
    "promptsListChanged": FLAG,
    "resourcesListChanged": FLAG,
    "resourceSubscriptions": [TEXT],
}
CAPABILITIES = {
    "tools": {"listChanged": FLAG}, "prompts": {"listChanged": FLAG},
    "resources": {"listChanged": FLAG, "subscribe": FLAG}, "completions": OBJECT, "logging": OBJECT,
    "experimental": OBJECTS, "extensions": OBJECTS,
}  # fmt: skip
COMPLETION = {"completion!": {"values!": [TEXT], "total": COUNT, "hasMore": FLAG}}

BLOCKS = {
    "text": {"text!": TEXT},
    "image": {"data!": BASE64, "mimeType!": TEXT},
    "audio": {"data!": BASE64, "mimeType!": TEXT},
    "resource_link": RESOURCE,
    "resource": {"resource!": CONTENTS},
}

ENTRIES = {"tools/list": TOOL, "prompts/list": PROMPT, "resources/list": RESOURCE, "resources/templates/list": TEMPLATE}


def faults(value, shape, pointer=""):
    """Gives what is wrong with a value as (pointer, words)."""
    if isinstance(shape, Kind):
        if not shape.fits(value):
            yield pointer, f"is not {shape.name}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield pointer, "is not an array"
            return
        for index, each in enumerate(value):
            yield from faults(each, shape[0], f"{pointer}/{index}")
    elif not isinstance(value, dict):
        yield pointer, "is not an object"
    else:
        for name, inner in shape.items():
            plain = name.rstrip("!")
            if plain in value:
                yield from faults(value[plain], inner, f"{pointer}/{plain}")
            elif plain != name:
                yield pointer, f"has no {plain}"


def block_faults(value, pointer):
    """Gives what is wrong with a content block."""
    kind = value.get("type") if isinstance(value, dict) else None
    if kind not in BLOCKS:
        yield pointer, f"is not a content block (one of {', '.join(BLOCKS)})"
        return
    yield from faults(value, {**BLOCKS[kind], "annotations": ANNOTATIONS, "_meta": OBJECT}, pointer)
    if kind == "resource" and isinstance(value.get("resource"), dict):
        yield from contents_faults(value["resource"], pointer + "/resource")


def contents_faults(value, pointer):
    """Gives what is wrong with the contents of a resource beyond the kinds of its members: text or blob."""
    if isinstance(value, dict) and ("text" in value) == ("blob" in value):
        yield pointer, "has not exactly one of text and blob"
