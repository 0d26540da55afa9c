"""What a person sees of a run: progress, failures, the summary.

A bar on a terminal, plain lines elsewhere; colours only on a terminal and not with NO_COLOR.
"""

import os
import sys
import textwrap

import compare
from verdict import NOT_RUN, PASS, VERDICTS

WIDTH = 30

#: The passes of a run, and what each of them runs on.
PASSES = {"parity": "both servers", "swap": "both servers in turn"}

#: How many failures are shown whole; when everything fails, the first ones say why.
SHOWN = 10


class Report:
    """Prints a run as it goes."""

    def __init__(self, expected, requirements, stream=sys.stdout, environ=os.environ, name="parity"):
        """Takes how many transcripts are expected, the requirements by id, the stream, the environment, and the name of
        the pass."""
        self._name = name
        self._expected = expected
        self._requirements = requirements
        self._stream = stream
        self._terminal = stream.isatty()
        self._colours = self._terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        self._done = 0
        self._counts = dict.fromkeys(VERDICTS, 0)

    def note(self, text):
        """Prints one line about the run as a whole."""
        self._print(text)

    def judged(self, judgement):
        """Takes one judgement: moves the progress on, and shows a failure at once."""
        self._done += 1
        self._counts[judgement.verdict] += 1
        if judgement.verdict != PASS:
            self._clear()
            failed = self._done - self._counts[PASS]
            brief = f"FAIL {judgement.transcript.id}: {judgement.verdict}"
            self._print(self._failure(judgement) if failed <= SHOWN else self._colour(brief, "31"))
        self._progress()

    def summary(self, seconds):
        """Prints the counts and gives whether everything that was expected ran and passed."""
        self._clear()
        passed = self._counts[PASS]
        never = self._expected - self._done
        self._counts[NOT_RUN] += never
        others = [f"{count} {verdict}" for verdict, count in self._counts.items() if count and verdict != PASS]
        ran = self._expected - self._counts[NOT_RUN]
        plural = "" if self._expected == 1 else "s"
        self._print(f"{self._expected} transcript{plural} expected, {ran} ran on {PASSES[self._name]}, {seconds:.1f} s")
        if others:
            self._print("not green: " + ", ".join(others))
        good = self._expected > 0 and passed == self._expected
        line = f"{self._name}: {passed} passed, {self._expected - passed} failed"
        self._print(self._colour(line, "32" if good else "31"))
        return good

    def _failure(self, judgement):
        transcript = judgement.transcript
        lines = ["", self._colour(f"FAIL {transcript.id}: {judgement.verdict}", "31"), f"  {transcript.title}"]
        place = f"shared-fixtures/transcripts/{transcript.area}/{transcript.path.name}"
        lines.append(f"  step {judgement.step} of {len(transcript.steps)} in {place}")
        lines.append("  request     " + compare.shown_line(transcript.request_before(judgement.step) or None))
        lines.extend(_difference(judgement))
        lines.extend(f"  {name} said on stderr:{said}" for name, said in judgement.said)
        for name in transcript.requires:
            entry = self._requirements.get(name, {"level": "?", "text": "not in requirements.json"})
            text = f"{name} ({entry['level']}): {entry['text']}"
            lines.extend(textwrap.wrap(text, 110, initial_indent="  proves ", subsequent_indent="         "))
        lines.append(f"  again: make parity ONLY={transcript.id}")
        return "\n".join(lines)

    def _progress(self):
        if self._terminal:
            filled = WIDTH * self._done // max(1, self._expected)
            failed = self._done - self._counts[PASS]
            bar = "█" * filled + "░" * (WIDTH - filled)
            self._stream.write(f"\r{bar} {self._done}/{self._expected}" + (f", {failed} not green" if failed else ""))
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


def _difference(judgement):
    if judgement.words:
        due = [f"  expected    {compare.shown_line(line)}" for line in judgement.lines if line is not None]
        return ["  " + judgement.words, *due]
    golden, python, typescript = judgement.lines
    names = ("golden", "python", "typescript")
    values = [compare.parse(line) for line in judgement.lines]
    for line, value in zip(judgement.lines[1:], values[1:]):
        if compare.ABSENT in (value, values[0]):
            continue
        pointer = compare.first_difference(values[0], value)
        if pointer in ("/result", "/error", "/method"):
            break  # one is a result and the other is not: the whole lines say more
        if pointer is not None:
            shown = [compare.shown(compare.value_at(each, pointer)) for each in values]
            return [f"  differs at  {pointer or '(the whole message)'}", *_three(names, shown)]
    reference = golden if golden is not None else python
    for line in (python, typescript):
        if None not in (reference, line) and line != reference and compare.ABSENT not in values[1:]:
            byte = compare.first_byte(reference, line)
            words = f"  the same value in other bytes: order of members, spacing or escapes; first at byte {byte}"
            return [words, *_three(names, [compare.shown_line(each) for each in judgement.lines])]
    return _three(names, [compare.shown_line(line) for line in judgement.lines])


def _three(names, texts):
    return [f"  {name:<12}{text}" for name, text in zip(names, texts)]
