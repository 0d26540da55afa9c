"""The kinds of JSON value, and strings by code points."""

import itertools
import math
import unittest

from server.values import (
    code_points,
    cut,
    has,
    is_array,
    is_boolean,
    is_integer,
    is_number,
    is_object,
    is_safe_integer,
    is_string,
    is_well_formed,
    sorted_names,
    to_integer,
)

# A value and the only predicate that it fulfils, if there is one.
KINDS = [
    (None, None),
    (True, is_boolean),
    (False, is_boolean),
    (0, is_number),
    (1.5, is_number),
    (math.inf, is_number),
    ("", is_string),
    ("true", is_string),
    ([], is_array),
    ([{}], is_array),
    ({}, is_object),
    ({"length": 0}, is_object),
]


class ValuesTest(unittest.TestCase):
    def test_each_value_is_of_one_kind_only(self):
        for value, kind in KINDS:
            for predicate in (is_boolean, is_number, is_string, is_array, is_object):
                with self.subTest(value=value, predicate=predicate.__name__):
                    self.assertIs(predicate(value), predicate is kind)

    def test_true_is_no_number_and_no_integer(self):
        for value in (True, False, None, "1", [], [1], {}):
            with self.subTest(value=value):
                self.assertEqual([is_number(value), is_integer(value), is_safe_integer(value)], [False] * 3)

    def test_an_integer_is_a_number_without_a_fraction(self):
        for value in (0, -0.0, 1, 1.0, -3.0, 10.0, 1e300):
            with self.subTest(value=value):
                self.assertIs(is_integer(value), True)
        for value in (0.5, -1.5, 5e-324, math.inf, -math.inf):
            with self.subTest(value=value):
                self.assertIs(is_integer(value), False)

    def test_a_safe_integer_lies_within_2_to_the_53_minus_1_of_zero(self):
        for value in (0, -0.0, 1.0, 9007199254740991, 9007199254740991.0, -9007199254740991):
            with self.subTest(value=value):
                self.assertIs(is_safe_integer(value), True)
        for value in (9007199254740992, 9007199254740992.0, -9007199254740992, 1e300, math.inf, -math.inf, 0.5):
            with self.subTest(value=value):
                self.assertIs(is_safe_integer(value), False)

    def test_the_integer_behind_a_number_has_neither_point_nor_negative_zero(self):
        rows = [(1.0, "1"), (-3.0, "-3"), (9007199254740991.0, "9007199254740991"), (0.0, "0"), (-0.0, "0")]
        for value, expected in rows:
            with self.subTest(value=value):
                self.assertEqual(repr(to_integer(value)), expected)

    def test_an_object_has_the_members_that_were_put_into_it_and_no_others(self):
        self.assertIs(has({"a": None}, "a"), True)
        self.assertIs(has({"toString": 1}, "toString"), True)
        for name in ("a", "", "toString", "constructor", "hasOwnProperty", "__proto__", "items", "__class__"):
            with self.subTest(name=name):
                self.assertIs(has({"A": 1}, name), False)

    def test_names_are_sorted_by_code_point_and_not_by_code_unit(self):
        # U+FB33 is one code unit, 0xFB33; U+1F602 is two, and the first of them, 0xD83D, is the smaller one.
        self.assertEqual(sorted_names(["\U0001f602", "\ufb33"]), ["\ufb33", "\U0001f602"])
        self.assertEqual(sorted_names(["a\U0001f602", "a\uffff", "a"]), ["a", "a\uffff", "a\U0001f602"])
        self.assertEqual(sorted_names(["\U0001f602b", "\U0001f602a"]), ["\U0001f602a", "\U0001f602b"])

    def test_names_are_sorted_by_no_language_and_no_number(self):
        expected = ["", "10", "9", "B", "a", "ab", "b", "é"]
        self.assertEqual(sorted_names(["é", "b", "ab", "a", "B", "9", "10", ""]), expected)

    def test_the_order_in_which_names_come_does_not_matter(self):
        expected = ["", "a", "a\ufb33", "a\U0001f602", "b"]
        for names in itertools.permutations(expected):
            self.assertEqual(sorted_names(list(names)), expected)

    def test_half_of_a_surrogate_pair_is_sorted_by_its_own_code_point(self):
        expected = ["\ud7ff", "\ud800", "\udfff", "\ue000", "\U00010000"]
        self.assertEqual(sorted_names(expected[::-1]), expected)

    def test_names_are_taken_from_an_object_as_well(self):
        self.assertEqual(sorted_names({"b": 1, "a": 2}.keys()), ["a", "b"])
        self.assertEqual(sorted_names([]), [])

    def test_code_points_are_counted_and_neither_bytes_nor_code_units(self):
        rows = [("", 0), ("a", 1), ("é", 1), ("e\u0301", 2), ("\U0001f602", 1), ("a\U0001f602b", 3), ("\ud83d", 1)]
        for text, expected in rows:
            with self.subTest(text=ascii(text)):
                self.assertEqual(code_points(text), expected)
        self.assertEqual(code_points("\U0001f602" * 200), 200)

    def test_a_string_is_cut_between_code_points(self):
        rows = [
            ("abc", 2, "ab"),
            ("abc", 3, "abc"),
            ("abc", 4, "abc"),
            ("", 2, ""),
            ("\U0001f602\U0001f602", 1, "\U0001f602"),
            ("a\U0001f602\U0001f602", 2, "a\U0001f602"),
            ("a\U0001f602\U0001f602", 3, "a\U0001f602\U0001f602"),
            ("\U0001f602a\U0001f602b", 3, "\U0001f602a\U0001f602"),
            ("e\u0301", 1, "e"),
            ("\ud83da", 1, "\ud83d"),
            ("\ude02\ud83db", 2, "\ude02\ud83d"),
        ]
        for text, limit, expected in rows:
            with self.subTest(text=ascii(text), limit=limit):
                self.assertEqual(cut(text, limit), expected)

    def test_a_string_is_cut_to_200_code_points_unless_told_otherwise(self):
        for character in ("a", "é", "\U0001f602"):
            with self.subTest(character=character):
                self.assertEqual(cut(character * 200), character * 200)
                self.assertEqual(cut(character * 201), character * 200)
        self.assertEqual(cut("a" + "\U0001f602" * 300), "a" + "\U0001f602" * 199)

    def test_half_of_a_surrogate_pair_is_found_in_any_string_and_any_name(self):
        halves = ["\ud800", "\udbff", "\udc00", "\udfff", "a\ud83d", "\ude02a", "\ude02\ud83d", "\ud83d\ud83d"]
        for half in halves:
            for value in (half, [half], [[], [0, half]], {"a": half}, {half: 1}, {"a": 1, "b": [{"c": {half: 1}}]}):
                with self.subTest(value=ascii(value)):
                    self.assertIs(is_well_formed(value), False)

    def test_all_else_is_well_formed(self):
        values = [None, True, 0, math.inf, "", "a", "\ud7ff", "\ue000", "\U00010000", "\U0001f602", "\uffff"]
        for value in [*values, [], {}, [values], {"\U0001f602": {"a": values}}]:
            with self.subTest(value=value):
                self.assertIs(is_well_formed(value), True)
