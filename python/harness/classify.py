"""What the outcome of a probe means: one pure function, its cases a table in shared-fixtures/probe/outcomes.json.

Only a DiscoverResult or an error that is known from the modern vocabulary says something about the era. Everything else
is ambiguous and identifies nothing; who may go on from there is decided elsewhere, in one place.
"""

from dataclasses import dataclass

from harness.wire import HEADER_MISMATCH, MISSING_CAPABILITY, MODERN_ERRORS, UNSUPPORTED_VERSION, is_integer

#: Reasons for which a peer is closed at once; noise, an oversized message and a foreign id are outcomes as they are.
CLOSED_OUTCOMES = {"not-mcp": "not_mcp", "too-large": "message_too_large", "id-type": "id_type_mismatch"}


@dataclass(frozen=True)
class Outcome:
    """How a probe ended: kind is answer, silence, exit, closed, not-mcp, too-large or id-type."""

    kind: str
    message: dict = None
    words: str = ""


@dataclass(frozen=True)
class Select:
    """The peer is modern; this version is spoken. notes are deviations that were overlooked."""

    version: str
    notes: tuple = ()


@dataclass(frozen=True)
class Reprobe:
    """The peer is modern; ask again in this version."""

    version: str


@dataclass(frozen=True)
class Closed:
    """The peer cannot be used and must not be tried as legacy; modern tells whether it proved to be modern."""

    reason: str
    modern: bool
    detail: str = ""


@dataclass(frozen=True)
class Ambiguous:
    """Nothing is known of the era."""

    why: str


def classify(outcome, versions, refused, probes_sent):
    """Gives the decision for the outcome of a probe.

    versions are ours, newest first; refused are those that the peer has refused with -32022 up to now, the one of this
    probe included; probes_sent counts this one.
    """
    if outcome.kind in CLOSED_OUTCOMES:
        return Closed(CLOSED_OUTCOMES[outcome.kind], False, outcome.words)
    if outcome.kind != "answer":
        return Ambiguous(outcome.words or outcome.kind)
    message = outcome.message
    if "result" in message and "error" in message:
        return Ambiguous("an answer with both result and error")
    if "error" in message:
        return _of_error(message["error"], versions, refused, probes_sent)
    return _of_result(message["result"], versions)


def _of_error(error, versions, refused, probes_sent):
    code = error.get("code") if isinstance(error, dict) else None
    if not is_integer(code):
        return Ambiguous("an error without a code")
    if code not in MODERN_ERRORS:
        return Ambiguous(f"error {int(code)} to server/discover")
    data = error.get("data") if isinstance(error.get("data"), dict) else {}
    if code == MISSING_CAPABILITY:
        return Closed("modern_error_missing_capability", True, _wanted(data))
    if code == HEADER_MISMATCH:
        return Closed("modern_error_header_mismatch", True, str(error.get("message", "")))
    assert code == UNSUPPORTED_VERSION
    supported = data.get("supported")
    if not _is_list_of_strings(supported):
        return Closed("malformed_version_error", True, "-32022 without a list of supported versions")
    mutual = [version for version in versions if version in supported]
    if not mutual:
        return Closed("no_mutual_version", True, "the peer serves " + ", ".join(supported))
    if probes_sent > 1:
        return Closed("version_error_loop", True, "-32022 again in a version that the peer had named")
    fresh = [version for version in mutual if version not in refused]
    return Reprobe((fresh or mutual)[0])


def _of_result(result, versions):
    if not isinstance(result, dict) or "supportedVersions" not in result:
        return Ambiguous("a result that is no DiscoverResult")
    supported = result["supportedVersions"]
    if not _is_list_of_strings(supported):
        return Closed("malformed_discover_result", True, "supportedVersions must be a list of strings that is not empty")
    if result.get("resultType", "complete") != "complete":
        return Closed("malformed_discover_result", True, "resultType must be complete")
    if not isinstance(result.get("capabilities") or {}, dict):
        return Closed("malformed_discover_result", True, "capabilities must be an object")
    mutual = [version for version in versions if version in supported]
    if not mutual:
        return Closed("no_mutual_version", True, "the peer serves " + ", ".join(supported))
    return Select(mutual[0], _overlooked(result))


def _overlooked(result):
    notes = []
    if "resultType" not in result:
        notes.append("server/discover: no resultType, read as complete")
    if not isinstance(result.get("capabilities"), dict):
        notes.append("server/discover: no capabilities, read as none")
    if not is_integer(result.get("ttlMs")) or result.get("cacheScope") not in ("public", "private"):
        notes.append("server/discover: no proper cache hints, read as 0 and private")
    return tuple(notes)


def _wanted(data):
    wanted = data.get("requiredCapabilities")
    names = ", ".join(sorted(wanted)) if isinstance(wanted, dict) else "a capability it does not name"
    return f"the peer wants {names}; register a handler for it"


def _is_list_of_strings(value):
    return isinstance(value, list) and len(value) > 0 and all(isinstance(item, str) for item in value)
