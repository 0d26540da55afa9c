"""Bytes that have passed between a client and a server, as the steps of a transcript: exact, also where they are bad.

What the client wrote becomes send and notify where these say exactly its bytes, and raw or raw_hex everywhere else;
where it wrote a line in several pieces, each piece is a step. What the server wrote becomes expect; a line that no
expect can hold (noise, another spelling, a torn end) stands as noise or noise_hex, which lint refuses.
"""

import json

import transcript as transcripts


def steps_of(pieces, code):
    """Gives the steps for pieces: pairs of > (client), < (server) or ! (end of input), and bytes; code is the exit code."""
    steps, ended = [], False
    for direction, data in _joined(pieces):
        if direction == "!":
            steps.append({"eof": {"exit": code} if code else {}})
            ended = True
        elif direction == ">":
            steps.extend(_writing(data))
        else:
            steps.extend(_expecting(data))
    if not ended:
        steps.append({"eof": {"exit": code} if code else {}, "note": "the server ended first"})
    return steps


def _joined(pieces):
    # What the server writes counts by the line, however it came; what the client writes stays in its pieces. The rest
    # of a line of the server is put where the line ends.
    rest = b""
    for direction, data in pieces:
        if direction != "<":
            yield direction, data
            continue
        whole, newline, rest_of_it = (rest + data).rpartition(b"\n")
        rest = rest_of_it
        if newline:
            yield "<", whole + newline
    if rest:
        yield "<", rest


def _writing(data):
    for line in _split(data):
        message = _message(line)
        if message is None:
            yield _raw("raw", line)
        else:
            yield {"send" if "id" in message else "notify": message}


def _expecting(data):
    for line in _split(data):
        message = _message(line)
        yield _raw("noise", line) if message is None else {"expect": message}


def _split(data):
    *lines, rest = data.split(b"\n")
    return [line + b"\n" for line in lines] + ([rest] if rest else [])


def _message(line):
    # Only what is written again to the very same bytes is taken for a message.
    try:
        value = json.loads(line)
        same = isinstance(value, dict) and transcripts.compact(value) + b"\n" == line
    except (ValueError, RecursionError):
        return None
    return value if same else None


def _raw(verb, data):
    try:
        return {verb: data.decode("utf-8")}
    except UnicodeDecodeError:
        return {verb + "_hex": data.hex()}
