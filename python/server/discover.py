"""server/discover: what the server is and can do, for clients that ask first.

Asking is optional and unlocks nothing. Specification: server/discover.
"""

from server.meta import SUPPORTED_VERSIONS
from server.results import PUBLIC, cacheable

#: What a model is told of the server as a whole.
INSTRUCTIONS = (
    "A small store of Markdown notes. Find notes with notes_search or notes_list, read one with notes_read or as the "
    "resource notes://{id}, and change them with notes_create, notes_import, notes_update and notes_delete."
)


def capabilities(modes):
    """Gives what a server with these modes advertises; it announces changes only of what can change in them."""
    advertised = {
        "tools": {"listChanged": modes.everything},
        "resources": {"listChanged": modes.live, "subscribe": modes.live},
        "prompts": {"listChanged": modes.everything},
        "completions": {},
    }
    if modes.everything:
        advertised["logging"] = {}
    return advertised


def announced(modes):
    """Gives the members of a listen's filter that a server with these modes acknowledges."""
    lists = ["toolsListChanged", "promptsListChanged"] if modes.everything else []
    return lists + (["resourcesListChanged", "resourceSubscriptions"] if modes.live else [])


def discovered(modes):
    """Gives the result of server/discover for a server with these modes."""
    offer = {
        "supportedVersions": SUPPORTED_VERSIONS,
        "capabilities": capabilities(modes),
        "instructions": INSTRUCTIONS,
    }
    return cacheable(offer, 3600000, PUBLIC)


def discover(state, _request):
    """Answers server/discover."""
    return state.catalog.discovered
