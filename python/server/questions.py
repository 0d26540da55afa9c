"""Questions to the client: a request that needs input is answered with what it asks, and comes again with the answers.

Nothing waits in the server meanwhile. What it has to know again travels in the request state, and a retry is judged like
any other request. Specification: basic/patterns/mrtr, client/elicitation, client/sampling, client/roots.
"""

from server.errors import invalid_params, missing_capability
from server.params import optional_object
from server.results import input_required
from server.seal import seal, unseal
from server.values import has, is_array, is_boolean, is_number, is_object, is_string

ELICIT = "elicitation/create"
SAMPLE = "sampling/createMessage"
ROOTS = "roots/list"

#: What a client declares if it can be asked by each method.
DECLARED = {ELICIT: {"elicitation": {"form": {}}}, SAMPLE: {"sampling": {}}, ROOTS: {"roots": {}}}

ACTIONS = ["accept", "decline", "cancel"]
ROLES = ["user", "assistant"]


class Asks:
    """What a tool or a prompt asks its client."""

    def __init__(self, questions, needs, seals):
        """Takes keys and the methods they ask by, the methods that it cannot do without, whether it gives states out."""
        self.questions = questions
        self.needs = needs
        self.seals = seals


def check_retry(state, request, asks):
    """Opens the state that came with a request, and looks at the answers that count; raises -32602 and -32021.

    The state must have been sealed for this request, each answer must be a result of the method asked, and the client
    must have declared what cannot be done without.
    """
    if has(request.params, "requestState"):
        request.step = unseal(state.world, request) if asks.seals else None
        if request.step is None:
            raise invalid_params("requestState was not given out for this request, or has expired")
    answers = optional_object(request.params, "inputResponses")
    for key in asks.questions:
        if has(answers, key) and not _ANSWERS[asks.questions[key]](answers[key]):
            raise invalid_params("inputResponses." + key + " must be a result of " + asks.questions[key])
    _require_client(request, asks.needs)


def answer_to(request, key):
    """Gives the client's answer under a key, or null where there is none."""
    answers = optional_object(request.params, "inputResponses")
    return answers[key] if has(answers, key) else None


def can_ask(request, method):
    """Tells whether the client of this request declared that it can be asked by a method."""
    declared = request.capabilities
    if method != ELICIT:
        return has(declared, next(iter(DECLARED[method])))
    # An empty object stands for the form mode (specification: client/elicitation, "Capabilities").
    return has(declared, "elicitation") and (len(declared["elicitation"]) == 0 or has(declared["elicitation"], "form"))


def ask(state, request, requests, step):
    """Gives the result that asks: requests by key, and a state that brings the step back."""
    return input_required({"inputRequests": requests, "requestState": seal(state.world, request, step)})


def form(message, properties, required):
    """Gives the request that shows the user a form of flat fields."""
    schema = {"type": "object", "properties": properties, "required": required}
    return {"method": ELICIT, "params": {"mode": "form", "message": message, "requestedSchema": schema}}


def _require_client(request, methods):
    missing = {}
    for method in methods:
        if not can_ask(request, method):
            missing.update(DECLARED[method])
    if len(missing) > 0:
        raise missing_capability(missing)


def _is_elicit_result(value):
    if not is_object(value) or not has(value, "action") or value["action"] not in ACTIONS:
        return False
    content = value["content"] if has(value, "content") else {}
    return is_object(content) and all(_is_field(content[name]) for name in content)


def _is_field(value):
    if is_array(value):
        return all(is_string(item) for item in value)
    return is_string(value) or is_number(value) or is_boolean(value)


def _is_message_result(value):
    if not is_object(value) or not has(value, "role") or value["role"] not in ROLES or not has(value, "content"):
        return False
    blocks = value["content"] if is_array(value["content"]) else [value["content"]]
    typed = all(is_object(block) and has(block, "type") and is_string(block["type"]) for block in blocks)
    return typed and has(value, "model") and is_string(value["model"])


def _is_roots_result(value):
    if not is_object(value) or not has(value, "roots") or not is_array(value["roots"]):
        return False
    return all(is_object(root) and has(root, "uri") and is_string(root["uri"]) for root in value["roots"])


#: What asks nothing.
ASKS_NOTHING = Asks({}, [], False)

_ANSWERS = {ELICIT: _is_elicit_result, SAMPLE: _is_message_result, ROOTS: _is_roots_result}
