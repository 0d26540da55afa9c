"""Cancellation: what names no request in progress is ignored, and what was cancelled is silent.

A server offers no request that is known to take long, except a listen; so it is a listen that is cancelled.
"""

from conform import wire
from conform.pack import NotObserved, check

RULES = "basic/patterns/cancellation # Error Handling"


def _silent(case, *messages):
    client = case.client
    place = len(client.events)
    found, alive = client.odd(*map(wire.line, messages))
    sent = client.events[place : place + len(messages)]
    if not alive:
        case.wrong("after it the server answers no more", "silence, and the server goes on", *sent, *found)
    elif found:
        case.wrong("it was answered", "silence", *sent, *found)


def _cancel(identifier):
    return wire.notification("notifications/cancelled", {"requestId": identifier, "reason": "conform"})


@check("cancellation-unknown", "SHOULD", "Cancelling what was never asked is ignored", "cancel.invalid-ignored "
       "base.notification-no-response", RULES)  # fmt: skip
def unknown(case):
    _silent(case, _cancel("conform-never-asked"), _cancel(987654321))


@check("cancellation-finished", "SHOULD", "Cancelling what has been answered is ignored", "cancel.invalid-ignored "
       "cancel.race", RULES)  # fmt: skip
def finished(case):
    reply = case.client.ask("server/discover")
    _silent(case, _cancel(reply.sent.value["id"]))


@check("cancellation-malformed", "SHOULD",
       "A cancellation without a request id, or with one of the wrong kind, is ignored",
       "cancel.invalid-ignored base.notification-no-response", RULES)  # fmt: skip
def malformed(case):
    wrong = [{}, {"requestId": None}, {"requestId": {}}, {"requestId": [1]}]
    messages = [wire.notification("notifications/cancelled", params) for params in wrong]
    _silent(case, *messages, {"jsonrpc": "2.0", "method": "notifications/cancelled"})


@check("cancellation-listen", "SHOULD", "A listen that was cancelled gets no answer any more, not even at the end",
       "cancel.no-further-messages cancel.server-stops", "basic/transports/stdio # Cancellation")  # fmt: skip
def listen(case):
    client = case.bench.starter()
    sent = client.send(
        wire.request("conform-listen", "subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    )
    reply = client.wait(sent)
    if not (reply.event and wire.is_notification(reply.value)):
        raise NotObserved("the listen was not acknowledged")
    cancel = client.send(_cancel("conform-listen"))
    client.ask("server/discover")  # an answer to this shows that the cancellation has been read
    place = len(client.events)
    client.ask("server/discover")
    case.bench.finish_starter()
    # A change may have been on its way; an answer was not, since nothing but the cancellation brings one.
    since = {event: index for index, event in enumerate(client.events)}
    heard = [event for event in client.events[since[cancel] :] if event.direction == "<"]
    own = [event for event in heard if _names(event.value, "conform-listen")]
    late = [event for event in own if since[event] >= place or wire.is_response(event.value)]
    if late:
        # For a server that is not known to have accepted it, a late answer is no more than a warning.
        case.warn("something came for it after it was cancelled", "silence", sent, cancel, *late)


@check("cancellation-other-goes-on", "MUST", "Cancelling one listen leaves another open, and other requests are served",
       "cancel.race base.one-response-per-request", "basic/patterns/cancellation # Timing Considerations")  # fmt: skip
def other_goes_on(case):
    client = case.bench.listener()
    sent = [
        client.send(wire.request(name, "subscriptions/listen", {"notifications": {}}))
        for name in ("conform-one", 800002)
    ]
    if not all(wire.is_notification(client.wait(each).value) for each in sent):
        raise NotObserved("the listens were not acknowledged")
    client.send(_cancel("conform-one"))
    place = len(client.events)
    case.expect_result(client.ask("server/discover"), "a request after the cancellation: ")
    client.ask("server/discover")
    ended = [event for event in client.events[place:] if event.direction == "<" and _ends(event.value, 800002)]
    if ended:
        case.wrong("the other one was ended as well", "it stays open", *sent, *ended)


def _ends(value, identifier):
    return _names(value, identifier) and (wire.is_response(value) or value["method"] == "notifications/cancelled")


def _names(value, identifier):
    tagged = wire.subscription_of(value)
    answers = wire.is_response(value) and wire.same(value.get("id"), identifier)
    return answers or (tagged is not wire.OMIT and wire.same(tagged, identifier))
