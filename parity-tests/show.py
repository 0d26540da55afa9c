"""Prints a transcript for a person, or the bytes that it writes for a pipe.

    python3 parity-tests/run.py show ID             what the client writes (>), what the server answers (<), the notes
    python3 parity-tests/run.py show --stdin ID     the exact bytes of the client, to be piped into a server

ID may be a draft too. Exit codes: 0 printed (also if the reader has gone before the end), 2 nothing of that name.
"""

import difflib
import json
import os
import sys

import compare
import transcript as transcripts
from fixtures import DRAFTS

#: How many characters of a line are shown; 0 shows all.
WIDTH = 4000


def main(arguments):
    """Shows one transcript; gives the exit code."""
    exact = "--stdin" in arguments
    names = [each for each in arguments if each != "--stdin"]
    if len(names) != 1 or names[0].startswith("-"):
        print("usage: run.py show [--stdin] ID", file=sys.stderr)
        return 2
    try:
        item = find(names[0])
    except LookupError as fault:
        print(fault.args[0], file=sys.stderr)
        return 2
    if exact:
        return write(b"".join(step.bytes for step in item.steps if step.bytes is not None))
    return write("".join(line + "\n" for line in shown(item)).encode("utf-8", "backslashreplace"))


def find(name, folder=transcripts.FIXTURES / "transcripts", drafts=DRAFTS):
    """Gives the transcript, or the draft, with an id; raises LookupError with words."""
    paths = {path.stem: path for path in sorted([*drafts.glob("*.json"), *folder.glob("*/*.json")])}
    if name not in paths:
        near = difflib.get_close_matches(name, paths, 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; run.py list shows the ids there are"
        raise LookupError(f"no transcript is called {name}{hint}")
    try:
        return transcripts.Transcript(paths[name], json.loads(paths[name].read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise LookupError(f"{paths[name]} cannot be read as a transcript; lint says more") from None


def shown(item):
    """Gives the lines that show a transcript."""
    data = json.loads(item.path.read_text(encoding="utf-8"))
    yield f"# {item.id}: {item.title or '(a draft, without a title)'}"
    if data.get("why"):
        yield f"# {data['why']}"
    yield f"# requires: {', '.join(item.requires) or '(nothing yet)'}"
    if item.args:
        yield f"# arguments: {' '.join(item.args)}"
    for name, value in item.env.items():
        yield f"# {name}={value}"
    if item.store is not None:
        yield "# the store that it finds:"
        yield from ("#   " + line for line in item.store.split("\n"))
    for step, written in zip(item.steps, data["steps"]):
        if "note" in written:
            yield f"# {written['note']}"
        yield from _step(step, written)


def _step(step, written):
    if step.bytes is not None:
        *lines, rest = step.bytes.split(b"\n")
        yield from ("> " + _text(line) for line in lines)
        if rest:
            yield f"> {_text(rest)}  (no newline)"
    if step.skip:
        yield f"< ({step.skip} line{'' if step.skip == 1 else 's'} of any kind)"
    if step.line is not None:
        yield "< " + _text(step.line[:-1])
    for verb in ("noise", "noise_hex"):
        if verb in written:
            yield f"< {written[verb]!r}  (no message)"
    if step.verb == "eof":
        yield f"# end of input; the exit code is {step.exit}"


def _text(line):
    return compare.shown_line(line + b"\n", WIDTH)


def write(data):
    """Writes bytes to stdout; a reader that has gone is no fault. Gives the exit code."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
