"""What a person sees of a run: a line for each area, and every finding with the lines to reproduce it."""

import collections
import os
import textwrap

import result as results
from conform.pack import AREAS
from reports.words import plural

COLOURS = {"green": "32", "yellow": "33", "red": "31", "grey": "2"}
#: How much of a line is shown here; the JSON report has more of it.
SHOWN = 2000
#: How many findings of one check are shown here.
FINDINGS = 3
#: The verdicts, in the order in which they are counted.
ORDER = ("pass", "fail", "warning", "not-observed", "not-run")


class Words:
    """Writes to a stream for people."""

    def __init__(self, stream, environ=os.environ):
        self._stream = stream
        plain = environ.get("NO_COLOR") or environ.get("TERM") == "dumb"
        self._terminal = stream.isatty()
        self._colours = self._terminal and not plain

    def say(self, text=""):
        """Writes one line."""
        self._stream.write(("\033[K" if self._terminal else "") + text + "\n")
        self._stream.flush()

    def progress(self, item):
        """Shows on a terminal which check was made last; a server that does not answer takes its time."""
        if self._terminal:
            self._stream.write(f"\r\033[K{item['id']}\r")
            self._stream.flush()

    def summary(self, result):
        """Writes all of a result: areas, findings, what was not observed, counts."""
        info = result.get("server", {}).get("info", {})
        (name,) = result["implementations"]
        self.say(f"{name}: {info.get('name', 'a server without a name')} {info.get('version', '')}".rstrip())
        for area in AREAS:
            items = [item for item in result["checks"] if item["group"] == area]
            if items:
                found = collections.Counter(item["verdict"] for item in items)
                counts = [_count(found[verdict], verdict) for verdict in ORDER if found[verdict]]
                self.say(f"  {area:<14} " + ", ".join(counts))
        for item in result["checks"]:
            if item["id"] == "shutdown-after-requests" and item["verdict"] == results.PASS:
                self.say(f"  when its input ends: {item['words']}")
        for item in result["checks"]:
            if results.colour(item["verdict"]) in ("red", "yellow"):
                self._finding(item, result["requirements"])
        self._grey(result)
        self._counts(result)

    def _finding(self, item, known):
        name = "FAIL" if item["verdict"] == "fail" else "WARN"
        lenient = name == "WARN" and item["level"].startswith("MUST")
        self.say()
        self.say(
            self._paint(f"{name} {item['id']} ({item['level']}): {item['title']}", results.colour(item["verdict"]))
        )
        self.say(f"  specification: {item['page']}")
        if lenient:
            self.say("  no more than a warning, since the text leaves room here")
        for each in item["requires"]:
            text = f"{each} ({known[each]['level']}): {known[each]['text']}"
            self.say(textwrap.fill(text, 116, initial_indent="  requires ", subsequent_indent="           "))
        for finding in item["findings"][:FINDINGS]:
            self.say(f"  {finding['words']}")
            for said in finding["exchange"]:
                self.say(f"    {said['direction']} {_line(said)}")
            self.say(f"    expected: {finding['expected']}")
        more = len(item["findings"]) - FINDINGS + item["more"]
        if more > 0:
            self.say(f"  and {more} more like these; --json has them")
        self.say(f"  again: {item['again']}")

    def _grey(self, result):
        grey = [item for item in result["checks"] if item["verdict"] == results.NOT_OBSERVED]
        if grey:
            self.say("\nnot observed, so neither passed nor failed:")
        for item in grey:
            self.say(f"  {item['id']}: {item['words']}")

    def _counts(self, result):
        found = results.counts(result)
        line = ", ".join(_count(found.get(verdict, 0), verdict) for verdict in ORDER)
        for reason, count in result["left_out"].items():
            self.say(f"left out: {count} {reason}")
        colour = "green" if results.is_green(result) else "red"
        self.say()
        self.say(self._paint(f"conform: {line}; {result['seconds']:.1f} s", colour))

    def _paint(self, text, colour):
        return f"\033[{COLOURS[colour]}m{text}\033[0m" if self._colours else text


def _count(number, verdict):
    if verdict == "warning":
        return plural(number, "warning")
    return f"{number} " + {"pass": "passed", "fail": "failed"}.get(verdict, verdict.replace("-", " "))


def _line(said):
    text = said["text"].rstrip("\n")
    # What a terminal would obey is shown as an escape; the JSON report has the bytes.
    text = "".join(
        each if each.isprintable() else f"\\x{ord(each):02x}" if ord(each) < 256 else f"\\u{ord(each):04x}"
        for each in text
    )
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}… ({len(text)} characters)"
