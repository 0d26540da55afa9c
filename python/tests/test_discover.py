"""server/discover: one answer, the same for everyone."""

import unittest

from server.context import Request
from server.discover import discover
from server.messages import result_line
from tests.support import META, created, new_state, result_of

#: The result of the contract, to the byte.
DISCOVERED = (
    '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":false},'
    '"resources":{"listChanged":false,"subscribe":false},"prompts":{"listChanged":false},"completions":{}},'
    '"instructions":"A small store of Markdown notes. Find notes with notes_search or notes_list, read one with '
    'notes_read or as the resource notes://{id}, and change them with notes_create and notes_update.",'
    '"ttlMs":3600000,"cacheScope":"public",'
    '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}}}'
)


class DiscoverTest(unittest.TestCase):
    def test_the_answer_is_that_of_the_contract_to_the_byte(self):
        line = result_line("a", discover(new_state(), Request("a", {"_meta": META})))
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
