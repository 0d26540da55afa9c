"""The tools of the notes: for each definition what runs, whether it links, and what it asks."""

import unittest

from server.questions import ELICIT
from server.schemas import DELETE_INPUT, IMPORT_INPUT, NOTE_OUTPUT, READ_INPUT
from server.tools import tools_call
from server.toolset import DEFINITIONS, EXECUTORS, TOOLS
from tests.support import error_of, new_request, new_state, read_back

NAMES = ["notes_create", "notes_delete", "notes_import", "notes_list", "notes_read", "notes_search", "notes_update"]


class ToolsetTest(unittest.TestCase):
    def test_each_tool_has_what_runs_for_it(self):
        self.assertEqual(sorted(EXECUTORS), NAMES)
        self.assertEqual([tool.definition["name"] for tool in TOOLS], NAMES)
        for tool in TOOLS:
            execute, links, asks = EXECUTORS[tool.definition["name"]]
            self.assertEqual((tool.execute, tool.links, tool.asks), (execute, links, asks))

    def test_only_what_makes_or_changes_one_note_links_to_it(self):
        self.assertEqual([name for name in NAMES if EXECUTORS[name][1]], ["notes_create", "notes_update"])

    def test_only_deleting_asks_and_seals_what_it_asked(self):
        for tool in TOOLS:
            asks = tool.asks
            expected = ({}, [], False)
            if tool.definition["name"] == "notes_delete":
                expected = ({"confirm": ELICIT}, [ELICIT], True)
            self.assertEqual((asks.questions, asks.needs, asks.seals), expected)

    def test_the_schemas_are_those_that_are_applied(self):
        schemas = {tool["name"]: (tool["inputSchema"], tool["outputSchema"]) for tool in DEFINITIONS}
        self.assertIs(schemas["notes_delete"][0], DELETE_INPUT)
        self.assertIs(schemas["notes_import"][0], IMPORT_INPUT)
        self.assertEqual(schemas["notes_read"], (READ_INPUT, NOTE_OUTPUT))

    def test_every_description_tells_a_model_what_it_is_for_and_what_else_there_is(self):
        for definition in DEFINITIONS:
            words = definition["description"]
            others = [name for name in NAMES if name != definition["name"] and name in words]
            self.assertGreater(len(others), 0, definition["name"])
            self.assertTrue(words.endswith("."), definition["name"])

    def test_whoever_is_in_the_table_runs(self):
        arguments = {"notes_create": {"title": "t", "body": ""}, "notes_search": {"query": "x"}, "notes_list": {}}
        for name in NAMES:
            members = {"name": name, "arguments": arguments.get(name, {"id": "note-1"})}
            if name == "notes_delete":
                self.assertEqual(error_of(lambda: tools_call(new_state(), new_request(members)))[0], -32021)
            elif name != "notes_import":
                self.assertFalse(read_back(tools_call(new_state(), new_request(members)))["isError"], name)
