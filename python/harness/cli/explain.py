"""What happened, in words: why a server can be used or not, what to do next, and which exit code says so."""

import difflib
import json
import re
import signal

from harness import errors
from harness.wire import MISSING_CAPABILITY

FINE, UNEXPECTED, USAGE = 0, 1, 2
UNAVAILABLE, FAILED, AMBIGUOUS = 4, 5, 10
COLLISION, DEADLINE, UNKNOWN, INPUT = 11, 12, 13, 14


class TooLate(errors.HarnessError):
    """The time of --timeout is over."""

    def __init__(self, what):
        """Takes what was under way."""
        super().__init__(f"the time of --timeout is over: {what}")


#: What is shown of the stderr of a server that cannot be used, in lines.
TAIL = 10

#: The exit code of each failure; the first class that fits counts.
EXITS = (
    (errors.ConfigError, USAGE),
    (errors.ToolNotFound, FAILED),
    (errors.RpcError, FAILED),
    (errors.CollisionError, COLLISION),
    ((errors.DeadlineExceeded, TooLate), DEADLINE),
    (errors.OutcomeUnknown, UNKNOWN),
    (errors.InputRequired, INPUT),
    (errors.HarnessError, UNEXPECTED),
)

_SENTENCES = {
    "legacy_not_authorized": "{}, legacy not authorised",
    "spawn_failed": "{}",
    "not_started": "not started: {}",
    "not_mcp": "{}",
    "id_type_mismatch": "{}",
    "message_too_large": "{}",
    "deadline": "{}",
    "no_mutual_version": "no version in common: {}",
    "version_error_loop": "{}",
    "malformed_version_error": "{}",
    "malformed_discover_result": "malformed answer to server/discover: {}",
    "modern_error_header_mismatch": "error -32020: {}",
    "modern_error_missing_capability": "error -32021: {}",
    "legacy_unsupported_version": "initialize: {}",
}


def crashed(record):
    """Tells whether a server ended by itself before it was known what it is."""
    return record.exit_status is not None and record.detail.startswith("it exited with")


def why(record):
    """Says in one sentence why a server can be used or not; the words are the server's in part."""
    probes = [words for _, words in record.evidence if words.startswith("server/discover")]
    if record.available and record.era == "modern":
        if len(probes) > 1:
            return f"-32022 named {record.protocol_version}, asked again"
        return "discover: mutual version"
    if record.available:
        before = probes[-1].split(": ", 1)[-1] if probes else "nothing"
        return f"discover: {before}; initialize: valid result"
    if crashed(record):
        said = f"{ending(record.exit_status)} during the probe"
    else:
        said = _SENTENCES.get(record.reason, record.reason.replace("_", " ") + (": {}" if record.detail else ""))
        said = said.replace("{}", record.detail)
    last = record.stderr_tail.strip().splitlines()[-1:]
    return f"unavailable: {said}" + (f"; stderr: {last[0].strip()}" if last else "")


def ending(status):
    """Says how a process ended."""
    if status >= 0:
        return f"exited with {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"


def plain(words):
    """Gives a sentence with the names of signals in place of negative exit codes."""
    return re.sub(r"exited with (-\d+)", lambda match: ending(int(match[1])), words)


def next_step(record, ad_hoc=False):
    """Says what can be done about a server that cannot be used, or gives ""."""
    name = record.peer
    setting = f"give --allow-legacy {name}" if ad_hoc else f'set "allowLegacy": true for "{name}"'
    if record.available:
        return ""
    if record.reason == "spawn_failed":
        return "check the command, its path and its working directory"
    if crashed(record):
        return f"its stderr may say why; {setting} only if it is a legacy server that dies of the probe"
    if record.reason == "legacy_not_authorized":
        return f"{setting} if you trust that command"
    if record.reason == "modern_error_missing_capability":
        return "give --input FILE with answers, or run it on a terminal"
    if record.reason in ("not_mcp", "message_too_large"):
        return "a server's stdout may hold messages and nothing else; whatever it logs belongs on stderr"
    return ""


def exit_of_record(record):
    """Gives the exit code for one server as it was negotiated."""
    if record.available:
        return FINE
    return AMBIGUOUS if record.reason == "legacy_not_authorized" and not crashed(record) else UNAVAILABLE


def exit_of(fault):
    """Gives the exit code for an error."""
    if isinstance(fault, errors.PeerUnavailable):
        return exit_of_record(fault.negotiation)
    if asks(fault):
        return INPUT
    return next((code for kind, code in EXITS if isinstance(fault, kind)), UNEXPECTED)


def asks(fault):
    """Tells whether a server refused a call because we did not offer to be asked."""
    return isinstance(fault, errors.RpcError) and fault.code == MISSING_CAPABILITY


def advice(fault, texts=None):
    """Says what can be done about an error, or gives ""; texts are the arguments that were passed as text."""
    if isinstance(fault, errors.CollisionError):
        return "let both in with --collision prefix-on-collision, or leave one out with --peer"
    if isinstance(fault, errors.DeadlineExceeded):
        return "a server that needs longer gets it with --timeout SECONDS"
    if isinstance(fault, errors.OutcomeUnknown):
        return "it may have been done or not: look before you call it again"
    if asks(fault):
        return "run it on a terminal, or give --input FILE with the answers"
    if isinstance(fault, errors.RpcError):
        return about_texts(texts or {})
    if isinstance(fault, (errors.InvalidResult, errors.ProtocolViolation)):
        return "the server breaks the protocol; --trace FILE shows what it sent"
    return ""


def about_texts(texts):
    """Says what may be wrong with arguments, given by key, that were passed as text and look like something else."""
    for key, text in texts.items():
        try:
            if not isinstance(json.loads(text), str):
                return f"{key}= passes a text; {key}:= passes a number, true, false or any other JSON"
        except (ValueError, RecursionError):
            continue
    return ""


def alike(name, names):
    """Gives the names that are most like one that does not exist, three at most; those of other servers first."""
    same = [each for each in names if each.endswith(("/" + name, "__" + name))]
    return (same + [each for each in difflib.get_close_matches(name, names, 3) if each not in same])[:3]
