"""subscriptions/listen: acknowledged first, with what was asked for, under the id of the request; open until the
end."""

from conform import wire
from conform.pack import NotObserved, check
from conform.shapes import FILTER, faults

PAGE = "basic/patterns/subscriptions"
ACK = "notifications/subscriptions/acknowledged"
#: Each flag of a filter, with where it is advertised.
FLAGS = {
    "toolsListChanged": ("tools", "listChanged"),
    "promptsListChanged": ("prompts", "listChanged"),
    "resourcesListChanged": ("resources", "listChanged"),
    "resourceSubscriptions": ("resources", "subscribe"),
}
ALL = {"toolsListChanged": True, "promptsListChanged": True, "resourcesListChanged": True}


def _advertised(case, flag):
    capability, member = FLAGS[flag]
    found = case.facts.capabilities.get(capability)
    return isinstance(found, dict) and found.get(member) is True


def _wish(case):
    """Gives a filter that asks for everything, with a resource that exists if there is one."""
    uris = [resource["uri"] for resource in case.facts.lists["resources/list"][:1]]
    return {**ALL, "resourceSubscriptions": uris or ["conform-no-such-scheme:nothing"]}


def _listen(case, client, identifier, wish):
    """Opens a listen and gives its Reply: the first message that belongs to it."""
    if "subscriptions/listen" in case.facts.unknown:
        raise NotObserved("subscriptions/listen is not known")
    return client.wait(client.send(wire.request(identifier, "subscriptions/listen", {"notifications": wish})))


def _acknowledged(case, reply):
    """Gives the filter that was acknowledged."""
    params = reply.value.get("params")
    if reply.value.get("method") != ACK or not isinstance(params, dict):
        raise NotObserved("the listen was not acknowledged")
    return params.get("notifications")


@check("subscriptions-implemented", "MUST", "subscriptions/listen is known, whatever else the server offers",
       "subscriptions.implemented base.support-core", "basic/patterns/index # Subscribe and Notify")  # fmt: skip
def implemented(case):
    reply = case.facts.listening
    if reply.code == -32601 and not any(_advertised(case, flag) for flag in FLAGS):
        case.warn("it is not known, and no change is announced", "an acknowledgement", *reply.events)
    elif not reply.event or reply.error:
        case.wrong(reply.why or f"the error {reply.code}", "an acknowledgement", *reply.events)


@check("subscriptions-acknowledged-first", "MUST", "The first message of a listen is its acknowledgement",
       "subscriptions.ack-first subscriptions.nothing-before-ack", f"{PAGE} # Acknowledgment")  # fmt: skip
def acknowledged_first(case):
    reply = _listen(case, case.bench.listener(), "conform-first", _wish(case))
    if not reply.event or reply.value.get("method") != ACK:
        case.wrong(reply.why or "the first message is another", ACK, *reply.events)


@check("subscriptions-shape", "MUST", "The acknowledgement holds a filter of the right shape",
       "subscriptions.ack-shape", "schema # SubscriptionsAcknowledgedNotificationParams")  # fmt: skip
def shape(case):
    reply = _listen(case, case.bench.listener(), "conform-shape", _wish(case))
    for pointer, words in faults(_acknowledged(case, reply), FILTER, "/params/notifications"):
        case.wrong(f"{pointer} {words}", "a filter as the schema defines it", *reply.events)


@check("subscriptions-subset", "MUST", "Nothing is acknowledged that was not asked for",
       "subscriptions.ack-subset subscriptions.only-requested", f"{PAGE} # Acknowledgment")  # fmt: skip
def subset(case):
    for number, wish in enumerate(
        ({}, {"toolsListChanged": True}, {"resourceSubscriptions": _wish(case)["resourceSubscriptions"]})
    ):
        reply = _listen(case, case.bench.listener(), f"conform-subset-{number}", wish)
        found = _acknowledged(case, reply)
        found = found if isinstance(found, dict) else {}
        for flag, value in found.items():
            asked = wish.get(flag, False)
            extra = (
                [each for each in value if each not in (asked or [])]
                if isinstance(value, list)
                else value and not asked
            )
            if extra:
                case.wrong(f"{flag} {value!r} was not asked for", f"no more than {wish}", *reply.events)


@check("subscriptions-advertised", "SHOULD", "What is acknowledged is advertised, and what is advertised acknowledged",
       "subscriptions.ack-subset subscriptions.ack-honoured", f"{PAGE} # Acknowledgment")  # fmt: skip
def advertised(case):
    reply = _listen(case, case.bench.listener(), "conform-advertised", _wish(case))
    found = _acknowledged(case, reply)
    found = found if isinstance(found, dict) else {}
    for flag in FLAGS:
        if bool(found.get(flag)) != _advertised(case, flag):
            words = "acknowledged and not advertised" if found.get(flag) else "advertised and not acknowledged"
            case.warn(f"{flag} is {words}", "the acknowledgement follows the capabilities", *reply.events)


@check("subscriptions-id", "MUST", "The subscription id is the id of the listen, with its type",
       "subscriptions.id-value subscriptions.id-on-every-notification",
       f"{PAGE} # Receiving Notifications")  # fmt: skip
def subscription_id(case):
    client = case.bench.listener()
    for identifier in (700001, "700001"):
        place = len(client.events)
        reply = _listen(case, client, identifier, {})
        if not reply.event:
            found = client.until(
                lambda value: isinstance(value, dict) and value.get("method") == ACK, place, client.quiet
            )
            case.wrong(reply.why, f"an acknowledgement for {identifier!r}", *reply.events, *([found] if found else []))


@check("subscriptions-stays-open", "MUST NOT", "A listen is not answered while it is open",
       "subscriptions.stays-open", "schema # SubscriptionsListenResult")  # fmt: skip
def stays_open(case):
    client = case.bench.listener()
    reply = _listen(case, client, "conform-open", {})
    _acknowledged(case, reply)
    for _ in range(2):
        client.ask("server/discover")
    early = client.until(lambda value: wire.is_response(value) and value.get("id") == "conform-open", 0, client.quiet)
    if early:
        case.wrong("it was answered, and nobody had ended it", "no answer before the end", *reply.events, early)


@check("subscriptions-only-requested", "MUST NOT", "A change is told to a listen that asked, not to one that did not",
       "subscriptions.only-requested subscriptions.ack-honoured tools.list-changed-shape "
       "resources.updated-only-subscribed", f"{PAGE} # Opening a Stream")  # fmt: skip
def only_requested(case):
    client = case.bench.listener()
    asked = _listen(case, client, "conform-asked", _wish(case))
    unasked = _listen(case, client, "conform-unasked", {})
    _acknowledged(case, asked), _acknowledged(case, unasked)
    for name, arguments in case.facts.allowed:  # they may change something
        client.ask("tools/call", {"name": name, "arguments": arguments})
    client.ask("server/discover")
    client.rest(client.quiet)
    told = [event for event in client.events if event.direction == "<" and wire.is_notification(event.value)]
    told = [event for event in told if event.value["method"].endswith(("/list_changed", "/updated"))]
    if not any(wire.subscription_of(event.value) == "conform-asked" for event in told):
        raise NotObserved("no change was told; name a tool that makes one with --tool")
    for event in told:
        if wire.subscription_of(event.value) == "conform-unasked":
            case.wrong("it was told to a listen that did not ask", "silence", unasked.sent, event)


@check("subscriptions-malformed", "MUST", "A listen without notifications, or with some of the wrong kind, is refused "
       "with -32602", "base.invalid-params-error", "schema # SubscriptionsListenRequestParams")  # fmt: skip
def malformed(case):
    bad = [
        {},
        {"notifications": []},
        {"notifications": {"toolsListChanged": "yes"}},
        {"notifications": {"resourceSubscriptions": "x"}},
    ]
    if "subscriptions/listen" in case.facts.unknown:
        raise NotObserved("subscriptions/listen is not known")
    for params in bad:
        case.expect_code(case.probe("subscriptions/listen", params), -32602, f"{params}: ")


@check("subscriptions-end", "SHOULD", "When the input ends, an open listen is ended with a result or a cancellation",
       "subscriptions.graceful-result cancel.server-teardown", f"{PAGE} # Graceful Closure")  # fmt: skip
def end(case):
    reply, told = _ended(case)
    # The client ends the connection here, and a server owes nothing on one that is closed: no more than a warning.
    if not told:
        case.warn("stdout ended without a word for it", "a result, or notifications/cancelled", *reply.events)
    elif all("error" in event.value for event in told):
        case.warn("it was ended with an error", "a result, or notifications/cancelled", *reply.events, *told)


@check("subscriptions-end-shape", "MUST", "The result that ends a listen is complete and carries the subscription id",
       "subscriptions.result-shape", "schema # SubscriptionsListenResult")  # fmt: skip
def end_shape(case):
    reply, told = _ended(case)
    results = [event for event in told if "result" in event.value]
    if not results:
        raise NotObserved("no result ended the listen")
    for event in results:
        found = event.value.get("result")
        right = isinstance(found, dict) and found.get("resultType") == "complete"
        if not right or not wire.same(wire.subscription_of(event.value), "conform-end"):
            case.wrong("not so", 'resultType "complete" and the subscription id in _meta', *reply.events, event)


def _ended(case):
    """Opens a listen, closes stdin, and gives its Reply and what came for it after that."""
    client, reply, place = case.bench.ended_listen()
    if not reply.event or reply.value.get("method") != ACK:
        raise NotObserved("the listen was not acknowledged")
    ends = [event for event in client.events[place:] if event.direction == "<" and _is_end(event.value)]
    return reply, ends


def _is_end(value):
    if wire.is_response(value):
        return wire.same(value.get("id"), "conform-end")
    params = value.get("params") if wire.is_notification(value) else None
    named = params.get("requestId") if isinstance(params, dict) else None
    return (
        isinstance(value, dict) and value.get("method") == "notifications/cancelled" and wire.same(named, "conform-end")
    )
