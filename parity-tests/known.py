"""Failures that are known: listed by name with a reason and a date, and held to it.

known_failures.json is a list of {transcript, implementation, step, reason, since}; step may be absent. What fails just
so is xfail, which does not fail the run. What passes, or fails at another place or in another implementation, is
stale-xfail, which does: a list of excuses must not outlive what it excuses.
"""

import datetime
import json
from pathlib import Path

PATH = Path(__file__).resolve().parent / "known_failures.json"
XFAIL = "xfail"
STALE = "stale-xfail"
VERDICTS = (XFAIL, STALE)

_NEEDED = {"transcript", "implementation", "reason", "since"}


def load(path=PATH):
    """Gives the entries of the list."""
    return json.loads(path.read_text(encoding="utf-8"))


def faults(entries, transcripts, names, today=None):
    """Gives a sentence for each thing that is wrong with the list; names are those of the implementations."""
    today = today or datetime.date.today()
    steps = {item.id: len(item.steps) for item in transcripts}
    seen = set()
    for number, entry in enumerate(entries, 1):
        where = f"known_failures.json: entry {number}"
        if not isinstance(entry, dict) or not _NEEDED <= set(entry) <= _NEEDED | {"step"}:
            yield f"{where}: needs {', '.join(sorted(_NEEDED))}, and may have step"
            continue
        if entry["transcript"] not in steps:
            yield f"{where}: there is no transcript {entry['transcript']}"
        elif entry.get("step") not in (None, *range(1, steps[entry["transcript"]] + 1)):
            yield f"{where}: {entry['transcript']} has no step {entry['step']}"
        if entry["implementation"] not in names:
            yield f"{where}: there is no implementation {entry['implementation']}"
        if not isinstance(entry["reason"], str) or not entry["reason"].strip():
            yield f"{where}: needs a reason"
        if not _is_past(entry["since"], today):
            yield f"{where}: since must be a date such as 2026-07-28, and not in the future"
        pair = (entry["transcript"], entry["implementation"])
        if pair in seen:
            yield f"{where}: {pair[0]} is listed twice for {pair[1]}"
        seen.add(pair)


def places(transcript, replays):
    """Gives the step at which each implementation first leaves the golden, by name; those that keep to it are not there.

    replays is a list of (name, Replay).
    """
    golden = transcript.expected()
    found = {}
    for name, replay in replays:
        if replay.problem is not None:
            found[name] = replay.problem.step
            continue
        for index in range(max(len(golden), len(replay.lines))):
            wanted, line = _at(golden, index), _at(replay.lines, index)
            skipped = index < len(golden) and wanted is None and line is not None
            if wanted != line and not skipped:
                found[name] = transcript.place(index)
                break
    return found


def settle(transcript, verdict, failing, entries):
    """Gives the verdict that counts, and words about it: the one given if nothing is known of the transcript.

    failing is as places gives it, entries are all those of the list.
    """
    known = {entry["implementation"]: entry for entry in entries if entry["transcript"] == transcript.id}
    known = {name: entry for name, entry in known.items() if verdict != "not-run"}
    if not known:
        return verdict, ""
    words = []
    for name, entry in known.items():
        if name not in failing:
            words.append(f"{name} passes, but is known to fail since {entry['since']}; take it out of known_failures.json")
        elif entry.get("step") not in (None, failing[name]):
            words.append(f"{name} is known to fail at step {entry['step']}, and fails at step {failing[name]}")
    words.extend(f"{name} fails at step {step}, which is not known" for name, step in failing.items() if name not in known)
    if words:
        return STALE, "; ".join(words)
    if verdict == "pass":
        return STALE, "it passes"
    reasons = dict.fromkeys(f"{entry['reason']} (since {entry['since']})" for entry in known.values())
    return XFAIL, "known: " + "; ".join(reasons)


def _is_past(text, today):
    try:
        return len(text) == 10 and datetime.date.fromisoformat(text) <= today
    except (TypeError, ValueError):
        return False


def _at(lines, index):
    return lines[index] if index < len(lines) else None
