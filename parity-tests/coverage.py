"""Which requirements the transcripts prove, and which are excluded with a reason.

Every MUST and MUST NOT that binds a server and shows on the wire is named by a transcript or stands in exclusions.json,
and never both.
"""

import json

from transcript import FIXTURES

SIDES = ("server", "both")
LEVELS = ("MUST", "MUST NOT")


def load_requirements(path=FIXTURES / "requirements.json"):
    """Gives the requirements by id."""
    return {entry["id"]: entry for entry in json.loads(path.read_text(encoding="utf-8"))}


def load_exclusions(path=FIXTURES / "exclusions.json"):
    """Gives the list of exclusions: id, reason, and what would lift it."""
    return json.loads(path.read_text(encoding="utf-8"))


def is_due(entry):
    """Tells whether a requirement must be proven by a transcript or be excluded."""
    return entry["side"] in SIDES and entry["level"] in LEVELS and entry["observable"] == "wire"


def faults(transcripts, requirements, exclusions):
    """Gives a sentence for each thing that is wrong with the coverage."""
    cited = {}
    for transcript in transcripts:
        for name in transcript.requires:
            cited.setdefault(name, transcript.id)
    excluded = [entry["id"] for entry in exclusions]
    for name, by in sorted(cited.items()):
        if name not in requirements:
            yield f"{by}: requires the unknown id {name}"
    for entry in exclusions:
        if entry["id"] not in requirements:
            yield f"exclusions.json: unknown id {entry['id']}"
        if not entry.get("reason") or "lifted_by" not in entry:
            yield f"exclusions.json: {entry['id']} needs a reason, and lifted_by (null if nothing will)"
        if entry["id"] in cited:
            yield f"exclusions.json: {entry['id']} is excluded, but {cited[entry['id']]} proves it"
    for name in sorted({name for name in excluded if excluded.count(name) > 1}):
        yield f"exclusions.json: {name} stands there twice"
    for name, entry in requirements.items():
        if is_due(entry) and name not in cited and name not in excluded:
            yield f"{name} ({entry['level']}) is proven by no transcript and not excluded"
