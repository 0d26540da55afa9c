"""Prints the table of the README that says what each outcome of a probe leads to, here and in other clients.

    python3 python/harness/table.py

The rows are those of shared-fixtures/probe/outcomes.json, which is the unit test of classify as well.
"""

import json
from pathlib import Path

OUTCOMES = Path(__file__).resolve().parents[2] / "shared-fixtures" / "probe" / "outcomes.json"


def table(data):
    """Gives the lines of the Markdown table for the content of the file."""
    columns = list(data["columns"])
    heads = [name if name in ("PY", "FM", "TS", "RM") else data["columns"][name] for name in columns]
    lines = [_line(["probe outcome", *heads]), _line(["---"] * (len(columns) + 1))]
    lines += [_line([row["outcome"], *(row[name] for name in columns)]) for row in data["rows"]]
    others = [f"{name}: {data['columns'][name]}" for name in columns if name not in ("ours", "ours_allowed")]
    return [*lines, "", "; ".join(others) + "."]


def _line(cells):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    print("\n".join(table(json.loads(OUTCOMES.read_text(encoding="utf-8")))))
