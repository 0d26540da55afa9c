"""What a handler is given: the world outside, the state of the server, and one request.

The core reads no clock, no random source, no file and no environment of its own; main hands them in as a World. A
Request lives as long as its answer takes, and with it everything that its metadata said.
"""


class World:
    """What main lends to the core."""

    def __init__(self, clock, scopes, random, log):
        """Takes a clock (milliseconds since 1970), the granted scopes, a random source (count to bytes), a log (text)."""
        self.clock = clock
        self.scopes = scopes
        self.random = random
        self.log = log


class State:
    """What outlives a request: the notes, and the requests that are still open."""

    def __init__(self, world, notes, listens):
        """Takes the world, the notes and the open listens."""
        self.world = world
        self.notes = notes
        self.listens = listens


class Request:
    """One request that has passed the checks of its envelope and its metadata."""

    def __init__(self, request_id, params):
        """Takes the id to answer under and the params."""
        self.id = request_id
        self.params = params
