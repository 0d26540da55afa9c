"""The adapter for protocol 2025-11-25: who is answered by it, and in which words."""

import json
import unittest

from server.context import Modes
from server.messages import encode
from tests.support import META, SOUND, ask, new_server, refused, request_text

LEGACY = Modes(legacy=True)
INITIALIZE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SUPPORTED = {"supported": ["2026-07-28"]}
NO_META = "Invalid params: params._meta must be an object"
CANNOT_ASK = "its user has to be asked first, which this server does in protocol 2026-07-28 only"


def text(method, params=None, request_id=1):
    """Gives the text of a request as an earlier client writes it."""
    rest = {} if params is None else {"params": params}
    return encode({"jsonrpc": "2.0", "id": request_id, "method": method, **rest})


def opened(modes=LEGACY):
    """Gives a server whose earlier era is open."""
    server = new_server(modes=modes)
    ask(server, text("initialize", INITIALIZE))
    return server


def result(server, method, params=None):
    """Gives the result of a request as an earlier client reads it."""
    [answer] = ask(server, text(method, params))
    return json.loads(answer)["result"]


class LegacyTest(unittest.TestCase):
    def test_an_initialize_is_answered_as_the_contract_says(self):
        found = result(new_server(modes=LEGACY), "initialize", {**INITIALIZE, "protocolVersion": "1900-01-01"})
        self.assertEqual(list(found), ["protocolVersion", "capabilities", "serverInfo", "instructions"])
        self.assertEqual((found["protocolVersion"], found["serverInfo"]["name"]), ("2025-11-25", "notes-server"))
        plain = json.loads(ask(new_server(), request_text(1, "server/discover", {}))[0])["result"]
        self.assertEqual((found["capabilities"], found["instructions"]), (plain["capabilities"], plain["instructions"]))

    def test_nothing_that_could_be_announced_is_advertised_in_any_mode(self):
        whole = Modes(True, True, True)
        plain = result(opened(), "initialize", INITIALIZE)
        self.assertEqual(result(new_server(modes=whole), "initialize", INITIALIZE), plain)

    def test_the_first_fault_of_an_initialize_is_refused_and_opens_nothing(self):
        client = "clientInfo must have a string name and a string version"
        table = [
            (None, "protocolVersion must be a string"),
            ({}, "protocolVersion must be a string"),
            ({"protocolVersion": "x"}, "capabilities must be an object"),
            ({"protocolVersion": "x", "capabilities": {}}, "clientInfo must be an object"),
            ({**INITIALIZE, "clientInfo": {"name": "c"}}, client),
            ({**INITIALIZE, "clientInfo": {"name": 1.0, "version": "1"}}, client),
        ]
        for params, sentence in table:
            server = new_server(modes=LEGACY)
            self.assertEqual(ask(server, text("initialize", params)), refused(1, -32602, "Invalid params: " + sentence))
            self.assertIn("error", json.loads(ask(server, text("ping"))[0]))

    def test_before_an_initialize_a_request_without_metadata_is_refused(self):
        for method in ("ping", "tools/list", "no/such"):
            answer = ask(new_server(modes=LEGACY), text(method, {}))
            self.assertEqual(answer, refused(1, -32602, NO_META, SUPPORTED))

    def test_without_the_mode_there_is_no_adapter(self):
        server = opened(Modes(True, False, True))
        self.assertEqual(ask(server, text("ping", {})), refused(1, -32602, NO_META, SUPPORTED))

    def test_a_ping_gives_nothing(self):
        for params in (None, {}, {"_meta": {}}):
            self.assertEqual(ask(opened(), text("ping", params)), ['{"jsonrpc":"2.0","id":1,"result":{}}\n'])

    def test_an_initialize_may_come_again(self):
        server = opened()
        self.assertEqual(result(server, "initialize", INITIALIZE), result(opened(), "initialize", INITIALIZE))
        self.assertEqual(result(server, "ping"), {})

    def test_results_are_those_of_the_modern_protocol_without_its_members(self):
        for method, members in SOUND.items():
            if method in ("server/discover", "subscriptions/listen"):
                continue
            modern = json.loads(ask(new_server(), request_text(1, method, members))[0])["result"]
            for name in ("resultType", "ttlMs", "cacheScope", "_meta"):
                modern.pop(name, None)
            self.assertEqual(list(result(opened(), method, members).items()), list(modern.items()))

    def test_params_may_be_absent(self):
        self.assertEqual(len(result(opened(), "tools/list")["tools"]), 7)

    def test_any_other_method_does_not_exist(self):
        for method in ("server/discover", "subscriptions/listen", "logging/setLevel", "toString"):
            self.assertEqual(ask(opened(), text(method, {})), refused(1, -32601, "Method not found: " + method))

    def test_a_resource_that_is_not_there_has_the_code_of_that_revision(self):
        uri = "notes://" + "9" * 250
        message = "Resource not found: " + uri[:200]
        self.assertEqual(ask(opened(), text("resources/read", {"uri": uri})), refused(1, -32002, message, {"uri": uri}))

    def test_other_errors_are_the_same(self):
        answer = ask(opened(), text("tools/call", {"name": "x"}))
        self.assertEqual(answer, refused(1, -32602, "Invalid params: unknown tool x"))

    def test_the_members_of_a_retry_are_ignored_whatever_they_hold(self):
        params = {"name": "notes_read", "arguments": {"id": "note-1"}}
        found = result(opened(), "tools/call", {**params, "requestState": 1.0, "inputResponses": None})
        self.assertEqual(found, result(opened(), "tools/call", params))

    def test_a_tool_that_has_to_ask_fails_and_says_why(self):
        for capabilities in ({}, {"elicitation": {}}):
            server = new_server(modes=LEGACY)
            ask(server, text("initialize", {**INITIALIZE, "capabilities": capabilities}))
            found = result(server, "tools/call", {"name": "notes_delete", "arguments": {"id": "note-1"}})
            words = "This tool cannot be used here: " + CANNOT_ASK
            self.assertEqual(found, {"content": [{"type": "text", "text": words}], "isError": True})

    def test_a_prompt_that_has_to_ask_is_refused(self):
        message = text("prompts/get", {"name": "test_input_required_result_prompt"})
        expected = refused(1, -32602, "Invalid params: " + CANNOT_ASK)
        self.assertEqual(ask(opened(Modes(False, True, True)), message), expected)

    def test_a_request_with_any_modern_metadata_never_comes_to_the_adapter(self):
        for meta in (META, {VERSION: None}, {CAPABILITIES: None}, {VERSION: "2025-11-25"}, {CAPABILITIES: {}}):
            for method in ("tools/list", "ping", "initialize"):
                message = text(method, {**INITIALIZE, "_meta": meta})
                self.assertEqual(ask(opened(), message), ask(new_server(), message))

    def test_what_is_neither_legacy_nor_modern_is_refused_as_modern(self):
        for params in ([], {"_meta": None}, {"_meta": []}):
            message = text("tools/list", params)
            self.assertEqual(ask(opened(), message), ask(new_server(), message))

    def test_a_progress_token_is_checked_and_a_log_level_asks_for_nothing(self):
        sentence = "Invalid params: _meta.progressToken must be a string or an integer within 2^53 - 1 of zero"
        self.assertEqual(ask(opened(), text("ping", {"_meta": {"progressToken": 1.5}})), refused(1, -32602, sentence))
        meta = {"io.modelcontextprotocol/logLevel": "debug"}
        server = opened(Modes(False, True, True))
        self.assertEqual(len(ask(server, text("tools/call", {"name": "test_logging_tool", "_meta": meta}))), 1)

    def test_an_import_tells_its_progress_and_answers_in_the_words_of_that_revision(self):
        notes = [{"title": "t", "body": ""}] * 501
        params = {"name": "notes_import", "arguments": {"notes": notes}, "_meta": {"progressToken": "p"}}
        lines = [json.loads(line) for line in ask(opened(), text("tools/call", params))]
        told = [line["params"]["progress"] for line in lines[:-1]]
        self.assertEqual((told, list(lines[-1]["result"])), ([500, 501], ["content", "structuredContent", "isError"]))

    def test_the_modern_protocol_stays_as_it_is_beside_it(self):
        for method, members in SOUND.items():
            message = request_text(1, method, members)
            self.assertEqual(ask(opened(), message), ask(new_server(), message), method)
