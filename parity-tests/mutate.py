"""A copy of one program with one line changed, ready to be started.

The copy of the Python port is its sources; that of the TypeScript port is compiled from its changed sources, types
taken away as everywhere else. Nothing of the checkout is changed.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from transcript import ROOT, FixtureError

TWINS = ("python", "typescript")
SECONDS = 120


def copy_of(twin, folder, edits):
    """Puts a copy of a port into a folder, with the edits made, and gives the command that starts it.

    Each edit is a list: file under server/ (or main.py, main.ts), old text, new text. Raises FixtureError unless the old
    text stands exactly once and on one line, and if the copy does not compile.
    """
    target = Path(folder) / twin
    if twin == "python":
        shutil.copytree(ROOT / twin / "server", target / "server")
        shutil.copy2(ROOT / twin / "main.py", target)
        change(twin, target, edits)
        return [sys.executable, "-S", str(target / "main.py")]
    target.mkdir()
    shutil.copytree(ROOT / twin / "server", target / "server")
    for name in ("main.ts", "package.json", "tsconfig.json", "tsconfig.build.json"):
        shutil.copy2(ROOT / twin / name, target)
    (target / "node_modules").symlink_to(ROOT / twin / "node_modules")
    change(twin, target, edits)
    _compile(target)
    return ["node", str(target / "build" / "main.js")]


def change(twin, target, edits):
    """Makes the edits in a copy; raises FixtureError where one does not fit."""
    for name, old, new in edits:
        path = target / name if name.startswith("main.") else target / "server" / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if text.count(old) != 1 or "\n" in old or old == new:
            raise FixtureError(f"{twin}/{name}: {old!r} must stand exactly once, on one line, and be changed")
        path.write_text(text.replace(old, new), encoding="utf-8")
        for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            stale.unlink()


def line_of(twin, name, old):
    """Gives the number of the line on which a text stands, counted from 1, or 0 if there is none."""
    path = ROOT / twin / name if name.startswith("main.") else ROOT / twin / "server" / name
    before, found, _ = path.read_text(encoding="utf-8").partition(old)
    return before.count("\n") + 1 if found else 0


def _compile(target):
    compiler = ROOT / "typescript" / "node_modules" / "typescript" / "bin" / "tsc"
    command = ["node", str(compiler), "-p", str(target / "tsconfig.build.json")]
    made = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    if made.returncode != 0:
        raise FixtureError(f"{target.name}: a mutant does not compile: {made.stdout.strip()[:500]}")
