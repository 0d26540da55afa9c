"""Faults of cancellation, listens, statelessness and the end: what is wrong, the checks that report it, and the
patch."""

from conform import wire
from tests.conform_peer import answer, error, line, tagged_notice
from tests.conform_tools import about, around, capabilities, dies, each, good, instead, lenient, outputs, params, result


def _remembering(method, member):
    """Once a client has declared more, what it gets of a method is another."""

    def patch(server):
        old, rich = server.peer.result, []

        def give(asked, params, tagged, *rest):
            if tagged[wire.CLIENT_CAPABILITIES]:
                rich.append(asked)
            found = old(asked, params, tagged, *rest)
            return {**found, member: []} if asked == method and rich else found

        server.peer.result = give

    return patch


def _by_name(method, member):
    """Another client gets something else."""

    def change(old, asked, params, tagged, *rest):
        found = old(asked, params, tagged, *rest)
        info = tagged.get(wire.CLIENT_INFO)
        other = isinstance(info, dict) and info.get("name") == "another-client"
        return {**found, member: []} if asked == method and other else found

    return around("result", change)


def _codes(number):
    def patch(server):
        server.code = number

    return patch


def _at_end(function):
    return around("ended", lambda old: function(old()))


def _ack(function):
    """Changes acknowledgements in place."""
    return each(function, lambda m: isinstance(m, dict) and m.get("method") == ACKNOWLEDGED)


def _answers_cancelled(old, message):
    gone = params(message).get("requestId") if message["method"] == "notifications/cancelled" else None
    closed = [each for each in old.__self__.listens if wire.same(each["id"], gone)]
    return [*old(message), *(answer(each["id"], {}, each["id"]) for each in closed)]


def _cancels_all(old, message):
    peer = old.__self__
    gone = params(message).get("requestId") if message["method"] == "notifications/cancelled" else None
    hit = any(wire.same(each["id"], gone) for each in peer.listens)
    others = [each for each in peer.listens if hit and not wire.same(each["id"], gone)]
    peer.listens = [] if hit else peer.listens
    return [answer(each["id"], {}, each["id"]) for each in others]


def _elsewhere(server):
    if server.number:
        result("prompts/get", description="Another process.")(server)


def _rich_once(server):
    old, rich = server.peer.result, []

    def give(asked, params, tagged, *rest):
        found = old(asked, params, tagged, *rest)
        if tagged[wire.CLIENT_CAPABILITIES]:
            rich[:] = [1]
        elif rich.pop() if rich else False:
            return {**found, "prompts": []} if asked == "prompts/list" else found
        return found

    server.peer.result = give


def _remembers_metadata(server):
    old, last = server.peer.take, []

    def take(text):
        message = wire.parse(text)
        if (
            wire.is_request(message)
            and last == [message["method"]]
            and "_meta" not in params(message)
            and isinstance(message.get("params"), dict)
        ):
            return old(line({**message, "params": {**message["params"], "_meta": wire.meta()}})[:-1])
        last[:] = [message["method"]] if wire.is_request(message) and good(message["method"])(message) else []
        return old(text)

    server.peer.take = take


def _shares_listens(server):
    _SHARED[:] = [] if server.number == 0 else _SHARED
    old = server.peer.take

    def take(text):
        message = wire.parse(text)
        if about("subscriptions/listen")(message):
            _SHARED.append(message["id"])
        more = (
            [tagged_notice("tools/list_changed", "conform-carried")]
            if "conform-carried" in _SHARED and not server.peer.listens
            else []
        )
        return [*old(text), *more]

    server.peer.take = take


def _unread(server):
    server.unread = None


ACKNOWLEDGED = "notifications/subscriptions/acknowledged"


_SHARED = []


DISCOVER, TOOLS_LIST, CALL, LISTEN = "server/discover", "tools/list", "tools/call", "subscriptions/listen"

FAULTS = {
    "changes are told to every listen": (
        "subscriptions-only-requested traffic-changes-tagged",
        outputs(
            lambda m, messages: (
                [*messages, tagged_notice("tools/list_changed", m["id"])]
                if about(LISTEN)(m) and len(messages) == 1 and "method" in messages[0]
                else messages
            )
        ),
    ),
    "unknown cancellations are answered": (
        "cancellation-unknown traffic-known-ids",
        instead(
            lambda m: params(m).get("requestId") == "conform-never-asked",
            lambda m: [error("conform-never-asked", -32602)],
        ),
    ),
    "late cancellations are answered": (
        "cancellation-finished",
        instead(
            lambda m: (
                params(m).get("reason") == "conform"
                and params(m).get("requestId")
                not in ("conform-never-asked", 987654321, "conform-listen", "conform-one")
            ),
            lambda m: [error(wire.OMIT, -32602)],
        ),
    ),
    "malformed cancellations end the process": (
        "cancellation-malformed",
        dies(lambda m: isinstance(m, dict) and m.get("method") == "notifications/cancelled" and "params" not in m),
    ),
    "a cancelled listen is answered": ("cancellation-listen", around("notified", _answers_cancelled)),
    "cancelling one listen ends all": ("cancellation-other-goes-on", around("notified", _cancels_all)),
    "listen is unknown": ("subscriptions-implemented", instead(good(LISTEN), lambda m: [error(m["id"], -32601)])),
    "a change comes before the acknowledgement": (
        "subscriptions-acknowledged-first",
        outputs(
            lambda m, messages: (
                sorted(messages, key=lambda each: each.get("method") == ACKNOWLEDGED)
                if about(LISTEN)(m) and len(messages) == 2
                else messages
            )
        ),
    ),
    "an acknowledged flag is a text": (
        "subscriptions-shape",
        _ack(
            lambda m: (
                m["params"]["notifications"].update(toolsListChanged="yes")
                if "toolsListChanged" in m["params"]["notifications"]
                else None
            )
        ),
    ),
    "what was not asked for is acknowledged": (
        "subscriptions-advertised subscriptions-subset",
        _ack(lambda m: m["params"]["notifications"].update(promptsListChanged=True)),
    ),
    "what is not advertised is acknowledged": ("subscriptions-advertised", capabilities(tools={})),
    "the subscription id is a text": (
        "subscriptions-id traffic-acknowledgements",
        _ack(
            lambda m: m["params"]["_meta"].update(
                {wire.SUBSCRIPTION_ID: str(m["params"]["_meta"][wire.SUBSCRIPTION_ID])}
            )
        ),
    ),
    "a listen is answered at once": (
        "cancellation-listen cancellation-other-goes-on subscriptions-stays-open traffic-one-response",
        outputs(
            lambda m, messages: (
                [*messages, answer(m["id"], {}, m["id"])]
                if about(LISTEN)(m) and messages and "method" in messages[0]
                else messages
            )
        ),
    ),
    "a listen of any kind is taken": ("subscriptions-malformed", lenient(LISTEN, "notifications", {})),
    "listens end without a word": ("subscriptions-end", _at_end(lambda messages: [])),
    "a listen ends with an untyped result": (
        "subscriptions-end-shape traffic-server-info",
        _at_end(
            lambda messages: [{**m, "result": {"resultType": "complete"}} if "result" in m else m for m in messages]
        ),
    ),
    "another process answers otherwise": ("stateless-fresh-process", _elsewhere),
    "capabilities are remembered": (
        "stateless-capabilities stateless-fresh-process",
        _remembering("prompts/get", "messages"),
    ),
    "another client is served otherwise": ("stateless-identity", _by_name("prompts/list", "prompts")),
    "a richer client changes the next answer": ("stateless-interleaved", _rich_once),
    "a list without metadata is taken after a good one": ("metadata-no-meta stateless-metadata", _remembers_metadata),
    "a listen is told of in another process": ("stateless-listen traffic-changes-tagged", _shares_listens),
    "the process does not end": ("shutdown-after-requests shutdown-at-once shutdown-with-listen", _codes(None)),
    "the process does not end when nobody reads": ("shutdown-closed-stdout", _unread),
}
