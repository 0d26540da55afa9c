"""The judgement of all sides at once: the golden, Python, TypeScript, and any further implementation.

| Python = golden | TypeScript = golden | Python = TypeScript | verdict |
| --- | --- | --- | --- |
| yes | yes | yes | pass |
| no | yes | no | python-differs |
| yes | no | no | typescript-differs |
| no | no | yes | golden-differs |
| no | no | no | all-differ |
| yes | yes | no | all-differ (only in skipped lines, of which the golden says nothing) |

With a third implementation there is several-differ too: some are as the golden, and more than one is not. A server that
crashed, was silent too long, wrote noise or never started gets crash, timeout, noise or not-run instead. Only pass is
green.
"""

import compare

PASS = "pass"
NOT_RUN = "not-run"
#: Of the second pass (swap.py): two workers in turn did not answer as one server does.
SWAP_DIFFERS = "swap-differs"
#: All verdicts of the two twins, in the order in which a summary lists them.
VERDICTS = [
    *(PASS, "python-differs", "typescript-differs", "golden-differs", "all-differ", "crash", "timeout", "noise"),
    *(SWAP_DIFFERS, NOT_RUN),
]


class Judgement:
    """The verdict on one transcript, and the place that decided it."""

    def __init__(self, transcript, verdict, step=0, index=None, lines=(), words="", said=(), names=(), rows=()):
        """Takes the verdict, the step, the index of the line, the lines there (golden first, then in the order of
        names), words, what the servers said on stderr, by name, the names, and all that was observed: for each place a
        dict of the lines there, by name."""
        self.transcript = transcript
        self.verdict = verdict
        self.step = step
        self.index = index
        self.lines = lines
        self.words = words
        self.said = said
        self.names = names
        self.rows = rows
        #: What is known of this failure, in words, if it is listed as known.
        self.known = ""


def judge(transcript, replays):
    """Judges the replays of one transcript, given as a list of (name, Replay)."""
    golden = transcript.expected()
    everything = {"names": tuple(name for name, _ in replays), "rows": _rows(replays)}
    for name, replay in replays:
        if replay.problem is not None:
            problem = replay.problem
            both = all(other.problem is not None and other.problem.kind == problem.kind for _, other in replays)
            who = name if not both else "both servers" if len(replays) == 2 else "all servers"
            lines = (_line(golden, len(replay.lines)),)
            words = f"{who}: {problem.words}"
            return Judgement(transcript, problem.kind, problem.step, None, lines, words, **everything)
    for name, replay in replays:
        for index, line in enumerate(replay.lines):
            if line != _line(golden, index) and not compare.is_message(line):
                words = f"{name} wrote a line that is not one JSON object: {compare.shown_line(line)}"
                lines = _lines(golden, replays, index)
                return Judgement(transcript, "noise", transcript.place(index), index, lines, words, **everything)
    verdict = _verdict(golden, replays)
    if verdict == PASS:
        return Judgement(transcript, PASS, **everything)
    index = _first_index(golden, [replay.lines for _, replay in replays])
    said = tuple((name, replay.stderr) for name, replay in replays if replay.stderr and replay.lines != golden)
    lines = _lines(golden, replays, index)
    return Judgement(transcript, verdict, transcript.place(index), index, lines, said=said, **everything)


def not_run(transcript, words):
    """Gives the judgement on a transcript that was expected to run and did not."""
    return Judgement(transcript, NOT_RUN, words=words)


def _verdict(golden, replays):
    differ = [name for name, replay in replays if not _agrees(golden, replay.lines)]
    alike = all(replay.lines == replays[0][1].lines for _, replay in replays)
    if not differ or len(differ) == len(replays):
        return "all-differ" if not alike else PASS if not differ else "golden-differs"
    return f"{differ[0]}-differs" if len(differ) == 1 else "several-differ"


def _agrees(golden, lines):
    return len(golden) == len(lines) and all(want is None or want == got for want, got in zip(golden, lines))


def _first_index(golden, observed):
    for index in range(max(map(len, [golden, *observed]))):
        wanted = _line(golden, index)
        skipped = index < len(golden) and wanted is None
        seen = {_line(lines, index) for lines in observed} | (set() if skipped else {wanted})
        if len(seen) > 1:
            return index
    return 0


def _rows(replays):
    longest = max(len(replay.lines) for _, replay in replays)
    return [
        {name: replay.lines[index] for name, replay in replays if index < len(replay.lines)} for index in range(longest)
    ]


def _lines(golden, replays, index):
    return tuple(_line(lines, index) for lines in [golden, *(replay.lines for _, replay in replays)])


def _line(lines, index):
    return lines[index] if index < len(lines) else None
