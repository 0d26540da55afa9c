"""The worker swap: one client, two workers, one store, and each request goes to the other one in turn.

A Python and a TypeScript process share a journal that begins with the three samples. What they answer, put together in
the order of the requests, must be what the golden says of a single server. So no answer can depend on the process that
served the request before. Only transcripts that may write are worth it; an open listen belongs to its process, and so
does the era of the earlier protocol, so those are left out and counted.
"""

import copy
import json
import tempfile

import compare
import replay
import served
import transcript as transcripts
from verdict import NOT_RUN, PASS, SWAP_DIFFERS, Judgement

SEED = transcripts.FIXTURES / "samples.journal"
WRITERS = ("notes_create", "notes_delete", "notes_import", "notes_update")

#: Why a transcript is not swapped.
READS_ONLY = "write nothing"
LISTENS = "with an open listen"
HANDSHAKE = "of the handshake era"

#: A request that changes nothing, behind each one of the transcript: its answer says that the one before is done.
FENCE = "swap-fence"
_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def left_out(transcript):
    """Gives the reason why a transcript is not swapped, or an empty string."""
    messages = [message for message in map(_message, _lines(transcript)) if message is not None]
    if not any(_writes(message) for message in messages):
        return READS_ONLY
    methods = {message.get("method") for message in messages if isinstance(message.get("method"), str)}
    if "subscriptions/listen" in methods:
        return LISTENS
    return HANDSHAKE if "--legacy" in transcript.args else ""


def judge(transcript, commands, shared=True, seconds=replay.SECONDS):
    """Replays a transcript on two workers in turn and gives the Judgement; commands are theirs, by name.

    Not shared, each has a store of its own; then only a transcript passes of which no answer needs the other's write.
    """
    with tempfile.TemporaryDirectory() as folder:
        workers, answers = [], []
        try:
            for name, argv in commands.items():
                store = replay.store_args(_seeded(transcript), folder, "shared" if shared else name)
                worker = replay.serve(
                    [*argv, *transcript.args, *store], {**replay.FIXED_ENV, **transcript.env}, transcripts.ROOT, seconds
                )
                workers.append((name, worker))
            _turns(transcript, workers, answers)
            return _judge(transcript, answers)
        except served.TimedOut:
            there = {"lines": (_line(transcript, answers),), "rows": _rows(answers)}
            words = f"with two workers in turn, nothing came within {seconds:g} s"
            return Judgement(transcript, "timeout", transcript.place(len(answers)), words=words, **there)
        except replay.Stopped:
            return Judgement(transcript, NOT_RUN, words="the run was stopped")
        except (OSError, served.TooMuch) as fault:
            return Judgement(transcript, NOT_RUN, words=str(fault) or "a worker wrote without end")
        finally:
            for _, worker in workers:
                replay.end(worker)


def _judge(transcript, answers):
    golden = transcript.expected()
    for index in range(max(len(golden), len(answers))):
        name, line = answers[index] if index < len(answers) else ("nobody", None)
        wanted = golden[index] if index < len(golden) else None
        if line != wanted and (wanted is not None or index >= len(golden)):
            words = f"with two workers in turn, {name} answered {compare.shown_line(line)}"
            there = {"lines": (wanted, line), "names": (name,), "words": words, "rows": _rows(answers)}
            return Judgement(transcript, SWAP_DIFFERS, transcript.place(index), index, **there)
    return Judgement(transcript, PASS, rows=_rows(answers))


def _rows(answers):
    return [dict([answer]) for answer in answers]


def _line(transcript, answers):
    golden = transcript.expected()
    return golden[len(answers)] if len(answers) < len(golden) else None


def _turns(transcript, workers, answers):
    """Appends what the workers wrote: pairs of a name and a line."""
    groups = _groups(transcript)
    for number, group in enumerate(groups):
        name, worker = workers[number % len(workers)]
        if not group.endswith(b"\n"):
            worker.write(group)  # the last line, without its end: what ends it is the end of input
            worker.end_input()
            answers.extend((name, line) for line in _rest(worker))
            continue
        fence = {"jsonrpc": "2.0", "id": f"{FENCE}-{number}", "method": "server/discover", "params": {"_meta": _META}}
        worker.write(group + transcripts.compact(fence) + b"\n")
        while (line := worker.next_line()) is not None:
            if (_message(line) or {}).get("id") == fence["id"]:
                break
            answers.append((name, line))
    for name, worker in workers:
        worker.end_input()
        answers.extend((name, line) for line in _rest(worker))
        code = worker.wait()
        if code != 0:
            answers.append((name, f"(exit code {code}: {worker.stderr_tail()})".encode()))


def _rest(worker):
    lines = []
    while (line := worker.next_line()) is not None:
        lines.append(line)
    return lines


def _groups(transcript):
    # A notification means the requests before it on the same stream, so it goes where the last request went.
    groups = []
    for line in _lines(transcript):
        message = _message(line)
        if groups and message is not None and "id" not in message:
            groups[-1] += line
        else:
            groups.append(line)
    return groups


def _lines(transcript):
    written = b"".join(step.bytes for step in transcript.steps if step.bytes is not None)
    *lines, rest = written.split(b"\n")
    return [line + b"\n" for line in lines] + ([rest] if rest else [])


def _message(line):
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _writes(message):
    params = message.get("params")
    return message.get("method") == "tools/call" and isinstance(params, dict) and params.get("name") in WRITERS


def _seeded(transcript):
    # Without a store of its own a server begins with the samples; here they stand in the store.
    if transcript.store is not None:
        return transcript
    seeded = copy.copy(transcript)
    seeded.store = SEED.read_text(encoding="utf-8")
    return seeded
