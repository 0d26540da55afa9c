"""The options that several commands of the runner have in common, and the words about exit codes."""

import argparse
import sys
from pathlib import Path

from reports import KINDS

CODES = """exit codes: 0 green: something passed, nothing failed, and all that was expected ran; 1 something failed, did
not run or was interrupted, or nothing was expected; 2 a mistake in the call, in the fixtures or in the files to read; 3
a report could not be written"""


class UsageError(Exception):
    """Says what is wrong with a call."""


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are exceptions, so that the caller gives the exit code."""

    def error(self, message):
        """Raises UsageError."""
        raise UsageError(f"{message}; {self.prog} --help says more")


def parser(name, words):
    """Gives a parser for a command, with the options for reports."""
    made = Parser(prog=f"run.py {name}", description=words, epilog=CODES, allow_abbrev=False)
    group = made.add_argument_group("reports", "all made of the same result; FILE may be - for stdout, in one of them")
    for kind, (file, words_of_kind, _) in KINDS.items():
        group.add_argument(f"--{kind}", metavar="FILE", help=words_of_kind)
    names = ", ".join(file for file, _, _ in KINDS.values())
    group.add_argument("--reports", metavar="FOLDER", help=f"all of them in a folder, which is made: {names}")
    return made


def outputs(parsed):
    """Gives where reports go, as a list of kind and path; raises UsageError for a place that cannot be written."""
    chosen = [(kind, getattr(parsed, kind)) for kind in KINDS if getattr(parsed, kind)]
    if sum(path == "-" for _, path in chosen) > 1:
        raise UsageError("only one report can go to stdout")
    if parsed.reports:
        try:
            Path(parsed.reports).mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise UsageError(f"{parsed.reports}: {fault.strerror}") from None
        chosen.extend((kind, str(Path(parsed.reports) / KINDS[kind][0])) for kind in KINDS)
    for _, path in chosen:
        if path != "-" and (Path(path).is_dir() or not Path(path).parent.is_dir()):
            raise UsageError(f"{path}: cannot be written there")
    return chosen


def stream_for_people(chosen):
    """Gives the stream for words: stderr if a report takes stdout."""
    return sys.stderr if any(path == "-" for _, path in chosen) else sys.stdout
