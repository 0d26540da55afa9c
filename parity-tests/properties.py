"""What a server must do and a transcript cannot show, because it is no matter of the bytes alone.

Each property takes the name of a twin and the command of the program, and gives a sentence about what is wrong, or an
empty string.
"""

import json
import os
import subprocess

import durable
import replay
import transcript as transcripts

SECONDS = 30


def call_off(twin, argv):
    """An import that is cancelled between two slices keeps nothing and is not answered."""
    notes = [{"title": "a", "body": ""}] * 501  # two slices
    written = [
        _call(1, "notes_import", {"notes": notes}),
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
        _call(2, "notes_list", {}),
    ]
    answers = _answers(argv, written)
    if [answer.get("id") for answer in answers] != [2]:
        return f"{twin}: due one answer, to request 2; seen answers to {[answer.get('id') for answer in answers]}"
    count = len(answers[0]["result"]["structuredContent"]["notes"])
    return "" if count == 3 else f"{twin}: due the three samples; seen {count} notes"


def era(twin, argv):
    """Without a handshake nothing is answered by the adapter for earlier clients, whatever the request."""
    answers = _answers([*argv, "--legacy"], [{"jsonrpc": "2.0", "id": 1, "method": "ping"}])
    codes = [answer.get("error", {}).get("code") for answer in answers]
    return "" if codes == [-32602] else f"{twin}: due the error -32602 for a ping before the handshake; seen {codes}"


def _answers(argv, messages):
    # All of it stands in the pipe before the server reads for the first time.
    given = b"".join(transcripts.compact(message) + b"\n" for message in messages)
    more = {"cwd": transcripts.ROOT, "env": {**os.environ, **replay.FIXED_ENV}, "timeout": SECONDS}
    run = subprocess.run(argv, input=given, capture_output=True, check=False, **more)
    return [json.loads(line) for line in run.stdout.splitlines()]


def _call(number, name, arguments):
    params = {"_meta": durable.META, "name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


#: All properties by name.
PROPERTIES = {"durable": durable.fault, "call-off": call_off, "era": era}
