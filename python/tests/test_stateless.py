"""Nothing of a request is remembered for the next one: what one declares, the other has to declare again."""

import unittest

from server.messages import encode
from tests.support import META, SOUND, ask, new_server, refused, request_text

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
SUPPORTED = {"supported": ["2026-07-28"]}
LISTEN = "subscriptions/listen"


def lacking(method, members):
    """Gives the text of a request that has these params and nothing besides."""
    return encode({"jsonrpc": "2.0", "id": 2, "method": method, "params": members})


def with_meta(method, changes):
    """Gives the text of a request whose metadata is changed."""
    return request_text(1, method, {**SOUND[method], "_meta": {**META, **changes}})


class StatelessTest(unittest.TestCase):
    def check_forgotten(self, params, sentence):
        """Checks that a request with these params is refused as by a new server, though complete ones came before."""
        expected = refused(2, -32602, "Invalid params: " + sentence, SUPPORTED)
        for method, members in SOUND.items():
            server = new_server()
            complete = request_text(1, method, members)
            before = ask(server, complete)
            self.assertNotIn('"error"', before[0], method)
            self.assertEqual(ask(server, lacking(method, {**members, **params})), expected, method)
            self.assertEqual(ask(new_server(), lacking(method, {**members, **params})), expected, method)
            if method != LISTEN:
                self.assertEqual(ask(server, complete), before, method)

    def test_the_capabilities_of_the_last_request_are_not_those_of_the_next(self):
        sentence = '_meta["io.modelcontextprotocol/clientCapabilities"] must be an object'
        self.check_forgotten({"_meta": {VERSION_KEY: "2026-07-28"}}, sentence)

    def test_the_version_of_the_last_request_is_not_that_of_the_next(self):
        sentence = '_meta["io.modelcontextprotocol/protocolVersion"] must be a string'
        self.check_forgotten({"_meta": {CAPABILITIES_KEY: {}}}, sentence)
        self.check_forgotten({"_meta": {}}, sentence)

    def test_the_metadata_of_the_last_request_is_not_that_of_the_next(self):
        self.check_forgotten({}, "params._meta must be an object")

    def test_no_method_lends_what_it_was_told_to_another_one(self):
        server = new_server()
        for method, members in SOUND.items():
            ask(server, request_text(method, method, members))
        expected = refused(2, -32602, "Invalid params: params._meta must be an object", SUPPORTED)
        for method in SOUND:
            self.assertEqual(ask(server, lacking(method, {})), expected, method)

    def test_a_refused_version_is_forgotten_as_well(self):
        server = new_server()
        data = {**SUPPORTED, "requested": "2025-11-25"}
        for method in SOUND:
            answer = ask(server, with_meta(method, {VERSION_KEY: "2025-11-25"}))
            self.assertEqual(answer, refused(1, -32022, "Unsupported protocol version", data))
            complete = request_text(method, method, SOUND[method])
            self.assertEqual(ask(server, complete), ask(new_server(), complete))

    def test_an_initialize_unlocks_nothing(self):
        server = new_server()
        params = {"protocolVersion": "2026-07-28", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        ask(server, encode({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))
        ask(server, encode({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        expected = refused(2, -32602, "Invalid params: params._meta must be an object", SUPPORTED)
        self.assertEqual(ask(server, lacking("tools/list", {})), expected)

    def test_every_method_answers_without_a_discover(self):
        for method, members in SOUND.items():
            complete = request_text("x", method, members)
            server = new_server()
            ask(server, request_text("d", "server/discover", {}))
            self.assertEqual(ask(new_server(), complete), ask(server, complete), method)

    def test_two_clients_that_use_the_same_ids_get_the_answers_that_each_gets_alone(self):
        server = new_server()
        ada = with_meta("tools/call", {CAPABILITIES_KEY: {"sampling": {}, "elicitation": {}}})
        ben = with_meta("prompts/get", {CAPABILITIES_KEY: {}})
        alone = [ask(new_server(), ada), ask(new_server(), ben)]
        self.assertEqual([ask(server, text) for text in (ada, ben, ben, ada)], [*alone, *alone[::-1]])

    def test_what_a_client_declares_changes_no_answer(self):
        plenty = {
            CAPABILITIES_KEY: {"sampling": {"tools": {}}, "elicitation": {"form": {}}, "x": {}},
            "io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"},
            "io.modelcontextprotocol/logLevel": "debug",
            "progressToken": "p",
            "io.example/key": None,
        }
        for method in SOUND:
            self.assertEqual(ask(new_server(), with_meta(method, plenty)), ask(new_server(), with_meta(method, {})))

    def test_two_servers_share_nothing(self):
        one, other = new_server(), new_server()
        ask(one, request_text(1, "tools/call", {"name": "notes_create", "arguments": {"title": "t", "body": ""}}))
        ask(one, request_text("s", LISTEN, SOUND[LISTEN]))
        listing = request_text("s", "resources/list", {})
        self.assertEqual(ask(other, listing), ask(new_server(), listing))
        self.assertEqual(other.end(), [])
