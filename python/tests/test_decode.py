"""What is JSON and what is not, by tables in the spirit of JSONTestSuite."""

import math
import unittest

from server.decode import NotJson, decode_line, is_blank
from server.values import has

SPACES = [("  1", 1), ("1\t", 1), ("\r1\r", 1), ("[\r]", []), ("[ 1 ,\t2\r]", [1, 2]), ('{\t"a" :\r1 }', {"a": 1})]

VALUES = [
    ("null", None), ("true", True), ("false", False), ('""', ""), ("[]", []), ("{}", {}), ("[[]]", [[]]),
    ('[null,true,"1",{},[]]', [None, True, "1", {}, []]),
    ('{"a":{"b":[{}]},"c":""}', {"a": {"b": [{}]}, "c": ""}),
    ('{"":0,"a b":1,"\\u0061b":2,"\\n":3}', {"": 0, "a b": 1, "ab": 2, "\n": 3}),
]

NUMBERS = [
    ("0", 0), ("-1", -1), ("123", 123), ("123.456", 123.456), ("-0.1", -0.1), ("0.5e1", 5), ("[1.0]", [1]),
    ("1e2", 100), ("1E2", 100), ("1E+2", 100), ("1e-2", 0.01), ("1e002", 100), ("0e+1", 0), ("20e1", 200),
]

STRINGS = [
    ('"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'), ('"\\u0061\\u00e9\\u00E9\\u20aC"', "aéé€"),
    ('"\\u0000\\u001f"', "\x00\x1f"), ('"\\u0022\\u005C"', '"\\'), ('"\\\\u0061"', "\\u0061"), ('"\\uFFFF"', "\uffff"),
    ('"\\ud83d\\ude02"', "😂"), ('"a/*b*/c//d#"', "a/*b*/c//d#"), ('"[{,:}]"', "[{,:}]"),
    ('"é😂\x7f\x80\u2028\u2029\ufeff"', "é😂\x7f\x80\u2028\u2029\ufeff"),
]

NO_STRUCTURES = [
    *"[ ] { } [1 [1, [1,] [,1] [,] [1,,2] [1]] []1 [][] {}{} [1} {] [:1] [1;2] [1]x [a] (1) 1,2 1, ,1 : *".split(" "),
    *'{"a" {"a": {"a":1 {"a":1, {"a":1,} {,"a":1} {"a"::1} {"a",1} {"a"} {"a":1}} {"a":1;"b":2} ["a":1]'.split(" "),
    *"{a:1} {'a':1} {1:1} {null:1} {[]:1} // # //1 1// 1# /**/1 [1/**/] <a> [\\n] \\u0031 \\".split(" "),
    "", " ", "[1 2]", "1 2", '"a" "b"', '"a" b', '{"a" 1}', '{"a":1 "b":2}', "1 // 2", "[] []",
]

NO_LITERALS = [
    *"nul nulll tru truee fals True TRUE False None Null undefined n NaN -NaN +NaN nan Infinity -Infinity".split(" "),
    *'+Infinity Inf inf -inf [NaN] [Infinity] {"a":-Infinity} {"NaN":NaN}'.split(" "),
    "tr ue", "nul l", "true false",
]

NO_NUMBERS = [
    *"01 -01 00 -00 012 +1 .5 -.5 . 1. -1. 0.e1 1.e1 - --1 -+1 1e 1E 0e 1e+ 1e- 1e1.5 1ee5 1e+-5 e5 1.2.3".split(" "),
    *"0.0. 0x10 0b1 0o7 1_000 1f 1n 1a -a 1/2 \uff11 \u0661 1\u0661 -\u0661 1.\u0661 1e\u0661 \u22121".split(" "),
    "- 1", "1 000", "1. 5", "1e 5",
]

NO_STRINGS = [
    *'" "a a" "a"" \\u0022a\\u0022 "\\ "\\" "a\\ "\\x41" "\\a" "\\0" "\\v" "\\\'" "\\é"'.split(" "),
    *'"\\u" "\\u1" "\\u00" "\\u004" "\\u00g0" "\\u+041" "\\u-041" "\\u0x4" "\\u{41}" "\\U0041"'.split(" "),
    *'"\\ud83d\\u" "\\ud83d\\x" "\\ud83d\\u12" "\\u\uff10\uff10\uff14\uff11"'.split(" "),
    "'a'", "`a`", "“a”", '"\\u 041"', '"\\ "', '"\\\t"',
]

NO_BLANKS = ["\x00", "\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\u1680", "\u2028", "\u2029", "\u2060", "\u3000", "\ufeff"]

UTF8 = [
    ("c2 80", "\u0080"), ("df bf", "\u07ff"), ("e0 a0 80", "\u0800"), ("ed 9f bf", "\ud7ff"), ("ee 80 80", "\ue000"),
    ("ef bf bf", "\uffff"), ("f0 90 80 80", "\U00010000"), ("f4 8f bf bf", "\U0010ffff"),
]

# Lone and missing continuations; overlong forms; encoded surrogates; what lies beyond U+10FFFF.
NO_UTF8 = [
    "80", "bf", "e9", "c3 a9 80", "c2", "c2 41", "e2 82", "e2 82 41", "f0 9f 98", "f0 9f 98 41",
    "c0 80", "c0 a2", "c1 bf", "e0 80 80", "e0 80 a2", "e0 9f bf", "f0 80 80 a2", "f0 8f bf bf",
    "ed a0 80", "ed bf bf", "ed a0 bd ed b8 82",
    "f4 90 80 80", "f5 80 80 80", "f8 88 80 80 80", "fc 84 80 80 80 80", "fe", "ff", "ff fe",
]


def is_refused(line):
    """Tells whether the line is no JSON."""
    try:
        decode_line(line)
    except NotJson:
        return True
    return False


class DecodeTest(unittest.TestCase):
    def check_accepted(self, rows):
        for text, expected in rows:
            with self.subTest(text=text[:50]):
                self.assertEqual(decode_line(text.encode()), expected)

    def check_refused(self, texts):
        for text in texts:
            with self.subTest(text=text[:50]):
                self.assertIs(is_refused(text.encode()), True)

    def test_a_blank_line_holds_nothing_but_space_tab_and_cr(self):
        for text in ("", " ", "\t", "\r", " \t\r \r"):
            with self.subTest(text=text):
                self.assertIs(is_blank(text.encode()), True)

    def test_a_line_with_anything_else_is_not_blank(self):
        for text in [*NO_BLANKS, "\n", "0", " a ", "\r.\r", "\t\ufeff"]:
            with self.subTest(text=text):
                self.assertIs(is_blank(text.encode()), False)

    def test_space_tab_and_cr_may_stand_between_tokens_and_nothing_else_may(self):
        self.check_accepted(SPACES)
        for blank in NO_BLANKS:
            self.check_refused([blank, blank + "1", "1" + blank, "[" + blank + "1]", "[1" + blank + "]"])

    def test_any_value_may_stand_alone_or_in_another_if_it_is_whole(self):
        self.check_accepted(VALUES)
        self.check_refused(NO_STRUCTURES)

    def test_no_other_literals_are_known_nan_and_infinity_included(self):
        self.check_refused(NO_LITERALS)

    def test_numbers_have_the_form_of_the_grammar_and_no_other(self):
        self.check_accepted(NUMBERS)
        self.check_refused(NO_NUMBERS + ["[" + text + "]" for text in NO_NUMBERS])

    def test_every_number_is_a_double(self):
        self.check_accepted([("9007199254740993", 9007199254740992), ("-9007199254740993", -9007199254740992)])
        self.check_accepted([("12345678901234567890", 12345678901234567168), ("0.1", 0.1), ("1e23", 1e23)])

    def test_negative_zero_keeps_its_sign(self):
        for text in ("-0", "-0.0", "-0e5"):
            self.assertEqual(math.copysign(1, decode_line(text.encode())), -1)

    def test_a_number_of_5000_digits_is_no_fault(self):
        self.check_accepted([("1" * 5000, math.inf), ("-" + "9" * 5000, -math.inf), ("1" + "0" * 300, 1e300)])
        self.check_accepted([("0." + "3" * 5000, 1 / 3), ("1e" + "0" * 5000 + "2", 100), ("0e" + "9" * 5000, 0)])

    def test_a_number_beyond_a_double_is_infinite_and_one_below_is_zero(self):
        self.check_accepted([("1e400", math.inf), ("-1e400", -math.inf), ("[1e309]", [math.inf]), ("1e-400", 0)])
        self.check_accepted([("1.7976931348623157e308", 1.7976931348623157e308), ("5e-324", 5e-324)])

    def test_strings_have_the_form_of_the_grammar_and_no_other(self):
        self.check_accepted(STRINGS)
        self.check_refused(NO_STRINGS)

    def test_control_characters_must_be_escaped(self):
        self.check_refused([form % chr(code) for code in range(32) for form in ('"%s"', '"a%sb"', '{"%s":1}')])

    def test_half_of_a_surrogate_pair_can_be_escaped(self):
        self.check_accepted([('"\\ud83d"', "\ud83d"), ('"\\ude02\\ud83d"', "\ude02\ud83d"), ('"\\uDC00x"', "\udc00x")])

    def test_bytes_are_decoded_as_utf_8(self):
        for hexadecimal, expected in UTF8:
            with self.subTest(bytes=hexadecimal):
                self.assertEqual(decode_line(b'"' + bytes.fromhex(hexadecimal) + b'"'), expected)

    def test_bytes_that_are_not_utf_8_are_refused(self):
        for hexadecimal in NO_UTF8:
            with self.subTest(bytes=hexadecimal):
                self.assertIs(is_refused(b'"' + bytes.fromhex(hexadecimal) + b'"'), True)

    def test_a_byte_order_mark_is_refused_and_so_is_any_other_encoding(self):
        marked = ["ef bb bf 7b 7d", "20 ef bb bf 7b 7d", "7b 7d ef bb bf", "ef bb bf ef bb bf 31"]
        for hexadecimal in [*marked, "31 00", "00 31", "ff fe 31 00", "fe ff 00 31", "31 00 00 00", "00 00 00 31"]:
            with self.subTest(bytes=hexadecimal):
                self.assertIs(is_refused(bytes.fromhex(hexadecimal)), True)

    def test_64_open_brackets_are_accepted_and_65_are_not(self):
        for opening, closing, count in (("[", "]", 64), ('{"a":', "}", 64), ('[{"a":', "}]", 32)):
            for inside in ("1", '"]"'):
                with self.subTest(opening=opening, inside=inside):
                    text = opening * count + inside + closing * count
                    self.assertIs(is_refused(text.encode()), False)
                    self.assertIs(is_refused(("[" + text + "]").encode()), True)
                    self.assertIs(is_refused(('{"a":' + text + "}").encode()), True)

    def test_brackets_that_are_closed_again_do_not_count(self):
        self.assertEqual(decode_line(("[" + "[]," * 1000 + "{}]").encode()), [[]] * 1000 + [{}])
        text = "[" * 64 + "]" * 63 + "," + "[" * 63 + "]" * 64
        self.assertIs(is_refused(text.encode()), False)
        self.assertIs(is_refused((text.replace(",", ",[") + "]").encode()), True)

    def test_brackets_within_strings_do_not_count_neither_opening_nor_closing(self):
        opened, closed = "[{" * 100, "]}" * 50
        self.check_accepted([('["' + opened + '"]', [opened]), ('{"' + opened + '":1}', {opened: 1})])
        self.check_accepted([('["\\"' + opened + '\\\\\\""]', ['"' + opened + '\\"'])])
        for string in ('"' + closed + '"', '"\\"' + closed + '"', '"\\\\","' + closed + '\\\\"', '"[\\\\"'):
            with self.subTest(string=string):
                self.assertIs(is_refused(("[" + string + "," + "[" * 63 + "]" * 64).encode()), False)
                self.assertIs(is_refused(("[" + string + "," + "[" * 64 + "]" * 65).encode()), True)

    def test_100000_open_brackets_are_refused(self):
        self.check_refused(["[" * 100000, "[" * 100000 + "]" * 100000, '{"a":' * 100000])

    def test_of_two_equal_names_the_last_one_counts(self):
        self.check_accepted([('{"a":1,"a":2}', {"a": 2}), ('{"a":1,"b":2,"\\u0061":{}}', {"a": {}, "b": 2})])

    def test_a_member_named_proto_is_a_member_like_any_other(self):
        value = decode_line(b'{"__proto__":{"id":1},"constructor":2}')
        self.assertEqual(list(value.items()), [("__proto__", {"id": 1}), ("constructor", 2)])
        self.assertEqual([has(value, "__proto__"), has(value, "id")], [True, False])

    def test_a_refused_line_leaves_nothing_behind_for_the_next(self):
        for line in (b'"\xc3', b'"\xef\xbb', b"\xff", b'{"a":', b"[" * 1000):
            self.assertIs(is_refused(line), True)
            self.assertEqual(decode_line('"é"'.encode()), "é")
            self.assertIs(is_refused("\ufeff1".encode()), True)

    def test_a_refusal_does_not_repeat_the_words_of_the_parser(self):
        for line in (b"[1,", b"\xff", b"[" * 100):
            with self.assertRaises(NotJson) as caught:
                decode_line(line)
            self.assertEqual(str(caught.exception), "")
