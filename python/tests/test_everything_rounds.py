"""Tools that ask the client: what each asks, which answers count, and what it says to them."""

import unittest

from server.context import Modes
from server.everything_rounds import ASKING_TOOLS
from server.tools import tools_call
from tests.support import able, error_of, new_state, read_back

ABLE = {"elicitation": {}, "sampling": {}, "roots": {}}
PREFIX = "test_input_required_result_"

NAME = {"action": "accept", "content": {"name": "Ada"}}
SAMPLE = {"role": "assistant", "content": {"type": "text", "text": "Paris"}, "model": "m"}
ROOTS = {"roots": [{"uri": "file:///a"}, {"uri": "file:///b", "name": "b"}]}

#: What each tool asks first, and whether it gives a state out.
ASKED = {
    "elicitation": (["user_name"], False),
    "list_roots": (["client_roots"], False),
    "multi_round": (["step1"], True),
    "multiple_inputs": (["user_name", "greeting", "client_roots"], True),
    "request_state": (["confirm"], True),
    "sampling": (["capital_question"], False),
    "tampered_state": (["confirm"], True),
    "capabilities": (["user_name"], False),
}


def call(name, answers=None, given=None, capabilities=None):
    """Gives the result of a call with answers and a state."""
    members = {"name": name}
    if answers is not None:
        members["inputResponses"] = answers
    if given is not None:
        members["requestState"] = given
    request = able(ABLE if capabilities is None else capabilities, members)
    return read_back(tools_call(new_state(modes=Modes(everything=True)), request))


def form(**content):
    """Gives an accepted form."""
    return {"action": "accept", "content": content}


class EverythingRoundsTest(unittest.TestCase):
    def check_says(self, result, words):
        """Checks that a result has a text and nothing else to say."""
        self.assertEqual((result["content"], result["isError"]), ([{"type": "text", "text": words}], False))

    def check_asks(self, result, keys):
        """Checks that a result asks these questions."""
        self.assertEqual((result["resultType"], list(result["inputRequests"])), ("input_required", keys))

    def test_each_tool_asks_its_questions_and_those_that_need_it_give_a_state(self):
        for name, (keys, seals) in ASKED.items():
            result = call(PREFIX + name)
            self.check_asks(result, keys)
            self.assertEqual("requestState" in result, seals, name)
        self.check_asks(call("test_streaming_elicitation"), ["user_name"])

    def test_each_kind_of_question_has_its_form(self):
        asked = call(PREFIX + "multiple_inputs")["inputRequests"]
        self.assertEqual(asked["client_roots"], {"method": "roots/list", "params": {}})
        message = {"role": "user", "content": {"type": "text", "text": "Generate a greeting"}}
        params = {"messages": [message], "maxTokens": 100}
        self.assertEqual(asked["greeting"], {"method": "sampling/createMessage", "params": params})
        schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        params = {"mode": "form", "message": "What is your name?", "requestedSchema": schema}
        self.assertEqual(asked["user_name"], {"method": "elicitation/create", "params": params})

    def test_answers_count_without_a_state_where_none_is_given_out(self):
        blocks = [{"type": "text", "text": "Pa"}, {"type": "image"}, {"type": "text", "text": "ris"}]
        many = {**SAMPLE, "content": blocks}
        for name, answers, words in [
            ("elicitation", {"user_name": NAME}, "Ada"),
            ("elicitation", {"user_name": {"action": "decline"}}, "decline"),
            ("elicitation", {"user_name": {"action": "cancel", "content": {}}}, "cancel"),
            ("sampling", {"capital_question": SAMPLE}, "Paris"),
            ("sampling", {"capital_question": many}, "Paris"),
            ("sampling", {"capital_question": {**SAMPLE, "content": []}}, ""),
            ("list_roots", {"client_roots": ROOTS}, "file:///a, file:///b"),
            ("list_roots", {"client_roots": {"roots": []}}, ""),
        ]:
            self.check_says(call(PREFIX + name, answers), "You said: " + words)
        self.check_says(call("test_streaming_elicitation", {"user_name": NAME}), "You said: Ada")

    def test_an_answer_is_told_by_what_was_asked_whatever_else_it_holds(self):
        odd = {**NAME, "roots": [], "role": "user"}
        self.check_says(call(PREFIX + "elicitation", {"user_name": odd}), "You said: Ada")
        self.check_says(call(PREFIX + "sampling", {"capital_question": {**SAMPLE, "roots": 1.0}}), "You said: Paris")

    def test_what_is_not_answered_or_does_not_fit_is_asked_again(self):
        self.check_asks(call(PREFIX + "elicitation", {"other": NAME}), ["user_name"])
        for answer in (form(), form(name=1.0), form(Name="Ada"), {"action": "accept"}):
            self.check_asks(call(PREFIX + "elicitation", {"user_name": answer}), ["user_name"])

    def test_the_tool_that_asks_what_it_can_goes_by_the_capabilities(self):
        name = PREFIX + "capabilities"
        for capabilities, keys in [
            (ABLE, ["user_name"]),
            ({"sampling": {}, "roots": {}}, ["capital_question"]),
            ({"roots": {}, "elicitation": {"url": {}}}, ["client_roots"]),
        ]:
            self.check_asks(call(name, capabilities=capabilities), keys)
        self.check_says(call(name, capabilities={}), "There is nothing that this client can be asked.")
        told = call(name, {"client_roots": ROOTS}, capabilities={"roots": {}})
        self.check_says(told, "You said: file:///a, file:///b")
        self.check_asks(call(name, {"client_roots": ROOTS}), ["user_name"])

    def test_answers_without_the_state_that_was_given_out_do_not_count(self):
        for name, answers in [
            ("request_state", {"confirm": form(ok=True)}),
            ("multiple_inputs", {"user_name": NAME, "greeting": SAMPLE, "client_roots": ROOTS}),
            ("multi_round", {"step1": NAME, "step2": form(color="red")}),
        ]:
            self.check_asks(call(PREFIX + name, answers), ASKED[name][0])

    def test_with_the_state_the_answers_count_if_all_are_there(self):
        for name in ("request_state", "tampered_state"):
            given = call(PREFIX + name)["requestState"]
            self.check_says(call(PREFIX + name, {"confirm": form(ok=False)}, given), "state-ok: all is answered")
            self.check_asks(call(PREFIX + name, {"confirm": form(ok="yes")}, given), ["confirm"])
        name = PREFIX + "multiple_inputs"
        given = call(name)["requestState"]
        answers = {"user_name": NAME, "greeting": SAMPLE}
        self.check_asks(call(name, answers, given), ASKED["multiple_inputs"][0])
        self.check_says(call(name, {**answers, "client_roots": ROOTS}, given), "state-ok: all is answered")

    def test_a_state_that_was_changed_is_refused(self):
        given = call(PREFIX + "tampered_state")["requestState"]
        expected = [-32602, "Invalid params: requestState was not given out for this request, or has expired", None]
        for state in (given + "x", given[1:], "x" + given, call(PREFIX + "request_state")["requestState"]):
            answers = {"confirm": form(ok=True)}
            self.assertEqual(error_of(lambda: call(PREFIX + "tampered_state", answers, state)), expected)

    def test_two_rounds_follow_each_other_and_the_state_takes_the_first_answer_along(self):
        name = PREFIX + "multi_round"
        first = call(name)["requestState"]
        second = call(name, {"step1": NAME}, first)
        self.check_asks(second, ["step2"])
        self.assertNotEqual(second["requestState"], first)
        self.check_says(call(name, {"step2": form(color="red")}, second["requestState"]), "Ada likes red")
        ben = {"step1": form(name="Ben"), "step2": {"action": "decline"}}
        self.check_says(call(name, ben, second["requestState"]), "Ada likes decline")

    def test_a_round_without_an_answer_is_asked_again(self):
        name = PREFIX + "multi_round"
        first = call(name)["requestState"]
        self.check_asks(call(name, {"step2": form(color="red")}, first), ["step1"])
        second = call(name, {"step1": NAME}, first)["requestState"]
        again = call(name, {"step1": NAME}, second)
        self.check_asks(again, ["step2"])
        self.check_says(call(name, {"step2": form(color="red")}, again["requestState"]), "Ada likes red")

    def test_a_client_that_cannot_be_asked_is_refused_with_what_is_missing(self):
        for name, missing in [
            ("test_missing_capability", "sampling"),
            (PREFIX + "elicitation", "elicitation.form"),
            (PREFIX + "list_roots", "roots"),
            (PREFIX + "multiple_inputs", "elicitation.form, sampling, roots"),
            (PREFIX + "multi_round", "elicitation.form"),
        ]:
            error = error_of(lambda: call(name, capabilities={}))
            self.assertEqual(error[:2], [-32021, "Missing required client capability: " + missing])
        self.check_says(call("test_missing_capability"), "The client can be asked for samples.")

    def test_only_states_that_are_given_out_are_taken(self):
        sealing = [PREFIX + name for name, (_, seals) in ASKED.items() if seals]
        self.assertEqual(sorted(name for name in ASKING_TOOLS if ASKING_TOOLS[name][3].seals), sorted(sealing))
        for name in ASKING_TOOLS:
            self.assertEqual(error_of(lambda: call(name, {}, "x"))[0], -32602, name)

    def test_an_answer_that_is_none_is_refused_by_each_tool_that_asks_for_it(self):
        keys = {"multi_round": ["step1", "step2"], "capabilities": ["user_name", "capital_question", "client_roots"]}
        for name, (first, _) in ASKED.items():
            for key in keys.get(name, first):
                error = error_of(lambda: call(PREFIX + name, {key: 1.0}))
                self.assertRegex(error[1], "^Invalid params: inputResponses." + key + " must be a result of ")
