"""Which requirements of a client the tests of the harness prove: those that a docstring names after "Covers:".

Every MUST and MUST NOT that binds a client and that a test can observe is named by a test, or stands in
client_exclusions.json with a reason, and never both.
"""

import ast
import json
import re

from transcript import FIXTURES, ROOT

TESTS = ROOT / "python" / "tests" / "harness"
OBSERVABLE = ("wire", "client-unit", "process")


def load_exclusions(path=FIXTURES / "client_exclusions.json"):
    """Gives the list of exclusions: id and reason."""
    return json.loads(path.read_text(encoding="utf-8"))


def cited(folder=TESTS):
    """Gives the tests by requirement id: each docstring of a test function with a "Covers:" part."""
    found = {}
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                _, _, names = (ast.get_docstring(node) or "").partition("Covers:")
                for name in re.findall(r"[a-z]+\.[a-z0-9-]+", names):
                    found.setdefault(name, []).append(f"{path.stem}.{node.name}")
    return found


def is_due(entry):
    """Tells whether a requirement must be proven by a test of the harness or be excluded."""
    levels = ("MUST", "MUST NOT")
    return entry["side"] in ("client", "both") and entry["level"] in levels and entry["observable"] in OBSERVABLE


def faults(tests, requirements, exclusions):
    """Gives a sentence for each thing that is wrong with the coverage; tests are as cited gives them."""
    excluded = [entry["id"] for entry in exclusions]
    for name in sorted(tests):
        if name not in requirements:
            yield f"{tests[name][0]}: covers the unknown id {name}"
    for entry in exclusions:
        if entry["id"] not in requirements or not entry.get("reason"):
            yield f"client_exclusions.json: {entry['id']} needs to exist and to have a reason"
        if entry["id"] in tests:
            yield f"client_exclusions.json: {entry['id']} is excluded, but {tests[entry['id']][0]} proves it"
    for name in sorted({name for name in excluded if excluded.count(name) > 1}):
        yield f"client_exclusions.json: {name} stands there twice"
    for name, entry in requirements.items():
        if is_due(entry) and name not in tests and name not in excluded:
            yield f"{name} ({entry['level']}) is proven by no test of the harness and not excluded"
