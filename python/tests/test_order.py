"""The order of checks (contract, section 3): a line breaks the rule of its step and, where it can, later ones."""

import unittest

from server.lines import TOO_LONG
from server.messages import encode
from tests.support import META, ask, new_server, refused, request_text, texts_of

SUPPORTED = {"supported": ["2026-07-28"]}
REQUESTED = {**SUPPORTED, "requested": "2025-06-18"}
OLD = {"io.modelcontextprotocol/protocolVersion": "2025-06-18"}
HALF = '"x":"\\ud800"}'

#: Metadata that breaks one rule, two, and three.
LEVEL = {"io.modelcontextprotocol/logLevel": "loud"}
INFO = {**LEVEL, "io.modelcontextprotocol/clientInfo": 1}
TOKEN = {**INFO, "progressToken": None}


def invalid_request(request_id, sentence):
    """Gives the answers that are one -32600."""
    return refused(request_id, -32600, "Invalid request: " + sentence)


def invalid_params(sentence, data=None):
    """Gives the answers that are one -32602 to the request 1."""
    return refused(1, -32602, "Invalid params: " + sentence, data)


def failed(sentence):
    """Gives the answers that are one failure of a tool to the request 1."""
    signature = '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}}'
    content = '"content":[{"type":"text","text":"' + sentence + '"}],"isError":true,'
    return ['{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",' + content + signature + "}}\n"]


def bare(method, params):
    """Gives the text of a request 1 without metadata of its own."""
    return encode({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def call(params, changes):
    """Gives the text of a request 1 for tools/call whose metadata is changed."""
    return bare("tools/call", {**params, "_meta": {**META, **changes}})


class OrderTest(unittest.TestCase):
    def check(self, rows):
        """Checks rows of a line and its answers, on a server that has a listen with the id open."""
        server = new_server()
        ask(server, request_text("open", "subscriptions/listen", {"notifications": {}}))
        for text, expected in rows:
            self.assertEqual(ask(server, text), expected, text)

    def test_step_0_a_line_that_is_too_long(self):
        expected = invalid_request(None, "the line is longer than 4194304 bytes")
        self.assertEqual(texts_of(new_server().handle(TOO_LONG)), expected)

    def test_step_1_a_blank_line_is_ignored(self):
        self.check([("", []), (" \t\r", [])])

    def test_step_2_a_line_that_is_not_json(self):
        sentence = "Parse error: the line is not one JSON text in UTF-8, at most 64 levels deep"
        expected = refused(None, -32700, sentence)
        self.check([('{"id":1,"method":1', expected), ('[{"id":1}] x', expected), ("[" * 65 + "]" * 65, expected)])

    def test_step_3_a_message_that_is_no_object(self):
        expected = invalid_request(None, "the message is not an object")
        self.check([('[{"id":1,"result":1}]', expected), ("[]", expected), ("null", expected), ('"x"', expected)])

    def test_step_4_a_response_is_ignored(self):
        self.check([('{"id":null,"error":1,"params":null}', []), ('{"id":"open","result":{},' + HALF, [])])

    def test_step_5_a_notification_is_never_answered(self):
        self.check([('{"method":"no/such","params":null,' + HALF, []), ('{"method":"tools/list","result":1}', [])])

    def test_step_6_the_envelope_of_a_request(self):
        start = '{"jsonrpc":"2.0",'
        ids = "id must be a string or an integer within 2^53 - 1 of zero"
        self.check(
            [
                ('{"id":null,"method":1,"params":null,' + HALF, invalid_request(None, ids)),
                ('{"id":"\\ud800","method":1,"params":null}', invalid_request(None, ids)),
                ("{}", invalid_request(None, ids)),
                ('{"id":1,"method":1,"params":null,' + HALF, invalid_request(1, "method must be a string")),
                ('{"id":1,"method":"x","params":null,' + HALF, invalid_request(1, 'jsonrpc must be "2.0"')),
                (start + '"id":1,"method":"x","params":null,' + HALF, invalid_request(1, "params must be an object")),
                (
                    start + '"id":"open","method":"x",' + HALF,
                    invalid_request("open", "a string holds half of a surrogate pair"),
                ),
            ]
        )

    def test_step_6a_an_id_that_is_taken(self):
        text = '{"jsonrpc":"2.0","id":"open","method":"initialize"}'
        self.check([(text, invalid_request("open", "id is that of a listen that is still open"))])

    def test_step_7_an_initialize_without_metadata(self):
        sentence = "initialize is not needed here; each request carries its version, served is 2026-07-28"
        old = refused(1, -32022, "Unsupported protocol version: " + sentence, REQUESTED)
        modern = refused(1, -32022, "Unsupported protocol version", REQUESTED)
        self.check(
            [
                (bare("initialize", {"protocolVersion": "2025-06-18", "_meta": OLD}), old),
                (bare("initialize", {"_meta": OLD}), invalid_params(sentence, SUPPORTED)),
                (bare("initialize", {"_meta": {**META, **OLD}}), modern),
                (bare("initialize", {"_meta": META}), refused(1, -32601, "Method not found: initialize")),
            ]
        )

    def test_step_8_metadata_that_is_missing(self):
        version = '_meta["io.modelcontextprotocol/protocolVersion"] must be a string'
        capabilities = '_meta["io.modelcontextprotocol/clientCapabilities"] must be an object'
        self.check(
            [
                (bare("x", []), invalid_params("params must be an object that holds _meta", SUPPORTED)),
                (bare("x", {}), invalid_params("params._meta must be an object", SUPPORTED)),
                (bare("x", {"_meta": {}}), invalid_params(version, SUPPORTED)),
                (bare("x", {"_meta": OLD}), invalid_params(capabilities, SUPPORTED)),
            ]
        )

    def test_step_9_a_version_that_is_not_served(self):
        text = bare("x", {"_meta": {**META, **OLD, **TOKEN}})
        self.check([(text, refused(1, -32022, "Unsupported protocol version", REQUESTED))])

    def test_step_10_an_unknown_method(self):
        for method in ("x", "", "Tools/list", "tools/list ", "constructor", "__proto__", "toString"):
            expected = refused(1, -32601, "Method not found: " + method)
            self.check([(bare(method, {"_meta": {**META, **TOKEN}}), expected)])

    def test_step_11_optional_metadata_and_then_the_params_of_the_method(self):
        token = "_meta.progressToken must be a string or an integer within 2^53 - 1 of zero"
        info = '_meta["io.modelcontextprotocol/clientInfo"] must be an object with a string name and a string version'
        level = '_meta["io.modelcontextprotocol/logLevel"] must be one of '
        levels = "debug, info, notice, warning, error, critical, alert, emergency"
        self.check(
            [
                (call({}, TOKEN), invalid_params(token)),
                (call({}, INFO), invalid_params(info)),
                (call({}, LEVEL), invalid_params(level + levels)),
                (call({"requestState": "x"}, {}), invalid_params("name must be a string")),
                (call({"name": "x", "requestState": 1}, {}), invalid_params("requestState must be a string")),
            ]
        )

    def test_step_12_what_the_params_name_does_not_exist(self):
        self.check([(call({"name": "x", "requestState": "x"}, {}), invalid_params("unknown tool x"))])

    def test_step_13_a_request_state_that_was_not_given_out(self):
        expected = invalid_params("requestState was not given out for this request, or has expired")
        self.check([(call({"name": "notes_read", "requestState": "x"}, {}), expected)])

    def test_step_15_arguments_that_break_the_schema(self):
        arguments = {"id": "note-9", "tag": "A"}
        expected = failed("Argument tag must match ^[a-z0-9-]{1,32}$")
        self.check([(call({"name": "notes_update", "arguments": arguments}, {}), expected)])

    def test_step_16_a_tool_that_fails(self):
        expected = failed("Note not found: note-9; notes_list shows the ids there are")
        self.check([(call({"name": "notes_update", "arguments": {"id": "note-9", "tag": "a"}}, {}), expected)])
