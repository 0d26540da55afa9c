"""From a judgement to a check of the result: the words that say why, the lines at that place, the whole exchange."""

import compare
import result
from report import AGAIN
from verdict import PASS

#: The strictest level first; a check has the strictest of what it proves.
LEVELS = ("MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY")

#: How many bytes of a line of a passing check are kept, and how many lines of an exchange.
KEPT_OF_PASS = 2000
KEPT_LINES = 300


def check_of(judgement, name, requirements, seconds=0.0, again=AGAIN):
    """Gives the check for a judgement; name is that of the pass, requirements are by id, and again is the command that
    replays it, but for the id at its end."""
    item = judgement.transcript
    pointer, words = (None, []) if judgement.verdict == PASS else _why(judgement)
    words[:0] = [judgement.known] if judgement.known else []
    words.extend(f"{who} said on stderr:{said}" for who, said in judgement.said)
    failed = {}
    if judgement.verdict != PASS:
        before = item.request_before(judgement.step)
        failed = {"request": result.text_of(before)} if before else {}
    sides = ("golden", *judgement.names)
    return result.check(
        item.id,
        item.area,
        item.title,
        judgement.verdict,
        **{"pass": name},
        level=level_of(item.requires, requirements),
        requires=item.requires,
        seconds=round(seconds, 3),
        step=judgement.step or None,
        pointer=pointer,
        words="\n".join(words),
        lines={side: result.text_of(line) for side, line in zip(sides, judgement.lines) if line is not None},
        exchange=exchange_of(judgement),
        place=f"shared-fixtures/transcripts/{item.area}/{item.path.name}",
        steps=len(item.steps),
        again=again + item.id,
        **failed,
    )


def level_of(requires, requirements):
    """Gives the strictest level of some requirements."""
    levels = {requirements[name]["level"] for name in requires if name in requirements}
    return next((level for level in LEVELS if level in levels), "MAY" if requirements and requires else "MUST")


def exchange_of(judgement):
    """Gives what was written and what came back, in order.

    Of a failure, each line that was due is there as golden, and each that came by the name of who wrote it; of a pass
    they are the same and there once, by all. A line that the golden leaves open is marked as skipped.
    """
    entries, index = [], 0
    golden = judgement.transcript.expected()
    kept = KEPT_OF_PASS if judgement.verdict == PASS else result.KEPT
    for step in judgement.transcript.steps:
        if step.bytes is not None:
            entries.append(result.said(">", "client", step.bytes, kept=kept))
        for _ in range(step.skip + (step.line is not None)):
            free = {} if golden[index] is not None else {"skipped": True}
            entries.extend({**entry, **free} for entry in _row(judgement, golden[index], index, kept))
            index += 1
    for more in range(index, min(len(judgement.rows), index + KEPT_LINES)):
        entries.extend(_row(judgement, None, more, kept))
    if len(entries) > KEPT_LINES:
        entries[KEPT_LINES:] = [result.said("<", "runner", b"(more lines came; they are not kept here)")]
    return entries


def _row(judgement, wanted, index, kept):
    came = judgement.rows[index] if index < len(judgement.rows) else {}
    if judgement.verdict == PASS:
        line = next(iter(came.values()), wanted)
        return [] if line is None else [result.said("<", "all", line, index, kept)]
    sides = {**({} if wanted is None else {"golden": wanted}), **came}
    return [result.said("<", side, line, index, kept) for side, line in sides.items()]


def _why(judgement):
    if judgement.words or not judgement.lines:
        due = [f"expected    {compare.shown_line(line)}" for line in judgement.lines[:1] if line is not None]
        return None, [*([judgement.words] if judgement.words else []), *due]
    names = ("golden", *judgement.names)
    values = [compare.parse(line) for line in judgement.lines]
    for line, value in zip(judgement.lines[1:], values[1:]):
        if compare.ABSENT in (value, values[0]):
            continue
        pointer = compare.first_difference(values[0], value)
        if pointer in ("/result", "/error", "/method"):
            break  # one is a result and the other is not: the whole lines say more
        if pointer is not None:
            shown = [compare.shown(compare.value_at(each, pointer)) for each in values]
            return pointer, [f"differs at  {pointer or '(the whole message)'}", *_table(names, shown)]
    whole = _table(names, [compare.shown_line(line) for line in judgement.lines])
    reference = next((line for line in judgement.lines if line is not None), None)
    for line in judgement.lines[1:]:
        if None not in (reference, line) and line != reference and compare.ABSENT not in values[1:]:
            byte = compare.first_byte(reference, line)
            words = f"the same value in other bytes: order of members, spacing or escapes; first at byte {byte}"
            return None, [words, *whole]
    return None, whole


def _table(names, texts):
    return [f"{name:<12}{text}" for name, text in zip(names, texts)]
