"""What the tests of several modules share: a state and a server of their own, and requests that lack nothing."""

import json

from server.context import Request, State, World
from server.dispatch import Server
from server.errors import RpcError
from server.messages import encode, result_line
from server.notes import SAMPLES, Notes
from server.subscriptions import Listens

#: The metadata that every request has to carry.
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}

#: The metadata that every result carries.
SIGNED = {"io.modelcontextprotocol/serverInfo": {"name": "notes-server", "version": "2.0.0"}}

#: Where the clock of the tests stands, in milliseconds and as a note shows it.
NOW = 1785196800000
NOW_TEXT = "2026-07-28T00:00:00.000Z"


def new_world(log):
    """Gives a world whose clock stands still and whose log is the list given."""
    return World(lambda: NOW, [], bytes, log.append)


def new_state(records=SAMPLES):
    """Gives a state with the notes that the records make."""
    return State(new_world([]), Notes(records), Listens())


def new_server(log=None):
    """Gives a server with the three samples."""
    return Server(new_world([] if log is None else log), SAMPLES)


def created(count):
    """Gives records for a number of notes; the titles run backwards, so that no order of titles is that of the ids."""
    at = "2026-07-01T09:00:00.000Z"
    return [
        {"op": "create", "title": "Title " + str(1000 - number), "body": "Body", "at": at}
        for number in range(1, count + 1)
    ]


def ids_of(notes):
    """Gives the ids of notes."""
    return [note["id"] for note in notes]


def result_of(handler, state, members):
    """Gives the result of a handler as a client reads it; the params are the members and the metadata."""
    return json.loads(result_line(1, handler(state, Request(1, {"_meta": META, **members}))))["result"]


def error_of(call):
    """Gives code, message and data of the protocol error that a call raises, or nothing if it raises none."""
    try:
        call()
    except RpcError as error:
        return [error.code, error.message, error.data]
    return []


def refusal_of(handler, state, members):
    """Gives the error that a handler answers with, as code, message and data."""
    return error_of(lambda: result_of(handler, state, members))


def request_text(request_id, method, members):
    """Gives the text of a request that has its metadata."""
    return encode({"jsonrpc": "2.0", "id": request_id, "method": method, "params": {"_meta": META, **members}})


#: For each method members of params that it answers with a result or, for a listen, with an acknowledgement.
SOUND = {
    "server/discover": {},
    "tools/list": {},
    "tools/call": {"name": "notes_read", "arguments": {"id": "note-1"}},
    "resources/list": {},
    "resources/templates/list": {},
    "resources/read": {"uri": "notes://note-1"},
    "prompts/list": {},
    "prompts/get": {"name": "review_note", "arguments": {"note_id": "note-1"}},
    "completion/complete": {
        "ref": {"type": "ref/prompt", "name": "review_note"},
        "argument": {"name": "note_id", "value": ""},
    },
    "subscriptions/listen": {"notifications": {}},
}


def ask(server, text):
    """Sends one line to a server and gives its answers as texts."""
    return texts_of(server.receive((text + "\n").encode("utf-8")))


def texts_of(lines):
    """Gives lines as texts."""
    return [line.decode("utf-8") for line in lines]


def refused(request_id, code, message, data=None):
    """Gives the answers that are one error; null stands for no id, and for no data."""
    head = {"jsonrpc": "2.0"} if request_id is None else {"jsonrpc": "2.0", "id": request_id}
    error = {"code": code, "message": message, **({} if data is None else {"data": data})}
    return [encode({**head, "error": error}) + "\n"]
