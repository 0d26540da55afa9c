"""Values at the edges, and how a message becomes the bytes of a line.

A number that must keep its spelling (1.0, 1e400, 5,000 digits) is carried as a text "@raw:…@" and loses its quotes when
the line is written.
"""

import json
import re

_RAW = re.compile(r'"@raw:([^"@]*)@"')

#: Spellings of numbers, some of which no JSON text may hold.
NUMBERS = [
    "0", "-0", "-0.0", "1", "-1", "1.0", "10.0", "1e2", "1E+2", "5e-1", "0.1", "1.5", "1.0000000000000002",
    "9007199254740991", "-9007199254740991", "9007199254740992", "-9007199254740992", "9007199254740993",
    "9007199254740991.0", "9007199254740991.5", "1e21", "1e-7", "123456789012345678901234567890", "4.9e-324",
    "1e-400", "1.7976931348623157e308", "1.7976931348623159e308", "1e400", "-1e400", "9" * 5000, "1" + "0" * 400,
    "0." + "3" * 400, "00", "01", "-01", "+1", "1.", ".5", "1e", "-", "0x10", "NaN", "Infinity", "-Infinity", "1_000",
    "True", "nul",
]  # fmt: skip

#: Texts that two runtimes may measure, order, escape or lower in two ways.
TEXTS = [
    "", " ", "a", "0", "null", "__proto__", "constructor", "toString", "hasOwnProperty", "length", "\x00", "\x1f",
    "\x7f", "\x85", "\u2028\u2029", "\ufeff", "\ufffe\uffff", "\ue000", "\ufb33", "é", "e\u0301", "ß", "İ", "ı",
    "Σας", "ΑΣ", "Ꮳ", "Ა", "ǅ", "\u212a", "💡", "👩\u200d👩", "\U0010ffff", "\ud800", "\udc00", "\ude02\ud83d", "a\udfff",
    '"\\/\b\f\n\r\t', "a\nb", "a\r", "note-1", "note-01", "note-0", "note-9999", "NOTE-1", "note-1\n",
    "notes://note-1", "notes://", "notes://note-1/", "notes://{id}", "test://static-text", "test://template/x/data",
    "test://template//data", "-", "x" * 32, "x" * 33, "home\n", "x" * 200, "x" * 201, "💡" * 200, "💡" * 201,
    "é" * 199 + "\n", "2026-07-28", "2025-11-25", "bm90ZXNfbGlzdDox", "cmVzb3VyY2VzL2xpc3Q6MQ",
    "cmVzb3VyY2VzL2xpc3Q6MQ==", "cmVzb3VyY2VzL2xpc3Q6MDE", "ref/prompt", "ref/resource", "debug", "accept", "١", "𝟙",
]  # fmt: skip

#: Names that a member may get in place of its own.
NAMES = [
    "", "id", "ID", "name", "Name", "arguments", "params", "_meta", "method", "jsonrpc", "result", "error", "cursor",
    "uri", "notes", "title", "body", "tag", "limit", "query", "__proto__", "constructor", "toString", "0", "10", "9",
    "-1", "\ufb33", "😂", "é", "\ud800", "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/logLevel",
    "progressToken", "requestState", "inputResponses", "$ref", "x" * 201,
]  # fmt: skip

_BODIES = ["", "x" * 200, "💡" * 201, "\n"]
_NAMES = [
    "notes_create",
    "notes_delete",
    "notes_list",
    "notes_Create",
    "review_note",
    "summarize_notes",
    "",
    "x" * 201,
    "💡" * 201,
]
_FLAGS = [True, False, None, 0, 1, "true", [], {}]

#: For members that have bounds or a form: values at both sides of them.
EDGES = {
    "action": ["accept", "decline", "cancel", "Accept", "", None, 1],
    "arguments": [{}, None, [], "", 0],
    "body": _BODIES,
    "capabilities": [{}, None, [], {"a": None}],
    "confirm": [True, False, 1, 0, "true", None, {}],
    "content": [{}, None, [], {"confirm": True}, {"confirm": None}, {"confirm": [1]}, {"confirm": ["a"], "x": {}}],
    "contactMethod": ["phone", "email", "Phone", "", None],
    "cursor": ["", "A", "cmVzb3VyY2VzL2xpc3Q6MQ", "cmVzb3VyY2VzL2xpc3Q6MA", "cmVzb3VyY2VzL2xpc3Q6MDE",
        "cmVzb3VyY2VzL2xpc3Q6OTk5", "bm90ZXNfbGlzdDox", "bm90ZXNfbGlzdC9ob21lOjE", None, 1],
    "id": [0, 1, -1, 2**53 - 1, 2**53, -(2**53), 1.5, "", "note-1", "note-01", "note-1\n", "\ud800", None, True, [],
        {}, "@raw:1e3@", "@raw:-0@"],
    "inputResponses": [{}, None, [], {"confirm": None}, {"confirm": {}}, {"confirm": {"action": "accept"}}, {"x": 1}],
    "io.modelcontextprotocol/clientInfo": [{}, None, {"name": "a"}, {"name": "a", "version": 1}, {"version": "1",
        "name": ""}],
    "io.modelcontextprotocol/logLevel": ["debug", "emergency", "Debug", "trace", "", None, 0],
    "limit": [0, 1, 50, 51, 100, 101, -1, 1.5, "1", None, True, "@raw:1.0@", "@raw:1e400@", "@raw:100.0@",
        "@raw:1e2@", "@raw:-0@"],
    "name": _NAMES,
    "note_id": ["note-1", "", "note-01", "note-999", None, 1],
    "notes": [[], None, {}, [None], [{}], [{"title": "a", "body": ""}, {"title": "", "body": ""}], [{"title": "a",
        "body": "", "x": 1}]],
    "progressToken": [0, "", 1.5, None, True, 2**53, [], "@raw:7.0@", "\ud800"],
    "promptsListChanged": _FLAGS,
    "query": ["", "x" * 5000, "İ", "ΑΣ", "Σ", "ß", "K", None, 1],
    "requestId": [0, 1, "1", 1.5, None, "@raw:1.0@"],
    "requestState": ["", ".", "a", "a.b", None, 1, "W10.W10"],
    "resourceSubscriptions": [[], [""], [1], None, {}, ["notes://note-1", "notes://note-1", "x"]],
    "resourcesListChanged": _FLAGS,
    "tag": ["", "a", "x" * 32, "x" * 33, "HOME", "é", "a\n", "-", None, 1],
    "title": ["", "a", "x" * 200, "x" * 201, "💡" * 200, "💡" * 201, " ", None, 1],
    "toolsListChanged": _FLAGS,
    "type": ["ref/prompt", "ref/resource", "ref/x", "", None],
    "uri": ["notes://note-1", "notes://note-01", "NOTES://note-1", "notes://", "", "x" * 201, "notes://note-1#a",
        None, 1],
    "value": ["", "note-", "note-1", "x", None, 1],
}  # fmt: skip


class Again(str):
    """A name that may stand twice in one object: equal to nothing but itself."""

    __hash__ = object.__hash__
    __eq__ = object.__eq__
    __ne__ = object.__ne__


def raw(text):
    """Gives a number that keeps its spelling."""
    return f"@raw:{text}@"


def deep(levels, kind):
    """Gives a value of that many arrays (kind 0) or objects within each other."""
    value = []
    for _ in range(levels - 1):
        value = [value] if kind == 0 else {"a": value}
    return value


def copied(value):
    """Gives a copy of a message that may be changed."""
    return json.loads(json.dumps(value))


def line_of(message, escaped=True, spaced=False):
    """Writes a message as one line with its newline; without escapes half of a surrogate pair is no UTF-8."""
    text = json.dumps(message, ensure_ascii=escaped, separators=None if spaced else (",", ":"))
    if "@raw:" in text:
        text = _RAW.sub(r"\1", text)
    return text.encode("utf-8", "surrogatepass") + b"\n"
