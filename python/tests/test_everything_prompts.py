"""Prompts of every kind: what each of them gives."""

import unittest

from server.context import Modes
from server.everything_media import image
from server.everything_prompts import FIXTURE_PROMPTS, OFFERED
from server.prompts import prompts_get
from tests.support import SIGNED, able, error_of, new_state, read_back

ASKING = "test_input_required_result_prompt"


def call(name, arguments=None, answers=None, state=None, capabilities=None):
    """Gives the result of a prompt."""
    members = {"name": name, "arguments": arguments or {}}
    if answers is not None:
        members["inputResponses"] = answers
    request = able({"elicitation": {}} if capabilities is None else capabilities, members, "prompts/get")
    return read_back(prompts_get(new_state(modes=Modes(everything=True)) if state is None else state, request))


def text(words):
    """Gives a message that is a text."""
    return {"role": "user", "content": {"type": "text", "text": words}}


class EverythingPromptsTest(unittest.TestCase):
    def check_gives(self, name, arguments, messages):
        """Checks the messages of a prompt."""
        members = {"description": FIXTURE_PROMPTS[name][2], "messages": messages, "_meta": SIGNED}
        self.assertEqual(call(name, arguments), {"resultType": "complete", **members})

    def test_a_simple_prompt_is_a_text(self):
        self.check_gives("test_simple_prompt", {}, [text("This is a simple prompt for testing.")])

    def test_a_prompt_repeats_its_arguments_and_needs_both(self):
        name = "test_prompt_with_arguments"
        self.check_gives(name, {"arg1": "é", "arg2": ""}, [text("arg1 is é, arg2 is .")])
        for arguments, sentence in [
            ({}, "missing prompt argument arg1"),
            ({"arg1": "x"}, "missing prompt argument arg2"),
            ({"arg1": "x", "arg2": 1.0}, "prompt argument arg2 must be a string"),
        ]:
            self.assertEqual(error_of(lambda: call(name, arguments)), [-32602, "Invalid params: " + sentence, None])

    def test_values_are_offered_for_each_argument_it_has(self):
        names = [argument["name"] for argument in FIXTURE_PROMPTS["test_prompt_with_arguments"][3]]
        self.assertEqual(list(OFFERED), names)
        for values in OFFERED.values():
            self.assertEqual(values, sorted(values))

    def test_a_prompt_embeds_the_resource_that_it_was_given(self):
        resource = {"uri": "x://y", "mimeType": "text/plain", "text": "The text of x://y."}
        embedded = {"role": "user", "content": {"type": "resource", "resource": resource}}
        messages = [embedded, text("Please look at the resource above.")]
        self.check_gives("test_prompt_with_embedded_resource", {"resourceUri": "x://y"}, messages)

    def test_a_prompt_shows_an_image(self):
        content = {"type": "image", "data": image(), "mimeType": "image/png"}
        messages = [{"role": "user", "content": content}, text("Please look at the image above.")]
        self.check_gives("test_prompt_with_image", {}, messages)

    def test_a_prompt_asks_for_its_context_first(self):
        result = call(ASKING)
        self.assertEqual(list(result), ["resultType", "inputRequests", "_meta"])
        self.assertEqual((result["resultType"], list(result["inputRequests"])), ("input_required", ["user_context"]))
        for answers in ({}, {"user_context": {"action": "accept"}}, {"other": {"action": "decline"}}):
            self.assertEqual(call(ASKING, answers=answers), result)

    def test_its_answer_comes_into_the_prompt(self):
        for answer, words in [
            ({"action": "accept", "content": {"context": "a test"}}, "a test"),
            ({"action": "decline"}, "decline"),
        ]:
            result = call(ASKING, answers={"user_context": answer})
            self.assertEqual(result["messages"], [text("The context is: " + words)])

    def test_a_client_that_cannot_be_asked_is_refused(self):
        error = error_of(lambda: call(ASKING, capabilities={}))
        self.assertEqual(error[:2], [-32021, "Missing required client capability: elicitation.form"])
        error = error_of(lambda: call(ASKING, answers={"user_context": 1.0}))
        self.assertEqual(error[1], "Invalid params: inputResponses.user_context must be a result of elicitation/create")

    def test_the_prompt_that_comes_and_goes_is_there_while_it_is_listed(self):
        state = new_state(modes=Modes(everything=True))
        self.assertEqual(error_of(lambda: call("test_changing_prompt", state=state))[0], -32602)
        state.catalog.toggle_prompt("test_changing_prompt")
        self.assertEqual(call("test_changing_prompt", state=state)["messages"], [text("This prompt comes and goes.")])
