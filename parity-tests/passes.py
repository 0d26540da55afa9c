"""The two passes of a run: every transcript on each server alone, then on all of them in turn.

Servers run side by side in a pool of threads; each thread only waits for its processes. What comes of it does not
depend on the order: a replay shares nothing with another one, and the result is sorted.
"""

import collections
import concurrent.futures
import json
import os
import sys
import tempfile
import time

import explain
import known
import replay
import swap
import transcript as transcripts
import verdict
from report import AGAIN, Report

#: After so many timeouts a run is given up: something is wrong that is wrong everywhere.
PATIENCE = 5


def implementations(path=transcripts.ROOT / "parity-tests" / "implementations.json"):
    """Gives the commands of the servers, by name."""
    return {name: resolved(argv) for name, argv in written(path).items()}


def written(path=transcripts.ROOT / "parity-tests" / "implementations.json"):
    """Gives the commands of the servers as they are written, by name, the same on every machine."""
    commands = json.loads(path.read_text(encoding="utf-8"))
    if list(commands)[:2] != ["python", "typescript"] or not all(commands.values()):
        raise transcripts.FixtureError(f"{path}: needs the commands of python and typescript, in this order")
    return commands


def resolved(argv):
    """Gives a command with the interpreter of this process in place of {python}."""
    return [part.replace("{python}", sys.executable) for part in argv]


def swappable(chosen, failures=()):
    """Gives the transcripts that may be swapped, and how many are left out, by reason; failures are those known."""
    excused = {entry["transcript"] for entry in failures}
    reasons = {item.id: swap.left_out(item) or ("known to fail" if item.id in excused else "") for item in chosen}
    counts = collections.Counter(reason for reason in reasons.values() if reason)
    return [item for item in chosen if reasons[item.id] == ""], dict(counts.most_common())


def run_both(chosen, servers, requirements, stream, jobs=None, failures=(), seconds=replay.SECONDS, again=AGAIN):
    """Runs both passes and reports on the stream; gives the checks of both, and how many were left out of the second.

    failures are the known ones, as known.load gives them; seconds is how long one replay may take; again is the command
    that replays one transcript, but for the id at its end.
    """
    parity = Report(len(chosen), requirements, stream, servers=len(servers), again=again)
    replay_all(chosen, lambda item: replay_one(item, servers, seconds, failures), parity, jobs)
    swapped, left = swappable(chosen, failures)
    if not swapped:
        return parity.checks, left
    report = Report(len(swapped), requirements, stream, name="swap", servers=len(servers), again=again)
    words = ", ".join(f"{count} {reason}" for reason, count in left.items())
    workers = {2: "two"}.get(len(servers), len(servers))
    report.note(f"worker swap: one store, {workers} workers in turn; left out: {words or 'none'}")
    replay_all(swapped, lambda item: swap.judge(item, servers, seconds=seconds), report, jobs, parity.stopped)
    return parity.checks + report.checks, left


def replay_all(chosen, judge, report, jobs=None, stopped=""):
    """Judges transcripts, as many side by side as there are jobs, and reports; gives whether all is green.

    judge takes one transcript. stopped are the words that say why nothing can run at all, if there are any.
    """
    begun = time.monotonic()
    pool = concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count() or 2)
    pending = {}
    try:
        if not stopped:
            pending = {pool.submit(_timed, judge, item): item for item in chosen}
        timeouts = 0
        for future in concurrent.futures.as_completed(pending):
            judgement, seconds = future.result()
            report.judged(explain.check_of(judgement, report.name, report.requirements, seconds, report.again))
            timeouts += judgement.verdict == "timeout"
            if timeouts >= PATIENCE:
                stopped = f"given up after {PATIENCE} timeouts"
                break
    except KeyboardInterrupt:
        stopped = report.stopped = "interrupted"
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        replay.stop()
        pool.shutdown()
        replay.resume()
    if stopped:
        report.note(f"{stopped}; what did not run counts as not green")
    seen = {item["id"] for item in report.checks}
    for item in chosen:
        if item.id not in seen:
            judgement = verdict.not_run(item, f"it was expected and did not run: {stopped}")
            report.missed(explain.check_of(judgement, report.name, report.requirements, again=report.again))
    return report.summary(time.monotonic() - begun)


def replay_one(item, servers, seconds=replay.SECONDS, failures=()):
    """Replays one transcript on all servers and gives the Judgement; failures are the known ones."""
    with tempfile.TemporaryDirectory() as folder:
        # All servers are started before the first is fed, so that their start-up times overlap.
        commands = [(name, [*argv, *replay.store_args(item, folder, name)]) for name, argv in servers.items()]
        started = [(name, replay.start(item, argv, transcripts.ROOT, seconds)) for name, argv in commands]
        try:
            replays = [(name, replay.finish(item, server)) for name, server in started]
            judgement = verdict.judge(item, replays)
            places = known.places(item, replays)
            judgement.verdict, judgement.known = known.settle(item, judgement.verdict, places, failures)
            return judgement
        finally:
            for _, server in started:
                server.close()


def _timed(judge, item):
    begun = time.monotonic()
    judgement = judge(item)
    return judgement, time.monotonic() - begun
