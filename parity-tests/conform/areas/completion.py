"""Completion of prompt arguments."""

from conform.facts import NOBODY, completion
from conform.pack import NotObserved, check
from conform.shapes import COMPLETION, faults

PAGE = "server/utilities/completion"


def _need(case):
    if "completions" not in case.facts.capabilities:
        raise NotObserved("completions is not advertised")


def _completed(case):
    _need(case)
    wanted = case.facts.completions()[:20]
    if not wanted:
        raise NotObserved("no prompt has an argument, and no template a variable")
    return [(case.client.ask("completion/complete", params), params) for params in wanted]


@check("completion-result", "MUST", "A completion gives an array of strings, an integer total, a boolean hasMore",
       "completion.result", "schema # CompleteResult")  # fmt: skip
def result(case):
    for reply, params in _completed(case):
        where = f"{params['ref'].get('name') or params['ref'].get('uri')}, {params['argument']['name']}: "
        if case.expect_result(reply, where):
            for pointer, words in faults(reply.result, COMPLETION, "/result"):
                case.wrong(f"{where}{pointer} {words}", "a completion as the schema defines it", *reply.events)


@check("completion-at-most-100", "MUST", "A completion has at most 100 values", "completion.max-100",
       "schema # CompleteResult")  # fmt: skip
def at_most_100(case):
    for reply, _ in _completed(case):
        found = (reply.result or {}).get("completion")
        values = found.get("values") if isinstance(found, dict) else None
        if isinstance(values, list) and len(values) > 100:
            case.wrong(f"{len(values)} values", "at most 100", *reply.events)


@check("completion-unknown-reference", "SHOULD", "A completion for a prompt that does not exist is refused with -32602",
       "completion.unknown-ref", f"{PAGE} # Error Handling")  # fmt: skip
def unknown_reference(case):
    _need(case)
    case.expect_code(case.client.ask("completion/complete", completion(NOBODY, "x")), -32602)


@check("completion-malformed", "MUST",
       "A completion without ref or argument, or with one of the wrong kind, is refused "
       "with -32602", "completion.validates completion.missing-arguments base.invalid-params-error",
       "schema # CompleteRequestParams")  # fmt: skip
def malformed(case):
    _need(case)
    good = completion(NOBODY, "x")
    for params in ({}, {"ref": good["ref"]}, {"argument": good["argument"]}, {**good, "ref": "x"},
                   {**good, "ref": {"type": "ref/conform"}}, {**good, "argument": {"name": "x",
                   "value": 1}}):  # fmt: skip
        case.expect_code(case.probe("completion/complete", params), -32602, f"{params}: ")


@check("completion-unknown-argument", "SHOULD", "An argument that the prompt does not have gives no values, or -32602",
       "completion.validates", f"{PAGE} # Error Handling")  # fmt: skip
def unknown_argument(case):
    _need(case)
    prompts = case.facts.lists["prompts/list"]
    if not prompts:
        raise NotObserved("there are no prompts")
    reply = case.client.ask("completion/complete", completion(prompts[0]["name"], NOBODY))
    found = (reply.result or {}).get("completion")
    if reply.code != -32602 and not (isinstance(found, dict) and found.get("values") == []):
        case.warn(reply.why or "neither", "an empty completion, or an error with code -32602", *reply.events)
