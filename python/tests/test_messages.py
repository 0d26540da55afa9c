"""What a message is taken for, the checks of its envelope (step 6), and the lines of answers."""

import math
import unittest

from server.errors import internal_error, invalid_params
from server.messages import (
    check_request,
    encode,
    error_line,
    is_notification,
    is_request_id,
    is_response,
    notification_line,
    readable_id,
    result_line,
    to_bytes,
    to_request_id,
)
from server.results import Constant
from tests.support import error_of

REQUEST = {"jsonrpc": "2.0", "id": 1, "method": "m"}

IDS = [
    "", "a", "1", "é😂", "\u0000", "a" * 1000, 0, -0.0, 1, 1.0, -1, 9007199254740991, -9007199254740991,
]

NO_IDS = [
    None, True, False, 0.5, -1.5, 9007199254740992, -9007199254740992, 1e300, math.inf, -math.inf, [], [1], {},
    {"id": 1}, "\ud83d", "a\ude02",
]

ID = "id must be a string or an integer within 2^53 - 1 of zero"
METHOD = "method must be a string"
JSONRPC = 'jsonrpc must be "2.0"'
PARAMS = "params must be an object"
SURROGATE = "a string holds half of a surrogate pair"


def without(name):
    """Gives the request without one of its members."""
    return {key: value for key, value in REQUEST.items() if key != name}


class MessagesTest(unittest.TestCase):
    def check_fault(self, message, sentence):
        with self.subTest(message=ascii(message)):
            expected = [-32600, "Invalid request: " + sentence, None]
            self.assertEqual(error_of(lambda: check_request(message)), expected)

    def check_line(self, line, expected):
        self.assertEqual(line.decode("utf-8"), expected)

    def test_a_response_has_a_result_or_an_error_and_no_method(self):
        for message in ({"result": None}, {"error": 0}, {"id": 1, "result": {}}, {"id": None, "error": {}, "x": 1}):
            self.assertIs(is_response(message), True)
        for message in ({}, {"id": 1}, {"result": 1, "method": "m"}, {"error": 1, "method": None}, {"results": 1}):
            self.assertIs(is_response(message), False)

    def test_a_notification_has_a_method_and_no_id_at_all(self):
        for message in ({"method": "m"}, {"method": ""}, {"method": "m", "params": 1, "jsonrpc": "1.0", "result": 1}):
            self.assertIs(is_notification(message), True)
        for message in ({}, {"id": 1}, {"method": None}, {"method": 1}, {"method": ["m"]}, {"jsonrpc": "2.0"}):
            self.assertIs(is_notification(message), False)
        for request_id in (None, 0, "", [], False):
            self.assertIs(is_notification({"method": "m", "id": request_id}), False)

    def test_an_id_is_a_string_or_a_safe_integer(self):
        for value in IDS:
            with self.subTest(value=value):
                self.assertIs(is_request_id(value), True)
        for value in NO_IDS:
            with self.subTest(value=ascii(value)):
                self.assertIs(is_request_id(value), False)

    def test_an_id_is_compared_and_echoed_with_its_type(self):
        rows = [("1", '"1"'), ("1.0", '"1.0"'), ("", '""'), (1, "1"), (1.0, "1"), (-7.0, "-7"), (0.0, "0"), (-0.0, "0")]
        for value, expected in [*rows, (9007199254740991.0, "9007199254740991"), ("é\n", '"é\\n"')]:
            with self.subTest(value=value):
                self.assertEqual(encode(to_request_id(value)), expected)
        self.assertEqual(repr(to_request_id(-0.0)), "0")

    def test_an_id_that_cannot_be_one_is_not_read(self):
        for value in NO_IDS:
            with self.subTest(value=ascii(value)):
                self.assertIsNone(readable_id({**REQUEST, "id": value}))
        self.assertIsNone(readable_id(without("id")))

    def test_an_id_is_read_whatever_else_the_message_holds(self):
        for message, expected in (({"id": 0.0}, "0"), ({"id": ""}, '""'), ({"id": "a", "method": None}, '"a"')):
            with self.subTest(message=message):
                self.assertEqual(encode(readable_id(message)), expected)

    def test_a_well_formed_request_passes(self):
        for value in IDS:
            check_request({**REQUEST, "id": value})
        for params in ({}, {"_meta": None}, {"a": ["😂", {"é": "\uffff"}]}):
            check_request({**REQUEST, "params": params})
        check_request({**REQUEST, "method": "", "extra": None, "result": 1, "error": 2})

    def test_a_request_must_have_an_id(self):
        self.check_fault(without("id"), ID)
        for value in NO_IDS:
            self.check_fault({**REQUEST, "id": value}, ID)

    def test_the_method_must_be_a_string(self):
        self.check_fault(without("method"), METHOD)
        for value in (None, True, 0, 1.5, [], ["m"], {}):
            self.check_fault({**REQUEST, "method": value}, METHOD)

    def test_jsonrpc_must_be_2_0(self):
        self.check_fault(without("jsonrpc"), JSONRPC)
        for value in (None, True, 2, 2.0, "", "2", "1.0", "2.00", "2.0 ", [], ["2.0"], {}):
            self.check_fault({**REQUEST, "jsonrpc": value}, JSONRPC)

    def test_params_must_not_be_null_and_no_scalar(self):
        for value in (None, True, False, 0, 1.5, "", "{}"):
            self.check_fault({**REQUEST, "params": value}, PARAMS)

    def test_params_that_are_an_array_are_left_to_the_check_of_the_metadata(self):
        check_request({**REQUEST, "params": []})

    def test_half_of_a_surrogate_pair_is_refused_wherever_it_stands(self):
        for half in ("\ud83d", "a\ude02", "\ude02\ud83d"):
            self.check_fault({**REQUEST, "method": half}, SURROGATE)
            self.check_fault({**REQUEST, half: 1}, SURROGATE)
            self.check_fault({**REQUEST, "extra": [half]}, SURROGATE)
            self.check_fault({**REQUEST, "params": [half]}, SURROGATE)
            self.check_fault({**REQUEST, "params": {"_meta": {"a": [0, {"b": half}]}}}, SURROGATE)
            self.check_fault({**REQUEST, "params": {"_meta": {half: {}}}}, SURROGATE)

    def test_the_first_fault_of_an_envelope_is_the_one_that_is_told(self):
        message = {"jsonrpc": 2, "params": None, "extra": "\ud83d"}
        for sentence, repair in (
            (ID, {"id": 1}),
            (METHOD, {"method": "m"}),
            (JSONRPC, {"jsonrpc": "2.0"}),
            (PARAMS, {"params": {}}),
            (SURROGATE, {"extra": "😂"}),
        ):
            self.check_fault(message, sentence)
            message = {**message, **repair}
        check_request(message)

    def test_names_that_every_object_inherits_are_no_members(self):
        self.check_fault({"constructor": 1, "toString": 2}, ID)
        self.assertIs(is_response({"__class__": 1}), False)

    def test_a_value_is_written_compactly_in_the_order_of_its_members(self):
        value = {"b": [1, -2, None, True, False], "a": {"z": {}, "y": []}, "B": "c d"}
        self.assertEqual(encode(value), '{"b":[1,-2,null,true,false],"a":{"z":{},"y":[]},"B":"c d"}')

    def test_only_what_must_be_escaped_is_escaped(self):
        self.assertEqual(encode('"\\/\b\t\n\f\r\x00\x1f'), '"\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f"')
        for text in ("'<&>", "\x7f\x80", "é", "\u2028\u2029", "\ufeff\uffff", "😂"):
            self.assertEqual(encode({text: [text]}), '{"' + text + '":["' + text + '"]}')

    def test_a_text_becomes_utf_8(self):
        self.assertEqual(to_bytes("aé€😂").hex(), "61c3a9e282acf09f9882")

    def test_a_result_becomes_one_line(self):
        expected = '{"jsonrpc":"2.0","id":1,"result":{"b":"é\\n","a":1}}\n'
        self.check_line(result_line(1, {"b": "é\n", "a": 1}), expected)
        self.check_line(result_line(1, Constant({"b": "é\n", "a": 1})), expected)

    def test_every_id_stands_in_the_line_of_its_result(self):
        for value, written in ((0, "0"), ("", '""'), ("0", '"0"'), (-5, "-5"), ('"\n😂', '"\\"\\n😂"')):
            self.check_line(result_line(value, {}), '{"jsonrpc":"2.0","id":' + written + ',"result":{}}\n')

    def test_an_error_becomes_one_line_with_its_data_if_there_are_any(self):
        body = '"error":{"code":-32602,"message":"Invalid params: é\\n"'
        self.check_line(error_line("a", invalid_params("é\n")), '{"jsonrpc":"2.0","id":"a",' + body + "}}\n")
        error = invalid_params("é\n", {"supported": ["😂"], "a": 1})
        data = '{"supported":["😂"],"a":1}'
        self.check_line(error_line(7, error), '{"jsonrpc":"2.0","id":7,' + body + ',"data":' + data + "}}\n")
        self.check_line(error_line(7, invalid_params("é\n", {})), '{"jsonrpc":"2.0","id":7,' + body + ',"data":{}}}\n')

    def test_an_error_without_a_readable_id_has_no_id_member(self):
        message = "Internal error: the server failed to answer; its stderr says more"
        body = '"error":{"code":-32603,"message":"' + message + '"}}\n'
        self.check_line(error_line(None, internal_error()), '{"jsonrpc":"2.0",' + body)
        self.check_line(error_line(0, internal_error()), '{"jsonrpc":"2.0","id":0,' + body)
        self.check_line(error_line("", internal_error()), '{"jsonrpc":"2.0","id":"",' + body)

    def test_a_notification_becomes_one_line_without_an_id(self):
        line = notification_line("notifications/cancelled", {"_meta": {"é": 1}, "requestId": "a\nb"})
        params = '{"_meta":{"é":1},"requestId":"a\\nb"}'
        self.check_line(line, '{"jsonrpc":"2.0","method":"notifications/cancelled","params":' + params + "}\n")
