"""Statelessness: a request is answered for what it says itself, whatever came before it and on whichever process."""

from conform import wire
from conform.pack import NotObserved, check

PAGE = "basic/index # Statelessness"
EVERYTHING = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}}


def _questions(case):
    """Gives requests that may be asked at any time: discovery, the lists, one read, one prompt, one reading tool."""
    methods = [method for method in case.facts.offered() if method.endswith(("/list", "/discover"))]
    asked = [(method, {}) for method in methods]
    facts = case.facts
    if facts.lists["resources/list"]:
        asked.append(("resources/read", facts.params("resources/read")))
    if facts.offers("prompts/get") and facts.params("prompts/get")["name"] in [
        each["name"] for each in facts.lists["prompts/list"]
    ]:
        asked.append(("prompts/get", facts.params("prompts/get")))
    if facts.reading_calls():
        asked.append(("tools/call", facts.params("tools/call")))
    return asked


@check("stateless-fresh-process", "MUST NOT", "A request is answered on a fresh process as on one that has served many",
       "base.stateless-context base.stateless-no-affinity", PAGE)  # fmt: skip
def fresh_process(case):
    for method, params in _questions(case):
        one, other, again = (client.ask(method, params) for client in (case.client, case.bench.second(), case.client))
        case.same_thrice(one, other, again, f"{method}: the answer of a process that has served less")


@check("stateless-capabilities", "MUST NOT", "The capabilities of one request are not remembered for the next",
       "base.stateless-capabilities base.stateless-context", "schema # RequestMetaObject")  # fmt: skip
def capabilities(case):
    # Another process, to which no one declares anything, tells what time alone changes.
    client, control = case.bench.second(), case.bench.listener()
    questions = _questions(case)
    rounds = [[each.ask(method, params) for method, params in questions] for each in (control, client)]
    for method, params in questions:
        client.ask(method, params, wire.meta(capabilities=EVERYTHING))
    rounds += [[each.ask(method, params) for method, params in questions] for each in (client, control)]
    for (method, _), one, before, after, other in zip(questions, *rounds):
        if case.are_same(one, other) and not case.are_same(before, after):
            case.wrong(
                f"{method}: after a request that declares more, the answer is another",
                "the same answer",
                *before.events,
                *after.events,
            )


@check("stateless-metadata", "MUST NOT", "The metadata of one request does not stand in for that of the next",
       "base.stateless-context base.meta-required-enforced", PAGE)  # fmt: skip
def metadata(case):
    methods = [method for method in case.facts.offered() if method.endswith("/list")] or ["server/discover"]
    for method in methods:
        case.client.ask(method)
        reply = case.probe(method, metadata=wire.OMIT)
        case.expect_code(reply, -32602, f"{method} without metadata, after one with it: ")


def _put_after(name, spoiled, words):
    @check(name, "MUST NOT", f"After {words}, refused as the first of a process, good ones are served",
           "base.stateless-context versioning.no-handshake", PAGE)  # fmt: skip
    def after(case):
        refused, reply = case.bench.first(spoiled)
        if reply.result is None:
            said = f"the error has code {reply.code}" if reply.event else reply.why
            case.wrong(f"a good request after it: {said}", "a result", *refused.events, *reply.events)


_put_after("stateless-after-no-metadata", "no metadata", "a request without metadata")
_put_after("stateless-after-bad-version", "bad version", "a request in a version that is not served")


@check("stateless-identity", "SHOULD", "Who the client says it is does not change the answer",
       "base.identity-no-behaviour", "basic/index # _meta")  # fmt: skip
def identity(case):
    client = case.client
    for method, params in _questions(case):
        one = client.ask(method, params)
        other = client.ask(
            method, params, wire.meta(info={"name": "another-client", "version": "99", "title": "Another"})
        )
        case.same_thrice(one, other, client.ask(method, params), f"{method}: for a client of another name the answer")


@check("stateless-interleaved", "SHOULD", "Requests of clients with different capabilities may lie between each other",
       "base.stateless-interleaving base.stateless-capabilities", PAGE)  # fmt: skip
def interleaved(case):
    client = case.client
    questions = _questions(case)
    alone = [client.ask(method, params) for method, params in questions]
    messages = []
    for method, params in questions:
        messages.append(wire.request(client.new_id(), method, params))
        messages.append(wire.request(client.new_id(), method, params, wire.meta(capabilities=EVERYTHING)))
    sent = [client.send(message) for message in messages]
    replies = [client.wait(each) for each in sent][::2]
    again = [client.ask(method, params) for method, params in questions]
    for (method, _), one, other, third in zip(questions, alone, replies, again):
        if case.answered(other, "an answer", f"{method}: "):
            case.same_thrice(one, other, third, f"{method}: between those of another client the answer")


@check("stateless-listen", "MUST NOT", "A listen belongs to its process: another process sends nothing for it",
       "subscriptions.no-carry-over", "basic/patterns/subscriptions # Graceful Closure")  # fmt: skip
def listen(case):
    if "subscriptions/listen" in case.facts.unknown:
        raise NotObserved("subscriptions/listen is not known")
    one, other = case.bench.listener(), case.bench.second()
    reply = one.wait(one.send(wire.request("conform-carried", "subscriptions/listen", {"notifications": {}})))
    for _ in range(2):
        other.ask("server/discover")
    found = [
        event
        for event in other.events
        if event.direction == "<" and wire.subscription_of(event.value) == "conform-carried"
    ]
    if found:
        case.wrong("another process sent something for it", "silence", *reply.events, *found)
