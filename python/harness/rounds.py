"""Several rounds: a server that needs input says so in a result, and the same request goes out again with the answers.

Handlers give the answers, on the caller's thread and never on a reader's. Each round is a new request with a new id; the
state goes back exactly as it came, or not at all if none came. Specification: basic/patterns/mrtr.
"""

import copy
import time

from harness.calls import exchange
from harness.errors import ConfigError, DeadlineExceeded, InputRequired, InvalidResult, RoundsExceeded
from harness.inputs import answer_fault, is_request, undeclared

#: Pauses before rounds in which the server asked for nothing but patience, in seconds; the last one repeats.
PATIENCE = (0.05, 0.25)


def complete(peer, method, params, limits, repeat=False, given=None):
    """Gives the complete result of a request and how many rounds it took.

    given holds answers by key, which are used before the handlers are asked.
    """
    params = copy.deepcopy(params)  # every round repeats it, whatever a handler does to what the caller holds
    extra, quiet = {}, 0
    for rounds in range(1, peer.settings.max_rounds + 1):
        result = exchange(peer, method, {**params, **extra}, limits, repeat)
        if result["resultType"] == "complete":
            return result, rounds
        requests, state = _asked(peer, method, result)
        if rounds == peer.settings.max_rounds:
            break  # nobody is asked for answers that would never be sent
        answers = _answers(peer, requests, state, given or {})
        extra = {"inputResponses": answers} if answers else {}
        if state is not None:
            extra["requestState"] = state
        if not requests:
            _pause(peer, method, limits, PATIENCE[min(quiet, len(PATIENCE) - 1)])
            quiet += 1
    raise RoundsExceeded(f"{method} asked for input in {peer.settings.max_rounds} rounds; it was given up", peer.name)


def _asked(peer, method, result):
    requests = result.get("inputRequests", {})
    state = result.get("requestState")
    if "requestState" in result and not isinstance(state, str):
        raise InvalidResult(f"{method}: requestState must be a string", peer.name)
    if not isinstance(requests, dict) or not all(is_request(each) for each in requests.values()):
        raise InvalidResult(f"{method}: inputRequests must map keys to requests", peer.name)
    if not requests and state is None:
        raise InvalidResult(f"{method}: input_required needs inputRequests or requestState", peer.name)
    for key, request in requests.items():
        if undeclared(request):
            raise InvalidResult(f"{method}: {key} asks for {undeclared(request)}, which was not declared", peer.name)
    return requests, state


def _answers(peer, requests, state, given):
    handlers = peer.settings.handlers
    open_keys = [key for key, request in requests.items() if key not in given and request["method"] not in handlers]
    if open_keys:
        # No partial answer: the caller learns of everything that was asked.
        raise InputRequired(peer.name, requests, state)
    answers = {}
    for key, request in requests.items():
        answers[key] = given[key] if key in given else handlers[request["method"]](request.get("params", {}), key)
        if answers[key] is None:
            raise InputRequired(peer.name, requests, state)
        if not isinstance(answers[key], dict):
            raise ConfigError(f"the answer to {key} must be an object", peer.name)
        if answer_fault(request, answers[key]):
            raise ConfigError(f"the answer to {key} is wrong: {answer_fault(request, answers[key])}", peer.name)
    return answers


def _pause(peer, method, limits, seconds):
    if limits.deadline is not None and time.monotonic() + seconds >= limits.deadline:
        raise DeadlineExceeded(peer.name, method, "total", None)
    time.sleep(seconds)
