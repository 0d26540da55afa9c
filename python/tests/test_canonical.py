"""Canonical JSON, held to the vectors that were published with RFC 8785."""

import hashlib
import json
import math
import struct
import unittest
from pathlib import Path

from server.canonical import canonical, format_number
from server.decode import decode_line

VECTORS = Path(__file__).resolve().parents[2] / "shared-fixtures" / "canonical"


def vectors(name):
    """Reads a file of vectors."""
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def double(bits):
    """Gives the double with these 64 bits."""
    return struct.unpack(">d", bits.to_bytes(8, "big"))[0]


def sequence(description):
    """Gives the bits of the published sequence of doubles, which never ends."""
    yield from [int(bits, 16) for bits in description["first"]]
    start = int(description["from"], 16)
    yield from range(start, start + description["then"])
    block = bytes(32)
    while True:
        block = hashlib.sha256(block).digest()
        for bits in struct.unpack("<4Q", block):
            if double(bits) != 0 and abs(double(bits)) < math.inf:
                yield bits


class CanonicalTest(unittest.TestCase):
    def check(self, rows):
        for value, expected in rows:
            with self.subTest(expected=expected):
                self.assertEqual(canonical(value), expected)

    def check_impossible(self, values):
        for value in values:
            with self.subTest(value=ascii(value)), self.assertRaises(ValueError):
                canonical(value)

    def test_the_published_documents_come_out_as_published(self):
        documents = vectors("documents.json")
        self.assertEqual(len(documents), 6)
        for document in documents:
            with self.subTest(name=document["name"]):
                self.assertEqual(canonical(decode_line(document["input"].encode())), document["output"])

    def test_a_canonical_text_is_its_own_canonical_text(self):
        for document in vectors("documents.json"):
            with self.subTest(name=document["name"]):
                self.assertEqual(canonical(decode_line(document["output"].encode())), document["output"])

    def test_the_published_numbers_come_out_as_published(self):
        rows = vectors("numbers.json")["rows"]
        self.assertEqual(len(rows), 29)
        for row in rows:
            with self.subTest(bits=row["bits"]):
                if row["text"] is None:
                    self.check_impossible([double(int(row["bits"], 16))])
                else:
                    self.assertEqual(format_number(double(int(row["bits"], 16))), row["text"])

    def test_the_published_sequence_of_numbers_has_the_published_hashes(self):
        description = vectors("numbers.json")["sequence"]
        lines = sequence(description)
        digest, count = hashlib.sha256(), 0
        for wanted in (1000, 10000, 100000):
            while count < wanted:
                bits = next(lines)
                digest.update(f"{bits:x},{format_number(double(bits))}\n".encode())
                count += 1
            self.assertEqual(digest.hexdigest(), description["sha256"][str(wanted)])

    def test_the_exponent_appears_where_ecmascript_puts_it(self):
        rows = [
            (100, "100"),
            (123456789, "123456789"),
            (0.1, "0.1"),
            (-1.5, "-1.5"),
            (12345.678, "12345.678"),
            (1e20, "100000000000000000000"),
            (123456789012345680000.0, "123456789012345680000"),
            (1e21, "1e+21"),
            (1.5e21, "1.5e+21"),
            (-1e100, "-1e+100"),
            (0.000001, "0.000001"),
            (-0.00000123, "-0.00000123"),
            (0.0000001, "1e-7"),
            (1.25e-7, "1.25e-7"),
            (5e-324, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
        ]
        for value, expected in rows:
            with self.subTest(expected=expected):
                self.assertEqual(format_number(value), expected)

    def test_an_integer_and_its_double_have_the_same_text(self):
        for value in (0, 1, -1, 10, 5000, 9007199254740991, 9007199254740992, -(10**20)):
            with self.subTest(value=value):
                self.assertEqual([format_number(value), format_number(float(value))], [str(value), str(value)])

    def test_negative_zero_is_zero(self):
        self.check([(-0.0, "0"), ([0, -0.0, 0.0], "[0,0,0]")])

    def test_a_number_that_is_not_finite_has_no_canonical_form(self):
        numbers = [math.inf, -math.inf, math.nan]
        self.check_impossible([*numbers, [1, math.inf], {"a": {"b": -math.inf}}])

    def test_members_are_sorted_by_code_unit_and_not_by_code_point(self):
        self.check([({"\ufb33": 1, "😂": 2, "\ue000": 3, "\uffff": 4}, '{"😂":2,"\ue000":3,"\ufb33":1,"\uffff":4}')])
        self.check([({"a\ufb33": 1, "a😂": 2, "a": 3, "": 4}, '{"":4,"a":3,"a😂":2,"a\ufb33":1}')])

    def test_members_are_sorted_as_text_and_in_every_depth(self):
        self.check([({"10": 1, "9": 2, "1": 3, "é": 4, "z": 5, "Z": 6}, '{"1":3,"10":1,"9":2,"Z":6,"z":5,"é":4}')])
        self.check([([{"b": {"d": 1, "c": [{"f": 2, "e": 3}]}, "a": 4}], '[{"a":4,"b":{"c":[{"e":3,"f":2}],"d":1}}]')])

    def test_the_order_of_an_array_stays(self):
        self.check([([3, 1, 2, "b", "a"], '[3,1,2,"b","a"]')])

    def test_literals_and_what_is_empty_have_one_form(self):
        self.check([(None, "null"), (True, "true"), (False, "false"), ("", '""'), ([], "[]"), ({}, "{}")])
        self.check([([None, [True], {"": {}}], '[null,[true],{"":{}}]')])

    def test_only_what_must_be_escaped_is_escaped(self):
        self.check([('"\\/', '"\\"\\\\/"'), ("\b\t\n\f\r", '"\\b\\t\\n\\f\\r"')])
        self.check([("\x00\x0b\x1b\x1f", '"\\u0000\\u000b\\u001b\\u001f"')])
        for text in ("'", "<&>", "\x7f", "\x80", "é", "e\u0301", "\u2028\u2029", "\ufeff", "\ufffe\uffff", "😂"):
            self.check([(text, '"' + text + '"'), ({text: text}, '{"' + text + '":"' + text + '"}')])

    def test_half_of_a_surrogate_pair_has_no_canonical_form(self):
        for half in ("\ud83d", "\ude02", "a\udfff", "\ude02\ud83d"):
            self.check_impossible([half, [half], {half: 1}, {"a": {"b": half}}])

    def test_a_member_named_proto_is_a_member_like_any_other(self):
        value = decode_line(b'{"b":1,"__proto__":{"d":2,"c":3},"a":4}')
        self.check([(value, '{"__proto__":{"c":3,"d":2},"a":4,"b":1}')])
