"""What a person sees of a run on a terminal: progress, failures, the summary.

A bar on a terminal, plain lines elsewhere; colours only on a terminal and not with NO_COLOR. Made of the checks of a
result, so that a saved one prints the same.
"""

import os
import sys
import textwrap

import compare
import result as results
from result import NOT_RUN, PASS, colour

WIDTH = 30

#: The passes of a run: what they count, and how they run on the servers.
PASSES = {"parity": ("transcript", ""), "swap": ("transcript", " in turn")}

#: The command that replays a transcript on the twins, but for the id at its end.
AGAIN = "make parity ONLY="

#: How many failures are shown whole; when everything fails, the first ones say why.
SHOWN = 10

ANSI = {"green": "32", "yellow": "33", "grey": "2", "red": "31"}
#: What is shown first of a result that is there already.
ORDER = ("red", "yellow", "grey", "green")
LABELS = {"red": "FAIL", "yellow": "WARN", "grey": "----"}


class Report:
    """Prints a run as it goes, and keeps its checks."""

    def __init__(
        self, expected, requirements, stream=None, environ=os.environ, name="parity", servers=2, again=AGAIN
    ):
        """Takes how many checks are expected, the requirements by id, the stream (stdout), the environment, the name of
        the pass, the number of servers, and the command that replays one transcript, but for the id at its end."""
        self.name, self.again = name, again
        self.requirements = requirements
        self.checks = []
        #: Why no further pass can run, if there is a reason.
        self.stopped = ""
        self._noun, how = PASSES.get(name, ("check", ""))
        self._where = {1: "the server", 2: "both servers"}.get(servers, f"all {servers} servers") + how
        self._expected = expected
        self._stream = stream or sys.stdout
        self._terminal = self._stream.isatty()
        self._colours = self._terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        self._done = 0
        self._found = dict.fromkeys(ANSI, 0)

    def note(self, text):
        """Prints one line about the run as a whole."""
        self._print(text)

    def judged(self, check):
        """Takes one check that ran: moves the progress on, and shows at once what is not green."""
        self._done += 1
        self.take(check)
        self._progress()

    def take(self, check):
        """Takes one check, and shows it if it is not green."""
        self.checks.append(check)
        check = {key: visible(value) if isinstance(value, str) else value for key, value in check.items()}
        kind = colour(check["verdict"])
        self._found[kind] += 1
        if kind == "green":
            return
        self._clear()
        if kind == "grey":
            self._print(f"{self._colour(_brief(check, kind), ANSI[kind])}: {check['words']}")
        elif self._found["red"] + self._found["yellow"] <= SHOWN:
            self._print(self._failure(check, kind))
        else:
            self._print(self._colour(_brief(check, kind), ANSI[kind]))

    def missed(self, check):
        """Takes one check that never ran; the summary counts it."""
        self.checks.append(check)

    def summary(self, seconds):
        """Prints the counts and gives whether everything that was expected ran and nothing failed."""
        self._clear()
        result = {"checks": self.checks, "expected": self._expected}
        counts = results.counts(result)
        others = [f"{count} {verdict}" for verdict, count in counts.items() if count and verdict != PASS]
        ran = self._expected - counts.get(NOT_RUN, 0)
        plural = "" if self._expected == 1 else "s"
        self._print(f"{self._expected} {self._noun}{plural} expected, {ran} ran on {self._where}, {seconds:.1f} s")
        if others:
            self._print("not green: " + ", ".join(others))
        red, good = results.colours(result)["red"], results.is_green(result)
        # A run of nothing has nothing to count as failed, and must not read like one that passed.
        line = f"{self.name}: {counts[PASS]} passed, {red} failed" + (
            "" if self._expected else " (nothing was expected)"
        )
        self._print(self._colour(line, ANSI["green" if good else "red"]))
        return good

    def _failure(self, check, kind):
        lines = ["", self._colour(_brief(check, kind), ANSI[kind]), f"  {check['title']}"]
        if check["step"] and "place" in check:
            of = f" of {check['steps']}" if "steps" in check else ""
            lines.append(f"  step {check['step']}{of} in {check['place']}")
        if "request" in check:
            lines.append("  request     " + compare.shown_line(check["request"].encode("utf-8")))
        if check["words"]:
            lines.append(textwrap.indent(check["words"], "  "))
        for name in check["requires"]:
            entry = self.requirements.get(name, {"level": "?", "text": "not in requirements.json"})
            text = f"{name} ({entry['level']}): {entry['text']}"
            lines.extend(textwrap.wrap(visible(text), 110, initial_indent="  proves ", subsequent_indent="         "))
        if "again" in check:
            lines.append(f"  again: {check['again']}")
        return "\n".join(lines)

    def _progress(self):
        red = self._found["red"]
        if self._terminal:
            filled = WIDTH * self._done // max(1, self._expected)
            bar = "█" * filled + "░" * (WIDTH - filled)
            self._stream.write(f"\r{bar} {self._done}/{self._expected}" + (f", {red} not green" if red else ""))
            self._stream.flush()
        elif self._done == self._expected or self._done % max(1, self._expected // 5) == 0:
            self._print(f"{self._done}/{self._expected}")

    def _clear(self):
        if self._terminal:
            self._stream.write("\r\033[K")

    def _colour(self, text, code):
        return f"\033[{code}m{text}\033[0m" if self._colours else text

    def _print(self, text):
        self._stream.write(text + "\n")
        self._stream.flush()


def print_result(result, stream=None, environ=os.environ):
    """Prints a result that is there already, pass by pass, as its run has printed it."""
    checks = result["checks"]
    for name in dict.fromkeys(check["pass"] for check in checks):
        mine = [check for check in checks if check["pass"] == name]
        report = Report(
            len(mine), result["requirements"], stream, environ, name, max(1, len(result["implementations"]))
        )
        for check in sorted(mine, key=lambda check: ORDER.index(colour(check["verdict"]))):
            report.take(check)
        report.summary(sum(check["seconds"] for check in mine))
    missing = result["expected"] - len(checks)
    if missing > 0 or not checks:
        Report(max(0, missing), {}, stream, environ, f"{result['tool']}, never run", 0).summary(0.0)


def visible(text):
    """Gives text with everything that a terminal would obey, newlines apart, as an escape."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode("ascii") for c in text)


def _brief(check, kind):
    return f"{LABELS[kind]} {check['id']}: {check['verdict']}"
