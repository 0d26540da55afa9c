"""Lists transcripts: id, then title, one a line, in the order of their files.

    python3 parity-tests/run.py list [--area AREA] [--requires ID] [--method METHOD] [--server ARGUMENT] [WORD ...]

Every filter narrows. --requires takes an id or the beginning of one (mrtr.), --method what a request or notification of
the client names, --server an argument that the server is started with (live for --live) or a variable of its environment
(NOTES_SCOPES); a word must stand in the id, the title or the why. Exit codes: 0 something was found, 1 nothing, 2 usage.
"""

import json

import show
import transcript as transcripts
from options import Parser


def main(arguments):
    """Prints what fits the filters; gives the exit code."""
    parser = Parser(prog="run.py list", description="Lists transcripts: id and title.", allow_abbrev=False)
    parser.add_argument("--area", metavar="AREA", help="the name of a folder")
    parser.add_argument("--requires", metavar="ID", help="a requirement, or the beginning of one")
    parser.add_argument("--method", metavar="METHOD", help="what a message of the client names")
    parser.add_argument("--server", metavar="ARGUMENT", help="an argument (live for --live) or a variable")
    parser.add_argument("words", nargs="*", metavar="WORD", help="stands in the id, the title or the why")
    parsed = parser.parse_args(arguments)
    chosen = [item for item in transcripts.load_all() if fits(item, parsed)]
    show.write("".join(f"{item.id}  {item.title}\n" for item in chosen).encode("utf-8"))
    return 0 if chosen else 1


def fits(item, parsed):
    """Tells whether a transcript fits the filters: an object with area, requires, method, server and words."""
    data = json.loads(item.path.read_text(encoding="utf-8"))
    text = " ".join([item.id, item.title, data.get("why", "")]).lower()
    return (
        parsed.area in (None, item.area)
        and (parsed.requires is None or any(name.startswith(parsed.requires) for name in item.requires))
        and (parsed.method is None or parsed.method in set(methods(data["steps"])))
        and (parsed.server is None or {parsed.server, f"--{parsed.server}"} & {*item.args, *item.env})
        and all(word.lower() in text for word in parsed.words)
    )


def methods(steps):
    """Gives the methods that the steps of the client name, also where they are written as raw text."""
    for step in steps:
        message = step.get("send", step.get("notify"))
        texts = [message] if message is not None else map(_parsed, step.get("raw", "").split("\n"))
        for each in texts:
            if isinstance(each, dict) and isinstance(each.get("method"), str):
                yield each["method"]


def _parsed(text):
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
