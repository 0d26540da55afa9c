"""From a started peer to a decided one: probe, decide, and perhaps the authorised legacy probe.

One negotiation sends at most two discovers and one initialize, and starts at most two processes. Authorisation is
looked at in one place, after classify has found nothing; no other line of the harness can write initialize.
"""

import time
from dataclasses import dataclass, field, replace

from harness import wire
from harness.classify import Ambiguous, Closed, Reprobe, Select, classify, versions_named
from harness.probe import Prober, words_of


@dataclass(frozen=True)
class Negotiation:
    """How the era of a peer was decided, and what is known of it. Frozen; a restart makes a new one."""

    peer: str
    generation: int
    era: str  # modern, legacy or unknown
    available: bool
    reason: str
    protocol_version: str = None
    detail: str = ""
    evidence: tuple = ()  # of (milliseconds since the start, words), in order
    server_info: dict = None
    capabilities: dict = field(default_factory=dict)
    instructions: str = None
    violations: tuple = ()
    exit_status: int = None
    stderr_tail: str = ""
    outcome: str = ""  # how the last probe ended: exit (by itself, crashed), silence, closed, answer, …

    def explain(self):
        """Says in one or two sentences why the peer is not available and what can be done."""
        words = f"unavailable: {self.reason}" + (f" ({self.detail})" if self.detail else "")
        if self.exit_status is not None and f"exited with {self.exit_status}" not in words:
            words += f"; it exited with {self.exit_status}"
        last = self.stderr_tail.strip().splitlines()[-1:]
        if last:
            words += f"; stderr: {last[0][:200]}"
        if self.reason == "legacy_not_authorized":
            words += f'; set allow_legacy (in a file: "allowLegacy": true) for {self.peer} if you trust that command'
        return words


class Negotiator:
    """One negotiation of one peer; run() gives the record and, if the peer is available, its open channel."""

    def __init__(self, peer, settings, next_id, deadline):
        """Takes the peer's configuration, the harness' settings, a source of ids and the deadline for the whole."""
        self._peer, self._settings, self._next_id, self._deadline = peer, settings, next_id, deadline
        self._begun = time.monotonic()
        self._evidence = []
        self._prober = Prober(peer.name, settings.trace)
        self._channel = self._outcome = None
        self._probes, self._refused, self._probe_ids = 0, [], []

    def run(self):
        """Negotiates; gives (Negotiation, channel or None)."""
        if not self._start():
            return self._failed("spawn_failed", self._evidence[-1][1])
        decision = self._probe(self._settings.modern_versions[0])
        if isinstance(decision, Reprobe):
            decision = self._probe(decision.version)
        if isinstance(decision, Ambiguous):
            decision = self._legacy(decision)
        return decision if isinstance(decision, tuple) else self._settle(decision)

    def _start(self):
        self._close()
        self._outcome = None
        try:
            self._channel = self._peer.open()
        except (OSError, ValueError, TypeError) as fault:  # the last two for what no command can be, such as a NUL
            named = f": {fault.filename}" if getattr(fault, "filename", None) else ""
            self._note(f"cannot be started: {getattr(fault, 'strerror', None) or fault}{named}")
            return False
        self._probe_ids = []  # nothing that was asked of another process can be answered by this one
        return True

    def _probe(self, version):
        self._probes += 1
        request_id = self._next_id()
        self._probe_ids.append(request_id)
        capabilities = self._settings.capabilities
        client_info = self._settings.client_info
        message = wire.modern_request(request_id, "server/discover", {}, version, capabilities, client_info)
        limit = self._sooner(time.monotonic() + self._peer.probe_timeout)
        self._outcome = outcome = self._prober.ask(self._channel, message, limit)
        self._note(f"server/discover in {version}: {words_of(outcome)}")
        if outcome.kind == "answer" and wire.code_of(outcome.message) == wire.UNSUPPORTED_VERSION:
            self._refused.append(version)
        decision = classify(outcome, self._settings.modern_versions, self._refused, self._probes)
        if isinstance(decision, Select):
            for note in decision.notes:
                self._prober.note(note)
        return decision

    def _legacy(self, ambiguous):
        if not self._peer.allow_legacy:
            return self._failed("legacy_not_authorized", ambiguous.why)
        if self._deadline is not None and time.monotonic() >= self._deadline:
            return self._failed("deadline", f"{ambiguous.why}; no time was left for the legacy probe")
        if self._outcome.kind in ("exit", "closed") and not self._start():
            return self._failed("spawn_failed", self._evidence[-1][1])
        version = self._settings.legacy_versions[0]
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": self._settings.client_info}
        message = wire.legacy_request(self._next_id(), "initialize", params)
        limit = self._sooner(time.monotonic() + self._peer.legacy_probe_timeout)
        self._outcome = outcome = self._prober.ask(self._channel, message, limit, self._probe_ids)
        self._note(f"initialize: {words_of(outcome)}")
        if self._proves_modern(outcome):
            return self._once_more(outcome.message)
        fault = self._initialize_fault(outcome)
        if fault is not None:
            return self._failed("legacy_" + fault[0], fault[1])
        if not self._prober.tell(self._channel, wire.notification("notifications/initialized"), limit):
            return self._failed("legacy_closed", "it was gone before notifications/initialized")
        result = outcome.message["result"]
        return self._available("legacy", result["protocolVersion"], "initialize: valid result", result)

    def _once_more(self, message):
        # A modern server that was slow or is strict: it is asked again, and never again anything but modern.
        ours, named = self._settings.modern_versions, versions_named(message)
        decision = self._probe(([version for version in ours if version in named] or ours)[0])
        if isinstance(decision, Ambiguous):
            return self._failed("late_modern_evidence", f"then {decision.why}", era="modern")
        return replace(decision, modern=True) if isinstance(decision, Closed) else decision

    def _proves_modern(self, outcome):
        if outcome.kind == "late":
            return True
        return outcome.kind == "answer" and wire.code_of(outcome.message) == wire.UNSUPPORTED_VERSION

    def _initialize_fault(self, outcome):
        if outcome.kind != "answer":
            return outcome.kind.replace("-", "_"), outcome.words
        message = outcome.message
        if wire.answer_fault(message):
            return "malformed_result", wire.answer_fault(message)
        if "error" in message:
            return "error", words_of(outcome)
        result = message["result"]
        if not isinstance(result, dict) or not isinstance(result.get("capabilities"), dict):
            return "malformed_result", "capabilities must be an object"
        info = result.get("serverInfo")
        if not isinstance(info, dict) or not _is_name(info.get("name")) or not _is_name(info.get("version")):
            return "malformed_result", "serverInfo needs a name and a version"
        if result.get("protocolVersion") not in self._settings.legacy_versions:
            return "unsupported_version", f"it answered with version {wire.shown(result.get('protocolVersion'))!r}"
        return None

    def _settle(self, decision):
        if isinstance(decision, Select):
            result = self._outcome.message["result"]
            return self._available("modern", decision.version, "discover: mutual version", result)
        return self._failed(decision.reason, decision.detail, era="modern" if decision.modern else "unknown")

    def _available(self, era, version, reason, result):
        meta = result.get("_meta") if isinstance(result.get("_meta"), dict) else {}
        info = meta.get(wire.SERVER_INFO_KEY) if era == "modern" else result["serverInfo"]
        instructions = result.get("instructions")
        record = self._record(
            era,
            True,
            reason,
            protocol_version=version,
            server_info=info if isinstance(info, dict) else None,
            capabilities=result.get("capabilities") or {},
            instructions=instructions if isinstance(instructions, str) else None,
        )
        return record, self._channel

    def _failed(self, reason, detail, era="unknown"):
        status = self._channel.exit_status() if self._channel else None
        self._close()
        tail = self._channel.stderr_tail() if self._channel else ""
        return self._record(era, False, reason, detail=detail, exit_status=status, stderr_tail=tail), None

    def _record(self, era, available, reason, **more):
        return Negotiation(
            peer=self._peer.name,
            generation=self._peer.generation,
            era=era,
            available=available,
            reason=reason,
            evidence=tuple(self._evidence),
            violations=self._prober.violations(),
            outcome=self._outcome.kind if self._outcome else "",
            **more,
        )

    def _close(self):
        if self._channel is not None:
            self._channel.close()

    def _note(self, words):
        self._evidence.append((round((time.monotonic() - self._begun) * 1000), words))

    def _sooner(self, limit):
        return limit if self._deadline is None else min(limit, self._deadline)


def _is_name(value):
    return isinstance(value, str) and value != ""
