"""What every result carries, and in which order."""

import unittest

from server.messages import encode
from server.results import PRIVATE, PUBLIC, Constant, cacheable, complete, input_required

SIGNATURE = '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}}'


class ResultsTest(unittest.TestCase):
    def test_a_result_says_that_it_is_complete_and_who_made_it(self):
        self.assertEqual(encode(complete({})), '{"resultType":"complete",' + SIGNATURE + "}")

    def test_the_members_of_the_method_stand_between_type_and_signature(self):
        expected = '{"resultType":"complete","b":[1],"a":null,' + SIGNATURE + "}"
        self.assertEqual(encode(complete({"b": [1], "a": None})), expected)

    def test_what_may_be_kept_says_how_long_and_by_whom(self):
        expected = '{"resultType":"complete","tools":[],"ttlMs":300000,"cacheScope":"public",' + SIGNATURE + "}"
        self.assertEqual(encode(cacheable({"tools": []}, 300000, PUBLIC)), expected)
        expected = '{"resultType":"complete","ttlMs":0,"cacheScope":"private",' + SIGNATURE + "}"
        self.assertEqual(encode(cacheable({}, 0, PRIVATE)), expected)

    def test_the_members_that_are_wrapped_stay_as_they_were(self):
        payload = {"b": 1, "a": 2}
        complete(payload)
        cacheable(payload, 1, PUBLIC)
        self.assertEqual(encode(payload), '{"b":1,"a":2}')

    def test_what_is_added_to_one_result_is_not_in_the_next(self):
        result = complete({})
        result["_meta"]["subscription"] = 1
        result["extra"] = 2
        self.assertEqual(encode(complete({})), '{"resultType":"complete",' + SIGNATURE + "}")

    def test_a_constant_holds_the_bytes_of_its_result(self):
        expected = '{"resultType":"complete","title":"Käse",' + SIGNATURE + "}"
        constant = Constant(complete({"title": "Käse"}))
        self.assertEqual((constant.text, encode(constant.result)), (expected.encode(), expected))

    def test_what_asks_the_client_says_that_input_is_required(self):
        expected = '{"resultType":"input_required","inputRequests":{},' + SIGNATURE + "}"
        self.assertEqual(encode(input_required({"inputRequests": {}})), expected)
