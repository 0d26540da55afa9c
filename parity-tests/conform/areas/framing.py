"""One message is one line: how bytes come in must not matter, and what ends a line is a newline and nothing else.

Blank lines, carriage returns, byte order marks and a last line without newline are not sent: no text says what a server
does with them.
"""

from conform import wire
from conform.pack import check

STDIO = "basic/transports/stdio # stdio"
LONG = 200_000


@check("framing-split-line", "MUST", "A request that arrives in two pieces, cut within a character, is one request",
       "stdio.line-delimited json.utf8", STDIO)  # fmt: skip
def split_line(case):
    data = wire.line(wire.request("ü-split", "server/discover"))
    client = case.client
    first = client.raw(data[: data.index("ü".encode()) + 1])
    second = client.raw(data[data.index("ü".encode()) + 1 :])
    found = client.until(lambda value: wire.is_response(value) and value.get("id") == "ü-split")
    if found is None:
        case.wrong("no answer with this id", "one answer", first, second)


@check("framing-two-lines", "MUST", "Two requests in one write get two answers",
       "stdio.line-delimited base.one-response-per-request", STDIO)  # fmt: skip
def two_lines(case):
    _all_answered(case, 2)


@check("framing-pipelined", "MUST", "Forty requests written at once are all answered",
       "base.one-response-per-request base.stateless-interleaving", "basic/index # Messages")  # fmt: skip
def pipelined(case):
    _all_answered(case, 40)


def _all_answered(case, count):
    client = case.client
    identifiers = [client.new_id() for _ in range(count)]
    methods = [method for method in case.facts.offered() if method.endswith("/list")] or ["server/discover"]
    start = len(client.events)
    requests = [wire.request(each, methods[index % len(methods)]) for index, each in enumerate(identifiers)]
    sent = client.raw(b"".join(map(wire.line, requests)))
    missing = list(identifiers)
    while missing:
        found = client.until(lambda value: wire.is_response(value) and value.get("id") in missing, start)
        if found is None:
            break
        missing = [each for each in missing if not wire.same(each, found.value["id"])]
        start = client.events.index(found) + 1
    if missing:
        client.timeouts += 1
        case.wrong(
            f"{len(missing)} of {count} were not answered; the first is {missing[0]!r}", "an answer to each", sent
        )


@check("framing-long-line", "MUST", "A request of 200,000 bytes is answered, and the next one too",
       "base.one-response-per-request stdio.line-delimited", STDIO)  # fmt: skip
def long_line(case):
    metadata = wire.meta(**{"com.example/padding": "x" * LONG})
    case.answered(case.client.ask("server/discover", metadata=metadata), "an answer")
    case.answered(case.client.ask("server/discover"), "an answer to the next request")


@check("framing-line-separators", "MUST", "U+2028, U+2029 and U+0085 within a string do not end a message",
       "stdio.line-delimited base.response-id-echo", STDIO)  # fmt: skip
def line_separators(case):
    for character in "\u2028\u2029\u0085":
        reply = case.client.ask("server/discover", identifier=f"a{character}b")
        case.answered(reply, "one answer with this id", f"U+{ord(character):04X}: ")


@check("framing-newline-in-string", "MUST NOT", "A newline in an echoed string is escaped, never written raw",
       "stdio.no-embedded-newlines", STDIO)  # fmt: skip
def newline_in_string(case):
    reply = case.client.ask("server/discover", identifier="a\nb\r\nc")
    case.answered(reply, "one answer, in one line, with this id")


@check("framing-unicode", "MUST", "Characters of every length in UTF-8, raw or escaped, come back as they are",
       "json.utf8 base.response-id-echo", "basic/transports/index # Messages")  # fmt: skip
def unicode(case):
    client = case.client
    for name in ("é", "漢字", "😀", "\u0000"):
        case.answered(client.ask("server/discover", identifier="id " + name), "an answer with this id")
    data = wire.line(wire.request("id @", "server/discover")).replace(b"id @", rb"id \ud83d\ude00 \u00e9")
    case.answered(client.wait(client.raw(data)), "an answer with this id")
