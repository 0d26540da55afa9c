"""Scopes: what the one who started the server allows it to do.

On stdio there is no token to look into; the environment of the process says what is granted (specification:
basic/authorization). Nothing else decides: hints of tools are for people, and what a client says of itself is believed
by nobody.
"""

from server.errors import ToolFailure
from server.notes import Notes

READ = "read"
WRITE = "write"
DELETE = "delete"

#: Every scope there is, in ascending order.
SCOPES = [DELETE, READ, WRITE]

#: What is granted where nothing is said.
DEFAULT_SCOPES = [READ, WRITE]


def is_granted(state, scope):
    """Tells whether a scope is granted."""
    return scope in state.world.scopes


def readable_notes(state):
    """Gives the notes that may be read: all of them, or none without the scope."""
    return state.notes if is_granted(state, READ) else _NO_NOTES


def require_scope(state, scope):
    """Raises ToolFailure unless the scope is granted."""
    if not is_granted(state, scope):
        raise ToolFailure("This needs the scope " + scope + ", which this server was not granted")


_NO_NOTES = Notes([])
