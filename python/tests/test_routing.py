"""Routing: the checks that all methods share, in their order, and the request that comes out of them."""

import unittest

from server.context import Modes
from server.legacy import legacy_error_line, legacy_result_line
from server.messages import error_line, result_line
from server.routing import LEGACY, MODERN, route
from server.tools import tools_list
from tests.support import META, error_of, new_state

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


def message(meta=META, method="tools/list"):
    """Gives a request with this metadata."""
    return {"jsonrpc": "2.0", "id": 1.0, "method": method, "params": {"_meta": meta, "cursor": "x"}}


def fault(state, given):
    """Gives code and message of the error that a message is refused with, or nothing."""
    return error_of(lambda: route(state, given, 1))[:2]


class RoutingTest(unittest.TestCase):
    def test_a_modern_request_comes_with_its_handler_and_its_dialect(self):
        handler, request = route(new_state(), message(), 1)
        self.assertIs(handler, tools_list)
        self.assertEqual((request.id, request.method, request.params), (1, "tools/list", message()["params"]))
        self.assertIs(request.dialect, MODERN)
        self.assertEqual((MODERN.result_line, MODERN.error_line), (result_line, error_line))

    def test_a_request_holds_what_its_metadata_says(self):
        meta = {VERSION: "2026-07-28", CAPABILITIES: {"roots": {}}, "progressToken": -0.0}
        meta["io.modelcontextprotocol/logLevel"] = "info"
        _, request = route(new_state(), message(meta), 1)
        self.assertEqual((request.capabilities, request.log_level), ({"roots": {}}, "info"))
        self.assertEqual((repr(request.progress_token), request.step), ("0", None))

    def test_a_request_without_optional_metadata_has_none(self):
        _, request = route(new_state(), message(), 1)
        self.assertEqual((request.capabilities, request.log_level, request.progress_token), ({}, None, None))

    def test_notices_are_taken_once(self):
        _, request = route(new_state(), message(), 1)
        request.notices.append(b"x")
        self.assertEqual((request.take_notices(), request.take_notices()), ([b"x"], []))

    def test_the_first_check_that_fails_decides(self):
        state = new_state()
        state.listens.open(1, {})
        bad = message({VERSION: "1900-01-01", CAPABILITIES: {}, "progressToken": None}, "no/such")
        self.assertEqual(fault(state, bad)[0], -32600)
        state.listens.cancel(1)
        self.assertEqual(fault(state, bad)[0], -32022)
        bad["params"]["_meta"][VERSION] = "2026-07-28"
        self.assertEqual(fault(state, bad), [-32601, "Method not found: no/such"])
        bad["method"] = "tools/list"
        self.assertEqual(fault(state, bad)[0], -32602)
        bad["params"]["_meta"]["progressToken"] = "p"
        self.assertEqual(fault(state, bad), [])

    def test_a_method_is_known_by_exactly_its_name(self):
        for method in ("", "Tools/list", "tools/list ", "initialize", "ping", "constructor", "__proto__"):
            self.assertEqual(fault(new_state(), message(method=method)), [-32601, "Method not found: " + method])

    def test_a_legacy_request_comes_with_the_dialect_of_its_era(self):
        state = new_state(modes=Modes(legacy=True))
        state.legacy_opened = True
        handler, request = route(state, {"jsonrpc": "2.0", "id": 1.0, "method": "tools/list"}, 1)
        self.assertIs(handler, tools_list)
        self.assertEqual((request.dialect, request.capabilities), (LEGACY, {}))
        self.assertEqual((LEGACY.result_line, LEGACY.error_line), (legacy_result_line, legacy_error_line))
        self.assertIs(route(state, message(), 1)[1].dialect, MODERN)

    def test_an_id_that_is_taken_is_refused_in_either_era(self):
        state = new_state(modes=Modes(legacy=True))
        state.legacy_opened = True
        state.listens.open(1, {})
        for given in ({"jsonrpc": "2.0", "id": 1.0, "method": "ping"}, message()):
            expected = [-32600, "Invalid request: id is that of a listen that is still open"]
            self.assertEqual(fault(state, given), expected)
