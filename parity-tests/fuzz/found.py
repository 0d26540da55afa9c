"""Finds: mismatches kept as transcripts in shared-fixtures/found/ until they are fixed and promoted.

A find has no requirements, and expects only what the two agree on; where they differ, a note says what each said. No
find may stay: lint refuses the folder unless it is empty, so a fix takes the find along into the goldens.
"""

import hashlib
import json

import transcript as transcripts
from fuzz.replayed import Conversation, played
from fuzz.setting import Setting

ROOT = transcripts.ROOT
FOUND = transcripts.FIXTURES / "found"

#: How much of what a twin said stands in a note, in characters.
SHOWN = 1000


def faults(folder=FOUND):
    """Gives a sentence for each find: none may stay."""
    for path in sorted(folder.glob("*.json")):
        command = f"python3 parity-tests/run.py promote {path.stem} AREA ID TITLE REQUIREMENT ..."
        yield f"found/{path.name}: fix what it shows, then: {command}"


def save(conversation, commands, origin, folder=FOUND):
    """Writes a conversation as a find and gives its path; origin says where it comes from."""
    after = played(conversation, commands)
    words = f"{after.fault.kind}: {after.fault.words}" if after.fault else "nothing, when it was played again"
    name = hashlib.sha256(
        repr((vars(conversation.setting), conversation.writes, conversation.last)).encode()
    ).hexdigest()[:12]
    data = transcript_of(conversation, after, name, f"Found by fuzzing, not fixed yet: {words}", [])
    data["why"] = f"Found in {origin}."
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(transcripts.pretty({key: data[key] for key in transcripts.HEADER if key in data}), encoding="utf-8")
    return path


def transcript_of(conversation, after, name, title, requires):
    """Gives a transcript of a conversation and of what was said when it was played."""
    steps = []
    for data, answers in zip(conversation.writes, after.answers):
        steps += _steps(_writing(data), answers)
    for data in conversation.writes[len(after.answers) :]:
        steps.append(_writing(data))
    if conversation.last:
        steps.append(_writing(conversation.last))
    ends = after.ends or {}
    codes = {end[1] for end in ends.values()}
    eof = {"eof": {"exit": codes.pop()} if len(codes) == 1 and codes != {0} else {}}
    steps += _steps(eof, {each: end[0] for each, end in ends.items()})
    if after.fault is not None and after.fault.kind in ("exit", "store"):
        eof["note"] = after.fault.words
    data = {"format": transcripts.FORMAT, "id": name, "title": title, "requires": requires}
    server = {
        key: value for key, value in (("args", conversation.setting.args), ("env", conversation.setting.env)) if value
    }
    if conversation.setting.store is not None:
        server["store"] = conversation.setting.store.split("\n")
    if server:
        data["server"] = server
    return {**data, "steps": steps}


def conversation_of(transcript):
    """Gives the conversation of a transcript; what was written without a newline goes on in the next write."""
    writes, rest = [], b""
    for step in transcript.steps:
        if step.bytes is not None:
            whole, newline, rest = (rest + step.bytes).rpartition(b"\n")
            if newline:
                writes.append(whole + newline)
    return Conversation(Setting(transcript.args, transcript.env, transcript.store), writes, rest)


def _writing(data):
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        message = None
    try:
        if isinstance(message, dict) and transcripts.compact(message) + b"\n" == data:
            return {"send" if "id" in message else "notify": message}
        return {"raw": data.decode("utf-8")}
    except (ValueError, UnicodeError):
        return {"raw_hex": data.hex()}


def _steps(writing, answers):
    """Gives the writing step, with a note where the two differ, and what both said before that as steps."""
    lines = [(said or b"").splitlines(keepends=True) for said in answers.values()]
    steps = []
    for index in range(max(map(len, lines), default=0)):
        said = [each[index] if index < len(each) else None for each in lines]
        if len(set(said)) > 1 or not _is_plain(said[0]):
            texts = zip(answers, said)
            writing["note"] = "; ".join(
                f"{name} said {'nothing' if line is None else line.decode('utf-8', 'backslashreplace')[:SHOWN]}"
                for name, line in texts
            )
            break
        steps.append({"expect": json.loads(said[0])})
    if None in answers.values():
        writing["note"] = (
            " and ".join(name for name, said in answers.items() if said is None) + " did not answer in time"
        )
    return [writing, *steps]


def _is_plain(line):
    try:
        return line.endswith(b"\n") and transcripts.compact(json.loads(line)) + b"\n" == line
    except ValueError:
        return False
