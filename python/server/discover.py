"""server/discover: what the server is and can do, for clients that ask first.

Asking is optional and unlocks nothing. Specification: server/discover.
"""

from server.meta import SUPPORTED_VERSIONS
from server.results import PUBLIC, cacheable, constant

#: What is advertised; nothing changes while the server runs, so nothing is announced.
CAPABILITIES = {
    "tools": {"listChanged": False},
    "resources": {"listChanged": False, "subscribe": False},
    "prompts": {"listChanged": False},
    "completions": {},
}

#: What a model is told of the server as a whole.
INSTRUCTIONS = (
    "A small store of Markdown notes. Find notes with notes_search or notes_list, read one with notes_read or as the "
    "resource notes://{id}, and change them with notes_create and notes_update."
)


def discover(_state, _request):
    """Answers server/discover."""
    return _DISCOVERED


_DISCOVERED = constant(
    cacheable(
        {"supportedVersions": SUPPORTED_VERSIONS, "capabilities": CAPABILITIES, "instructions": INSTRUCTIONS},
        3600000,
        PUBLIC,
    )
)
