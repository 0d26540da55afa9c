"""The command run: chooses transcripts, runs both passes over them, reports."""

import difflib
import hashlib
import json
import shlex
import time

import build
import coverage
import known
import options
import passes
import replay
import reports
import result as results
import shards
import transcript as transcripts
from report import AGAIN

WORDS = "Replays the transcripts with these ids or areas, or all of them, on both servers, and then on both in turn."


def main(arguments):
    """Runs with these arguments and gives the exit code."""
    parser = options.parser("run", WORDS)
    parser.add_argument("names", nargs="*", metavar="ID or AREA")
    parser.add_argument(
        "--shard", metavar="I/N", help="only the I-th of N parts, both passes; merge puts them together"
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="how many transcripts are replayed side by side (cores)")
    parser.add_argument(
        "--seconds", type=float, default=replay.SECONDS, metavar="N", help="how long one replay may take (%(default)s)"
    )
    parser.add_argument(
        "--server", action="append", default=[], metavar="NAME='COMMAND …'", help="one more server of the same contract"
    )
    parsed = parser.parse_args(arguments)
    chosen_outputs = options.outputs(parsed)
    everything, requirements = transcripts.load_all(), coverage.load_requirements()
    chosen = choose(everything, parsed.names)
    commands, failures = {**passes.written(), **_further(parsed.server)}, known.load()
    wrong = list(coverage.faults(everything, requirements, coverage.load_exclusions(), coverage.load_tests()))
    wrong.extend(known.faults(failures, everything, commands))
    if wrong:
        raise transcripts.FixtureError("\n".join(wrong))
    if (parsed.jobs is not None and parsed.jobs < 1) or not 0 < parsed.seconds < 86400:
        raise options.UsageError("--jobs takes a number from 1 on, and --seconds one above 0, at most a day")
    mine = _shard(chosen, parsed.shard)
    try:
        build.build()
    except build.BuildError as fault:
        raise options.UsageError(str(fault)) from None
    result = results.new(
        "parity",
        commands,
        _count(mine, failures),
        total=_count(chosen, failures),
        shard=parsed.shard,
        fixtures=fingerprint(chosen),
        selection=sorted(parsed.names),
        requirements=_texts(everything, requirements),
    )
    begun = time.monotonic()
    servers = {name: passes.resolved(argv) for name, argv in commands.items()}
    stream = options.stream_for_people(chosen_outputs)
    ways = {"jobs": parsed.jobs, "failures": failures, "seconds": parsed.seconds, "again": _again(parsed.server)}
    result["checks"], result["left_out"] = passes.run_both(mine, servers, requirements, stream, **ways)
    result["seconds"] = round(time.monotonic() - begun, 3)
    reports.write(shards.in_order(result), chosen_outputs)
    return results.exit_code(result)


def choose(everything, names):
    """Gives the transcripts with these ids or areas, all without names; raises UsageError for one that is not there."""
    chosen = [item for item in everything if not names or item.id in names or item.area in names]
    known = {item.id for item in everything} | {item.area for item in everything}
    unknown = [name for name in names if name not in known]
    if unknown or not chosen:
        areas = ", ".join(sorted({item.area for item in everything}))
        near = [each for name in unknown for each in difflib.get_close_matches(name, known, 3)]
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        raise options.UsageError(f"no transcript and no area is called {', '.join(unknown)}; {hint}areas: {areas}")
    return chosen


def fingerprint(chosen):
    """Gives a digest of the files of transcripts, in hex: shards of one run have the same."""
    digest = hashlib.sha256(json.dumps(replay.FIXED_ENV).encode())
    for item in chosen:
        digest.update(item.path.read_bytes() + b"\0")
    return digest.hexdigest()


def _shard(chosen, text):
    if text is None:
        return chosen
    try:
        mine = shards.part(chosen, shards.parse(text))
    except ValueError as fault:
        raise options.UsageError(str(fault)) from None
    if not mine:
        raise options.UsageError(f"shard {text} is empty; there are only {len(chosen)} transcripts")
    return mine


def _further(texts):
    commands = {}
    for text in texts:
        name, _, command = text.partition("=")
        try:
            argv = shlex.split(command)
        except ValueError as fault:
            raise options.UsageError(f"--server {text}: {fault}") from None
        if not name.isidentifier() or not argv or name in {*passes.written(), *commands, "golden", "all", "client"}:
            raise options.UsageError(f"--server {text}: write NAME='COMMAND …', with a name that is not taken")
        commands[name] = argv
    return commands


def _again(servers):
    if not servers:
        return AGAIN
    further = " ".join(f"--server {shlex.quote(each)}" for each in servers)
    return f"python3 parity-tests/run.py run {further} "


def _count(items, failures):
    return len(items) + len(passes.swappable(items, failures)[0])


def _texts(everything, requirements):
    cited = {name for item in everything for name in item.requires}
    texts = {
        name: {"level": entry["level"], "text": entry["text"]}
        for name, entry in requirements.items()
        if name in cited or coverage.is_due(entry)
    }
    for entry in coverage.load_exclusions():
        texts.setdefault(entry["id"], {"level": "?", "text": ""})["excluded"] = entry["reason"]
    return texts
