"""The parity runner: golden transcripts against both servers, over real pipes.

    python3 parity-tests/run.py run [ID or AREA ...]    replay and judge; exit 0 only if all that was expected passed
    python3 parity-tests/run.py lint                    check the fixtures and what they cover
    python3 parity-tests/run.py format                  write the transcripts in their one form

--help lists all commands, and COMMAND --help says what one takes. Exit codes: 0 all green, 1 something failed or did
not run, 2 a mistake in the call or in the fixtures, 3 a report could not be written. Standard library only.
"""

import importlib
import json
import signal
import sys

import coverage
import fixtures
import transcript as transcripts
from options import CODES, UsageError
from passes import implementations, replay_all, replay_one, written  # noqa: F401  (the names that others know)
from reports import WriteError
from result import ResultError


def main(arguments):
    """Runs one command and gives the exit code."""
    name, *rest = arguments or ["run"]
    if name in ("-h", "--help"):
        print("usage: run.py COMMAND …    (without one: run)\n")
        print("\n".join(f"  {each:<10}{words}" for each, (words, _) in COMMANDS.items()))
        print("\n" + CODES)
        return 0
    if name not in COMMANDS:
        return _refuse(f"unknown command {name}; there are {', '.join(COMMANDS)}")
    command = COMMANDS[name][1]
    try:
        return command(rest) if callable(command) else importlib.import_module(command).main(rest)
    except SystemExit as end:  # of --help
        return end.code or 0
    except WriteError as fault:
        _refuse(str(fault))
        return 3
    except (transcripts.FixtureError, UsageError, ResultError) as fault:
        return _refuse(str(fault))


def lint(_names):
    """Checks all fixtures and their coverage."""
    everything = transcripts.load_all()
    found = importlib.import_module("fuzz.found")
    wrong = [*coverage.all_faults(everything), *fixtures.faults(everything, written()), *found.faults()]
    if wrong:
        return _refuse("\n".join(wrong))
    print(f"{len(everything)} transcripts are sound; each MUST and MUST NOT for a server on the wire is proven or excluded")
    return 0


def reformat(_names):
    """Writes every transcript in its one form."""
    for path in sorted((transcripts.FIXTURES / "transcripts").rglob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(transcripts.pretty(data), encoding="utf-8")
    return 0


#: Each command: what it does, and a function or the name of a module with main(arguments), which gives the exit code.
COMMANDS = {
    "run": ("replay transcripts and judge the answers", "running"),
    "merge": ("put the results of shards together and report", "merging"),
    "report": ("make reports of a saved result", "reporting"),
    "conform": ("hold any server against the protocol", "conform.command"),
    "lint": ("check the fixtures and what they cover", lint),
    "coverage": ("which requirements are proven, by area and level", "coverage"),
    "mutants": ("show that each fault put into a server is caught", "mutants"),
    "fuzz": ("the same generated conversations to all servers", "fuzz.__main__"),
    "promote": ("make a golden of what fuzzing has found", "fuzz.promote"),
    "stateless": ("show that what was served before changes no answer", "stateless"),
    "bless": ("take what both servers say into goldens that are named", "bless"),
    "record": ("write a live exchange down as a draft of a transcript", "record"),
    "show": ("print a transcript, or the bytes that it writes", "show"),
    "list": ("list transcripts, narrowed by area, requirement, method", "listing"),
    "format": ("write the transcripts in their one form", reformat),
}


def _refuse(text):
    print(text, file=sys.stderr)
    return 2


def _interrupt(_number, _frame):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
