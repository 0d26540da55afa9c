"""The table of coverage: how many requirements of each area and level are proven, for the servers and for the client.

It stands in the README between two markers and is made, never written by hand.
"""

from transcript import ROOT, FixtureError

README = ROOT / "README.md"
BEGIN = "<!-- coverage: made by run.py coverage --write -->"
END = "<!-- coverage: end -->"

#: The columns of each side: a heading, and the levels that are counted in it.
COLUMNS = (("MUST", ("MUST", "MUST NOT")), ("SHOULD", ("SHOULD", "SHOULD NOT")), ("MAY", ("MAY",)))
#: What of a requirement each side can be seen to keep.
OBSERVABLE = {"server": ("wire",), "client": ("wire", "client-unit", "process")}


def markdown(requirements, evidence):
    """Gives the table. requirements are by id; evidence is by side: the ids that are proven, and those that are excluded.

    A cell is the number proven, then in brackets the number excluded if there are any, then the number there are.
    """
    heads = [f"{side}, {head}" for side in evidence for head, _ in COLUMNS]
    lines = ["| area | " + " | ".join(heads) + " |", "| --- |" + " ---: |" * len(heads)]
    areas = list(dict.fromkeys(name.split(".")[0] for name in requirements))
    for area in [*areas, None]:
        cells = [
            _cell(requirements, side, levels, area, *found)
            for side, found in evidence.items()
            for _, levels in COLUMNS
        ]  # fmt: skip
        lines.append(f"| {area or '**all**'} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(requirements, side, levels, area, proven, excluded):
    there = {
        name
        for name, entry in requirements.items()
        if (area is None or name.split(".")[0] == area)
        and entry["side"] in (side, "both")
        and entry["level"] in levels
        and entry["observable"] in OBSERVABLE[side]
    }
    out = len(there & excluded)
    return f"{len(there & proven)}{f' (+{out})' if out else ''} / {len(there)}" if there else "–"


def is_current(table, path=README):
    """Tells whether the README holds this table; raises FixtureError where it has no place for one."""
    return _parts(path)[1] == f"\n{table}\n"


def write(table, path=README):
    """Puts the table into the README."""
    before, _, after = _parts(path)
    path.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


def _parts(path):
    text = path.read_text(encoding="utf-8")
    before, begun, rest = text.partition(BEGIN)
    inside, ended, after = rest.partition(END)
    if not begun or not ended:
        raise FixtureError(f"{path.name} needs the lines {BEGIN} and {END}")
    return before, inside, after
