"""Tools that ask the client, in every way there is: each kind of question, several at once, several rounds.

Those that need nothing again in the retry give no state out. Part of the everything mode; specification:
basic/patterns/mrtr. Sampling and roots are deprecated, and are here for clients that have them.
"""

from server.everything_tools import text_result
from server.questions import ELICIT, ROOTS, SAMPLE, Asks, answer_to, ask, can_ask, form
from server.results import input_required
from server.values import has, is_array, is_boolean, is_string


def sampling(words):
    """Gives the request that asks for a sample."""
    message = {"role": "user", "content": {"type": "text", "text": words}}
    return {"method": SAMPLE, "params": {"messages": [message], "maxTokens": 100}}


def text_form(message, name):
    """Gives the request for a form with one text in it."""
    return form(message, {name: {"type": "string"}}, [name])


#: What each tool asks, all at once or (the last one) in two rounds.
NAME = {"user_name": text_form("What is your name?", "name")}
CAPITAL = {"capital_question": sampling("What is the capital of France?")}
CLIENT_ROOTS = {"client_roots": {"method": ROOTS, "params": {}}}
CONFIRM = {"confirm": form("Please confirm", {"ok": {"type": "boolean"}}, ["ok"])}
ALL = {**NAME, "greeting": sampling("Generate a greeting"), **CLIENT_ROOTS}
STEP_1 = {"step1": text_form("Step 1: What is your name?", "name")}
STEP_2 = {"step2": text_form("Step 2: What is your favourite colour?", "color")}

#: What is asked of a client that can be asked in some ways only: the first of these that it can be asked.
BY_CAPABILITY = [NAME, CAPITAL, CLIENT_ROOTS]


def all_answered(request, requests):
    """Tells whether each of the requests has an answer that can be used."""
    return all(_is_answered(requests[key], answer_to(request, key)) for key in requests)


def told(request, requests, key):
    """Gives what the client answered to one of the requests, in words."""
    answer = answer_to(request, key)
    if requests[key]["method"] == ROOTS:
        return ", ".join([root["uri"] for root in answer["roots"]])
    if requests[key]["method"] == SAMPLE:
        blocks = answer["content"] if is_array(answer["content"]) else [answer["content"]]
        return "".join([block["text"] for block in blocks if has(block, "text") and is_string(block["text"])])
    if answer["action"] != "accept":
        return answer["action"]
    fields = requests[key]["params"]["requestedSchema"]["properties"]
    return ", ".join([answer["content"][name] for name in fields])


def _is_answered(asked, answer):
    if answer is None:
        return False
    if asked["method"] != ELICIT or answer["action"] != "accept":
        return True
    content = answer["content"] if has(answer, "content") else {}
    fields = asked["params"]["requestedSchema"]["properties"]
    return all(has(content, name) and _fits(fields[name], content[name]) for name in fields)


def _fits(field, value):
    return is_boolean(value) if field["type"] == "boolean" else is_string(value)


def _ask_open(request, requests):
    # One round without a state: nothing has to be known again.
    if not all_answered(request, requests):
        return input_required({"inputRequests": requests})
    return text_result("You said: " + "; ".join([told(request, requests, key) for key in requests]))


def _ask_sealed(state, request, requests):
    # One round with a state, without which no answer counts.
    if request.step is None or not all_answered(request, requests):
        return ask(state, request, requests, "asked")
    return text_result("state-ok: all is answered")


def _ask_name(_state, request, _arguments):
    return _ask_open(request, NAME)


def _ask_capital(_state, request, _arguments):
    return _ask_open(request, CAPITAL)


def _ask_roots(_state, request, _arguments):
    return _ask_open(request, CLIENT_ROOTS)


def _ask_confirm(state, request, _arguments):
    return _ask_sealed(state, request, CONFIRM)


def _ask_all(state, request, _arguments):
    return _ask_sealed(state, request, ALL)


def _ask_twice(state, request, _arguments):
    if request.step is None or (request.step == "1" and not all_answered(request, STEP_1)):
        return ask(state, request, STEP_1, "1")
    if request.step == "1":
        # What was said in the first round is needed after the second, so the state takes it along.
        return ask(state, request, STEP_2, "2" + told(request, STEP_1, "step1"))
    if not all_answered(request, STEP_2):
        return ask(state, request, STEP_2, request.step)
    return text_result(request.step[1:] + " likes " + told(request, STEP_2, "step2"))


def _ask_what_can_be(_state, request, _arguments):
    for requests in BY_CAPABILITY:
        if all(can_ask(request, requests[key]["method"]) for key in requests):
            return _ask_open(request, requests)
    return text_result("There is nothing that this client can be asked.")


def _missing_capability(_state, _request, _arguments):
    return text_result("The client can be asked for samples.")


def _asks(requests, seals):
    questions = {key: requests[key]["method"] for key in requests}
    return Asks(questions, list(questions.values()), seals)


#: What runs for each tool, how it is shown (title and description), and what it asks.
ASKING_TOOLS = {
    "test_input_required_result_capabilities": (
        _ask_what_can_be,
        "Ask what can be asked",
        "Asks in one way that the client declared",
        Asks({"user_name": ELICIT, "capital_question": SAMPLE, "client_roots": ROOTS}, [], False),
    ),
    "test_input_required_result_elicitation": (_ask_name, "Ask the user", "Asks for a name", _asks(NAME, False)),
    "test_input_required_result_list_roots": (
        _ask_roots,
        "Ask for roots",
        "Asks for the roots of the client",
        _asks(CLIENT_ROOTS, False),
    ),
    "test_input_required_result_multi_round": (
        _ask_twice,
        "Ask twice",
        "Asks, and then asks more",
        _asks({**STEP_1, **STEP_2}, True),
    ),
    "test_input_required_result_multiple_inputs": (
        _ask_all,
        "Ask three things",
        "Asks in three ways at once",
        _asks(ALL, True),
    ),
    "test_input_required_result_request_state": (
        _ask_confirm,
        "Ask with a state",
        "Asks, and wants its state back",
        _asks(CONFIRM, True),
    ),
    "test_input_required_result_sampling": (
        _ask_capital,
        "Ask the model",
        "Asks for a sample",
        _asks(CAPITAL, False),
    ),
    "test_input_required_result_tampered_state": (
        _ask_confirm,
        "Guard a state",
        "Asks, and refuses a state that was changed",
        _asks(CONFIRM, True),
    ),
    "test_missing_capability": (
        _missing_capability,
        "Missing capability",
        "Needs a client that can be asked for samples",
        Asks({}, [SAMPLE], False),
    ),
    "test_streaming_elicitation": (
        _ask_name,
        "Ask without a request",
        "Asks for a name, in its answer and nowhere else",
        _asks(NAME, False),
    ),
}
