"""The three-way judgement: golden, Python, TypeScript.

| Python = golden | TypeScript = golden | Python = TypeScript | verdict |
| --- | --- | --- | --- |
| yes | yes | yes | pass |
| no | yes | no | python-differs |
| yes | no | no | typescript-differs |
| no | no | yes | golden-differs |
| no | no | no | all-differ |
| yes | yes | no | all-differ (only in skipped lines, of which the golden says nothing) |

A server that crashed, was silent too long, wrote noise or never started gets crash, timeout, noise or not-run instead.
Only pass is green.
"""

import compare

PASS = "pass"
NOT_RUN = "not-run"
#: Of the second pass (swap.py): two workers in turn did not answer as one server does.
SWAP_DIFFERS = "swap-differs"
TABLE = {
    (True, True, True): PASS,
    (False, True, False): "python-differs",
    (True, False, False): "typescript-differs",
    (False, False, True): "golden-differs",
    (False, False, False): "all-differ",
    (True, True, False): "all-differ",
}
#: All verdicts, in the order in which a summary lists them.
VERDICTS = [*dict.fromkeys(TABLE.values()), "crash", "timeout", "noise", SWAP_DIFFERS, NOT_RUN]


class Judgement:
    """The verdict on one transcript, and the place that decided it."""

    def __init__(self, transcript, verdict, step=0, index=None, lines=(), words="", said=()):
        """Takes the verdict, the step, the index of the line, the three lines there (golden first), words, and what
        the servers said on stderr, by name."""
        self.transcript = transcript
        self.verdict = verdict
        self.step = step
        self.index = index
        self.lines = lines
        self.words = words
        self.said = said


def judge(transcript, replays):
    """Judges the replays of one transcript, given as a list of (name, Replay) for Python and TypeScript."""
    for name, replay in replays:
        if replay.problem is not None:
            problem = replay.problem
            both = all(other.problem is not None and other.problem.kind == problem.kind for _, other in replays)
            who = "both servers" if both else name
            lines = (_line(transcript.expected(), len(replay.lines)),)
            return Judgement(transcript, problem.kind, problem.step, None, lines, f"{who}: {problem.words}")
    golden = transcript.expected()
    for name, replay in replays:
        for index, line in enumerate(replay.lines):
            wanted = golden[index] if index < len(golden) else None
            if line != wanted and not compare.is_message(line):
                step = transcript.place(index)
                words = f"{name} wrote a line that is not one JSON object: {compare.shown_line(line)}"
                return Judgement(transcript, "noise", step, index, words=words)
    (_, python), (_, typescript) = replays
    verdict = TABLE[
        (_agrees(golden, python.lines), _agrees(golden, typescript.lines), python.lines == typescript.lines)
    ]
    if verdict == PASS:
        return Judgement(transcript, PASS)
    index = _first_index(golden, python.lines, typescript.lines)
    lines = tuple(_line(lines, index) for lines in (golden, python.lines, typescript.lines))
    said = tuple((name, replay.stderr) for name, replay in replays if replay.stderr and replay.lines != golden)
    return Judgement(transcript, verdict, transcript.place(index), index, lines, said=said)


def not_run(transcript, words):
    """Gives the judgement on a transcript that was expected to run and did not."""
    return Judgement(transcript, NOT_RUN, words=words)


def _agrees(golden, lines):
    return len(golden) == len(lines) and all(want is None or want == got for want, got in zip(golden, lines))


def _first_index(golden, python, typescript):
    for index in range(max(len(golden), len(python), len(typescript))):
        wanted = _line(golden, index)
        skipped = index < len(golden) and wanted is None
        seen = {_line(python, index), _line(typescript, index)} | (set() if skipped else {wanted})
        if len(seen) > 1:
            return index
    return 0


def _line(lines, index):
    return lines[index] if index < len(lines) else None
