"""JUnit XML as Jenkins, GitLab and the like read it: a suite for each pass and area, a case for each check.

A check that failed is a failure, one that never ran is an error, one that was not observed is skipped; a warning
passes, with its words in system-out.
"""

from result import NOT_RUN, colour
from reports.words import escaped


def render(result):
    """Gives the text of the file."""
    suites = {}
    for check in result["checks"]:
        suites.setdefault(f"{check['pass']}.{check['group']}", []).append(check)
    cases = {name: [_case(name, check) for check in checks] for name, checks in suites.items()}
    missing = result["expected"] - len(result["checks"])
    if missing > 0 or not result["checks"]:
        words = (
            f"{missing} of {result['expected']} checks were expected and are not there"
            if missing > 0
            else "nothing ran"
        )
        name = f"{result['tool']}.not-run"
        suites[name] = [{"verdict": NOT_RUN, "seconds": 0.0}]
        cases[name] = [_text_of(name, "missing checks", 0.0, _problem("error", NOT_RUN, words, words))]
    everything = [check for checks in suites.values() for check in checks]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuites name="{escaped(result["tool"])}" {_counts(everything, result["seconds"])}>')
    for number, (name, checks) in enumerate(suites.items()):
        stamp = escaped(result["started"].removesuffix("+00:00"))
        seconds = sum(check["seconds"] for check in checks)
        lines.append(f'<testsuite name="{escaped(name)}" id="{number}" {_counts(checks, seconds)} timestamp="{stamp}">')
        lines.extend([_properties(result), *cases[name], "</testsuite>"])
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def full_words(check):
    """Gives all there is to say of a failure: the words, where, the request, the lines whole, and what it proves."""
    parts = [check["words"]]
    if check["step"]:
        of = f" of {check['steps']}" if "steps" in check else ""
        parts.append(f"step {check['step']}{of}" + (f" in {check['place']}" if "place" in check else ""))
    if check["pointer"] is not None:
        parts.append(f"pointer: {check['pointer'] or '(the whole message)'}")
    if "request" in check:
        parts.append(f"> {check['request']}")
    parts.extend(f"< {name}: {line}" for name, line in check["lines"].items())
    parts.append("proves: " + ", ".join(check["requires"]) if check["requires"] else "")
    parts.append(f"again: {check['again']}" if "again" in check else "")
    return "\n".join(part.removesuffix("\n") for part in parts if part)


def _case(suite, check):
    kind = {"green": None, "yellow": "system-out", "grey": "skipped", "red": "failure"}[colour(check["verdict"])]
    kind = "error" if check["verdict"] == NOT_RUN else kind
    first = check["words"].split("\n")[0]
    message = f"{check['verdict']}: {first}" if first else check["verdict"]
    inner = "" if kind is None else _problem(kind, check["verdict"], message, full_words(check))
    return _text_of(suite, check["id"], check["seconds"], inner, check.get("place"))


def _problem(kind, verdict, message, text):
    if kind == "system-out":
        return f"<system-out>{escaped(message)}\n{escaped(text)}</system-out>"
    if kind == "skipped":
        return f'<skipped message="{escaped(message)}"/>'
    return f'<{kind} type="{escaped(verdict)}" message="{escaped(message)}">{escaped(text)}</{kind}>'


def _text_of(suite, name, seconds, inner, place=None):
    where = f' file="{escaped(place)}"' if place else ""
    return (
        f'<testcase classname="{escaped(suite)}" name="{escaped(name)}" time="{seconds:.3f}"{where}>{inner}</testcase>'
    )


def _counts(checks, seconds):
    kinds = [colour(check["verdict"]) for check in checks]
    errors = sum(check["verdict"] == NOT_RUN for check in checks)
    failures, skipped = kinds.count("red") - errors, kinds.count("grey")
    return f'tests="{len(checks)}" failures="{failures}" errors="{errors}" skipped="{skipped}" time="{seconds:.3f}"'


def _properties(result):
    values = {"shard": result["shard"] or "", "fixtures": result["fixtures"]}
    values.update(
        {f"implementation.{name}": " ".join(map(str, argv)) for name, argv in result["implementations"].items()}
    )
    inner = "".join(f'<property name="{escaped(name)}" value="{escaped(value)}"/>' for name, value in values.items())
    return f"<properties>{inner}</properties>"
