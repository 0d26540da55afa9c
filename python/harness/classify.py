"""What the outcome of a probe means: one pure function, its cases a table in shared-fixtures/probe/outcomes.json.

Only a DiscoverResult or an error that is known from the modern vocabulary says something about the era. Everything else
is ambiguous and identifies nothing; who may go on from there is decided elsewhere, in one place.
"""

from dataclasses import dataclass

from harness.settings import DECLARED
from harness.wire import HEADER_MISMATCH, MISSING_CAPABILITY, MODERN_ERRORS, answer_fault, code_of, is_integer

#: Reasons for which a peer is closed at once; noise, an oversized message and a foreign id are outcomes as they are.
CLOSED_OUTCOMES = {"not-mcp": "not_mcp", "too-large": "message_too_large", "id-type": "id_type_mismatch"}

#: How much is quoted of what a peer says, in characters.
MAX_WORDS = 300


@dataclass(frozen=True)
class Outcome:
    """How a probe ended: kind is answer, silence, exit, closed, not-mcp, too-large or id-type.

    late, for the modern answer to an earlier probe, comes only while initialize is asked, and is never classified.
    """

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
        return Closed(CLOSED_OUTCOMES[outcome.kind], bool(refused), outcome.words)
    if outcome.kind == "answer":
        decision = _of_answer(outcome.message, versions, refused, probes_sent)
    else:
        decision = Ambiguous(outcome.words or outcome.kind)
    if refused and isinstance(decision, Ambiguous):
        # Its refusal has proved that it is modern, and nothing that follows takes that back.
        return Closed("reprobe_failed", True, decision.why)
    return decision


def versions_named(message):
    """Gives the versions that a modern answer says the peer serves, or an empty list."""
    result, error = message.get("result"), message.get("error")
    data = error.get("data") if isinstance(error, dict) else None
    named = result.get("supportedVersions") if isinstance(result, dict) else None
    if named is None and isinstance(data, dict):
        named = data.get("supported")
    return named if _is_list_of_strings(named) else []


def _of_answer(message, versions, refused, probes_sent):
    fault, result = answer_fault(message), message.get("result")
    if code_of(message) in MODERN_ERRORS:
        return _of_modern_error(message, fault, versions, refused, probes_sent)
    if isinstance(result, dict) and "supportedVersions" in result:
        return _of_discover_result(result, fault, versions)
    if fault:
        return Ambiguous(fault)
    if "error" in message:
        code = code_of(message)
        return Ambiguous("an error without a code" if code is None else f"error {code} to server/discover")
    return Ambiguous("a result that is no DiscoverResult")


def _of_modern_error(message, fault, versions, refused, probes_sent):
    code, error = code_of(message), message["error"]
    if code == MISSING_CAPABILITY:
        return Closed("modern_error_missing_capability", True, _wanted(error.get("data")))
    if code == HEADER_MISMATCH:
        said = error.get("message")
        words = f": {said[:MAX_WORDS]}" if isinstance(said, str) else ""
        return Closed("modern_error_header_mismatch", True, "the peer misses a header, and stdio has none" + words)
    supported = versions_named({"error": error})
    if fault or not supported:
        return Closed("malformed_version_error", True, fault or "-32022 without a list of supported versions")
    mutual = [version for version in versions if version in supported]
    if not mutual:
        return _nothing_mutual(supported)
    if probes_sent > 1:
        return Closed("version_error_loop", True, "-32022 again in a version that the peer had named")
    fresh = [version for version in mutual if version not in refused]
    return Reprobe((fresh or mutual)[0])


def _of_discover_result(result, fault, versions):
    supported, capabilities = result["supportedVersions"], result.get("capabilities")
    if not _is_list_of_strings(supported):
        fault = fault or "supportedVersions must be a list of strings that is not empty"
    if result.get("resultType", "complete") != "complete":
        fault = fault or "resultType must be complete"
    if capabilities is not None and not isinstance(capabilities, dict):
        fault = fault or "capabilities must be an object"
    if fault:
        return Closed("malformed_discover_result", True, fault)
    mutual = [version for version in versions if version in supported]
    return Select(mutual[0], _overlooked(result)) if mutual else _nothing_mutual(supported)


def _nothing_mutual(supported):
    return Closed("no_mutual_version", True, ("the peer serves " + ", ".join(supported))[:MAX_WORDS])


def _overlooked(result):
    notes = []
    capabilities = result.get("capabilities")
    if "resultType" not in result:
        notes.append("no resultType, read as complete")
    if capabilities is None:
        notes.append("no capabilities, read as none")
    for name in [name for name, value in (capabilities or {}).items() if not isinstance(value, dict)]:
        notes.append(f"capability {name[:MAX_WORDS]} is no object, read as not declared")
    if not is_integer(result.get("ttlMs")) or result.get("cacheScope") not in ("public", "private"):
        notes.append("no proper cache hints, read as 0 and private")
    return tuple("server/discover: " + note for note in notes)


def _wanted(data):
    wanted = data.get("requiredCapabilities") if isinstance(data, dict) else None
    if not isinstance(wanted, dict) or not wanted:
        return "the peer wants a capability that it does not name"
    options = {name: f'handlers={{"{method}": …}}' for method, (name, _) in DECLARED.items()}
    words = [f"{name}, which {options.get(name, 'no option')} declares" for name in sorted(wanted)]
    return ("the peer wants " + "; ".join(words))[:MAX_WORDS]


def _is_list_of_strings(value):
    return isinstance(value, list) and len(value) > 0 and all(isinstance(item, str) for item in value)
