"""What happened, in words: why a server can be used or not, what to do next, and which exit code says so."""

import difflib
import json
import re
import signal

from harness import errors
from harness.process import STDERR_TAIL
from harness.wire import MISSING_CAPABILITY

FINE, UNEXPECTED, USAGE = 0, 1, 2
UNAVAILABLE, FAILED, AMBIGUOUS = 4, 5, 10
COLLISION, DEADLINE, UNKNOWN, INPUT = 11, 12, 13, 14


class TooLate(errors.HarnessError):
    """The time of --timeout is over."""

    def __init__(self, what):
        """Takes what was under way."""
        super().__init__(f"the time of --timeout is over: {what}")


#: What is shown of the stderr of a server that cannot be used: lines, and characters of the one that is quoted.
TAIL = 10
QUOTED = 200

#: The exit code of each failure; the first class that fits counts.
EXITS = (
    (errors.ConfigError, USAGE),
    (errors.ToolNotFound, FAILED),
    ((errors.RpcError, errors.SubscriptionRefused), FAILED),
    (errors.CollisionError, COLLISION),
    ((errors.DeadlineExceeded, TooLate), DEADLINE),
    (errors.OutcomeUnknown, UNKNOWN),
    (errors.InputRequired, INPUT),
)

BROKEN = "the server breaks the protocol; --trace FILE shows what it sent"

#: What the library says of a variable that a configuration names.
_NOT_SET = re.compile(r"not set in the environment: ([A-Za-z_][A-Za-z0-9_]*)")

#: A line of stderr that says what was wrong, in the ways of the usual runtimes; what follows it says where.
_WRONG = re.compile(r"(\w*(error|exception)|fatal|panic\w*)\b.*:", re.IGNORECASE)

#: Reasons of which the detail says all, and those that need a sentence around it.
_ALONE = ("spawn_failed", "not_mcp", "id_type_mismatch", "message_too_large", "deadline", "version_error_loop")
_SENTENCES = {reason: "{}" for reason in (*_ALONE, "malformed_version_error")} | {
    "legacy_not_authorized": "{}, legacy not authorised",
    "not_started": "not started: {}",
    "no_mutual_version": "no version in common: {}",
    "malformed_discover_result": "malformed answer to server/discover: {}",
    "modern_error_header_mismatch": "error -32020: {}",
    "modern_error_missing_capability": "error -32021: {}",
    "legacy_unsupported_version": "initialize: {}",
}


def crashed(record):
    """Tells whether a server ended by itself before it was known what it is."""
    return record.outcome == "exit"


def last_words(record):
    """Gives the lines of a server's stderr that are known, without one whose beginning was lost."""
    lines = record.stderr_tail.splitlines()
    if len(record.stderr_tail.encode("utf-8", "surrogateescape")) >= STDERR_TAIL:
        lines = lines[1:]  # what is left of a value could not be known as one
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


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
    lines = last_words(record)[-3 * TAIL :]
    last = [line for line in lines if _WRONG.match(line.strip())][-1:] or lines[-1:]
    quoted = last[0].strip() if last else ""
    quoted = quoted if len(quoted) <= QUOTED else quoted[:QUOTED] + "…"
    return f"unavailable: {plain(said)}" + (f"; stderr: {quoted}" if quoted else "")


def ending(status):
    """Says how a process ended."""
    if status >= 0:
        return f"exited with {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"


def plain(words):
    """Gives a sentence of the library with the names of signals, and without what only a programmer can do."""
    words = words.replace("no answer to the acknowledgement of the listen", "the listen was not acknowledged")
    words = re.sub(r", which handlers=\{.*?\} declares", "", words)
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
    if record.reason == "not_started" and (match := _NOT_SET.match(record.detail)):
        return f"export {match[1]}=… before, or take it out of the file"
    broken = ("id_type_mismatch", "malformed_version_error", "malformed_discover_result", "version_error_loop")
    return BROKEN if record.reason in broken else ""


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


def advice(fault, hint=""):
    """Says what can be done about an error, or gives ""; hint is what may be wrong with the arguments."""
    if isinstance(fault, errors.CollisionError):
        return "let both in with --collision prefix-on-collision, or leave one out with --peer"
    if isinstance(fault, errors.DeadlineExceeded) and "listen" not in fault.phase:
        return "a server that needs longer gets it with --timeout SECONDS"
    if isinstance(fault, errors.OutcomeUnknown):
        return "it may have been done or not: look before you call it again"
    if asks(fault):
        return "run it on a terminal, or give --input FILE with the answers"
    if isinstance(fault, errors.RpcError):
        return hint
    if isinstance(fault, errors.SubscriptionRefused) and fault.peer is None:
        return "only a server of 2026-07-28 can be watched; the probe command shows which one is"
    return BROKEN if isinstance(fault, (errors.InvalidResult, errors.ProtocolViolation)) else ""


def arguments(definition):
    """Gives the arguments of a tool or a prompt by name, each with whether it is required; {} if it says nothing."""
    if isinstance(definition.get("arguments"), list):
        named = [each for each in definition["arguments"] if isinstance(each, dict)]
        return {str(each.get("name")): each.get("required") is True for each in named}
    schema = definition.get("inputSchema", {})
    properties, required = schema.get("properties"), schema.get("required")
    required = required if isinstance(required, list) else []
    return {name: name in required for name in properties} if isinstance(properties, dict) else {}


def takes(definition):
    """Gives the names of the arguments, with a mark at those that may be left out."""
    return " ".join(name if required else f"{name}?" for name, required in arguments(definition).items())


def about_arguments(definition, given, texts):
    """Says what may be wrong with arguments: their names, or texts that look like something else; or gives "".

    It only says so; a server's schema may allow more than it names, and the server decides.
    """
    known = arguments(definition)
    missing = [name for name, required in known.items() if required and name not in given]
    unknown = [name for name in given if known and name not in known]
    told = [f"{word}: {', '.join(names)}" for word, names in (("missing", missing), ("unknown", unknown)) if names]
    if told:
        return "; ".join([*told, f"{definition['name']} takes {takes(definition)}"])[: 2 * QUOTED]
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
