"""Who was asked what, and what came back: counted from the raw answers.

A request has passed the checks of its metadata if its answer is a result of this revision, an acknowledgement, or an
error that comes after those checks. Results of the earlier era, where requests have none, are counted by themselves.
"""

import collections
import json
import re

_LINE = re.compile(
    rb'\{"jsonrpc":"2.0",(?:"id":("(?:[^"\\]|\\.)*"|-?\d+),)?'
    rb'"(?:(result)":(?:\{"resultType":"(\w+)")?|error":\{"code":(-\d+)|method":"([^"]+)")'
)
_REFUSED_METADATA = b'"data":{"supported":['

#: What an answer was, in the order of the table.
KINDS = ["complete", "isError", "input_required", "acknowledged", "-32601", "-32602", "-32021", "-32603"]
BEFORE = ["-32700", "-32600", "-32602 metadata", "-32022", "earlier era", "silent"]

#: The columns that count as past the metadata checks.
PAST = frozenset(KINDS)


class Histogram:
    """Counts by label and kind, and how many lines were sent."""

    def __init__(self):
        """Starts with nothing."""
        self.sent = 0
        self.counts = collections.Counter()
        self.notices = collections.Counter()

    def count(self, batch, answer):
        """Takes the writes of a batch and what one twin has answered."""
        labels = {}
        for write in batch:
            self.sent += 1
            for text, (label, _message) in write.asked.items():
                labels[text] = label
            if not write.asked:
                self.counts["(bytes)", "silent"] += 1
        silent = collections.Counter(labels.values())
        for line in answer.splitlines():
            found = _LINE.match(line)
            if found is None:
                self.counts["(no message)", "noise"] += 1
                continue
            request_id, result, kind, code, method = found.groups()
            if method is not None and not method.endswith(b"/acknowledged"):
                self.notices[method.decode()] += 1
                continue
            label = _label(labels, request_id, line)
            if label in silent and silent[label] > 0:
                silent[label] -= 1
            self.counts[label, _kind(line, result, kind, code)] += 1
        for label, number in silent.items():
            self.counts[label, "silent"] += number

    def add(self, other):
        """Adds the counts of another histogram."""
        self.sent += other.sent
        self.counts.update(other.counts)
        self.notices.update(other.notices)

    def past(self):
        """Gives how many answers show that the request got past the checks of its metadata."""
        return sum(number for (_label, kind), number in self.counts.items() if kind in PAST)

    def table(self):
        """Gives the histogram as lines of a Markdown table, and a line for the notifications."""
        kinds = [kind for kind in KINDS + BEFORE + ["noise"] if any(key[1] == kind for key in self.counts)]
        rows = ["| asked | " + " | ".join(kinds) + " |", "| --- |" + " ---: |" * len(kinds)]
        labels = sorted({label for label, _kind in self.counts})
        for label in [*labels, "all"]:
            numbers = [
                sum(n for (name, kind), n in self.counts.items() if kind == one and label in (name, "all"))
                for one in kinds
            ]
            rows.append(f"| {label} | " + " | ".join(str(number) if number else "" for number in numbers) + " |")
        told = ", ".join(f"{number} {name}" for name, number in sorted(self.notices.items()))
        return [*rows, "", "notifications: " + (told or "none")]


def _label(labels, request_id, line):
    if request_id is not None:
        return labels.get(str(json.loads(request_id)), "(another id)")
    return "subscriptions/listen" if b"/acknowledged" in line[:80] else "(no id)"


def _kind(line, result, kind, code):
    if code is not None:
        text = code.decode()
        return "-32602 metadata" if text == "-32602" and _REFUSED_METADATA in line else text
    if result is None:
        return "acknowledged"
    if kind is None:
        return "earlier era"
    return "isError" if kind == b"complete" and line.find(b'"isError":true', -200) != -1 else kind.decode()
