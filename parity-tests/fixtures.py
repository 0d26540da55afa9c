"""What lint looks at beside the transcripts: fixtures that nothing uses, that are not in their one form, or are stale.

Each function gives sentences about what is wrong.
"""

import json
from pathlib import Path

import known
import transcript as transcripts
from transcript import FIXTURES, ROOT

HERE = Path(__file__).resolve().parent
DRAFTS = FIXTURES / "drafts"

#: Where the name of a fixture must stand so that it counts as used.
USERS = ("parity-tests", "python", "typescript", "shared-fixtures/peers")
CODE = (".py", ".ts", ".mjs")
SKIPPED = {".venv", "node_modules", "build", "__pycache__"}

#: Files for people, which no program reads.
PROSE = (".md",)

#: JSON files that are written in the one form of pretty; peers and probe are written to be read, one action a line.
FORMATTED = ("shared-fixtures/*.json", "shared-fixtures/canonical/*.json", "parity-tests/faults/*.json")
FORMATTED += ("parity-tests/mutants/*.json", "parity-tests/*.json")
#: Written by hand to be read: a long list of numbers, and lists that are short.
FREE = ("numbers.json", "implementations.json", "shape_exceptions.json")


def faults(everything, names):
    """Gives a sentence for each fault of the fixtures; names are those of the implementations."""
    yield from unused()
    yield from unformatted()
    yield from drafts()
    yield from known.faults(known.load(), everything, names)
    yield from idle_faults(everything)


def unused(root=ROOT):
    """Gives the fixtures whose names stand in no program: nothing reads them, so nothing would miss them."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in _sources(root))
    folder = root / "shared-fixtures"
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_dir() or path.suffix in PROSE or inside.parts[0] in ("transcripts", "drafts", "found"):
            continue
        if "__pycache__" in inside.parts or path.suffix == ".key":
            continue
        # A script of a peer is named without its ending, in quotes; every other file by its whole name.
        peer = inside.parts[0] == "peers" and path.suffix == ".json"
        names = [f'"{path.stem}"', f"'{path.stem}'", f" {path.stem} "] if peer else [path.name]
        if not any(name in sources for name in names):
            yield f"shared-fixtures/{inside.as_posix()}: no program and no test names it"


def unformatted(root=ROOT):
    """Gives the JSON files that are not in their one form."""
    for path in sorted({path for pattern in FORMATTED for path in root.glob(pattern)}):
        if path.name in FREE:
            continue
        text = path.read_text(encoding="utf-8")
        try:
            fine = text == transcripts.pretty(json.loads(text))
        except ValueError:
            fine = False
        if not fine:
            yield f"{path.relative_to(root).as_posix()}: not formatted; two spaces, UTF-8, a newline at the end"


def drafts(folder=DRAFTS):
    """Gives the drafts that were recorded and not finished: none may stay."""
    for path in sorted(folder.glob("*")):
        yield (
            f"drafts/{path.name}: a recording is no golden; write title and requires, move it to transcripts/<area>/ and "
            "name it in manifest.json, or delete it"
        )


def idle_faults(everything, folder=HERE / "faults"):
    """Gives the faults (faults.py) that are named for a transcript that is not there."""
    there = {(item.area, item.id) for item in everything}
    for path in sorted(folder.glob("*.json")):
        for entry in json.loads(path.read_text(encoding="utf-8")):
            if (path.stem, entry["transcript"]) not in there:
                yield f"faults/{path.name}: there is no transcript {entry['transcript']} in this area"


def _sources(root):
    for user in USERS:
        for path in (root / user).rglob("*"):
            inside = path.relative_to(root)
            if path.suffix in CODE and path.is_file() and not SKIPPED & set(inside.parts):
                yield path
