"""The tour that --demo prints: real lines through a real server, client lines marked > and server lines <.

The clock stands still and nothing is random, so the tour is the same in both languages, to the byte.
"""

from server.context import Modes, World
from server.dispatch import Server
from server.messages import encode
from server.notes import SAMPLES, Notes
from server.scopes import DEFAULT_SCOPES

_VERSION = "2026-07-28"


def _meta(version=_VERSION, name="tour"):
    return {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": name, "version": "1.0.0"},
    }


def _request(request_id, method, params):
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}


#: The steps: what the reader should look at, and what the client sends.
STEPS = [
    (
        "Discovery: a client may ask what the server is. It need not, and nothing is unlocked by it.",
        _request("discover-1", "server/discover", {"_meta": _meta()}),
    ),
    (
        "A list without discovery: the request brings its own metadata, so it is answered on its own.",
        _request(2, "prompts/list", {"_meta": _meta()}),
    ),
    (
        "A tool call: structured content, the same JSON as text, and a link to the note that was made.",
        _request(
            3,
            "tools/call",
            {
                "_meta": _meta(),
                "name": "notes_create",
                "arguments": {"title": "From the tour", "body": "Grüße\n", "tag": "tour"},
            },
        ),
    ),
    (
        "A tool error: the call was sound, its argument was not. The model reads the sentence and tries again.",
        _request(
            4,
            "tools/call",
            {"_meta": _meta(), "name": "notes_create", "arguments": {"title": "", "body": "Untitled"}},
        ),
    ),
    (
        "A protocol error: there is no such tool. That is the client's affair, not the model's.",
        _request(5, "tools/call", {"_meta": _meta(), "name": "notes_shred", "arguments": {}}),
    ),
    (
        "A resource: the note from before, by its URI. cacheScope private: not for other users.",
        _request(6, "resources/read", {"_meta": _meta(), "uri": "notes://note-4"}),
    ),
    (
        "A prompt: the note comes along as an embedded resource.",
        _request(7, "prompts/get", {"_meta": _meta(), "name": "review_note", "arguments": {"note_id": "note-2"}}),
    ),
    (
        "Missing metadata: refused, though seven requests on this pipe had it. Nothing is remembered.",
        _request(8, "tools/list", {}),
    ),
    (
        "A version that is not served: the error names those that are.",
        _request(9, "tools/list", {"_meta": _meta("1900-01-01")}),
    ),
    (
        "Two clients on one process: ada counts from 1, and so does ben. Each answer depends on its request alone.",
        _request(1, "resources/templates/list", {"_meta": _meta(_VERSION, "ada")}),
    ),
    (
        "ben declares no capabilities and is refused; what ada declared a moment ago is not lent to him.",
        _request(
            1,
            "resources/templates/list",
            {"_meta": {"io.modelcontextprotocol/protocolVersion": _VERSION}},
        ),
    ),
    (
        "ada asks again: the answer is the same, to the byte.",
        _request(1, "resources/templates/list", {"_meta": _meta(_VERSION, "ada")}),
    ),
]


def demo():
    """Gives the whole tour as one text."""
    world = World(lambda: 1785196800000, DEFAULT_SCOPES, "", bytes(32), lambda text: None)
    server = Server(world, Notes(SAMPLES), Modes())
    heading = ": > is what a client writes, < what the server answers."
    lines = ["# notes-server over stdio, protocol " + _VERSION + heading]
    for comment, message in STEPS:
        sent = encode(message)
        lines.extend(["", "# " + comment, "> " + sent])
        for answer in server.receive((sent + "\n").encode("utf-8")):
            lines.append("< " + answer[:-1].decode("utf-8"))
    return "\n".join(lines) + "\n"
