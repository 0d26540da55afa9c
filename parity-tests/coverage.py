"""Which requirements are proven, and by what: by transcripts and tests, or excluded with a reason, and never both.

    python3 parity-tests/run.py coverage            the table by area and level, and what is wrong; exit 1 if anything is
    python3 parity-tests/run.py coverage --write    puts the table into the README

Every MUST and MUST NOT that binds a server and shows on the wire is named by a transcript, or by a test after "Covers:"
in its docstring, or stands in exclusions.json. What binds a client: client_coverage.py.
"""

import json
import sys

import client_coverage
import coverage_table
import transcript as transcripts
from transcript import FIXTURES, ROOT

SIDES = ("server", "both")
LEVELS = ("MUST", "MUST NOT")
#: The tests that speak of servers; those of the harness speak of the client.
SERVER_TESTS = (ROOT / "python" / "tests", ROOT / "parity-tests" / "tests")


def load_requirements(path=FIXTURES / "requirements.json"):
    """Gives the requirements by id."""
    return {entry["id"]: entry for entry in json.loads(path.read_text(encoding="utf-8"))}


def load_exclusions(path=FIXTURES / "exclusions.json"):
    """Gives the list of exclusions: id, reason, and what would lift it."""
    return json.loads(path.read_text(encoding="utf-8"))


def load_tests(folders=SERVER_TESTS):
    """Gives the names of the tests that speak of servers, by the requirements that they name."""
    found = {}
    for folder in folders:
        for name, tests in client_coverage.cited(folder).items():
            found.setdefault(name, []).extend(f"{folder.parent.name}/tests/{test}" for test in tests)
    return found


def is_due(entry):
    """Tells whether a requirement must be proven for the servers or be excluded."""
    return entry["side"] in SIDES and entry["level"] in LEVELS and entry["observable"] == "wire"


def cited_by(transcripts, tests=None):
    """Gives for each requirement that is named the first transcript or test that names it."""
    cited = {}
    for transcript in transcripts:
        for name in transcript.requires:
            cited.setdefault(name, transcript.id)
    for name, each in (tests or {}).items():
        cited.setdefault(name, each[0])
    return cited


def faults(transcripts, requirements, exclusions, tests=None):
    """Gives a sentence for each thing that is wrong with the coverage; tests are as load_tests gives them."""
    cited = cited_by(transcripts, tests)
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


def all_faults(everything):
    """Gives a sentence for each thing that is wrong with the coverage of both sides, and for a table that is stale."""
    requirements, tests = load_requirements(), load_tests()
    harness, excluded = client_coverage.cited(), client_coverage.load_exclusions()
    yield from faults(everything, requirements, load_exclusions(), tests)
    yield from client_coverage.faults(harness, requirements, excluded)
    if not coverage_table.is_current(table(everything)):
        yield "README.md: the table of coverage is not current; run: python3 parity-tests/run.py coverage --write"


def table(everything):
    """Gives the table by area and level, for both sides, as Markdown."""
    server = (set(cited_by(everything, load_tests())), {entry["id"] for entry in load_exclusions()})
    client = (set(client_coverage.cited()), {entry["id"] for entry in client_coverage.load_exclusions()})
    return coverage_table.markdown(load_requirements(), {"server": server, "client": client})


def main(arguments):
    """Prints or writes the table; gives the exit code."""
    if arguments not in ([], ["--write"]):
        print("coverage takes nothing but --write", file=sys.stderr)
        return 2
    everything = transcripts.load_all()
    if arguments:
        coverage_table.write(table(everything))
    else:
        print(table(everything))
    wrong = list(all_faults(everything))
    print("\n".join(wrong) or "every MUST and MUST NOT that is due is proven or excluded", file=sys.stderr)
    return 1 if wrong else 0
