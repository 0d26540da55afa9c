"""The parity runner: golden transcripts against both servers, over real pipes.

    python3 parity-tests/run.py run [ID or AREA ...]    replay and judge; exit 0 only if all that was expected passed
    python3 parity-tests/run.py lint                    check the fixtures and what they cover
    python3 parity-tests/run.py format                  write the transcripts in their one form

Exit codes: 0 all green, 1 something failed or did not run, 2 a mistake in the call or in the fixtures. Standard
library only.
"""

import collections
import concurrent.futures
import difflib
import json
import os
import signal
import sys
import tempfile
import time

import build
import coverage
import replay
import swap
import transcript as transcripts
import verdict
from report import Report

#: After so many timeouts a run is given up: something is wrong that is wrong everywhere.
PATIENCE = 5


def main(arguments):
    """Runs one command and gives the exit code."""
    commands = {"run": run, "lint": lint, "format": reformat}
    name, *rest = arguments or ["run"]
    if name not in commands:
        return _refuse(f"unknown command {name}; there are {', '.join(commands)}")
    try:
        return commands[name](rest)
    except transcripts.FixtureError as fault:
        return _refuse(str(fault))


def run(names):
    """Replays the transcripts with these ids or areas, or all of them, and judges them."""
    everything = transcripts.load_all()
    requirements = coverage.load_requirements()
    wrong = list(coverage.faults(everything, requirements, coverage.load_exclusions()))
    if wrong:
        return _refuse("\n".join(wrong))
    chosen = [item for item in everything if not names or item.id in names or item.area in names]
    known = {item.id for item in everything} | {item.area for item in everything}
    unknown = [name for name in names if name not in known]
    if unknown or not chosen:
        areas = ", ".join(sorted({item.area for item in everything}))
        near = [each for name in unknown for each in difflib.get_close_matches(name, known, 3)]
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        return _refuse(f"no transcript and no area is called {', '.join(unknown)}; {hint}areas: {areas}")
    try:
        build.build()
    except build.BuildError as fault:
        return _refuse(str(fault))
    servers = implementations()
    good = replay_all(chosen, lambda item: replay_one(item, servers), Report(len(chosen), requirements))
    return 0 if swap_all(chosen, servers, requirements) and good else 1


def swap_all(chosen, servers, requirements):
    """Replays what may be swapped on two workers in turn and reports; gives whether all is green."""
    reasons = {item.id: swap.left_out(item) for item in chosen}
    swapped = [item for item in chosen if reasons[item.id] == ""]
    counts = collections.Counter(reason for reason in reasons.values() if reason)
    left = ", ".join(f"{count} {reason}" for reason, count in counts.most_common())
    if not swapped:
        return True
    report = Report(len(swapped), requirements, name="swap")
    report.note(f"worker swap: one store, two workers in turn; left out: {left or 'none'}")
    return replay_all(swapped, lambda item: swap.judge(item, servers), report)


def implementations(path=transcripts.ROOT / "parity-tests" / "implementations.json"):
    """Gives the commands of the servers, by name."""
    commands = json.loads(path.read_text(encoding="utf-8"))
    if list(commands) != ["python", "typescript"] or not all(commands.values()):
        raise transcripts.FixtureError(f"{path}: needs the commands of python and typescript, in this order")
    return {name: [part.replace("{python}", sys.executable) for part in argv] for name, argv in commands.items()}


def replay_all(chosen, judge, report):
    """Judges transcripts, some side by side, and reports; judge takes one; gives whether all is green."""
    begun = time.monotonic()
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2)
    try:
        pending = [pool.submit(judge, item) for item in chosen]
        timeouts = 0
        for future in concurrent.futures.as_completed(pending):
            judgement = future.result()
            report.judged(judgement)
            timeouts += judgement.verdict == "timeout"
            if timeouts >= PATIENCE:
                report.note(f"given up after {PATIENCE} timeouts; what did not run counts as not green")
                break
    except KeyboardInterrupt:
        report.note("interrupted; what did not run counts as not green")
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        replay.stop()
        pool.shutdown()
        replay.resume()
    return report.summary(time.monotonic() - begun)


def replay_one(item, servers, seconds=replay.SECONDS):
    """Replays one transcript on all servers and gives the Judgement."""
    with tempfile.TemporaryDirectory() as folder:
        # All servers are started before the first is fed, so that their start-up times overlap.
        commands = [(name, [*argv, *replay.store_args(item, folder, name)]) for name, argv in servers.items()]
        started = [(name, replay.start(item, argv, transcripts.ROOT, seconds)) for name, argv in commands]
        try:
            return verdict.judge(item, [(name, replay.finish(item, server)) for name, server in started])
        finally:
            for _, server in started:
                server.close()


def lint(_names):
    """Checks all fixtures and their coverage."""
    everything = transcripts.load_all()
    wrong = list(coverage.faults(everything, coverage.load_requirements(), coverage.load_exclusions()))
    if wrong:
        return _refuse("\n".join(wrong))
    print(f"{len(everything)} transcripts are sound; each MUST and MUST NOT for a server on the wire is proven or excluded")
    return 0


def reformat(_names):
    """Writes every transcript in its one form."""
    for path in sorted((transcripts.FIXTURES / "transcripts").rglob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(transcripts.pretty(data), encoding="utf-8")
    return 0


def _refuse(text):
    print(text, file=sys.stderr)
    return 2


def _interrupt(_number, _frame):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
