"""Proof that the runner can fail: faults of one line in either twin, each killed by a transcript or a property.

    python3 parity-tests/mutants.py [WORD ...]      all mutants, or those whose name, rule, twin or file holds a word

The faults stand in mutants/*.json: name, rule, the line for each twin (file, old, new), and what is tried first: ids or
areas of transcripts, swap, or a property. The mutated program takes the place of its twin in the runner; if nothing that
was named kills it, everything else is tried. Exit codes: 0 each was killed, 1 one survives or dies otherwise than
foreseen, 2 a fault does not fit its line. Standard library only.
"""

import concurrent.futures
import json
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

import build
import known
import mutant_table
import mutate
import passes
import replay
import swap
import transcript as transcripts
import verdict
from properties import PROPERTIES

FOLDER = Path(__file__).resolve().parent / "mutants"
#: What no mutant dies of, unless it was foreseen: a kill must say something about the program.
NO_KILL = ("pass", "not-run")
#: The mutant of the Python port that is listed as a known failure, so that the verdicts of known failures are provoked.
EXCUSED = "message-changed-python"
#: How long a mutant may take for one transcript, in seconds; a lost answer shows as silence.
SECONDS = 6


class Mutant:
    """One fault: its name and rule, the edits by twin, what is tried first, and the verdict that is foreseen."""

    def __init__(self, entry, group, twins):
        """Takes an entry of a file, the name of the file, and the twins that are changed."""
        self.rule = entry["rule"]
        self.group = group
        self.twins = twins
        self.name = entry["name"] + "-" + (twins[0] if len(twins) == 1 else "both")
        self.edits = {twin: [entry[twin]] for twin in twins if twin in entry}
        self.argv = entry.get("argv")
        self.first = entry["try"]
        self.verdict = entry.get("verdict")
        self.seconds = entry.get("seconds", SECONDS)


def load_mutants(folder=FOLDER):
    """Reads all mutants: one for each twin that an entry has a line for, or one for both together."""
    found = []
    for path in sorted(folder.glob("*.json")):
        for entry in json.loads(path.read_text(encoding="utf-8")):
            twins = [twin for twin in mutate.TWINS if twin in entry or "argv" in entry]
            for group in [twins] if entry.get("together") else [[twin] for twin in twins]:
                found.append(Mutant(entry, path.stem, group))
    return found


class Trial:
    """Everything that mutants are tried with; what the unchanged programs say is replayed once and kept."""

    def __init__(self, everything, servers):
        """Takes all transcripts and the commands of the unchanged programs by name."""
        self.everything = everything
        self.servers = servers
        self._kept = {}
        self._lock = threading.Lock()

    def kill(self, mutant):
        """Tries a mutant until something kills it; gives a row of the table."""
        with tempfile.TemporaryDirectory() as folder:
            argvs = {
                twin: mutant.argv or mutate.copy_of(twin, folder, mutant.edits.get(twin, [])) for twin in mutant.twins
            }
            count = 0
            for by, judge in self._trials(mutant, argvs):
                count += 1
                found, words = judge()
                if found in NO_KILL and found != mutant.verdict:
                    continue
                if mutant.verdict in (None, found):
                    return mutant_table.row(mutant, found, by, count, words)
                return mutant_table.row(mutant, found, None, count, f"{by} says {found}; foreseen was {mutant.verdict}")
            return mutant_table.row(mutant, None, None, count, "nothing kills it")

    def known_verdicts(self, mutant):
        """Gives the verdicts that a mutant of the Python port provokes once it is listed as known, and once it is mended."""
        (item,) = [each for each in self.everything if each.id == mutant.first[0]]
        entry = {"transcript": item.id, "implementation": "python", "reason": mutant.rule, "since": "2026-07-28"}
        with tempfile.TemporaryDirectory() as folder:
            changed = {**self.servers, "python": mutate.copy_of("python", folder, mutant.edits["python"])}
            listed = passes.replay_one(item, changed, replay.SECONDS, [entry]).verdict
        mended = passes.replay_one(item, self.servers, replay.SECONDS, [entry]).verdict
        return {listed: f"{mutant.name}, listed as known", mended: f"{mutant.name}, listed as known, and mended"}

    def _trials(self, mutant, argvs):
        # Pairs of a name and a function that gives a verdict and words: what was named first, then all the rest.
        swaps = [("swap " + item.id, self._swapped(item, argvs)) for item in self.everything if swap.left_out(item) == ""]
        rest = [item for item in self.everything if not {item.id, item.area} & set(mutant.first)]
        for name in mutant.first:
            items = [item for item in self.everything if name in (item.id, item.area)]
            yield from ((item.id, self._replayed(item, mutant, argvs)) for item in items)
            yield from swaps if name == "swap" else ()
            yield from [(name, self._property(name, argvs))] if name in PROPERTIES else []
        yield from ((item.id, self._replayed(item, mutant, argvs)) for item in rest)
        yield from ((name, self._property(name, argvs)) for name in PROPERTIES if name not in mutant.first)
        yield from swaps if "swap" not in mutant.first else ()

    def _replayed(self, item, mutant, argvs):
        def judge():
            healthy = {name: self._healthy(item, name) for name in self.servers}
            if verdict.judge(item, list(healthy.items())).verdict != "pass":
                return "pass", ""  # it fails without any fault, so it proves nothing
            with tempfile.TemporaryDirectory() as folder:
                changed = {name: self._replay(item, name, argvs[name], folder, mutant.seconds) for name in argvs}
            found = verdict.judge(item, list({**healthy, **changed}.items()))
            if found.verdict == "timeout" and not self._is_quick(item, mutant):
                return "pass", ""  # the machine was slow, not the mutant
            return found.verdict, found.words

        return judge

    def _is_quick(self, item, mutant):
        # Whether the unchanged programs need less time than the mutant was given, here and now.
        with tempfile.TemporaryDirectory() as folder:
            again = [self._replay(item, name, self.servers[name], folder, mutant.seconds) for name in mutant.twins]
        return all(each.problem is None for each in again)

    def _healthy(self, item, name):
        with self._lock:
            kept = self._kept.setdefault((item.id, name), concurrent.futures.Future())
            mine = not kept.running() and not kept.done() and kept.set_running_or_notify_cancel()
        if mine:
            try:
                with tempfile.TemporaryDirectory() as folder:
                    kept.set_result(self._replay(item, name, self.servers[name], folder, replay.SECONDS))
            except BaseException as fault:
                kept.set_exception(fault)
                raise
        return kept.result()

    def _replay(self, item, name, argv, folder, seconds):
        command = [*argv, *replay.store_args(item, folder, name)]
        return replay.finish(item, replay.start(item, command, transcripts.ROOT, seconds))

    def _swapped(self, item, argvs):
        def judge():
            if swap.judge(item, self.servers).verdict != "pass":
                return "pass", ""
            found = swap.judge(item, {**self.servers, **argvs})
            return found.verdict, found.words

        return judge

    def _property(self, name, argvs):
        def judge():
            for twin, argv in argvs.items():
                words = PROPERTIES[name](twin, argv)
                if words and not PROPERTIES[name](twin, self.servers[twin]):
                    return "property", words
            return "pass", ""

        return judge


def try_all(mutants, trial, say=lambda row: None):
    """Tries mutants, some side by side, and gives their rows in the order of the mutants; say hears of each."""
    rows = []
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2)
    try:
        for row in pool.map(trial.kill, mutants):
            say(row)
            rows.append(row)
    finally:
        # Also after an interruption: what runs is ended, and nothing more begins.
        pool.shutdown(wait=False, cancel_futures=True)
        if len(rows) < len(mutants):
            replay.stop()
        pool.shutdown()
        replay.resume()
    return rows


def main(words):
    """Tries the mutants, prints the table of who kills whom and writes it to outputs/; gives the exit code."""
    begun = time.monotonic()
    mutants = load_mutants()
    texts = {each: " ".join([each.name, each.rule, each.group, *each.first, str(each.edits)]) for each in mutants}
    chosen = [each for each in mutants if not words or any(word in texts[each] for word in words)]
    if not chosen:
        print(f"no mutant holds {' or '.join(words)}", file=sys.stderr)
        return 2
    try:
        build.build()
        trial = Trial(transcripts.load_all(), passes.implementations())
        wrong = list(mutant_table.fixture_faults(mutants, trial.everything, PROPERTIES))
        if wrong:
            raise transcripts.FixtureError("\n".join(wrong))
        rows = try_all(chosen, trial, lambda row: print(mutant_table.line(row), file=sys.stderr, flush=True))
    except (transcripts.FixtureError, build.BuildError) as fault:
        print(fault, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; nothing is shown by a part of the mutants", file=sys.stderr)
        return 1
    seconds = time.monotonic() - begun
    proven = mutant_table.verdicts(rows)
    if not words:
        proven.update(trial.known_verdicts(next(each for each in mutants if each.name == EXCUSED)))
    unproven = [] if words else [each for each in (*verdict.VERDICTS, *known.VERDICTS) if each not in proven]
    mutant_table.write(rows, proven, seconds, trial.servers)
    print(mutant_table.summary(rows, proven, unproven, seconds))
    return 1 if unproven or any(row["killed_by"] is None for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
