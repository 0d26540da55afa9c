"""Comparing lines: pointers, values that only look equal, what a person is shown."""

import unittest

import compare


class CompareTest(unittest.TestCase):
    def test_the_first_difference_is_a_json_pointer(self):
        rows = [
            ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "/a/b/1"),
            ({"a": 1}, {"a": 1, "b": 2}, "/b"),
            ({"a": 1, "b": 2}, {"a": 1}, "/b"),
            ([1], [1, 2], "/1"),
            ({"x/y~z": 1}, {"x/y~z": 2}, "/x~1y~0z"),
            (1, 2, ""),
            ({"a": 1, "b": 2}, {"b": 2, "a": 1}, None),
        ]
        for one, other, pointer in rows:
            self.assertEqual(compare.first_difference(one, other), pointer)

    def test_true_and_one_are_different_and_one_point_zero_is_one(self):
        self.assertEqual(compare.first_difference([True], [1]), "/0")
        self.assertIsNone(compare.first_difference([1.0], [1]))
        self.assertEqual(compare.first_difference([None], [False]), "/0")

    def test_what_stands_at_a_pointer(self):
        value = {"a": [{"x/y": None}]}
        self.assertIsNone(compare.value_at(value, "/a/0/x~1y"))
        self.assertIs(compare.value_at(value, "/a/1"), compare.ABSENT)
        self.assertIs(compare.value_at(value, "/a/0/x~1y/z"), compare.ABSENT)
        self.assertEqual(compare.value_at(value, ""), value)

    def test_only_one_object_on_one_line_is_a_message(self):
        for line in (b"{}\n", b'{"a":1}\n'):
            self.assertTrue(compare.is_message(line))
        for line in (b"[]\n", b"1\n", b"{}", b"{} {}\n", b"hello\n", b"\n", b'{"a":NaN}\n', b'{"a":"\xff"}\n'):
            self.assertFalse(compare.is_message(line), line)

    def test_a_person_sees_control_characters_escaped_and_long_lines_cut(self):
        self.assertEqual(compare.shown_line(b"a\x1b[31m\r\n"), "a\\x1b[31m\\r")
        self.assertEqual(compare.shown_line(b"\xff"), "\\xff (no newline)")
        self.assertTrue(compare.shown_line(b"x" * 1000 + b"\n").endswith("…"))
        self.assertEqual(compare.shown(compare.ABSENT), "(absent)")

    def test_the_first_byte_that_differs(self):
        self.assertEqual(compare.first_byte(b"abc", b"abd"), 2)
        self.assertEqual(compare.first_byte(b"abc", b"ab"), 2)
