"""How faults are put into the peer: each function gives a patch, which takes a server (see conform_peer.InProcess)."""

import copy

from conform import wire
from tests.conform_peer import Peer, answer, error, notice


def around(name, function):
    """Replaces a method of the peer: function gets the old one and the arguments."""

    def patch(server):
        old = getattr(server.peer, name)
        setattr(server.peer, name, lambda *given: function(old, *given))

    return patch


def outputs(function):
    """Changes what is written for a line: function gets the message (or NOT_JSON) and the list of what is written."""
    return around("take", lambda old, line: function(wire.parse(line), copy.deepcopy(old(line))))


def each(function, kind=wire.is_response):
    """Changes each message of a kind in place."""

    def change(_, messages):
        for message in messages:
            if kind(message):
                function(message)
        return messages

    return outputs(change)


def result(method, **members):
    """Puts members into the results of a method; OMIT takes one away."""

    def change(old, asked, *rest):
        found = old(asked, *rest)
        if asked == method and found is not None:
            whole = {**found, **members}
            return {name: value for name, value in whole.items() if value is not wire.OMIT}
        return found

    return around("result", change)


def entry(method, member, **changes):
    """Changes the first entry of a list in the results of a method."""

    def change(old, asked, *rest):
        found = copy.deepcopy(old(asked, *rest))
        if asked == method and found[member]:
            whole = {**found[member][0], **changes}
            found[member][0] = {name: value for name, value in whole.items() if value is not wire.OMIT}
        return found

    return around("result", change)


def call(name, **members):
    """Puts members into the result of a tool."""

    def change(old, params, *rest):
        found = old(params, *rest)
        return {**found, **members} if params.get("name") == name else found

    return around("call", change)


def code(was, now, fits=lambda message: True, data=None):
    """Changes the code of errors, of requests that fit."""

    def change(message, messages):
        if not fits(message):
            return messages
        return [
            error(m.get("id", wire.OMIT), now, data) if m.get("error", {}).get("code") == was else m for m in messages
        ]

    return outputs(change)


def named(*methods):
    """Tells whether a message is a request for one of these methods."""
    return lambda message: wire.is_request(message) and message["method"] in methods


def instead(fits, reply):
    """Answers messages that fit with what reply makes of them, and nothing else."""

    def take(old, line):
        message = wire.parse(line)
        return reply(message) if fits(message) else old(line)

    return around("take", take)


def silent(fits):
    """Writes nothing for messages that fit."""
    return instead(fits, lambda message: [])


def extra(fits, *more):
    """Writes more before what is written for messages that fit."""
    return outputs(lambda message, messages: [*more, *messages] if fits(message) else messages)


def dies(fits):
    """Ends the process at messages that fit."""
    return instead(fits, lambda message: [None])


def lenient(method, at, value):
    """Takes a param of a method that is missing or of the wrong kind as if it were a good value."""

    def change(old, asked, params, *rest):
        if asked == method and not isinstance(params.get(at), type(value)):
            params = {**params, at: value}
        return old(asked, params, *rest)

    return around("result", change)


def ok(message):
    """Answers with an empty result."""
    return [answer(message["id"], {})]


def capabilities(**changes):
    """Changes what is advertised; OMIT takes one away."""

    def patch(server):
        whole = {**server.peer.capabilities, **changes}
        server.peer.capabilities = {name: value for name, value in whole.items() if value is not wire.OMIT}

    return patch


def log(level="info", **more):
    """Gives a log message."""
    return notice("message", {"level": level, "data": "x", **more})


def params(message):
    found = message.get("params") if isinstance(message, dict) else None
    return found if isinstance(found, dict) else {}


def tagged(message):
    found = params(message).get("_meta")
    return found if isinstance(found, dict) else {}


def good(*methods):
    """Tells whether a message is a request for one of these methods with good metadata."""
    return lambda m: (
        named(*methods)(m)
        and tagged(m).get(wire.PROTOCOL_VERSION) == wire.VERSION
        and wire.CLIENT_CAPABILITIES in tagged(m)
    )


def about(method, **wanted):
    """Tells whether a message is a good request for a method with these params."""
    return lambda m: good(method)(m) and all(params(m).get(name) == value for name, value in wanted.items())


def both(*patches):
    def patch(server):
        for each_patch in patches:
            each_patch(server)

    return patch


def served(message):
    """Answers a request as if it had good metadata."""
    return Peer().take(
        wire.line({**message, "jsonrpc": "2.0", "params": {**params(message), "_meta": wire.meta()}}).rstrip(b"\n")
    )
