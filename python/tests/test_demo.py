"""The tour: that it shows what it should, and that every line of it is what it seems to be."""

import json
import unittest

from server.demo import STEPS, demo
from tests.support import META, ask, new_server

SUPPORTED = {"supported": ["2026-07-28"]}


def exchanges():
    """Gives what the client sends and what the server answers, in pairs, without the marks."""
    lines = demo().split("\n")
    sent = [index for index, line in enumerate(lines) if line.startswith("> ")]
    return [(lines[index][2:], lines[index + 1][2:]) for index in sent]


def decoded():
    """Gives the exchanges as values."""
    return [(json.loads(sent), json.loads(answer)) for sent, answer in exchanges()]


def answers_to(method):
    """Gives the answers to all requests for a method."""
    return [answer for sent, answer in decoded() if sent["method"] == method]


class DemoTest(unittest.TestCase):
    def test_the_tour_ends_with_a_newline_and_is_the_same_each_time(self):
        self.assertTrue(demo().endswith("}\n"))
        self.assertNotIn("\r", demo())
        self.assertEqual(demo(), demo())

    def test_each_step_is_an_empty_line_a_comment_a_request_and_its_answer(self):
        first, *rest = demo().removesuffix("\n").split("\n")
        self.assertTrue(first.startswith("# "))
        self.assertEqual([line[:2] for line in rest], ["", "# ", "> ", "< "] * len(STEPS))

    def test_every_line_of_client_and_server_is_one_json_object(self):
        marked = [line for line in demo().split("\n") if line[:1] in (">", "<")]
        self.assertEqual(len(marked), 2 * len(STEPS))
        for line in marked:
            self.assertIsInstance(json.loads(line[2:]), dict)

    def test_each_answer_has_the_id_of_its_request(self):
        for sent, answer in decoded():
            self.assertEqual((answer["jsonrpc"], answer["id"]), ("2.0", sent["id"]))

    def test_the_answers_are_those_of_a_real_server(self):
        server = new_server()
        for sent, answer in exchanges():
            self.assertEqual(ask(server, sent), [answer + "\n"])

    def test_it_begins_with_a_discovery(self):
        sent, answer = decoded()[0]
        self.assertEqual(sent["method"], "server/discover")
        self.assertEqual(answer["result"]["supportedVersions"], ["2026-07-28"])

    def test_it_shows_a_list_that_needs_no_discovery(self):
        sent, answer = exchanges()[1]
        self.assertEqual(json.loads(sent)["method"], "prompts/list")
        self.assertEqual(ask(new_server(), sent), [answer + "\n"])

    def test_it_shows_a_tool_call_a_tool_error_and_a_protocol_error(self):
        made, failed, refused = answers_to("tools/call")
        self.assertIs(made["result"]["isError"], False)
        self.assertEqual(json.loads(made["result"]["content"][0]["text"]), made["result"]["structuredContent"])
        self.assertEqual(made["result"]["content"][1]["type"], "resource_link")
        self.assertIs(failed["result"]["isError"], True)
        self.assertIn("title", failed["result"]["content"][0]["text"])
        self.assertEqual(refused["error"]["code"], -32602)
        self.assertIn("unknown tool", refused["error"]["message"])

    def test_it_reads_the_note_that_the_tool_made_as_a_resource(self):
        note = answers_to("tools/call")[0]["result"]["structuredContent"]
        [contents] = answers_to("resources/read")[0]["result"]["contents"]
        self.assertEqual((contents["uri"], contents["text"]), ("notes://" + note["id"], note["body"]))

    def test_it_shows_a_prompt_with_an_embedded_resource(self):
        [answer] = answers_to("prompts/get")
        kinds = [message["content"]["type"] for message in answer["result"]["messages"]]
        self.assertEqual(kinds, ["text", "resource"])

    def test_it_shows_missing_metadata_after_seven_requests_that_had_it(self):
        complete = [META.items() <= sent["params"].get("_meta", {}).items() for sent, _ in decoded()]
        self.assertEqual(complete[:8], [True] * 7 + [False])
        sent, answer = decoded()[7]
        self.assertEqual(sent["params"], {})
        self.assertEqual((answer["error"]["code"], answer["error"]["data"]), (-32602, SUPPORTED))

    def test_it_shows_a_version_that_is_not_served(self):
        [error] = [answer["error"] for _, answer in decoded() if answer.get("error", {}).get("code") == -32022]
        self.assertEqual(error["data"], {**SUPPORTED, "requested": "1900-01-01"})

    def test_it_shows_two_clients_that_lend_each_other_nothing(self):
        ada, ben, ada_again = exchanges()[-3:]
        ids = [json.loads(sent)["id"] for sent, _ in (ada, ben, ada_again)]
        self.assertEqual(ids, [1, 1, 1])
        self.assertEqual(ada, ada_again)
        self.assertIn("result", json.loads(ada[1]))
        meta = json.loads(ben[0])["params"]["_meta"]
        self.assertNotIn("io.modelcontextprotocol/clientCapabilities", meta)
        self.assertEqual(json.loads(ben[1])["error"]["data"], SUPPORTED)
