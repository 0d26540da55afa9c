"""The end: a server goes when its input ends, whatever it was doing, and does not mind who has stopped reading."""

from conform import wire
from conform.pack import NotObserved, check

PAGE = "basic/transports/stdio # Shutdown"


def _ends(case, client, words):
    if client.code is None:
        case.wrong(f"{words}, the process does not end within {client.timeout:g} s", "it exits")
    else:
        case.note(f"exit code {client.code}")


@check("shutdown-at-once", "SHOULD", "A process to which nothing was said exits when its input ends",
       "stdio.server-exit-on-eof", PAGE)  # fmt: skip
def at_once(case):
    client = case.fresh()
    client.finish()
    _ends(case, client, "after an input without a line")


@check("shutdown-after-requests", "SHOULD", "A process that has answered requests exits when its input ends",
       "stdio.server-exit-on-eof", PAGE)  # fmt: skip
def after_requests(case):
    client = case.bench.starter()
    case.bench.finish_starter()
    _ends(case, client, "after its requests")


@check("shutdown-with-listen", "SHOULD", "A process with an open listen exits when its input ends",
       "stdio.server-exit-on-eof", PAGE)  # fmt: skip
def with_listen(case):
    client, reply, _ = case.bench.ended_listen()
    if not wire.is_notification(reply.value):
        raise NotObserved("the listen was not acknowledged")
    _ends(case, client, "with an open listen")


@check("shutdown-closed-stdout", "SHOULD", "A process whose stdout nobody reads any more exits when its input ends",
       "stdio.server-exit-on-eof", PAGE)  # fmt: skip
def closed_stdout(case):
    requests = b"".join(wire.line(wire.request(number, "server/discover")) for number in range(3))
    code = case.bench.unread(requests)
    if code is None:
        case.wrong("with a closed stdout the process does not end", "it exits")
    else:
        case.note(f"exit code {code}")
