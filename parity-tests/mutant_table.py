"""Who kills whom: the rows of the mutants, as lines on a terminal, as JSON and as Markdown."""

import result
from mutate import line_of
from transcript import ROOT

OUTPUTS = ROOT / "outputs"


def row(mutant, found, by, count, words):
    """Gives the row of a mutant: the verdict it got, what killed it (or None), how much was tried, and words."""
    edits = [[twin, name, line_of(twin, name, old)] for twin, each in mutant.edits.items() for name, old, _ in each]
    return {
        "mutant": mutant.name,
        "rule": mutant.rule,
        "group": mutant.group,
        "twins": mutant.twins,
        "place": [f"{twin}/{'' if name.startswith('main.') else 'server/'}{name}:{line}" for twin, name, line in edits],
        "verdict": found if by else "survives",
        "killed_by": by,
        "tried": count,
        "words": words,
    }


def line(row):
    """Gives one line for a person who watches."""
    if row["killed_by"] is None:
        return f"SURVIVES  {row['mutant']}: {row['words']}"
    return f"{row['verdict']:<20}{row['mutant']:<44}{row['killed_by']}"


def fixture_faults(mutants, transcripts, properties):
    """Gives a sentence for each mutant that names something that is not there, or the name of another one."""
    known = {"swap", *properties} | {item.id for item in transcripts} | {item.area for item in transcripts}
    names = [mutant.name for mutant in mutants]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two mutants are called {name}"
    for mutant in mutants:
        for name in mutant.first:
            if name not in known:
                yield f"{mutant.name}: no transcript, no area and no property is called {name}"


def verdicts(rows):
    """Gives for each verdict of the runner the first mutant that provoked it; pass is what the others were held against."""
    proven = {"pass": "(nothing changed)"}
    for each in rows:
        if each["killed_by"] is not None and each["verdict"] != "property":
            proven.setdefault(each["verdict"], each["mutant"])
    return proven


def summary(rows, proven, unproven, seconds):
    """Gives the end of a run in words: survivors, counts, and the verdicts that were provoked."""
    lines = [line(each) for each in rows if each["killed_by"] is None]
    lines.extend(f"no mutant provokes the verdict {name}" for name in unproven)
    killed = sum(each["killed_by"] is not None for each in rows)
    for twin in ("python", "typescript"):
        lines.append(f"{twin}: {sum(twin in each['twins'] for each in rows)} mutants")
    lines.append("verdicts provoked: " + ", ".join(f"{name} by {by}" for name, by in proven.items()))
    lines.append(f"mutants: {killed} killed, {len(rows) - killed} survive; {seconds:.0f} s; table: outputs/mutants.md")
    return "\n".join(lines)


def write(rows, proven, seconds, servers, folder=OUTPUTS):
    """Writes the rows as a result (mutants.json) and as a table for people (mutants.md)."""
    folder.mkdir(exist_ok=True)
    value = result.new("mutants", servers, len(rows))
    value["seconds"] = seconds
    for each in rows:
        dead = each["killed_by"] is not None
        words = f"killed by {each['killed_by']}: {each['verdict']}" if dead else each["words"]
        name, kind = each["mutant"], "pass" if dead else "survives"
        value["checks"].append(result.check(name, each["group"], each["rule"], kind, words=words, **{"pass": "mutants"}))
    (folder / "mutants.json").write_text(result.dumps(value), encoding="utf-8")
    (folder / "mutants.md").write_text(markdown(rows, proven), encoding="utf-8")


def markdown(rows, proven):
    """Gives both tables as Markdown: each mutant with what killed it, each verdict with what provoked it."""
    lines = ["# Who kills whom", "", "| mutant | fault | place | verdict | killed by |", "| --- | --- | --- | --- | --- |"]
    for each in rows:
        place = "<br>".join(f"`{text}`" for text in each["place"]) or "its command"
        by = f"`{each['killed_by']}`" if each["killed_by"] else "**nothing**"
        lines.append(f"| `{each['mutant']}` | {each['rule']} | {place} | {each['verdict']} | {by} |")
    lines += ["", "Each verdict of the runner, and a mutant that provokes it:", "", "| verdict | mutant |", "| --- | --- |"]
    lines += [f"| {name} | `{by}` |" for name, by in proven.items()]
    return "\n".join(lines) + "\n"
