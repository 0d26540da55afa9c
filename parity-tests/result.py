"""The one value that every report is made of: what was expected, what ran, and what came of it.

A result is a dict that JSON can hold, so that it can be saved, merged with those of other shards, and reported later
and elsewhere. Every check that was expected and is not there counts as not-run.
"""

import datetime
import json

FORMAT = 1

PASS = "pass"
WARNING = "warning"
NOT_OBSERVED = "not-observed"
NOT_RUN = "not-run"
XFAIL = "xfail"

#: The colour of a verdict; one that is not named here is red. Yellow and grey are never counted as
#: passed and never as failed.
COLOURS = {PASS: "green", WARNING: "yellow", XFAIL: "yellow", NOT_OBSERVED: "grey"}

#: The keys of a result with their types.
KEYS = {
    "tool": str,
    "format": int,
    "started": str,
    "seconds": (int, float),
    "shard": (str, type(None)),
    "implementations": dict,
    "expected": int,
    "checks": list,
    "left_out": dict,
    "total": int,  # how many checks all shards together expect
    "fixtures": str,  # a digest of what the checks were made from; the same for all shards of a run
    "selection": list,  # the names that narrowed the run, sorted
    "requirements": dict,  # by id: level, text, and for one that is excluded the reason
}
CHECK_KEYS = {
    "id": str,
    "group": str,
    "title": str,
    "pass": str,
    "level": str,
    "verdict": str,
    "requires": list,
    "seconds": (int, float),
    "step": (int, type(None)),
    "pointer": (str, type(None)),
    "words": str,
    "lines": dict,
    "exchange": list,
}
#: The keys that a check may have or not: where its steps are written and how many there are, the bytes of the request
#: that led to the verdict as text, and the command that runs the check alone.
MORE_KEYS = {"place": str, "steps": int, "request": str, "again": str}
ENTRY_KEYS = {"direction": str, "by": str, "text": str}

#: How many bytes of a line are kept; a few goldens have megabytes.
KEPT = 20000


class ResultError(Exception):
    """Says why a text is no result, or why results do not belong together."""


def new(tool, implementations, expected, **more):
    """Gives an empty result that began now.

    tool is its name, implementations the commands by name, expected how many checks there must be. more may hold any
    other key of KEYS; without a shard, total is expected.
    """
    result = {
        "tool": tool,
        "format": FORMAT,
        "started": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "seconds": 0.0,
        "shard": None,
        "implementations": implementations,
        "expected": expected,
        "checks": [],
        "left_out": {},
        "total": expected,
        "fixtures": "",
        "selection": [],
        "requirements": {},
    }
    return {**result, **more}


def check(name, group, title, verdict, **more):
    """Gives one check of a result: its id, group, title and verdict, and any other key of CHECK_KEYS or MORE_KEYS.

    Seconds are how long it took, step counts from 1, pointer is a JSON pointer, lines are the texts at the place that
    decided it, by name, and words say all that a person needs beside them; they may have many lines.
    """
    about = {"id": name, "group": group, "title": title, "verdict": verdict}
    usual = {"pass": "parity", "level": "MUST", "requires": [], "seconds": 0.0, "step": None, "pointer": None}
    return {**about, **usual, "words": "", "lines": {}, "exchange": [], **more}


def said(direction, by, data, index=None, kept=KEPT):
    """Gives one entry of an exchange: > or <, who wrote it, and the bytes as text.

    What is not UTF-8 is escaped in the text, and there in hex as well. index, if there is one, is the place among the
    expected lines, so that the lines of several can be put side by side. kept is after how many bytes a line is cut.
    """
    entry = {"direction": direction, "by": by, "text": text_of(data, kept)}
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        entry["hex"] = data[:kept].hex()
    return entry if index is None else {**entry, "index": index}


def text_of(data, kept=KEPT):
    """Gives bytes as text: what is not UTF-8 as \\xNN, and a long line cut, with its length."""
    text = data[:kept].decode("utf-8", "backslashreplace")
    return text if len(data) <= kept else text + f"… ({len(data)} bytes)"


def colour(verdict):
    """Gives green, yellow, grey or red."""
    return COLOURS.get(verdict, "red")


def counts(result):
    """Gives how many checks have each verdict, pass first, not-run last; what is expected and not there is not-run."""
    found = {PASS: 0}
    for item in result["checks"]:
        found[item["verdict"]] = found.get(item["verdict"], 0) + 1
    never = result["expected"] - len(result["checks"])
    if never > 0:
        found[NOT_RUN] = found.get(NOT_RUN, 0) + never
    return dict(sorted(found.items(), key=lambda pair: (pair[0] != PASS, pair[0] == NOT_RUN, pair[0])))


def colours(result):
    """Gives how many checks are green, yellow, grey and red."""
    found = dict.fromkeys(("green", "yellow", "grey", "red"), 0)
    for verdict, count in counts(result).items():
        found[colour(verdict)] += count
    return found


def is_green(result):
    """Tells whether something passed, nothing failed, and all that was expected is there and nothing else."""
    found = colours(result)
    return found["green"] > 0 and found["red"] == 0 and len(result["checks"]) == result["expected"]


def exit_code(result):
    """Gives 0 for a result that is green, else 1."""
    return 0 if is_green(result) else 1


def dumps(result):
    """Gives a result as text: one check a line, ASCII only, so that any channel carries it."""
    head = {key: value for key, value in result.items() if key != "checks"}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    checks = ",\n".join(json.dumps(item) for item in result["checks"])
    return "{\n" + ",\n".join([*lines, f'"checks": [\n{checks}\n]']) + "\n}\n"


def loads(text, name="result"):
    """Gives the result that a text holds; raises ResultError, with the name of where it came from."""
    try:
        result = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise ResultError(f"{name}: not a JSON text: {fault}") from None
    fault = next(_faults(result), None)
    if fault is not None:
        raise ResultError(f"{name}: not a result: {fault}")
    return result


def load(path):
    """Reads a result from a file; raises ResultError."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as fault:
        raise ResultError(f"{path}: {getattr(fault, 'strerror', None) or 'not UTF-8'}") from None
    return loads(text, path)


def _faults(result):
    if not isinstance(result, dict):
        yield "not an object"
        return
    yield from _key_faults(result, KEYS, "")
    if result.get("format") != FORMAT:
        yield f"format {result.get('format')!r}; this program reads {FORMAT}"
    seen = set()
    for number, item in enumerate(result["checks"], 1):
        yield from _check_faults(item, f"check {number}: ")
        name = (item["pass"], item["id"])
        if name in seen:
            yield f"{item['pass']} {item['id']} stands there twice"
        seen.add(name)


def _check_faults(item, where):
    yield from _key_faults(item, CHECK_KEYS, where)
    yield from _key_faults(item, {key: kind for key, kind in MORE_KEYS.items() if key in item}, where)
    if not all(isinstance(text, str) for text in [*item["requires"], *item["lines"].values()]):
        yield f"{where}requires and lines hold texts"
    for entry in item["exchange"]:
        yield from _key_faults(entry, ENTRY_KEYS, f"{where}exchange: ")


def _key_faults(value, keys, where):
    for key, kind in keys.items():
        if not isinstance(value, dict) or key not in value:
            yield f"{where}no {key}"
            return
        if not isinstance(value[key], kind) or isinstance(value[key], bool):
            yield f"{where}{key} is of the wrong kind"
