"""The exchange of a check as HTML: what was written, and what came back from each side, side by side."""

from reports import diff
from reports.words import escaped, visible

#: How many lines of one writing step are shown; a step may write thousands.
SHOWN = 40

#: The passes in which of several servers only one answers each request.
ONE_ANSWERS = ("swap",)


def render(check):
    """Gives the HTML of the exchange."""
    parts, rows = [], {}
    sides = list(dict.fromkeys(entry["by"] for entry in check["exchange"] if entry["direction"] == "<"))
    for entry in check["exchange"]:
        if entry["direction"] == ">":
            parts.append(_written(entry))
        elif "index" not in entry:
            parts.append(_row({entry["by"]: entry}, [entry["by"]], check))
        elif entry["index"] in rows:
            rows[entry["index"]][entry["by"]] = entry
        else:
            rows[entry["index"]] = {entry["by"]: entry}
            parts.append(rows[entry["index"]])
    return "".join(part if isinstance(part, str) else _row(part, sides, check) for part in parts)


def marked(text, ranges):
    """Gives text as HTML with some ranges marked."""
    parts, at = [], 0
    for low, high in ranges:
        parts.append(f"{escaped(text[at:low])}<mark>{escaped(text[low:high])}</mark>")
        at = high
    return "".join(parts) + escaped(text[at:])


def shown(text):
    """Gives a raw line as it is shown: without its newline, and with words where there is none."""
    return visible(text[:-1] if text.endswith("\n") else text + " (no newline)")


def _written(entry):
    *whole, rest = entry["text"].split("\n")
    lines = [line + "\n" for line in whole] + ([rest] if rest else [])
    more = f'<div class="more">… {len(lines) - SHOWN} more lines</div>' if len(lines) > SHOWN else ""
    body = "".join(f'<pre class="out"><b>&gt;</b> {escaped(shown(line))}</pre>' for line in lines[:SHOWN])
    return f'<div class="written">{body}{more}{_hex(entry)}</div>'


def _row(row, sides, check):
    texts = {side: shown(entry["text"]) for side, entry in row.items()}
    marks = _marks(texts)
    free = any(entry.get("skipped") for entry in row.values())
    cells = []
    for side in sides:
        if side in texts:
            body = f"<pre><b>&lt;</b> {marked(texts[side], marks[side])}</pre>{_hex(row[side])}"
        elif side != "golden" and check["pass"] in ONE_ANSWERS:
            continue
        else:
            body = f'<pre class="none">({"any line" if free and side == "golden" else "no line"})</pre>'
        name = "as the golden" if side == "all" else escaped(side)
        due = texts.get("golden") if not free else next(iter(texts.values()))
        judged = side not in ("golden", "all") and "golden" in sides
        differs = " differs" if judged and texts.get(side) != due else ""
        cells.append(f'<div class="cell{differs}"><span class="side">{name}</span>{body}</div>')
    return f'<div class="row n{len(cells)}">{"".join(cells)}</div>'


def _marks(texts):
    # The golden carries the marks of all that differ from it; without a golden the first side is what is compared with.
    reference = "golden" if "golden" in texts else next(iter(texts))
    marks = {reference: []}
    for side, text in texts.items():
        if side != reference:
            mine, theirs = diff.ranges(texts[reference], text)
            marks[reference] = diff.joined([*marks[reference], *mine])
            marks[side] = theirs
    return marks


def _hex(entry):
    return f'<div class="hex">not UTF-8; in hex: {escaped(str(entry["hex"]))}</div>' if "hex" in entry else ""
