"""The requirements that a result speaks of, as HTML: how many of each area and level are shown, and by which checks."""

from reports.words import escaped
from result import colour

COLUMNS = ("shown", "failed", "excluded", "not in this run")


def states(result):
    """Gives for each requirement its state, one of COLUMNS, and the ids of the checks that cite it, once each.

    It is shown if a check that cites it is green and none is red; a check that never ran shows nothing.
    """
    cited = {}
    for check in result["checks"]:
        for name in check["requires"]:
            cited.setdefault(name, []).append(check)
    found = {}
    for name in sorted({*cited, *result["requirements"]}):
        checks = cited.get(name, [])
        kinds = {colour(check["verdict"]) for check in checks}
        excluded = "excluded" in result["requirements"].get(name, {})
        state = (
            "failed"
            if "red" in kinds
            else "shown"
            if "green" in kinds
            else "excluded"
            if excluded
            else "not in this run"
        )
        found[name] = (state, {check["id"]: check for check in checks})
    return found


def render(result):
    """Gives the HTML of the section, or an empty text if there is no requirement."""
    found = states(result)
    if not found:
        return ""
    rows = {}
    for name, (state, _) in found.items():
        entry = result["requirements"].get(name, {})
        row = rows.setdefault((name.split(".")[0], entry.get("level", "?")), dict.fromkeys(COLUMNS, 0))
        row[state] += 1
    head = "".join(f'<th class="n">{column}</th>' for column in COLUMNS)
    body = "".join(
        f"<tr><td>{escaped(area)}</td><td>{escaped(level)}</td>"
        + "".join(f'<td class="n">{count or ""}</td>' for count in row.values())
        + "</tr>"
        for (area, level), row in sorted(rows.items())
    )
    each = "".join(_line(name, *found[name], result["requirements"].get(name, {})) for name in found)
    return (
        "<h2>Requirements</h2>"
        f'<div class="scroll"><table><tr><th>area</th><th>level</th>{head}</tr>{body}</table></div>'
        f'<details><summary>each of the {len(found)}, with the checks that cite it</summary><div class="scroll">'
        f"<table><tr><th>requirement</th><th>state</th><th>checks</th></tr>{each}</table></div></details>"
    )


def _line(name, state, checks, entry):
    kind = {"shown": "green", "failed": "red"}.get(state, "grey")
    words = f"{entry.get('level', '?')}: {entry.get('text', '')}"
    reason = f" Excluded: {entry['excluded']}" if state == "excluded" else ""
    links = ", ".join(
        f'<a href="#{escaped(check["pass"])}.{escaped(each)}">{escaped(each)}</a>' for each, check in checks.items()
    )
    return (
        f'<tr><td><span class="id">{escaped(name)}</span><br>{escaped(words + reason)}</td>'
        f'<td class="{kind}">{state}</td><td>{links}</td></tr>'
    )
