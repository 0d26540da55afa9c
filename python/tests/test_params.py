"""The checks of params that several methods share, and the sentence that each refuses with."""

import unittest

from server.params import (
    check_retry_form,
    optional_object,
    refuse_cursor,
    require_object,
    require_string,
    unknown_cursor,
)
from tests.support import error_of

NO_STRINGS = [None, 1.0, True, [], {}]
NO_OBJECTS = [None, 1.0, True, "", "{}", []]


def refused(sentence):
    """Gives the error that is -32602 with a sentence and without data."""
    return [-32602, "Invalid params: " + sentence, None]


UNKNOWN_CURSOR = refused("cursor is none of this list; start again without one")


class ParamsTest(unittest.TestCase):
    def check(self, call, expected):
        """Checks the error of a call, or with nothing expected that it raises none."""
        self.assertEqual(error_of(call), expected)

    def test_a_required_string_is_given_and_anything_else_is_refused(self):
        for value in ("x", ""):
            self.assertEqual(require_string({"name": value}, "name"), value)
        for value in NO_STRINGS:
            self.check(lambda: require_string({"name": value}, "name"), refused("name must be a string"))
        self.check(lambda: require_string({}, "name"), refused("name must be a string"))

    def test_a_required_object_is_given_and_anything_else_is_refused(self):
        for value in ({}, {"a": [1.0]}):
            self.assertEqual(require_object({"ref": value}, "ref"), value)
        for value in NO_OBJECTS:
            self.check(lambda: require_object({"ref": value}, "ref"), refused("ref must be an object"))
        self.check(lambda: require_object({}, "ref"), refused("ref must be an object"))

    def test_an_optional_object_may_be_absent_and_null_is_not_absent(self):
        self.assertEqual(optional_object({}, "arguments"), {})
        self.assertEqual(optional_object({"arguments": {"a": 1.0}}, "arguments"), {"a": 1.0})
        for value in NO_OBJECTS:
            self.check(
                lambda: optional_object({"arguments": value}, "arguments"), refused("arguments must be an object")
            )

    def test_the_path_stands_before_the_name(self):
        self.check(lambda: require_string({}, "type", "ref."), refused("ref.type must be a string"))
        self.check(lambda: require_object({}, "b", "a."), refused("a.b must be an object"))
        bad = {"arguments": 1.0}
        self.check(
            lambda: optional_object(bad, "arguments", "context."), refused("context.arguments must be an object")
        )

    def test_what_every_object_of_the_language_has_is_not_a_member(self):
        for name in ("constructor", "toString", "keys", "get", "__class__", "__proto__"):
            self.check(lambda: require_string({}, name), refused(name + " must be a string"))
            self.check(lambda: require_object({}, name), refused(name + " must be an object"))
            self.assertEqual(optional_object({}, name), {})

    def test_every_cursor_is_refused_where_none_is_given_out(self):
        self.check(lambda: refuse_cursor({}), [])
        for value in ("", "x", "cmVzb3VyY2VzL2xpc3Q6MQ"):
            self.check(lambda: refuse_cursor({"cursor": value}), UNKNOWN_CURSOR)
        for value in NO_STRINGS:
            self.check(lambda: refuse_cursor({"cursor": value}), refused("cursor must be a string"))

    def test_an_unknown_cursor_is_an_error_that_the_caller_raises(self):
        error = unknown_cursor()
        self.assertEqual([error.code, error.message, error.data], UNKNOWN_CURSOR)

    def test_the_members_of_a_retry_are_checked_for_their_form(self):
        answered = {"inputResponses": {"a": 1.0}, "requestState": "x"}
        for params in ({}, {"inputResponses": {}}, {"requestState": ""}, answered):
            self.check(lambda: check_retry_form(params), [])
        for value in NO_OBJECTS:
            self.check(lambda: check_retry_form({"inputResponses": value}), refused("inputResponses must be an object"))
        for value in NO_STRINGS:
            self.check(lambda: check_retry_form({"requestState": value}), refused("requestState must be a string"))
        both = {"requestState": 1.0, "inputResponses": 1.0}
        self.check(lambda: check_retry_form(both), refused("inputResponses must be an object"))
