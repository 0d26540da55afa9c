"""One HTML page that holds everything: style, script and data; it needs no network and works from a file.

All foreign text is escaped here, and the policy of the page lets no other script run than its own.
"""

import base64
import hashlib
from pathlib import Path

from reports import exchange, requirements
from reports.words import escaped, plural
from result import NOT_RUN, colour, colours, counts, is_green

_HERE = Path(__file__).resolve().parent
_ORDER = {"red": 0, "yellow": 1, "grey": 2, "green": 3}

#: How many of those that are not green are open from the beginning.
OPEN = 5


def render(result):
    """Gives the text of the page."""
    style = (_HERE / "page.css").read_text(encoding="utf-8")
    script = (_HERE / "page.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    checks = sorted(result["checks"], key=lambda check: _ORDER[colour(check["verdict"])])
    title = _title(result)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>{_summary(result, title)}</header>
<main>
{_form(result)}
<section aria-label="checks">
{"".join(_check(check, number < OPEN, result) for number, check in enumerate(checks))}</section>
{requirements.render(result)}
</main>
<footer><kbd>/</kbd> search, <kbd>n</kbd> and <kbd>p</kbd> next and previous (of those that are not green, if there are
any), <kbd>Tab</kbd> and <kbd>Enter</kbd> as everywhere.</footer>
<script>{script}</script>
</body>
</html>
"""


def anchor(check):
    """Gives the name of the place of a check in the page."""
    return escaped(f"{check['pass']}.{check['id']}")


def _title(result):
    found = colours(result)
    shard = f" (shard {result['shard']})" if result["shard"] else ""
    return escaped(f"{result['tool']}{shard}: {found['green']} passed, {found['red']} failed")


def _summary(result, title):
    kind = "green" if is_green(result) else "red"
    names = "; ".join(
        f"{escaped(name)} <code>{escaped(' '.join(argv))}</code>" for name, argv in result["implementations"].items()
    )
    expected, started = plural(result["expected"], "check"), escaped(result["started"])
    facts = f"{expected} expected; {result['seconds']:.1f} s; {started}; {names}"
    tiles = "".join(
        f'<button type="button" value="{escaped(verdict)}" aria-pressed="false" class="{colour(verdict)}">'
        f"<b>{count}</b>{escaped(verdict)}</button>"
        for verdict, count in counts(result).items()
    )
    missing = result["expected"] - len(result["checks"])
    words = []
    if missing > 0:
        words.append(f"{plural(missing, 'check')} expected that never ran and left nothing behind.")
    if not result["checks"]:
        words.append("Nothing ran, and nothing is not green.")
    warning = f'<p class="warning">{" ".join(words)}</p>' if words else ""
    left = ", ".join(f"{count} {escaped(reason)}" for reason, count in result["left_out"].items())
    left = f'<p class="facts">left out: {left}</p>' if left else ""
    return f'<h1 class="{kind}">{title}</h1><p class="facts">{facts}</p>{left}{warning}<div class="tiles">{tiles}</div>'


def _form(result):
    fields = "".join(
        _select(key, label, [check[key] for check in result["checks"]])
        for key, label in (("verdict", "verdicts"), ("pass", "passes"), ("group", "areas"), ("level", "levels"))
    )
    return (
        '<form><input type="search" name="text" aria-label="text in a check" placeholder="text in a check  ( / )">'
        f'{fields}<output aria-live="polite"></output></form>'
    )


def _select(name, label, values):
    known = {value: values.count(value) for value in sorted(set(values))}
    options = "".join(
        f'<option value="{escaped(each)}">{escaped(each)} ({count})</option>' for each, count in known.items()
    )
    return f'<select name="{name}" aria-label="{label}"><option value="">all {label}</option>{options}</select>'


def _check(check, is_open, result):
    kind = colour(check["verdict"])
    state = " open" if is_open and kind != "green" else ""
    data = "".join(f' data-{key}="{escaped(check[key])}"' for key in ("verdict", "pass", "group", "level"))
    meta = (
        f"{escaped(check['pass'])} · {escaped(check['group'])} · {escaped(check['level'])} · {check['seconds']:.2f} s"
    )
    return (
        f'<details class="check" id="{anchor(check)}" data-colour="{kind}"{data}{state}><summary>'
        f'<span class="verdict {kind}">{escaped(check["verdict"])}</span><span class="id">{escaped(check["id"])}</span>'
        f'<span class="title">{escaped(check["title"])}</span><span class="meta">{meta}</span></summary>'
        f'<div class="body">{_why(check, kind)}{exchange.render(check)}{_proves(check, result["requirements"])}</div>'
        "</details>\n"
    )


def _why(check, kind):
    parts = []
    if check["words"]:
        parts.append(f'<pre class="why">{escaped(check["words"])}</pre>')
    if kind != "green":
        of = f" of {check['steps']}" if "steps" in check else ""
        step = f"step {check['step']}{of}" if check["step"] else ""
        place = f"<code>{escaped(check['place'])}</code>" if "place" in check else ""
        again = f"again: <code>{escaped(check['again'])}</code>" if "again" in check else ""
        parts.append('<p class="facts">' + "; ".join(part for part in (step, place, again) if part) + "</p>")
    if check["verdict"] == NOT_RUN:
        parts.append(
            '<p class="facts">Below is what would have been written and was due.</p>' if check["exchange"] else ""
        )
    return "".join(parts)


def _proves(check, known):
    items = []
    for name in check["requires"]:
        entry = known.get(name, {})
        words = f"{entry.get('level', '?')}: {entry.get('text', 'not among the requirements of this result')}"
        items.append(f'<li><span class="id">{escaped(name)}</span> {escaped(words)}</li>')
    return f'<ul class="proves" aria-label="requirements">{"".join(items)}</ul>' if items else ""
