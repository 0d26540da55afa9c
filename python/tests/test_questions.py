"""Questions: what a retry has to bring, which answers count, and whom what can be asked."""

import unittest

from server.messages import encode
from server.questions import (
    ASKS_NOTHING,
    ELICIT,
    ROOTS,
    SAMPLE,
    Asks,
    answer_to,
    ask,
    can_ask,
    check_retry,
    form,
)
from server.seal import unseal
from tests.support import able, error_of, new_request, new_state

SEALED = Asks({"key": ELICIT}, [], True)
OPEN = Asks({"key": ELICIT}, [], False)
UNKNOWN_STATE = [-32602, "Invalid params: requestState was not given out for this request, or has expired", None]
WHOLE = {"elicitation": {"form": {}}, "sampling": {}, "roots": {}}

#: Answers that count, and answers that do not, by the method that asks.
GOOD = {
    ELICIT: [
        {"action": "accept"},
        {"action": "decline", "content": {}},
        {"action": "cancel", "more": None},
        {"action": "accept", "content": {"a": "", "b": 1.5, "c": False, "d": ["x"], "e": []}},
    ],
    SAMPLE: [
        {"role": "user", "content": {"type": "text"}, "model": ""},
        {"role": "assistant", "content": [], "model": "m", "stopReason": None},
        {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "image"}], "model": "m"},
    ],
    ROOTS: [{"roots": []}, {"roots": [{"uri": ""}, {"uri": "file:///", "name": 1.0}], "more": 1.0}],
}
BAD = {
    ELICIT: [
        {},
        {"action": "Accept"},
        {"action": ""},
        {"action": None},
        {"action": ["accept"]},
        {"action": "constructor"},
        {"action": "accept", "content": None},
        {"action": "decline", "content": []},
        {"action": "accept", "content": {"a": None}},
        {"action": "accept", "content": {"a": {}}},
        {"action": "accept", "content": {"a": ["x", 1.0]}},
    ],
    SAMPLE: [
        {"content": {"type": "text"}, "model": "m"},
        {"role": "system", "content": {"type": "text"}, "model": "m"},
        {"role": "user", "model": "m"},
        {"role": "user", "content": "text", "model": "m"},
        {"role": "user", "content": {"type": 1.0}, "model": "m"},
        {"role": "user", "content": [{"type": "text"}, {}], "model": "m"},
        {"role": "user", "content": {"type": "text"}},
        {"role": "user", "content": {"type": "text"}, "model": None},
    ],
    ROOTS: [
        {},
        {"roots": None},
        {"roots": {}},
        {"roots": [None]},
        {"roots": [{"uri": "x"}, {}]},
        {"roots": [{"uri": 1.0}]},
    ],
}
NO_ANSWERS = [None, True, False, 0.0, "", "accept", []]


def retry(asks, members, capabilities=None):
    """Gives the error of a retry that brings these members, or nothing."""
    request = able(WHOLE if capabilities is None else capabilities, {"name": "x", **members})
    return error_of(lambda: check_retry(new_state(), request, asks))


def asked_by(method, answer):
    """Gives the error of a retry with this answer to a question of this method, or nothing."""
    return retry(Asks({"key": method}, [], False), {"inputResponses": {"key": answer}})


class QuestionsTest(unittest.TestCase):
    def test_the_answers_of_each_method_are_taken(self):
        for method, answers in GOOD.items():
            for answer in answers:
                self.assertEqual(asked_by(method, answer), [], answer)

    def test_anything_else_under_a_key_that_was_asked_is_refused(self):
        for method, answers in BAD.items():
            expected = [-32602, "Invalid params: inputResponses.key must be a result of " + method, None]
            for answer in answers + NO_ANSWERS:
                self.assertEqual(asked_by(method, answer), expected, answer)

    def test_answers_to_what_was_not_asked_are_ignored(self):
        self.assertEqual(retry(OPEN, {"inputResponses": {"other": 1.0, "constructor": []}}), [])
        self.assertEqual(retry(ASKS_NOTHING, {"inputResponses": {"key": 1.0}}), [])

    def test_the_first_bad_answer_is_named_in_the_order_of_the_questions(self):
        asks = Asks({"b": ELICIT, "a": ROOTS}, [], False)
        expected = [-32602, "Invalid params: inputResponses.b must be a result of elicitation/create", None]
        self.assertEqual(retry(asks, {"inputResponses": {"a": 1.0, "b": 1.0}}), expected)

    def test_an_answer_is_found_by_its_key(self):
        request = new_request({"inputResponses": {"key": {"action": "accept"}}})
        self.assertEqual(answer_to(request, "key"), {"action": "accept"})
        for key in ("", "Key", "constructor", "__proto__"):
            self.assertIsNone(answer_to(request, key))
        self.assertIsNone(answer_to(new_request({}), "key"))

    def test_what_gives_no_states_out_refuses_all_of_them(self):
        request = new_request({"name": "x"})
        sealed = ask(new_state(), request, {}, "s")["requestState"]
        for asks in (ASKS_NOTHING, OPEN):
            for state in ("", "x", sealed):
                self.assertEqual(retry(asks, {"requestState": state}), UNKNOWN_STATE)
            self.assertEqual(retry(asks, {}), [])

    def test_a_state_of_ours_brings_its_step_and_any_other_is_refused(self):
        state = new_state()
        sealed = ask(state, new_request({"name": "x"}), {}, "step")["requestState"]
        request = new_request({"name": "x", "requestState": sealed})
        check_retry(state, request, SEALED)
        self.assertEqual(request.step, "step")
        for other in ("", "x", sealed + "x"):
            self.assertEqual(retry(SEALED, {"requestState": other}), UNKNOWN_STATE)

    def test_without_a_state_there_is_no_step(self):
        request = new_request({"name": "x", "inputResponses": {"key": {"action": "accept"}}})
        check_retry(new_state(), request, SEALED)
        self.assertIsNone(request.step)

    def test_the_state_comes_before_the_answers_and_they_before_the_client(self):
        asks = Asks({"key": ELICIT}, [ELICIT], True)
        bad = {"requestState": "x", "inputResponses": {"key": 1.0}}
        self.assertEqual(retry(asks, bad, {}), UNKNOWN_STATE)
        del bad["requestState"]
        self.assertEqual(retry(asks, bad, {})[0], -32602)
        self.assertEqual(retry(asks, {}, {})[0], -32021)

    def test_a_client_must_have_declared_what_cannot_be_done_without(self):
        asks = Asks({}, [ELICIT, SAMPLE, ROOTS], False)
        form_mode = {"elicitation": {"form": {}}}
        table = [
            ({}, "elicitation.form, sampling, roots", {**form_mode, "sampling": {}, "roots": {}}),
            ({"sampling": {}}, "elicitation.form, roots", {**form_mode, "roots": {}}),
            ({"elicitation": {"url": {}}, "roots": {}}, "elicitation.form, sampling", {**form_mode, "sampling": {}}),
            ({"elicitation": {}, "sampling": {"tools": {}}}, "roots", {"roots": {}}),
        ]
        for declared, names, missing in table:
            message = "Missing required client capability: " + names
            self.assertEqual(retry(asks, {}, declared), [-32021, message, {"requiredCapabilities": missing}])
        self.assertEqual(retry(asks, {}, WHOLE), [])

    def test_a_form_can_be_asked_of_who_declared_it_or_no_mode_at_all(self):
        table = [({}, False), ({"elicitation": {}}, True), ({"elicitation": {"form": {}}}, True)]
        table += [({"elicitation": {"url": {}}}, False), ({"elicitation": {"form": {}, "url": {}}}, True)]
        for declared, expected in table:
            self.assertIs(can_ask(able(declared, {}), ELICIT), expected, declared)

    def test_samples_and_roots_can_be_asked_of_who_declared_them(self):
        for method, name in ((SAMPLE, "sampling"), (ROOTS, "roots")):
            for declared, expected in (({}, False), ({name: {}}, True), ({"elicitation": {}}, False)):
                self.assertIs(can_ask(able(declared, {}), method), expected)

    def test_what_is_asked_stands_before_the_state_in_a_result_that_is_not_cacheable(self):
        state, request = new_state(), new_request({"name": "x"})
        result = ask(state, request, {"key": {"method": ROOTS, "params": {}}}, "step")
        self.assertEqual(list(result), ["resultType", "inputRequests", "requestState", "_meta"])
        self.assertEqual(result["resultType"], "input_required")
        request = new_request({"name": "x", "requestState": result["requestState"]})
        self.assertEqual(unseal(state.world, request), "step")

    def test_a_form_is_a_request_of_its_own_mode(self):
        expected = '{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":'
        expected += '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}}'
        self.assertEqual(encode(form("m", {"a": {"type": "string"}}, ["a"])), expected)
