"""The part of JSON Schema that the tools use, and the sentence for the first rule that is broken."""

import json
import unittest

from server.schema import fault_of, matches

PERSON = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}, "toString": {"type": "null"}},
    "required": ["name", "age"],
    "additionalProperties": False,
}


def fault_in(schema, text):
    """Gives the fault of a value that is given as JSON, with each number a double, as it comes off a line."""
    return fault_of(schema, json.loads(text, parse_int=float))


class SchemaTest(unittest.TestCase):
    def check(self, rows):
        """Checks rows of a schema, a value as JSON and the sentence that is to come."""
        for schema, text, sentence in rows:
            self.assertEqual(fault_in(schema, text), sentence, (schema, text))

    def test_each_type_takes_its_own_values_and_no_others(self):
        values = ["{}", "[]", '"1"', "1", "1.5", "true", "null"]
        taken = {
            "object": ["{}"],
            "array": ["[]"],
            "string": ['"1"'],
            "integer": ["1"],
            "number": ["1", "1.5"],
            "boolean": ["true"],
            "null": ["null"],
        }
        for name, good in taken.items():
            fitting = [text for text in values if fault_in({"type": name}, text) == ""]
            self.assertEqual(fitting, good, name)

    def test_a_wrong_type_is_told_with_the_name_of_the_argument(self):
        sentences = [
            ("object", "an object"),
            ("array", "an array"),
            ("string", "a string"),
            ("integer", "an integer"),
            ("number", "a number"),
            ("boolean", "a boolean"),
        ]
        for name, words in sentences:
            self.assertEqual(fault_of({"type": name}, None, "x"), "Argument x must be " + words)
        self.assertEqual(fault_of({"type": "null"}, False, "x"), "Argument x must be null")
        self.assertEqual(fault_of({"type": "object"}, None), "The arguments must be an object")

    def test_a_number_without_fractional_part_is_an_integer(self):
        self.check(
            [
                ({"type": "integer"}, "10.0", ""),
                ({"type": "integer"}, "1e2", ""),
                ({"type": "integer"}, "-0", ""),
                ({"type": "integer"}, "0.5", "The arguments must be an integer"),
                ({"type": "integer"}, "1e400", "The arguments must be an integer"),
                ({"type": "integer"}, "true", "The arguments must be an integer"),
                ({"type": "number"}, "false", "The arguments must be a number"),
            ]
        )

    def test_one_of_several_types_is_enough(self):
        schema = {"type": ["string", "null"], "pattern": "^a$"}
        self.check(
            [
                (schema, "null", ""),
                (schema, '"a"', ""),
                (schema, '"b"', "The arguments must match ^a$"),
                (schema, "1", "The arguments must be a string or null"),
                (schema, "[]", "The arguments must be a string or null"),
            ]
        )

    def test_a_schema_without_keywords_takes_anything(self):
        for text in ("{}", '{"a":[null]}', "[1]", '""', "0", "true", "null"):
            self.assertEqual(fault_in({}, text), "")

    def test_the_first_fault_is_the_one_that_is_told(self):
        self.check(
            [
                (PERSON, '{"zip":1,"age":"x"}', "Missing required argument name"),
                (PERSON, '{"zip":1,"name":7}', "Missing required argument age"),
                (PERSON, '{"zip":1,"age":-1,"name":7}', "Argument name must be a string"),
                (PERSON, '{"zip":1,"age":-1,"name":"x"}', "Argument age must be at least 0"),
                (PERSON, '{"zip":1,"age":0,"name":"x"}', "Unknown argument zip"),
                (PERSON, '{"age":0,"name":"x"}', ""),
            ]
        )

    def test_unknown_members_are_named_in_the_order_of_code_points(self):
        sound = '"name":"x","age":1'
        self.check(
            [
                (PERSON, "{" + sound + ',"b":1,"a":1,"B":1}', "Unknown argument B"),
                (PERSON, "{" + sound + ',"😀":1,"ﬀ":1}', "Unknown argument ﬀ"),
                (PERSON, "{" + sound + ',"":1}', "Unknown argument "),
            ]
        )

    def test_a_long_unknown_name_is_cut_to_200_code_points(self):
        schema = {"additionalProperties": False}
        self.assertEqual(fault_of(schema, {"😀" * 201: 1}), "Unknown argument " + "😀" * 200)
        self.assertEqual(fault_of(schema, {"x" * 200: 1}), "Unknown argument " + "x" * 200)

    def test_only_a_closed_object_refuses_unknown_members(self):
        self.check(
            [
                ({"properties": {"a": {"type": "string"}}}, '{"b":1}', ""),
                ({"properties": {}, "additionalProperties": False}, '{"b":1}', "Unknown argument b"),
                ({"additionalProperties": False}, "{}", ""),
            ]
        )

    def test_names_that_objects_of_the_language_know_are_names_like_any_other(self):
        sound = '"name":"x","age":1'
        for name in ("constructor", "__proto__", "hasOwnProperty", "keys", "__class__"):
            self.check([(PERSON, "{" + sound + ',"' + name + '":{}}', "Unknown argument " + name)])
            self.check([({"required": [name]}, "{}", "Missing required argument " + name)])
            self.check([({"required": [name]}, '{"' + name + '":1}', "")])
        self.check([(PERSON, "{" + sound + ',"toString":1}', "Argument toString must be null")])

    def test_a_member_that_is_null_is_not_missing(self):
        self.check([(PERSON, '{"name":null,"age":1}', "Argument name must be a string")])

    def test_lengths_are_counted_in_code_points(self):
        self.check(
            [
                ({"minLength": 1}, '""', "The arguments must have at least 1 character"),
                ({"minLength": 2}, '"💡"', "The arguments must have at least 2 characters"),
                ({"minLength": 2}, '"ab"', ""),
                ({"maxLength": 2}, '"💡💡"', ""),
                ({"maxLength": 2}, '"💡💡💡"', "The arguments must have at most 2 characters"),
                ({"maxLength": 1}, '"e\u0301"', "The arguments must have at most 1 character"),
            ]
        )

    def test_a_pattern_is_matched_against_the_whole_text(self):
        rows = [("ab", True), ("a", True), ("", False), ("abc", False)]
        rows += [("ab\n", False), ("\nab", False), ("xab", False)]
        for text, expected in rows:
            self.assertEqual(matches("^[ab]{1,2}$", text), expected, repr(text))
        self.assertEqual(fault_of({"pattern": "^a$"}, "a\n", "tag"), "Argument tag must match ^a$")

    def test_a_character_beyond_16_bits_is_one_character_of_a_pattern(self):
        self.assertTrue(matches("^.$", "💡"))

    def test_bounds_of_numbers_are_inclusive(self):
        self.check(
            [
                ({"minimum": 1}, "1", ""),
                ({"minimum": 1}, "0.5", "The arguments must be at least 1"),
                ({"maximum": 100}, "100", ""),
                ({"maximum": 100}, "101", "The arguments must be at most 100"),
            ]
        )

    def test_an_array_is_bounded_and_each_item_is_looked_at(self):
        schema = {"type": "array", "minItems": 1, "maxItems": 2, "items": PERSON}
        person = '{"name":"x","age":1}'
        self.check(
            [
                (schema, "[]", "The arguments must have at least 1 item"),
                (schema, "[1,2,3]", "The arguments must have at most 2 items"),
                ({"minItems": 2}, "[1]", "The arguments must have at least 2 items"),
                ({"minItems": 2}, "[1,2]", ""),
                ({"maxItems": 1}, "[1,2]", "The arguments must have at most 1 item"),
                (schema, "[" + person + ",7]", "Argument [1] must be an object"),
                (schema, "[" + person + ',{"name":"x"}]', "Missing required argument [1].age"),
                (schema, "[" + person + "," + person + "]", ""),
            ]
        )

    def test_a_fault_deep_inside_is_named_by_its_path(self):
        schema = {"properties": {"people": {"type": "array", "items": PERSON}, "one": PERSON}}
        self.check(
            [
                (schema, '{"people":[{"name":1,"age":1}]}', "Argument people[0].name must be a string"),
                (schema, '{"people":[{"name":"x","age":1,"z":1}]}', "Unknown argument people[0].z"),
                (schema, '{"one":{"age":1}}', "Missing required argument one.name"),
                (schema, '{"one":{"name":"x","age":-1}}', "Argument one.age must be at least 0"),
            ]
        )

    def test_a_keyword_for_another_type_says_nothing(self):
        schema = {"minLength": 9, "pattern": "^x$", "minimum": 9, "minItems": 9, "required": ["x"]}
        for text in ("true", "null"):
            self.assertEqual(fault_in(schema, text), "")
        self.check(
            [
                (schema, "[]", "The arguments must have at least 9 items"),
                (schema, "{}", "Missing required argument x"),
                (schema, "8", "The arguments must be at least 9"),
                (schema, '"x"', "The arguments must have at least 9 characters"),
            ]
        )
