"""The codes and sentences of errors."""

import json
import unittest

from server.errors import (
    ERRORS,
    RpcError,
    internal_error,
    invalid_params,
    invalid_request,
    method_not_found,
    missing_capability,
    parse_error,
    unsupported_version,
)


class ErrorsTest(unittest.TestCase):
    def check(self, error, code, message, data=None):
        self.assertIsInstance(error, RpcError)
        self.assertEqual([error.code, error.message, error.data], [code, message, data])

    def test_each_code_has_its_own_first_words(self):
        expected = {
            -32700: "Parse error",
            -32600: "Invalid request",
            -32601: "Method not found",
            -32602: "Invalid params",
            -32603: "Internal error",
            -32002: "Resource not found",
            -32021: "Missing required client capability",
            -32022: "Unsupported protocol version",
        }
        self.assertEqual(ERRORS, expected)

    def test_what_is_not_json_has_one_sentence(self):
        message = "Parse error: the line is not one JSON text in UTF-8, at most 64 levels deep"
        self.check(parse_error(), -32700, message)

    def test_a_detail_stands_behind_the_first_words(self):
        self.check(invalid_request("id must be a number"), -32600, "Invalid request: id must be a number")
        self.check(invalid_params("uri must be a string"), -32602, "Invalid params: uri must be a string")

    def test_an_unknown_method_is_named(self):
        self.check(method_not_found("tools/lists"), -32601, "Method not found: tools/lists")
        self.check(method_not_found(""), -32601, "Method not found: ")

    def test_a_long_method_is_cut_between_code_points(self):
        self.check(method_not_found("a" * 200), -32601, "Method not found: " + "a" * 200)
        self.check(method_not_found("a" * 201), -32601, "Method not found: " + "a" * 200)
        self.check(method_not_found("a" + "😂" * 200), -32601, "Method not found: a" + "😂" * 199)

    def test_params_that_cannot_be_accepted_may_have_data(self):
        self.check(invalid_params("no", {"uri": "notes://x"}), -32602, "Invalid params: no", {"uri": "notes://x"})

    def test_a_fault_of_the_server_does_not_tell_what_happened(self):
        self.check(internal_error(), -32603, "Internal error: the server failed to answer; its stderr says more")

    def test_what_the_client_lacks_is_named_and_comes_as_data(self):
        names = {
            "elicitation.form": {"elicitation": {"form": {}}},
            "sampling": {"sampling": {}},
            "elicitation.form, elicitation.url, roots": {"elicitation": {"form": {}, "url": {}}, "roots": {}},
        }
        for words, required in names.items():
            message = "Missing required client capability: " + words
            self.check(missing_capability(required), -32021, message, {"requiredCapabilities": required})

    def test_a_version_that_is_not_served_comes_with_those_that_are(self):
        error = unsupported_version(None, ["2026-07-28"], "2025-11-25")
        data = {"supported": ["2026-07-28"], "requested": "2025-11-25"}
        self.check(error, -32022, "Unsupported protocol version", data)
        self.assertEqual(json.dumps(error.data), json.dumps(data))

    def test_a_version_that_is_not_served_may_have_a_detail(self):
        error = unsupported_version("not here", ["2026-07-28"], "")
        data = {"supported": ["2026-07-28"], "requested": ""}
        self.check(error, -32022, "Unsupported protocol version: not here", data)

    def test_an_error_tells_its_message_when_it_is_raised(self):
        with self.assertRaises(RpcError) as caught:
            raise invalid_request("no")
        self.assertEqual(str(caught.exception), "Invalid request: no")
