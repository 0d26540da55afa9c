"""Tools of every kind that need nothing from the client: what each of them gives."""

import json
import unittest

from server.context import Modes
from server.everything_media import image, sound
from server.everything_resources import text_contents
from server.everything_tools import RICH_INPUT, SIMPLE_TOOLS
from server.tools import tools_call
from tests.support import META, SIGNED, new_request, new_state, read_back, texts_of

WHOLE = Modes(everything=True)
LEVEL = "io.modelcontextprotocol/logLevel"
IMAGE = {"type": "image", "data": image(), "mimeType": "image/png"}


def call(name, arguments=None, meta=None, state=None):
    """Gives the result of a call, and what goes out ahead of it."""
    members = {"name": name, "arguments": arguments or {}, "_meta": {**META, **(meta or {})}}
    request = new_request(members)
    result = read_back(tools_call(new_state(modes=WHOLE) if state is None else state, request))
    return result, texts_of(request.take_notices())


def text(words):
    """Gives a block of text."""
    return {"type": "text", "text": words}


def resource(uri):
    """Gives a block with a text resource."""
    return {"type": "resource", "resource": text_contents(uri)}


class EverythingToolsTest(unittest.TestCase):
    def check_rich(self, arguments, words, fails):
        """Checks what the tool with the rich schema says to arguments."""
        result = call("json_schema_2020_12_tool", arguments)[0]
        self.assertEqual((result["content"], result["isError"]), ([text(words)], fails), arguments)

    def test_each_kind_of_content_has_its_tool(self):
        mixed = [text("Text, an image and a resource:"), IMAGE, resource("test://mixed-content-resource")]
        table = {
            "test_simple_text": [text("This is a simple text.")],
            "test_image_content": [IMAGE],
            "test_audio_content": [{"type": "audio", "data": sound(), "mimeType": "audio/wav"}],
            "test_embedded_resource": [resource("test://embedded-resource")],
            "test_multiple_content_types": mixed,
        }
        for name, content in table.items():
            expected = {"resultType": "complete", "content": content, "isError": False, "_meta": SIGNED}
            self.assertEqual(call(name), (expected, []))

    def test_the_failing_tool_fails_as_a_tool(self):
        words = "This tool always fails, so that clients can try how they show a failure"
        expected = {"resultType": "complete", "content": [text(words)], "isError": True, "_meta": SIGNED}
        self.assertEqual(call("test_error_handling"), (expected, []))

    def test_progress_is_told_three_times_to_who_has_a_token(self):
        head = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":'
        expected = [head + '"p","progress":' + done + ',"total":100}}\n' for done in ("0", "50", "100")]
        self.assertEqual(call("test_tool_with_progress", meta={"progressToken": "p"})[1], expected)
        [first, *_] = call("test_tool_with_progress", meta={"progressToken": 0.0})[1]
        self.assertEqual(first, expected[0].replace('"p"', "0"))
        self.assertEqual(call("test_tool_with_progress")[1], [])

    def test_messages_at_or_above_the_level_of_the_request_are_logged(self):
        for level, logged in [
            ("debug", ["debug", "info", "warning"]),
            ("info", ["info", "warning"]),
            ("notice", ["warning"]),
            ("warning", ["warning"]),
            ("error", []),
        ]:
            lines = call("test_logging_tool", meta={LEVEL: level})[1]
            self.assertEqual([json.loads(line)["params"]["level"] for line in lines], logged)
        self.assertEqual(call("test_logging_tool")[1], [])

    def test_a_logged_message_has_its_members_in_their_order(self):
        params = '{"level":"warning","logger":"test_logging_tool","data":{"message":"Almost done"}}'
        expected = '{"jsonrpc":"2.0","method":"notifications/message","params":' + params + "}\n"
        self.assertEqual(call("test_logging_tool", meta={LEVEL: "warning"})[1], [expected])

    def test_the_tools_that_change_a_list_say_what_they_did_and_leave_a_change(self):
        for kind, flag in [("tool", "toolsListChanged"), ("prompt", "promptsListChanged")]:
            state = new_state(modes=WHOLE)
            for words in (" is listed now.", " is not listed any more."):
                result = call("test_trigger_" + kind + "_change", state=state)[0]
                self.assertEqual(result["content"], [text("test_changing_" + kind + words)])
                [change] = state.notes.changes.take_own()
                self.assertEqual((change.flags, change.note_ids), ([flag], []))

    def test_the_tool_that_comes_and_goes_can_be_called_while_it_is_there(self):
        state = new_state(modes=WHOLE)
        call("test_trigger_tool_change", state=state)
        self.assertEqual(call("test_changing_tool", state=state)[0]["content"], [text("This tool comes and goes.")])

    def test_tools_that_take_nothing_refuse_arguments(self):
        for name in SIMPLE_TOOLS:
            if name != "json_schema_2020_12_tool":
                result = call(name, {"x": 1.0})[0]
                self.assertEqual((result["content"], result["isError"]), ([text("Unknown argument x")], True), name)

    def test_the_rich_schema_shows_keywords_of_its_dialect(self):
        expected = ["$schema", "type", "$defs", "properties", "allOf", "if", "then", "else", "additionalProperties"]
        self.assertEqual(list(RICH_INPUT), expected)
        self.assertEqual(RICH_INPUT["$schema"], "https://json-schema.org/draft/2020-12/schema")
        self.assertEqual(RICH_INPUT["$defs"]["address"]["$anchor"], "addressDef")
        self.assertIn("anyOf", RICH_INPUT["allOf"][0])

    def test_arguments_that_fit_the_rich_schema_are_good(self):
        good = "The arguments are good."
        for arguments in [
            {"email": "e"},
            {"contactMethod": "email", "email": ""},
            {"contactMethod": "phone", "phone": "1"},
            {"contactMethod": "phone", "phone": "1", "email": "e", "name": "n"},
            {"email": "e", "address": {"street": "s", "city": "c", "more": 1.0}},
            {"email": "e", "address": {}},
        ]:
            self.check_rich(arguments, good, False)

    def test_the_first_fault_of_the_rich_arguments_is_told(self):
        for arguments, words in [
            ({}, "Missing required argument email"),
            ({"phone": "1"}, "Missing required argument email"),
            ({"contactMethod": "email", "phone": "1"}, "Missing required argument email"),
            ({"contactMethod": "phone", "email": "e"}, "Missing required argument phone"),
            ({"contactMethod": "fax", "email": "e"}, "Argument contactMethod must be phone or email"),
            ({"contactMethod": "", "email": "e"}, "Argument contactMethod must be phone or email"),
            ({"contactMethod": 1.0, "email": "e"}, "Argument contactMethod must be a string"),
            ({"email": "e", "address": []}, "Argument address must be an object"),
            ({"email": "e", "address": {"city": 1.0}}, "Argument address.city must be a string"),
            ({"email": "e", "constructor": "x"}, "Unknown argument constructor"),
        ]:
            self.check_rich(arguments, words, True)
