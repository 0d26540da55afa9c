"""A summary in Markdown, short enough for the page of a CI job: counts by pass and verdict, by area, the failures."""

import re

from result import NOT_RUN, colour, colours, counts, is_green
from reports.junit import full_words
from reports.words import plural, visible

#: How many failures are shown whole and how many by name, and after how many characters one is cut: a CI page takes
#: no more than a megabyte.
WHOLE = 20
NAMED = 500
LONGEST = 8000
LINE = 400

MARKS = {"green": "✅", "yellow": "🟡", "grey": "⚪", "red": "❌"}
_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&$]|^[#+-]")


def render(result):
    """Gives the text of the summary."""
    found = colours(result)
    words = f"{found['green']} passed, {found['red']} failed"
    words += "".join(
        f", {count} {verdict}" for verdict, count in counts(result).items() if colour(verdict) in ("yellow", "grey")
    )
    shard = f" (shard {result['shard']})" if result["shard"] else ""
    mark = MARKS["green" if is_green(result) else "red"]
    lines = [f"## {mark} {text_of(result['tool'])}{text_of(shard)}: {words}", ""]
    names = ", ".join(f"{text_of(name)} {code(' '.join(argv))}" for name, argv in result["implementations"].items())
    expected, started = plural(result["expected"], "check"), text_of(result["started"])
    lines.append(f"{expected} expected, {result['seconds']:.1f} s, {started}. {names}")
    missing = result["expected"] - len(result["checks"])
    if missing > 0:
        lines.extend(["", f"**{plural(missing, 'check')} never ran.**"])
    if not result["checks"]:
        lines.extend(["", "**Nothing ran, and nothing is not green.**"])
    lines.extend(["", *_table(result)])
    if result["left_out"]:
        left = ", ".join(f"{count} {text_of(reason)}" for reason, count in result["left_out"].items())
        lines.extend(["", f"Left out: {left}."])
    # Red before yellow before grey, since a CI page shows no more than the first ones whole.
    others = [check for check in result["checks"] if colour(check["verdict"]) != "green"]
    lines.extend(_failures(sorted(others, key=lambda check: ("red", "yellow", "grey").index(colour(check["verdict"])))))
    return "\n".join(lines) + "\n"


def text_of(text):
    """Gives foreign text as one line of Markdown that means itself, cut if it is long."""
    text = visible(text).replace("\n", " ").strip()
    return _SPECIAL.sub(r"\\\g<0>", text if len(text) <= LINE else text[:LINE] + "…")


def code(text):
    """Gives foreign text as one line of code, also inside a table."""
    text = visible(text).replace("\n", "\\n").replace("|", "\\|")
    fence = "`" * (_longest_run(text) + 1)
    pad = " " if text[:1] in ("`", "") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def block(text):
    """Gives foreign text as a block of code, with a fence longer than any that it holds."""
    text = visible(text)
    text = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}text\n{text}\n{fence}"


def _table(result):
    rows = {}
    for check in result["checks"]:
        row = rows.setdefault((check["pass"], check["group"]), dict.fromkeys(MARKS, 0))
        row["grey" if check["verdict"] == NOT_RUN else colour(check["verdict"])] += 1
    passes = dict.fromkeys(name for name, _ in rows)
    yield "| pass | area | passed | failed | warnings | not run or observed |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for name in passes:
        mine = {group: row for (each, group), row in sorted(rows.items()) if each == name}
        total = {kind: sum(row[kind] for row in mine.values()) for kind in MARKS}
        for group, row in [("all", total), *mine.items()]:
            shown = f"**{group}**" if row is total else text_of(group)
            yield f"| {text_of(name)} | {shown} | {row['green']} | {row['red']} | {row['yellow']} | {row['grey']} |"


def _failures(checks):
    if checks:
        yield from ("", "### Not green")
    for check in checks[:WHOLE]:
        mark = MARKS[colour(check["verdict"])]
        name, place, verdict, title = (text_of(check[key]) for key in ("id", "pass", "verdict", "title"))
        yield f"\n{mark} **{name}** ({place}): {verdict} — {title}\n"
        yield block(full_words(check))
    if checks[WHOLE:]:
        yield ""
    for check in checks[WHOLE:NAMED]:
        yield f"- {text_of(check['id'])} ({text_of(check['pass'])}): {text_of(check['verdict'])}"
    if checks[NAMED:]:
        yield f"- and {len(checks) - NAMED} more"


def _longest_run(text):
    return max((len(run) for run in re.findall("`+", text)), default=0)
