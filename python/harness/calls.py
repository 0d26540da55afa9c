"""One request to one peer, from its message to its checked result.

Limits: one absolute deadline for the whole call; an idle limit that matching progress extends, only if the caller asked for
progress. When a limit passes, the peer is told. What may be sent twice is decided here.
"""

import copy
import time

from harness import wire
from harness.errors import DeadlineExceeded, InvalidResult, NotSent, OutcomeUnknown, RpcError
from harness.pending import Pending
from harness.settings import duration

#: Methods that change nothing and may always be asked again.
REPEATABLE = frozenset(
    ["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"]
    + ["prompts/get", "completion/complete"]
)

#: The only methods that may be answered with input_required (specification: basic/patterns/mrtr).
MAY_ASK = ("tools/call", "prompts/get", "resources/read")


class Limits:
    """The limits of one public call: total and idle in seconds, None for none; all count from when it begins."""

    def __init__(self, total=None, idle=None, on_progress=None):
        """Takes the limits and who hears of progress; without that nobody, the idle limit is never extended."""
        self._begun = time.monotonic()
        self.deadline = None if total is None else self._begun + duration("timeout", total)
        self.idle = None if idle is None else duration("idle_timeout", idle)
        self.on_progress = on_progress

    def within(self, seconds):
        """Gives limits that end so many seconds after the call began if they had no deadline; None: never."""
        limits = copy.copy(self)
        if self.deadline is None and seconds is not None:
            limits.deadline = self._begun + seconds
        return limits

    def part(self, seconds, share=1.0):
        """Gives limits for a part of the call, such as a list: a share of its time, and nothing else."""
        limits = self.within(seconds)
        limits.idle = limits.on_progress = None
        if limits.deadline is not None:
            limits.deadline = self._begun + share * (limits.deadline - self._begun)
        return limits

    def expired(self):
        """Tells whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline


def exchange(peer, method, params, limits, repeat=False):
    """Asks the peer and gives the checked result; raises a HarnessError.

    What was not sent is sent again, in the next life of the server if this one is over. What was sent and lost is sent
    again once, and only if the method changes nothing or the caller says with repeat that the call is safe.
    """
    again = repeat or method in REPEATABLE
    over = 0  # the generation that is known to be lost
    if limits.expired():
        raise DeadlineExceeded(peer.name, method, "total", None)
    while True:
        life = peer.life(limits.deadline, over)
        try:
            return _once(peer, life, method, params, limits)
        except NotSent:
            if limits.expired():
                raise
        except OutcomeUnknown:
            if not again or limits.expired():
                raise
            again = False
        over = life.generation


def _once(peer, life, method, params, limits):
    version = life.record.protocol_version
    message = _ask(peer, life, version, method, params, limits)
    other = other_version(peer, life.record, version, message)
    if other is not None:
        message = _ask(peer, life, other, method, params, limits)
    if "error" in message:
        error = message["error"]
        if not wire.is_error_object(error):
            raise InvalidResult("an error needs an integer code and a message", peer.name)
        raise RpcError(peer.name, int(error["code"]), error["message"], error.get("data"))
    return _checked(peer, life.record.era, method, message["result"])


def _ask(peer, life, version, method, params, limits):
    request_id = peer.settings.next_id()
    token = params.get("_meta", {}).get("progressToken")
    if limits.on_progress is not None and token is None:
        token = request_id
        params = {**params, "_meta": {**params.get("_meta", {}), "progressToken": token}}
    message = peer.request(life.record.era, request_id, method, params, version)
    pending = Pending(peer.name, method, request_id, limits.on_progress, token)
    life.table.add(pending)
    try:
        taken, size = peer.send(life.channel, message, limits.deadline)
        if taken == 0:
            raise NotSent(f"{method} was not sent; the pipe took nothing", peer.name)
        if taken < size:
            raise OutcomeUnknown(f"{method} was sent in part", peer.name)
        pending.sent = True
        passed = pending.wait(limits.deadline, limits.idle)
    except KeyboardInterrupt:
        # Had it come within the line, no more would be written.
        peer.cancel(life.channel, request_id, "interrupted")
        raise
    finally:
        life.table.remove(pending)
    if passed is not None:
        peer.cancel(life.channel, request_id, f"{passed} limit")
        silence = None if pending.heard is None else time.monotonic() - pending.heard
        raise DeadlineExceeded(peer.name, method, passed, silence)
    if pending.failure is not None:
        raise pending.failure
    return pending.message


def other_version(peer, record, version, message):
    """Gives the version in which to ask again after this answer, or None.

    A server may stop to serve a version; that never leads back to initialize.
    """
    if record.era != "modern" or wire.code_of(message) != wire.UNSUPPORTED_VERSION:
        return None
    data = message["error"].get("data")
    supported = data.get("supported") if isinstance(data, dict) else None
    supported = supported if isinstance(supported, list) else []
    others = [each for each in peer.settings.modern_versions if each in supported and each != version]
    return others[0] if others else None


def _checked(peer, era, method, result):
    if not isinstance(result, dict):
        raise InvalidResult(f"the result of {method} is no object", peer.name)
    kind = result.get("resultType")
    if "resultType" not in result:
        if era == "modern":
            peer.note(f"{method}: no resultType, read as complete")
        return {**result, "resultType": "complete"}
    if kind != "complete" and not (era == "modern" and kind == "input_required" and method in MAY_ASK):
        raise InvalidResult(f"{method} was answered with resultType {wire.shown(kind)!r}", peer.name)
    return result
