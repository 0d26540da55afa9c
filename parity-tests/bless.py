"""Takes what both twins say into the goldens that are named: for a change of the contract that many lines follow.

    python3 parity-tests/run.py bless ID ...

A golden is an opinion of the contract and is written from it. So this refuses in CI, without names, and where
shared-fixtures has changes that are not committed, so that what it changes can be seen and taken back; it does nothing
unless both twins say the same; and it touches nothing but the values of expect: no step comes or goes, and no send, no
title, no requirement changes. Every difference is printed with its JSON pointer. Exit codes: 0 written, or nothing to
write; 1 something could not be blessed; 2 it was refused.
"""

import json
import os
import subprocess
import sys
import tempfile

import build
import compare
import passes
import replay
import transcript as transcripts


class Refused(Exception):
    """Says why a transcript cannot be blessed, or why nothing can."""


def main(arguments):
    """Blesses the transcripts with these ids and prints what changes; gives the exit code."""
    try:
        chosen = choose(arguments, transcripts.load_all(), os.environ, uncommitted())
        build.build()
    except (Refused, build.BuildError) as fault:
        print(fault, file=sys.stderr)
        return 2
    servers = dict(list(passes.implementations().items())[:2])
    refused = 0
    for item in chosen:
        try:
            for line in bless(item, replays_of(item, servers)):
                print(line)
        except Refused as fault:
            refused += 1
            print(f"{item.id}: {fault}", file=sys.stderr)
    return 1 if refused else 0


def choose(names, everything, environ, changed):
    """Gives the transcripts with these ids; raises Refused where blessing is not allowed. changed: files not committed."""
    if environ.get("CI", "") not in ("", "0", "false"):
        raise Refused("nothing is blessed in CI: a golden changes where a person looks at it")
    if not names:
        raise Refused("name the transcripts to bless; there is no way to bless all of them")
    by_id = {item.id: item for item in everything}
    unknown = [name for name in names if name not in by_id]
    if unknown:
        raise Refused(f"no transcript is called {', '.join(unknown)}; areas cannot be blessed")
    if changed:
        shown = "\n".join(f"  {line}" for line in changed[:10])
        raise Refused(f"shared-fixtures has changes that are not committed; commit them or take them back first:\n{shown}")
    return [by_id[name] for name in dict.fromkeys(names)]


def uncommitted(folder=transcripts.FIXTURES):
    """Gives the lines of git about what is changed or new in a folder; raises Refused where git cannot say."""
    try:
        command = ["git", "status", "--porcelain", "--untracked-files=all", "--", "."]
        found = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as fault:
        raise Refused(f"git cannot be started ({fault.strerror}), so nobody could see what changes") from None
    if found.returncode != 0:
        raise Refused("git does not know this folder, so nobody could see what changes: " + found.stderr.strip())
    return found.stdout.splitlines()


def replays_of(item, servers):
    """Replays a transcript on the servers, given as commands by name; gives a list of (name, Replay)."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for name, argv in servers.items():
            command = [*argv, *replay.store_args(item, folder, name)]
            found.append((name, replay.finish(item, replay.start(item, command, transcripts.ROOT))))
        return found


def bless(item, replays):
    """Writes what all servers say alike into the expect steps of a transcript; gives the lines that tell the differences.

    Raises Refused if they do not say the same, or if it does not fit the steps there are.
    """
    for name, each in replays:
        if each.problem is not None:
            raise Refused(f"{name}: {each.problem.kind}: {each.problem.words}")
    (_, first), *others = replays
    if any(other.lines != first.lines for _, other in others):
        raise Refused("the servers do not agree; what one of them says is no golden")
    data = json.loads(item.path.read_text(encoding="utf-8"))
    steps = [step for step in data["steps"] if "expect" in step]
    due = len(item.expected())
    if len(first.lines) != due:
        raise Refused(f"the servers write {len(first.lines)} lines, and the steps expect {due}; write the steps by hand")
    told, index = [], -1
    for step in steps:
        index += step.get("skip", 0) + 1
        value = _value(first.lines[index])
        told.extend(_differences(item, index, step["expect"], value, first.lines[index]))
        step["expect"] = value
    if not told:
        return [f"{item.id}: nothing to bless, both servers say what it expects"]
    item.path.write_text(transcripts.pretty(data), encoding="utf-8")
    transcripts.load(item.path)
    return told


def _value(line):
    # What the file could not hold exactly would be another golden than the servers' line.
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    if not isinstance(value, dict) or transcripts.compact(value) + b"\n" != line:
        raise Refused(f"an expect step cannot hold this line: {compare.shown_line(line)}")
    return value


def _differences(item, index, old, new, line):
    was = transcripts.compact(old) + b"\n"
    if was == line:
        return
    where = f"{item.id}: step {item.place(index)}"
    pointers = list(_pointers(compare.parse(was), compare.parse(line)))
    if not pointers:
        yield f"{where}: the same value in other bytes, first at byte {compare.first_byte(was, line)}"
    for pointer in pointers:
        values = [compare.shown(compare.value_at(compare.parse(each), pointer)) for each in (was, line)]
        yield f"{where}: {pointer or '(the whole message)'}: {values[0]} -> {values[1]}"


def _pointers(one, other, pointer=""):
    # Every place at which two values differ, as deep as both have it.
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = {name: (one.get(name, compare.ABSENT), other.get(name, compare.ABSENT)) for name in [*one, *other]}
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = {str(index): pair for index, pair in enumerate(zip(one, other))}
    else:
        if compare.ABSENT in (one, other) or not compare.same_value(one, other):
            yield pointer
        return
    for name, (here, there) in pairs.items():
        yield from _pointers(here, there, pointer + "/" + name.replace("~", "~0").replace("/", "~1"))
