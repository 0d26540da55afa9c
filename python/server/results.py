"""Every success is typed, signed with the server's identity and, where the method allows it, cacheable.

One wrapper makes every result, so that no method can forget a member. Order on the wire: resultType, the method's own
members, ttlMs, cacheScope, _meta. Specification: basic/index, "ResultType", and server/utilities/caching.
"""

from server.messages import encode, to_bytes

#: Where a result carries the identity of the server.
SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"

#: Who answers. A client shows it and never decides by it.
SERVER_INFO = {"name": "notes-server", "version": "2.0.0"}

PUBLIC = "public"
PRIVATE = "private"


def complete(payload):
    """Wraps the members of a success into a complete result."""
    return {"resultType": "complete", **payload, "_meta": {SERVER_INFO_KEY: SERVER_INFO}}


def input_required(payload):
    """Wraps the members of an answer that asks the client for input."""
    return {"resultType": "input_required", **payload, "_meta": {SERVER_INFO_KEY: SERVER_INFO}}


def cacheable(payload, ttl_ms, scope):
    """Wraps the members of a success that may be kept for some milliseconds, by anyone (public) or by one caller."""
    return complete({**payload, "ttlMs": ttl_ms, "cacheScope": scope})


class Constant:
    """A result that does not change, with its text, so that it is written only once."""

    def __init__(self, result):
        """Takes the result."""
        self.result = result
        self.text = to_bytes(encode(result))
