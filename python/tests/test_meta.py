"""The metadata of a request: steps 7, 8, 9 and the first half of 11, row by row."""

import math
import unittest

from server.decode import decode_line
from server.meta import check_optional, check_required
from tests.support import META, error_of

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
CLIENT = "io.modelcontextprotocol/clientInfo"
LEVEL = "io.modelcontextprotocol/logLevel"

SUPPORTED = {"supported": ["2026-07-28"]}

PARAMS_FAULT = "params must be an object that holds _meta"
META_FAULT = "params._meta must be an object"
VERSION_FAULT = '_meta["io.modelcontextprotocol/protocolVersion"] must be a string'
CAPABILITIES_FAULT = '_meta["io.modelcontextprotocol/clientCapabilities"] must be an object'
CAPABILITY_FAULT = "client capability a must be an object"
TOKEN_FAULT = "_meta.progressToken must be a string or an integer within 2^53 - 1 of zero"
CLIENT_FAULT = (
    '_meta["io.modelcontextprotocol/clientInfo"] must be an object with a string name and a string version'
)
LEVEL_FAULT = (
    '_meta["io.modelcontextprotocol/logLevel"] must be one of '
    "debug, info, notice, warning, error, critical, alert, emergency"
)
HANDSHAKE = ": initialize is not needed here; each request carries its version, served is 2026-07-28"

NO_OBJECTS = [None, True, False, 0, 1.5, "", "{}", [], [{}]]
NO_STRINGS = [None, True, 0, 20260728, [], ["2026-07-28"], {}]


def request(params, method="tools/list"):
    """Gives a request with these params."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def with_capabilities(capabilities):
    """Gives a request with these client capabilities."""
    return request({"_meta": {**META, CAPABILITIES: capabilities}})


class MetaTest(unittest.TestCase):
    def check(self, message, expected):
        with self.subTest(message=message):
            self.assertEqual(error_of(lambda: check_required(message)), expected)

    def check_served(self, message):
        self.check(message, [])

    def check_fault(self, message, sentence):
        self.check(message, [-32602, "Invalid params: " + sentence, SUPPORTED])

    def check_capability_fault(self, capabilities, named):
        self.check_fault(with_capabilities(capabilities), "client capability " + named + " must be an object")

    def check_optional_gives(self, meta, sentence):
        expected = [] if sentence is None else [-32602, "Invalid params: " + sentence, None]
        with self.subTest(meta=meta):
            self.assertEqual(error_of(lambda: check_optional(meta)), expected)

    def test_the_required_metadata_is_enough(self):
        self.check_served(request({"_meta": META}))
        self.check_served(request({"_meta": {**META, "extra": None}, "other": 1}, "no/such/method"))

    def test_params_must_be_an_object_that_holds_the_metadata(self):
        self.check_fault({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, PARAMS_FAULT)
        self.check_fault(request([]), PARAMS_FAULT)
        self.check_fault(request([{"_meta": META}]), PARAMS_FAULT)

    def test_the_metadata_must_be_an_object(self):
        self.check_fault(request({}), META_FAULT)
        self.check_fault(request(META), META_FAULT)
        for value in NO_OBJECTS:
            self.check_fault(request({"_meta": value}), META_FAULT)

    def test_the_version_must_be_a_string(self):
        self.check_fault(request({"_meta": {CAPABILITIES: {}}}), VERSION_FAULT)
        self.check_fault(request({"_meta": {CAPABILITIES: {}, "protocolVersion": "2026-07-28"}}), VERSION_FAULT)
        for value in NO_STRINGS:
            self.check_fault(request({"_meta": {**META, VERSION: value}}), VERSION_FAULT)

    def test_the_capabilities_must_be_an_object(self):
        self.check_fault(request({"_meta": {VERSION: "2026-07-28"}}), CAPABILITIES_FAULT)
        for value in NO_OBJECTS:
            self.check_fault(with_capabilities(value), CAPABILITIES_FAULT)

    def test_each_capability_must_be_an_object_known_or_not(self):
        for name in ("elicitation", "experimental", "extensions", "roots", "sampling", "x", "", "constructor", "😂"):
            self.check_served(with_capabilities({name: {}}))
            for value in NO_OBJECTS:
                self.check_capability_fault({name: value}, name)

    def test_each_known_mode_must_be_an_object(self):
        for name, mode in (
            ("elicitation", "form"), ("elicitation", "url"), ("sampling", "context"), ("sampling", "tools"),
            ("experimental", "anything"), ("extensions", "com.example/ui"), ("extensions", ""),
        ):
            self.check_served(with_capabilities({name: {mode: {}}}))
            self.check_served(with_capabilities({name: {mode: {"deep": [None]}}}))
            for value in NO_OBJECTS:
                self.check_capability_fault({name: {mode: value}}, name + "." + mode)

    def test_other_members_of_a_capability_may_be_anything(self):
        for value in NO_OBJECTS:
            self.check_served(with_capabilities({"elicitation": {"tools": value}, "sampling": {"form": value}}))
            self.check_served(with_capabilities({"roots": {"listChanged": value}, "x": {"form": value}}))
            self.check_served(with_capabilities({"constructor": {"name": value}, "toString": {"length": value}}))

    def test_capabilities_and_their_modes_are_looked_at_by_code_point(self):
        self.check_capability_fault({"b": 1, "a": 2}, "a")
        self.check_capability_fault({"😂": 1, "\ufb33": 2}, "\ufb33")
        self.check_capability_fault({"sampling": {"tools": 1}, "elicitation": {"url": 2}}, "elicitation.url")
        self.check_capability_fault({"elicitation": {"url": 1, "form": 2}}, "elicitation.form")
        self.check_capability_fault({"sampling": {"tools": 1, "context": 2}}, "sampling.context")
        self.check_capability_fault({"experimental": {"😂": 1, "\ufb33": 2}}, "experimental.\ufb33")

    def test_the_modes_of_a_capability_come_before_the_next_capability(self):
        self.check_capability_fault({"a": {}, "elicitation": {"form": 1}, "f": 2}, "elicitation.form")
        self.check_capability_fault({"a": 1, "elicitation": {"form": 1}}, "a")

    def test_a_capability_named_proto_is_one_like_any_other(self):
        for text in ('{"__proto__":1}', '{"__proto__":null}'):
            self.check_capability_fault(decode_line(text.encode()), "__proto__")
        self.check_served(with_capabilities(decode_line(b'{"__proto__":{"form":1}}')))

    def test_a_long_name_is_cut_between_code_points(self):
        self.check_capability_fault({"a" * 201: 1}, "a" * 200)
        self.check_capability_fault({"a" + "😂" * 200: 1}, "a" + "😂" * 199)

    def test_the_first_fault_of_the_required_metadata_is_the_one_that_is_told(self):
        meta = {VERSION: 1, CAPABILITIES: [], "progressToken": None}
        self.check_fault(request({"_meta": meta}), VERSION_FAULT)
        self.check_fault(request({"_meta": {**meta, VERSION: "1999-01-01"}}), CAPABILITIES_FAULT)
        meta = {**meta, VERSION: "1999-01-01", CAPABILITIES: {"a": 1}}
        self.check_fault(request({"_meta": meta}), CAPABILITY_FAULT)

    def test_a_version_that_is_not_served_is_refused_with_those_that_are(self):
        for version in ("2025-11-25", "2024-11-05", "", "2026-07-28 ", "2026-07-2", "constructor", "😂"):
            expected = [-32022, "Unsupported protocol version", {**SUPPORTED, "requested": version}]
            for method in ("tools/list", "no/such/method", "initialize"):
                self.check(request({"_meta": {**META, VERSION: version}}, method), expected)

    def test_an_initialize_without_metadata_is_told_that_it_is_not_needed(self):
        expected = [-32602, "Invalid params" + HANDSHAKE, SUPPORTED]
        self.check({"jsonrpc": "2.0", "id": 1, "method": "initialize"}, expected)
        for params in ([], {}, {"_meta": None}, {"_meta": {VERSION: "2026-07-28"}}, {"protocolVersion": "2026-07-28"}):
            self.check(request(params, "initialize"), expected)
        for version in NO_STRINGS:
            self.check(request({"protocolVersion": version}, "initialize"), expected)

    def test_an_initialize_that_names_a_version_of_its_own_is_told_which_one_is_served(self):
        for version in ("2025-11-25", "2025-06-18", "", "constructor"):
            expected = [-32022, "Unsupported protocol version" + HANDSHAKE, {**SUPPORTED, "requested": version}]
            for meta in ({}, {"progressToken": 1}, {VERSION: "2026-07-28"}, {**META, CAPABILITIES: {"roots": 1}}):
                params = {"protocolVersion": version, "capabilities": {}, "_meta": meta}
                self.check(request(params, "initialize"), expected)

    def test_an_initialize_with_all_metadata_is_a_method_like_any_other(self):
        self.check_served(request({"_meta": META}, "initialize"))
        self.check_served(request({"_meta": META, "protocolVersion": "2025-11-25"}, "initialize"))

    def test_no_other_method_is_asked_for_a_version_beside_the_metadata(self):
        self.check_fault(request({"protocolVersion": "2025-11-25"}), META_FAULT)
        self.check_fault(request({"protocolVersion": "2025-11-25"}, "initialized"), META_FAULT)

    def test_a_progress_token_has_the_form_of_an_id(self):
        for value in ("", "a", "😂", 0, -0.0, 1.0, 9007199254740991, -9007199254740991):
            self.check_optional_gives({"progressToken": value}, None)
        for value in (None, True, False, 1.5, 9007199254740992, -9007199254740992, math.inf, [], ["a"], {}):
            self.check_optional_gives({"progressToken": value}, TOKEN_FAULT)

    def test_client_info_has_a_string_name_and_a_string_version(self):
        for extra in ({}, {"title": None, "icons": 1}):
            self.check_optional_gives({CLIENT: {"name": "", "version": "1", **extra}}, None)
        for value in [*NO_OBJECTS, {}, {"name": "a"}, {"version": "1"}, {"name": "a", "Version": "1"}]:
            self.check_optional_gives({CLIENT: value}, CLIENT_FAULT)
        for value in NO_STRINGS:
            self.check_optional_gives({CLIENT: {"name": value, "version": "1"}}, CLIENT_FAULT)
            self.check_optional_gives({CLIENT: {"name": "a", "version": value}}, CLIENT_FAULT)

    def test_the_log_level_is_one_of_syslog(self):
        for value in ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"):
            self.check_optional_gives({LEVEL: value}, None)
        for value in [*NO_OBJECTS, {}, ["debug"], "Debug", "DEBUG", "warn", "trace", "debug ", "length", 7]:
            self.check_optional_gives({LEVEL: value}, LEVEL_FAULT)

    def test_the_first_fault_of_the_optional_metadata_is_the_one_that_is_told(self):
        self.check_optional_gives({LEVEL: "no", CLIENT: None, "progressToken": None}, TOKEN_FAULT)
        self.check_optional_gives({LEVEL: "no", CLIENT: None, "progressToken": 1}, CLIENT_FAULT)
        self.check_optional_gives({LEVEL: "no", CLIENT: {"name": "a", "version": "1"}, "progressToken": 1}, LEVEL_FAULT)

    def test_other_keys_are_ignored_whatever_they_hold(self):
        for value in [*NO_OBJECTS, {}]:
            meta = {"clientInfo": value, "logLevel": value, "traceparent": value, "": value, "com.example/x": value}
            self.check_optional_gives(meta, None)
            self.check_served(request({"_meta": {**META, **meta}}))
        self.check_optional_gives({}, None)
