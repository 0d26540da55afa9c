"""What the tests of several modules share: a state and a server of their own, and requests that lack nothing."""

import json

from server.catalog import Catalog
from server.context import Modes, Request, State, World
from server.dispatch import Server
from server.errors import RpcError
from server.messages import encode, result_line
from server.notes import SAMPLES, Notes
from server.routing import MODERN
from server.scopes import SCOPES
from server.subscriptions import Listens

#: The metadata that every request has to carry.
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}

#: The metadata that every result carries.
SIGNED = {"io.modelcontextprotocol/serverInfo": {"name": "notes-server", "version": "2.0.0"}}

#: A server without any of the optional parts.
PLAIN = Modes()

#: Where the clock of the tests stands, in milliseconds and as a note shows it.
NOW = 1785196800000
NOW_TEXT = "2026-07-28T00:00:00.000Z"


def new_world(log):
    """Gives a world whose clock stands still and whose log is the list given."""
    return World(lambda: NOW, SCOPES, "", bytes(32), log.append)


def new_state(records=SAMPLES, modes=PLAIN):
    """Gives a state with the notes that the records make."""
    return State(new_world([]), Notes(records), Listens(), Catalog(modes), modes)


def new_server(log=None, modes=PLAIN):
    """Gives a server with the three samples."""
    return Server(new_world([] if log is None else log), Notes(SAMPLES), modes)


def new_request(members, method="tools/call"):
    """Gives a request whose params are the members and the metadata."""
    return Request(1, method, {"_meta": META, **members}, MODERN)


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
    return json.loads(result_line(1, handler(state, new_request(members))))["result"]


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


class FakeJournal:
    """A journal whose records of others are put in by hand, and that can be made to fail."""

    shared = True

    def __init__(self, others):
        """Starts with these records of others."""
        self.others = others
        self.fault = None

    def look(self):
        """Gives the records of others once, or fails."""
        if self.fault is not None:
            raise self.fault
        taken, self.others = self.others, []
        return taken

    def append(self, record):
        """Gives the records of others, and then the one given."""
        return [*self.look(), record]


def shared_server(modes=PLAIN, scopes=SCOPES, log=None):
    """Gives a server with the samples in a journal, and the journal."""
    journal = FakeJournal(SAMPLES)
    world = World(lambda: NOW, scopes, "", bytes(32), ([] if log is None else log).append)
    return Server(world, Notes([], journal), modes), journal


def importing(count, request_id="i", token="p"):
    """Gives the text of a request that imports a number of notes; null stands for no progress token."""
    members = {"name": "notes_import", "arguments": {"notes": [{"title": "t", "body": ""}] * count}}
    meta = META if token is None else {**META, "progressToken": token}
    return request_text(request_id, "tools/call", {**members, "_meta": meta})


def cancelling(shown, rest=""):
    """Gives the text of a cancellation, with the id as it stands in JSON, and the rest of the params."""
    return '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":' + shown + rest + "}}"


def kinds_of(lines):
    """Gives for each line its method, or else the id that it answers."""
    messages = [json.loads(line) for line in lines]
    return [message.get("method", message.get("id")) for message in messages]


#: A request that makes a note, and its kind.
CREATING = request_text("c", "tools/call", {"name": "notes_create", "arguments": {"title": "t", "body": ""}})


def granted(scopes, records=SAMPLES, modes=PLAIN):
    """Gives a state in which only these scopes are granted."""
    world = World(lambda: NOW, scopes, "", bytes(32), [].append)
    return State(world, Notes(records), Listens(), Catalog(modes), modes)


def able(capabilities, members, method="tools/call"):
    """Gives a request of a client with these capabilities."""
    meta = {**META, "io.modelcontextprotocol/clientCapabilities": capabilities}
    return new_request({"_meta": meta, **members}, method)


def read_back(answer):
    """Gives a result, or a Constant, as a client reads it."""
    return json.loads(result_line(1, answer))["result"]
