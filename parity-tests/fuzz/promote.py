"""Makes a golden of a find on which the twins agree by now.

    python3 parity-tests/run.py promote HASH AREA ID TITLE REQUIREMENT ...

The expected lines are what both say now: whoever promotes reads them against the contract, which alone decides.
Exit codes: 0 it is promoted, 1 the twins differ still, 2 a mistake in the call or a transcript that is not sound.
"""

import json
import sys

import build
import passes
import transcript as transcripts
from fuzz.found import FOUND, conversation_of, transcript_of
from fuzz.replayed import played


def main(arguments):
    """Promotes a find and gives the exit code."""
    if len(arguments) < 5:
        print("promote takes: HASH AREA ID TITLE REQUIREMENT ...", file=sys.stderr)
        return 2
    try:
        build.build()
    except build.BuildError as fault:
        print(fault, file=sys.stderr)
        return 2
    return promoted(*arguments[:4], arguments[4:], passes.implementations(), FOUND, transcripts.FIXTURES)


def promoted(name, area, golden, title, requires, commands, folder, fixtures):
    """Moves a find to the goldens under another id and gives the exit code, as main does."""
    path, target = folder / f"{name}.json", fixtures / "transcripts" / area / f"{golden}.json"
    if not path.exists() or target.exists():
        words = f"{golden} is taken already" if path.exists() else f"no find is called {name}"
        print(f"{words}; nothing was promoted", file=sys.stderr)
        return 2
    conversation = conversation_of(transcripts.Transcript(path, json.loads(path.read_text(encoding="utf-8"))))
    after = played(conversation, commands)
    if after.fault is not None:
        print(f"{name}: {after.fault.kind}: {after.fault.words}; nothing was promoted", file=sys.stderr)
        return 1
    target.parent.mkdir(exist_ok=True)
    target.write_text(transcripts.pretty(transcript_of(conversation, after, golden, title, requires)), encoding="utf-8")
    try:
        transcripts.load(target)
    except transcripts.FixtureError as fault:
        target.unlink()
        print(f"{fault}\nnothing was promoted", file=sys.stderr)
        return 2
    manifest = json.loads((fixtures / "manifest.json").read_text(encoding="utf-8"))
    manifest[area] = sorted([*manifest.get(area, []), golden])
    (fixtures / "manifest.json").write_text(transcripts.pretty(manifest), encoding="utf-8")
    path.unlink()
    print(
        f"promoted to {area}/{golden}; read its expected lines against the contract, "
        "and give it a fault in parity-tests/faults"
    )
    return 0
