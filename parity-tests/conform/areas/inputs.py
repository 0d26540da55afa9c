"""Multi round-trip requests: a tool that only reads and asks its client for something, and what the client may
answer."""

from conform import wire
from conform.pack import NotObserved, check

PAGE = "basic/patterns/mrtr"
EVERYTHING = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}}
DECLARED = wire.meta(capabilities=EVERYTHING)


def _asking(case):
    """Gives (params, reply) of each call that is answered with a wish for input."""
    if case.bench.asking is None:
        calls = [{"name": tool["name"], "arguments": arguments} for tool, arguments in case.facts.safe_calls()]
        replies = [(params, case.client.ask("tools/call", params, DECLARED)) for params in calls]
        case.bench.asking = [
            (params, reply) for params, reply in replies if (reply.result or {}).get("resultType") == "input_required"
        ]
    if not case.bench.asking:
        raise NotObserved("no tool that may be called asks for input")
    return case.bench.asking


def _retry(case, params, reply, responses, state=None):
    """Sends a call again with these responses and the state that was given, or another."""
    given = reply.result.get("requestState")
    state = given if state is None else state
    more = {} if state is None else {"requestState": state}
    return case.client.ask("tools/call", {**params, "inputResponses": responses, **more}, DECLARED)


def _refusals(reply):
    """Gives the answers of a user who declines everything, or None if something else than a question is asked."""
    wanted = reply.result.get("inputRequests", {})
    if not isinstance(wanted, dict) or any(
        not isinstance(each, dict) or each.get("method") != "elicitation/create" for each in wanted.values()
    ):
        return None
    return {name: {"action": "decline"} for name in wanted}


@check("inputs-undeclared", "MUST", "A client that can give nothing is told so with -32021, or served without",
       "base.capability-missing-error base.capability-undeclared mrtr.respects-capabilities",
       "basic/index # _meta")  # fmt: skip
def undeclared(case):
    for params, _ in _asking(case):
        reply = case.client.ask("tools/call", params)
        if case.answered(reply, "the error -32021, or a result") and reply.error and reply.code != -32021:
            case.wrong(f"{params['name']}: the error has code {reply.code}", "-32021, or a result", *reply.events)


@check("inputs-declined", "MUST", "A user who declines is an answer: the call goes on to a result or an error",
       "elicitation.server-handles-refusal mrtr.no-assumed-retry", "client/elicitation # Error Handling")  # fmt: skip
def declined(case):
    asked = [(params, reply, _refusals(reply)) for params, reply in _asking(case)]
    if not any(refusals for _, _, refusals in asked):
        raise NotObserved("no question is asked that a user could decline")
    for params, reply, refusals in asked:
        if refusals:
            case.answered(_retry(case, params, reply, refusals), "a result or an error", f"{params['name']}: ")


@check("inputs-missing", "SHOULD", "A call that comes again without the answers is asked again", "mrtr.missing-reask",
       f"{PAGE} # Error Handling")  # fmt: skip
def missing(case):
    for params, reply in _asking(case):
        again = _retry(case, params, reply, {})
        if case.answered(again, "input_required again", f"{params['name']}: ") and reply.result.get("inputRequests"):
            if (again.result or {}).get("resultType") != "input_required":
                case.wrong(
                    f"{params['name']}: it is not asked again", "input_required again", *reply.events, *again.events
                )


@check("inputs-malformed", "MUST", "Answers that are no object lead to an error or a new question, never to a result",
       "mrtr.validate-responses mrtr.protocol-error", f"{PAGE} # Error Handling")  # fmt: skip
def malformed(case):
    for params, reply in _asking(case):
        for responses in ("x", [1], 7):
            again = _retry(case, params, reply, responses)
            if case.answered(again, "an error, or a new question", f"{params['name']}: "):
                _never_complete(case, params, again, f"answers {responses!r}")


@check("inputs-spoiled-state", "SHOULD", "A requestState that was changed is refused, or everything is asked again",
       "mrtr.state-untrusted mrtr.state-integrity mrtr.state-reject",
       f"{PAGE} # Server Requirements (Basic Workflow)")  # fmt: skip
def spoiled_state(case):
    stated = [(params, reply) for params, reply in _asking(case) if isinstance(reply.result.get("requestState"), str)]
    if not stated:
        raise NotObserved("no requestState was given")
    for params, reply in stated:
        state = reply.result["requestState"]
        again = _retry(case, params, reply, _refusals(reply) or {}, state[:-1] + ("A" if state[-1:] != "A" else "B"))
        # A state that decides nothing needs no seal, so this is no more than a warning.
        if case.answered(again, "an error, or a new question", f"{params['name']}: "):
            _never_complete(case, params, again, "a state that was changed")


def _never_complete(case, params, again, words):
    if (
        again.result is not None
        and again.result.get("resultType") != "input_required"
        and again.result.get("isError") is not True
    ):
        case.wrong(
            f"{params['name']}: a complete result, built on {words}", "an error, or a new question", *again.events
        )
