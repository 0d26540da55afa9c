"""Proof that no transcript is idle: each has a one-line fault that it catches and that no other of its area catches.

A fault replaces a text on one line of a file of the Python server. The transcripts of the area are replayed in a
process of its own against the changed copy, without pipes: bytes go into Server.receive and Server.end. One in which
the program refuses to serve is replayed against the changed copy of the whole program.
"""

import compileall
import concurrent.futures
import functools
import json
import os
import py_compile
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import replay as replaying
import transcript as transcripts

FAULTS = Path(__file__).resolve().parent / "faults"
DEADLINE = 60


def load_faults(folder=FAULTS):
    """Reads the faults of all areas: a list of objects with area, transcript, file, old and new."""
    faults = []
    for path in sorted(folder.glob("*.json")):
        for fault in json.loads(path.read_text(encoding="utf-8")):
            faults.append({"area": path.stem, **fault})
    return faults


def misplaced(fault, server=transcripts.ROOT / "python" / "server"):
    """Gives a sentence if the text of a fault does not stand in its file exactly once, or an empty string."""
    count = (server / fault["file"]).read_text(encoding="utf-8").count(fault["old"])
    if count == 1 and "\n" not in fault["old"] and fault["old"] != fault["new"]:
        return ""
    return f"{fault['transcript']}: {fault['old']!r} must stand exactly once, on one line, in {fault['file']}"


def apply(fault, server):
    """Changes one line in a copy of the server; raises FixtureError unless the text stands there exactly once."""
    words = misplaced(fault, server)
    if words:
        raise transcripts.FixtureError(words)
    path = server / fault["file"]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(fault["old"], fault["new"]), encoding="utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()


@functools.cache
def _compiled():
    # Most of a start would be spent on compiling, so every copy is made of one that has been compiled already, and
    # whose files are not compared with their sources.
    folder = tempfile.TemporaryDirectory()
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(transcripts.ROOT / "python" / "server", Path(folder.name) / "server", ignore=skip)
    shutil.copy(transcripts.ROOT / "python" / "main.py", folder.name)
    compileall.compile_dir(folder.name, quiet=2, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    return folder


def caught_by(fault, area=None):
    """Gives the ids of the transcripts of the area (all areas: "*") that fail against the fault."""
    with tempfile.TemporaryDirectory() as folder:
        server = Path(folder) / "server"
        shutil.copytree(_compiled().name, folder, dirs_exist_ok=True)
        if fault is not None:
            apply(fault, server)
        command = [sys.executable, "-B", str(Path(__file__).resolve()), "--replay", folder, area or fault["area"]]
        run = subprocess.run(command, capture_output=True, timeout=DEADLINE, check=False)
        if run.returncode != 0:
            # The server does not even start: every transcript would see that.
            return ["(all: the server does not start)"]
        return json.loads(run.stdout)


def replay(transcript, server):
    """Tells whether the server gives exactly the lines that the transcript expects."""
    observed = []
    for step in transcript.steps:
        if step.bytes is not None:
            observed.extend(server.receive(step.bytes))
        elif step.exit is not None:
            observed.extend(server.end())
    return _agrees(transcript.expected(), observed)


def replay_program(transcript, folder):
    """Tells whether the program gives exactly the lines and the exit code that the transcript expects."""
    given = b"".join(step.bytes for step in transcript.steps if step.bytes is not None)
    store = replaying.store_args(transcript, folder, transcript.id)
    command = [sys.executable, "-S", "-B", str(Path(folder) / "main.py"), *transcript.args, *store]
    env = {**replaying.FIXED_ENV, **transcript.env}
    run = subprocess.run(command, input=given, env=env, capture_output=True, timeout=DEADLINE, check=False)
    due = [step.exit for step in transcript.steps if step.exit is not None][0]
    return _agrees(transcript.expected(), run.stdout.splitlines(keepends=True)) and run.returncode == due


def _agrees(expected, observed):
    pairs = zip(expected, observed)
    return len(observed) == len(expected) and all(want is None or want == got for want, got in pairs)


def _replay_area(folder, area):
    sys.path.insert(0, folder)
    import main as program
    from server.context import World
    from server.dispatch import Server
    from server.files import Unusable
    from server.options import SERVE, plan

    def passes(transcript):
        # Where the program would serve, its core is enough; where it would refuse to, only the program itself shows it.
        store = replaying.store_args(transcript, folder, transcript.id)
        todo = plan([*transcript.args, *store], {**replaying.FIXED_ENV, **transcript.env})
        try:
            notes = program._notes_of(todo, _silent) if todo.action == SERVE else None
        except Unusable:
            notes = None
        if notes is None or transcript.area == "process" or any(step.exit for step in transcript.steps):
            return replay_program(transcript, folder)
        key = program._key_of(todo, _silent)
        world = World(program._clock_of(todo), todo.scopes, todo.principal, key, _silent)
        return replay(transcript, Server(world, notes, todo.modes))

    failed = []
    for path in sorted((transcripts.FIXTURES / "transcripts").glob(f"{area}/*.json")):
        transcript = transcripts.load(path)
        try:
            passed = passes(transcript)
        except Exception:
            passed = False
        if not passed:
            failed.append(transcript.id)
    print(json.dumps(failed))


def _silent(_text):
    pass


def main(arguments, every=1):
    """Checks the faults of all areas, or of those named, and prints what does not hold; gives the exit code.

    Each must stand in its place; tried are all, or with every the first of so many.
    """
    if arguments[:1] == ["--replay"]:
        _replay_area(arguments[1], arguments[2])
        return 0
    everything = transcripts.load_all()
    known = {item.id: item.area for item in everything if not arguments or item.area in arguments}
    if set(arguments) - {item.area for item in everything} or not known:
        print("there is no area called " + ", ".join(arguments), file=sys.stderr)
        return 2
    chosen = [fault for fault in load_faults() if not arguments or fault["area"] in arguments]
    wrong = [f"{name}: no fault is named for it" for name in known if name not in [f["transcript"] for f in chosen]]
    wrong.extend(words for words in map(misplaced, chosen) if words)
    chosen = chosen[::every]
    _compiled()  # before the threads, that each would make one
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for fault, failed in zip(chosen, pool.map(_judge, chosen)):
            if failed != [fault["transcript"]]:
                wrong.append(f"{fault['transcript']}: its fault is caught by {', '.join(failed) or 'none'}")
    print("\n".join(wrong) or f"{len(chosen)} faults, each caught by its own transcript and by no other of its area")
    return 1 if wrong else 0


def _judge(fault):
    try:
        return caught_by(fault)
    except transcripts.FixtureError as error:
        return [str(error)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
