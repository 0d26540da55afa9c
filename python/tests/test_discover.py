"""server/discover: one answer, the same for everyone."""

import unittest

from server.context import Modes
from server.discover import announced, capabilities, discover
from server.messages import result_line
from tests.support import created, new_request, new_state, result_of

#: The result of the contract, to the byte.
DISCOVERED = (
    '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":false},'
    '"resources":{"listChanged":false,"subscribe":false},"prompts":{"listChanged":false},"completions":{}},'
    '"instructions":"A small store of Markdown notes. Find notes with notes_search or notes_list, read one with '
    'notes_read or as the resource notes://{id}, and change them with notes_create, notes_import, notes_update and '
    'notes_delete.",'
    '"ttlMs":3600000,"cacheScope":"public",'
    '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}}}'
)


class DiscoverTest(unittest.TestCase):
    def test_the_answer_is_that_of_the_contract_to_the_byte(self):
        line = result_line("a", discover(new_state(), new_request({}, "server/discover")))
        self.assertEqual(line.decode(), '{"jsonrpc":"2.0","id":"a","result":' + DISCOVERED + "}\n")

    def test_neither_the_notes_nor_the_params_nor_an_earlier_call_change_the_answer(self):
        state = new_state()
        first = result_of(discover, state, {})
        self.assertEqual(result_of(discover, state, {}), first)
        self.assertEqual(result_of(discover, new_state(created(9)), {}), first)
        self.assertEqual(result_of(discover, state, {"cursor": "x", "supportedVersions": ["1900-01-01"]}), first)

    def test_nothing_is_advertised_that_would_have_to_be_announced(self):
        capabilities = result_of(discover, new_state(), {})["capabilities"]
        flags = [flag for capability in capabilities.values() for flag in capability.values()]
        self.assertEqual(flags, [False, False, False, False])

    def test_live_changes_are_advertised_for_resources_only(self):
        expected = {**capabilities(Modes()), "resources": {"listChanged": True, "subscribe": True}}
        self.assertEqual(capabilities(Modes(live=True)), expected)
        self.assertEqual(announced(Modes(live=True)), ["resourcesListChanged", "resourceSubscriptions"])

    def test_the_everything_mode_advertises_its_lists_and_logging(self):
        changing = {"tools": {"listChanged": True}, "prompts": {"listChanged": True}}
        found = capabilities(Modes(everything=True))
        self.assertEqual(found, {**capabilities(Modes()), **changing, "logging": {}})
        self.assertEqual(list(found), ["tools", "resources", "prompts", "completions", "logging"])
        self.assertEqual(announced(Modes(everything=True)), ["toolsListChanged", "promptsListChanged"])

    def test_the_adapter_is_not_advertised_and_nothing_is_announced_without_modes(self):
        self.assertEqual(capabilities(Modes(legacy=True)), capabilities(Modes()))
        self.assertEqual(announced(Modes(legacy=True)), [])
        state = new_state(modes=Modes(legacy=True))
        self.assertEqual(result_of(discover, state, {}), result_of(discover, new_state(), {}))
