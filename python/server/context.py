"""What a handler is given: the world outside, the state of the server, and one request.

The core reads no clock, no random source, no file and no environment of its own; main hands them in as a World. A
Request lives as long as its answer takes, and with it everything that its metadata said.
"""

from server.meta import CAPABILITIES_KEY, LOG_LEVEL_KEY
from server.messages import to_request_id
from server.values import has


class World:
    """What main lends to the core."""

    def __init__(self, clock, scopes, principal, key, log):
        """Takes a clock (milliseconds since 1970), the granted scopes, who calls, the key of states, a log (text)."""
        self.clock = clock
        self.scopes = scopes
        self.principal = principal
        self.key = key
        self.log = log


class Modes:
    """Which optional parts a server has."""

    def __init__(self, live=False, legacy=False, everything=False):
        """Takes a switch for each: live changes, the adapter for earlier clients, and the fixtures of every kind."""
        self.live = live
        self.legacy = legacy
        self.everything = everything


class State:
    """What outlives a request: the notes, what is offered, and the requests that are still open."""

    def __init__(self, world, notes, listens, catalog, modes):
        """Takes the world, the notes, the open listens, the catalog and the modes."""
        self.world = world
        self.notes = notes
        self.listens = listens
        self.catalog = catalog
        self.modes = modes
        self.legacy_opened = False  # set by an initialize of the earlier era, where the adapter is on


class Dialect:
    """How an era of the protocol writes an answer."""

    def __init__(self, result_line, error_line):
        """Takes two functions: an id and a result, or an id and an error, to a line."""
        self.result_line = result_line
        self.error_line = error_line


class Request:
    """One request that has passed the checks of its envelope and its metadata."""

    def __init__(self, request_id, method, params, dialect):
        """Takes the id to answer under, the method, the params, which hold the metadata, and the dialect."""
        meta = params["_meta"] if has(params, "_meta") else {}
        self.id = request_id
        self.method = method
        self.params = params
        self.dialect = dialect
        self.capabilities = meta[CAPABILITIES_KEY] if has(meta, CAPABILITIES_KEY) else {}
        self.progress_token = to_request_id(meta["progressToken"]) if has(meta, "progressToken") else None
        self.step = None  # of the state that came along, once it has been opened
        self.notices = []  # lines that go out ahead of the answer
        self.log_level = meta[LOG_LEVEL_KEY] if has(meta, LOG_LEVEL_KEY) else None

    def take_notices(self):
        """Gives the lines that go out ahead of the answer, once."""
        taken = self.notices
        self.notices = []
        return taken
