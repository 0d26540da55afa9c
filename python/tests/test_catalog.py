"""What a server offers, with and without its fixtures."""

import unittest

from server.catalog import Catalog
from server.completion import completion_complete
from server.context import Modes
from server.resources import resources_list, resources_read
from tests.support import created, new_state, refusal_of, result_of

WHOLE = Modes(everything=True)
TOOL = "test_changing_tool"
PROMPT = "test_changing_prompt"


def listed(catalog):
    """Gives the names of the tools and of the prompts that are listed."""
    tools = [tool["name"] for tool in catalog.listed_tools.result["tools"]]
    return tools, [prompt["name"] for prompt in catalog.listed_prompts.result["prompts"]]


class CatalogTest(unittest.TestCase):
    def test_without_the_everything_mode_there_are_the_notes_only(self):
        catalog = Catalog(Modes(live=True, legacy=True))
        self.assertEqual((len(catalog.tools), sorted(catalog.prompts)), (7, ["review_note", "summarize_notes"]))
        self.assertEqual((len(catalog.templates), catalog.resources), (1, []))
        self.assertTrue(all(name.startswith("notes_") for name in listed(catalog)[0]))

    def test_with_it_the_fixtures_stand_among_the_rest_in_the_order_of_names(self):
        tools, prompts = listed(Catalog(WHOLE))
        self.assertEqual((len(tools), len(prompts)), (28, 7))
        self.assertEqual((tools, prompts), (sorted(tools), sorted(prompts)))
        expected = ["json_schema_2020_12_tool", "notes_create", "test_trigger_tool_change"]
        self.assertEqual([tools[0], tools[1], tools[-1]], expected)
        self.assertNotIn(TOOL, tools)
        self.assertNotIn(PROMPT, prompts)

    def test_templates_are_listed_in_ascending_order(self):
        templates = Catalog(WHOLE).listed_templates.result["resourceTemplates"]
        self.assertEqual([each["uriTemplate"] for each in templates], ["notes://{id}", "test://template/{id}/data"])

    def test_lists_are_public_for_five_minutes(self):
        catalog = Catalog(WHOLE)
        for constant in (catalog.listed_tools, catalog.listed_prompts, catalog.listed_templates):
            self.assertEqual((constant.result["ttlMs"], constant.result["cacheScope"]), (300000, "public"))

    def test_a_tool_comes_and_goes_and_the_list_with_it(self):
        catalog = Catalog(WHOLE)
        before = catalog.listed_tools.text
        self.assertTrue(catalog.toggle_tool(TOOL))
        self.assertIn(TOOL, listed(catalog)[0])
        self.assertEqual(listed(catalog)[0], sorted(listed(catalog)[0]))
        self.assertIn(TOOL, catalog.tools)
        self.assertFalse(catalog.toggle_tool(TOOL))
        self.assertNotIn(TOOL, catalog.tools)
        self.assertEqual(catalog.listed_tools.text, before)

    def test_a_prompt_comes_and_goes_and_the_list_with_it(self):
        catalog = Catalog(WHOLE)
        before = catalog.listed_prompts.text
        self.assertTrue(catalog.toggle_prompt(PROMPT))
        self.assertIn(PROMPT, listed(catalog)[1])
        self.assertIn(PROMPT, catalog.prompts)
        self.assertFalse(catalog.toggle_prompt(PROMPT))
        self.assertNotIn(PROMPT, catalog.prompts)
        self.assertEqual(catalog.listed_prompts.text, before)

    def test_two_servers_do_not_share_what_comes_and_goes(self):
        one, other = Catalog(WHOLE), Catalog(WHOLE)
        one.toggle_tool(TOOL)
        one.toggle_prompt(PROMPT)
        self.assertNotIn(TOOL, other.tools)
        self.assertNotIn(PROMPT, other.prompts)
        self.assertEqual(len(Catalog(WHOLE).tools), 28)

    def test_fixtures_stand_on_the_last_page_of_resources_behind_the_notes(self):
        state = new_state(created(60), WHOLE)
        first = result_of(resources_list, state, {})
        self.assertEqual(len(first["resources"]), 50)
        second = result_of(resources_list, state, {"cursor": first["nextCursor"]})["resources"]
        uris = [each["uri"] for each in second]
        self.assertEqual(uris[9:], ["notes://note-60", "test://static-binary", "test://static-text"])
        self.assertEqual(len(result_of(resources_list, new_state([], WHOLE), {})["resources"]), 2)

    def test_fixtures_can_be_read_in_their_mode_only(self):
        found = result_of(resources_read, new_state(modes=WHOLE), {"uri": "test://static-text"})
        self.assertEqual(found["contents"][0]["uri"], "test://static-text")
        for modes, uri in ((Modes(), "test://static-text"), (WHOLE, "test://no-such"), (WHOLE, "notes://note-9")):
            expected = [-32602, "Invalid params: resource not found: " + uri, {"uri": uri}]
            self.assertEqual(refusal_of(resources_read, new_state(modes=modes), {"uri": uri}), expected)

    def test_arguments_of_one_prompt_are_completed_from_its_own_values(self):
        catalog = Catalog(WHOLE)
        table = [("arg1", "a", ["alpha", "amber"]), ("arg1", "", ["alpha", "amber", "beta"])]
        table += [("arg2", "t", ["three", "two"]), ("arg1", "A", []), ("arg3", "", []), ("constructor", "", [])]
        for argument, prefix, values in table:
            self.assertEqual(catalog.candidates("test_prompt_with_arguments", argument, prefix), values)
        self.assertEqual(catalog.candidates("test_simple_prompt", "arg1", ""), [])
        self.assertEqual(Catalog(Modes()).candidates("test_prompt_with_arguments", "arg1", ""), [])

    def test_completion_knows_the_fixtures(self):
        state = new_state(modes=WHOLE)
        for ref, values in [
            ({"type": "ref/prompt", "name": "test_prompt_with_arguments"}, ["alpha", "amber"]),
            ({"type": "ref/resource", "uri": "test://template/{id}/data"}, []),
            ({"type": "ref/resource", "uri": "test://static-text"}, []),
        ]:
            params = {"ref": ref, "argument": {"name": "arg1", "value": "a"}}
            found = result_of(completion_complete, state, params)["completion"]
            self.assertEqual(found, {"values": values, "total": len(values), "hasMore": False})
