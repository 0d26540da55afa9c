"""A checkout of its own, with a few transcripts and two servers that play parts, for tests of the whole command."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import transcript

TESTS = Path(__file__).resolve().parent
ACTOR = TESTS / "acting_server.py"

#: What each transcript makes the two servers do.
PARTS = {
    "a-pass": (),
    "a-python": ("python=other-value",),
    "a-typescript": ("typescript=other-order",),
    "a-golden": ("python=other-value", "typescript=other-value"),
    "all-differ": ("python=other-value", "typescript=another-value"),
    "b-crash": ("python=crash",),
    "b-noise": ("typescript=noise",),
    "b-timeout": ("python=hang",),
    "c-swap": ("python=amnesia", "typescript=amnesia"),
}
#: The verdict on each of them; the last one passes alone and fails in the swap.
VERDICTS = {
    "a-pass": "pass",
    "a-python": "python-differs",
    "a-typescript": "typescript-differs",
    "a-golden": "golden-differs",
    "all-differ": "all-differ",
    "b-crash": "crash",
    "b-noise": "noise",
    "b-timeout": "timeout",
    "c-swap": "pass",
}


def data_of(name, parts):
    """Gives a transcript as data: two requests, the second of which is answered as the parts have it."""
    steps = []
    for number in (1, 2):
        params = {"name": "notes_create", "arguments": {}} if name == "c-swap" else {"name": "notes_read"}
        steps.append({"send": {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}})
        steps.append({"expect": {"jsonrpc": "2.0", "id": number, "result": {"a": 1, "b": "é"}}})
    head = {"format": 1, "id": name, "title": f"About {name} & <more>", "requires": ["x.must"]}
    return {**head, "server": {"args": list(parts)}, "steps": [*steps, {"eof": {"exit": 0}}]}


def make(folder, names=tuple(PARTS), typescript=None):
    """Makes the checkout in a folder; typescript is its command, that of the actor without one."""
    root = Path(folder)
    runner = root / "parity-tests"
    skipped = shutil.ignore_patterns("__pycache__", "tests", "*.cache", ".*")
    shutil.copytree(transcript.ROOT / "parity-tests", runner, ignore=skipped, symlinks=True)
    for name in ("python", "typescript"):
        (root / name).symlink_to(transcript.ROOT / name)
    fixtures = root / "shared-fixtures"
    (fixtures / "transcripts").mkdir(parents=True)
    areas = {}
    for name in names:
        area = name.split("-")[0]
        areas.setdefault(area, []).append(name)
        path = fixtures / "transcripts" / area / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(transcript.pretty(data_of(name, PARTS[name])), encoding="utf-8")
    actor = ["{python}", "-S", str(ACTOR)]
    commands = {"python": [*actor, "python"], "typescript": typescript or [*actor, "typescript"]}
    must = {"id": "x.must", "level": "MUST", "side": "server", "text": "It <must>.", "observable": "wire"}
    for path, value in (
        (fixtures / "manifest.json", areas),
        (fixtures / "requirements.json", [must]),
        (fixtures / "exclusions.json", []),
        (runner / "implementations.json", commands),
        (runner / "known_failures.json", []),
    ):
        path.write_text(json.dumps(value), encoding="utf-8")
    (fixtures / "samples.journal").write_text("", encoding="utf-8")
    return root


def run(root, *arguments):
    """Runs the runner of a checkout; gives the finished process, its outputs as bytes."""
    command = [sys.executable, str(root / "parity-tests" / "run.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, cwd=root, timeout=100, check=False)
