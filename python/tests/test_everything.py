"""The everything mode as a whole: how its fixtures are shown."""

import unittest

from server.everything import fixture_prompts, fixture_tools, prompts_to_come, tools_to_come

TOOLS = [
    "json_schema_2020_12_tool",
    "test_audio_content",
    "test_embedded_resource",
    "test_error_handling",
    "test_image_content",
    "test_input_required_result_capabilities",
    "test_input_required_result_elicitation",
    "test_input_required_result_list_roots",
    "test_input_required_result_multi_round",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_request_state",
    "test_input_required_result_sampling",
    "test_input_required_result_tampered_state",
    "test_logging_tool",
    "test_missing_capability",
    "test_multiple_content_types",
    "test_simple_text",
    "test_streaming_elicitation",
    "test_tool_with_progress",
    "test_trigger_prompt_change",
    "test_trigger_tool_change",
]
PROMPTS = [
    "test_input_required_result_prompt",
    "test_prompt_with_arguments",
    "test_prompt_with_embedded_resource",
    "test_prompt_with_image",
    "test_simple_prompt",
]


def names(parts):
    """Gives the names of tools or prompts, in ascending order."""
    return sorted(part.definition["name"] for part in parts)


class EverythingTest(unittest.TestCase):
    def test_the_fixtures_are_those_of_the_contract(self):
        self.assertEqual((names(fixture_tools()), names(fixture_prompts())), (TOOLS, PROMPTS))
        self.assertEqual(names(tools_to_come()), ["test_changing_tool"])
        self.assertEqual(names(prompts_to_come()), ["test_changing_prompt"])

    def test_a_tool_is_shown_with_all_but_an_output_schema(self):
        for tool in fixture_tools() + tools_to_come():
            self.assertEqual(list(tool.definition), ["name", "title", "description", "inputSchema", "annotations"])
            self.assertEqual(tool.definition["inputSchema"]["type"], "object")
            self.assertFalse(tool.links)

    def test_all_are_read_only_but_those_that_change_lists(self):
        for tool in fixture_tools() + tools_to_come():
            changes = "_trigger_" in tool.definition["name"]
            hints = tool.definition["annotations"]
            self.assertEqual((hints["readOnlyHint"], hints["idempotentHint"]), (not changes, not changes))
            self.assertEqual((hints["destructiveHint"], hints["openWorldHint"]), (False, False))

    def test_a_prompt_has_arguments_only_if_it_takes_some(self):
        with_arguments = [prompt.definition["name"] for prompt in fixture_prompts() if "arguments" in prompt.definition]
        self.assertEqual(with_arguments, ["test_prompt_with_arguments", "test_prompt_with_embedded_resource"])
        for prompt in fixture_prompts() + prompts_to_come():
            members = list(prompt.definition)
            self.assertEqual(members[:3], ["name", "title", "description"])
            for argument in prompt.definition.get("arguments", []):
                self.assertEqual((list(argument), argument["required"]), (["name", "description", "required"], True))

    def test_only_those_that_ask_say_what_they_ask(self):
        for part in fixture_tools() + fixture_prompts():
            asks = part.asks
            is_asking = "input_required" in part.definition["name"] or "elicitation" in part.definition["name"]
            self.assertEqual(len(asks.questions) > 0, is_asking, part.definition["name"])
