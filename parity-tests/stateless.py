"""Statelessness as a property: what a process has served before changes no answer.

    python3 parity-tests/stateless.py [--seed S] [ID or AREA ...]

Each transcript is played on a process of its own, line by line; what it is answered there is what it must be answered
in every other way: on one process that serves all transcripts of the same setting one after the other; the same,
shuffled; shuffled and interleaved with the requests of another client, whose answers must be the same as well; and on
two workers, the two servers, to which the lines go in turn.

What may outlive a request are the notes. So every process has a store that begins with the samples, and behind each
transcript that has changed it, it is cut back to them: a server reads a store that became shorter from its beginning.
What belongs to one process by its nature is left out, by reason, and counted.

Exit codes: 0 all answers are the same, 1 some are not, 2 a mistake in the call or in the fixtures.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import sys

import build
import compare
import passes
import transcript as transcripts
from sharing import fresh, of_another_client, shared

SEED = 20260728

#: The ways to play the transcripts of one setting.
IN_TURN = "workers in turn"
WAYS = ["one after the other", "shuffled", "interleaved", IN_TURN]


def left_out(transcript):
    """Gives the reason why a transcript cannot share a process, or an empty string."""
    ends = [step.exit for step in transcript.steps if step.exit is not None]
    written = b"".join(step.bytes for step in transcript.steps if step.bytes is not None)
    if ends != [0]:
        return "ends with another exit code"
    if "--legacy" in transcript.args:
        return "opens the earlier era for its process"
    if transcript.store is not None or "--no-fsync" in transcript.args:
        return "has a store of its own"
    if b"subscriptions/listen" in written:
        return "holds a listen open"
    if b"notifications/cancelled" in written:
        return "cancels what is under way"
    if b"test_trigger_" in written:
        return "changes the lists of its process"
    return "" if written.endswith(b"\n") else "ends its last line with the end of input"


def play(items, commands, seed, jobs=2):
    """Plays transcripts in all ways on all servers and gives (how many in each way, differences by way and server).

    A group is what has the same options and variables.
    """
    groups = collections.defaultdict(list)
    for item in items:
        groups[tuple(item.args), tuple(sorted(item.env.items()))].append(item)
    counts, found = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        work = []
        for setting, group in groups.items():
            alone = {
                name: dict(
                    zip(
                        [item.id for item in group], pool.map(lambda item, argv=argv: fresh(item, argv, setting), group)
                    )
                )
                for name, argv in commands.items()
            }
            counts["fresh"] += len(group)
            for way in WAYS:
                counts[way] += len(group)
                names = list(commands)[: 1 if way == IN_TURN else None]
                work += [
                    (way, name, pool.submit(_way, way, group, alone, commands, setting, name, seed)) for name in names
                ]
        for way, name, future in work:
            found += [(way, name, *difference) for difference in future.result()]
    return counts, found


def _way(way, group, alone, commands, setting, name, seed):
    order = list(group)
    some = random.Random(f"{seed} {way}")
    if way != WAYS[0]:
        some.shuffle(order)
    if way == IN_TURN:
        return shared(order, alone[name], list(commands.values()), setting)
    others = of_another_client(group, alone[name]) if way == WAYS[2] else None
    if others:
        some.shuffle(others)
    return shared(order, alone[name], [commands[name]], setting, others)


def main(arguments):
    """Plays the transcripts and prints what differs; gives the exit code."""
    parser = argparse.ArgumentParser(prog="stateless", description="What was served before changes no answer.")
    parser.add_argument("names", nargs="*", metavar="ID or AREA", help="only these transcripts")
    parser.add_argument("--seed", type=int, default=SEED, help="decides the orders (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="how many processes at a time")
    try:
        options = parser.parse_args(arguments)
    except SystemExit as end:
        return end.code
    try:
        everything = transcripts.load_all()
        build.build()
    except (transcripts.FixtureError, build.BuildError) as fault:
        print(fault, file=sys.stderr)
        return 2
    chosen = [
        item for item in everything if not options.names or item.id in options.names or item.area in options.names
    ]
    unknown = set(options.names) - {item.id for item in everything} - {item.area for item in everything}
    if unknown or not chosen:
        print("no transcript and no area is called " + ", ".join(sorted(unknown)), file=sys.stderr)
        return 2
    reasons = collections.Counter(filter(None, map(left_out, chosen)))
    counts, found = play(
        [item for item in chosen if not left_out(item)], passes.implementations(), options.seed, options.jobs
    )
    for way, name, who, line, due, said in found:
        print(
            f"{who}, {way}, {name}\n  asked {compare.shown_line(line)}"
            f"\n  alone {compare.shown_line(due)}\n  here  {compare.shown_line(said)}"
        )
    print(f"statelessness: {len(found)} answers differ; seed {options.seed}")
    print("played " + ", ".join(f"{way} {count}" for way, count in counts.items()))
    print(
        f"left out {sum(reasons.values())}: "
        + (", ".join(f"{count} {reason}" for reason, count in reasons.most_common()) or "none")
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
