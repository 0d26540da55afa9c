"""Foreign text made harmless, and tables of it."""

import json
import unittest

from harness.cli import forms
from harness.cli.arguments import Shown, Usage, parse
from harness.cli.show import content_text, contents_text, cut, escaped, json_text, table, width


class Escaped(unittest.TestCase):
    """What a terminal would obey, and what nobody would see."""

    def test_controls_bidi_marks_and_invisible_characters_are_shown_as_escapes(self):
        cases = {
            "\x1b[31mred\x1b[0m": "\\x1b[31mred\\x1b[0m",
            "\x9b2J\x7f\x00": "\\x9b2J\\x7f\\x00",
            "a\nb\r\tc": "a\\nb\\r\\tc",
            "user\u202etxt.exe": "user\\u202etxt.exe",
            "\u2066\u2069\u200e\u061c": "\\u2066\\u2069\\u200e\\u061c",
            "pay\u200bpal\ufeff": "pay\\u200bpal\\ufeff",
            "\u2028\u2029": "\\u2028\\u2029",
            "tag\U000e0041": "tag\\U000e0041",
            "half\ud800": "half\\ud800",
            "père 日本\u3000💡": "père 日本\u3000💡",
        }
        for text, wanted in cases.items():
            with self.subTest(wanted):
                self.assertEqual(escaped(text), wanted)

    def test_running_text_keeps_line_ends_tabs_and_joiners_and_nothing_else_of_the_kind(self):
        text = "one\r\n\ttwo 👩\u200d💻\r\x1b"
        self.assertEqual(escaped(text, block=True), "one\n\ttwo 👩\u200d💻\\r\\x1b")

    def test_json_stays_the_same_value_and_holds_nothing_that_a_terminal_obeys(self):
        value = {"a\x9b": ["\x1b[2J\u202e\ud800\U000e0041", "日本"]}
        text = json_text(value)
        self.assertEqual(json.loads(text), value)
        self.assertEqual(escaped(text, block=True), text)
        self.assertIn("日本", text)
        self.assertNotIn("\n", json_text(value, None))


class Tables(unittest.TestCase):
    """Columns on a terminal."""

    def test_wide_and_combining_characters_take_the_columns_they_take(self):
        self.assertEqual([width("abc"), width("日本"), width("e\u0301"), width("💡")], [3, 4, 1, 2])

    def test_columns_are_aligned_and_the_last_one_ends_where_the_terminal_does(self):
        rows = [["日本", "x" * 60], ["ab", "short"]]
        lines = table(["NAME", "ABOUT"], rows, 40)
        self.assertEqual(lines[0], "NAME  ABOUT")
        self.assertEqual(lines[1], "日本  " + "x" * 33 + "…")
        self.assertEqual(lines[2], "ab    short")
        self.assertEqual(table(["NAME", "ABOUT"], rows)[1], "日本  " + "x" * 60)
        self.assertEqual(cut("日本日本", 5), "日本…")

    def test_every_kind_of_content_is_shown_or_described(self):
        """What cannot be shown is described.

        Covers: content.client-accepts-all
        """
        blocks = [
            {"type": "text", "text": "words"},
            {"type": "image", "data": "AAAA", "mimeType": "image/png"},
            {"type": "audio", "data": "AAA=", "mimeType": "audio/wav"},
            {"type": "resource_link", "uri": "notes://1", "name": "one"},
            {"type": "resource", "resource": {"uri": "notes://1", "text": "inside"}},
            {"type": "hologram"},
            "nonsense",
        ]
        lines = content_text(blocks).split("\n")
        self.assertEqual(lines[0], "words")
        self.assertEqual(lines[1], "[image image/png, 3 bytes; --json has it]")
        self.assertEqual(lines[2], "[audio audio/wav, 2 bytes; --json has it]")
        self.assertEqual(lines[3:5], ["[resource notes://1: one]", "inside"])
        self.assertIn("hologram", lines[5])
        self.assertIn("nonsense", lines[6])
        untyped = content_text([{"type": "audio", "data": "AAA="}])
        self.assertEqual(untyped, "[audio of unknown type, 2 bytes; --json has it]")
        blob = {"uri": "notes://2", "blob": "AAAA", "mimeType": "a/b"}
        self.assertEqual(contents_text([blob, 5]).split("\n")[0], "[notes://2: a/b, 3 bytes; --json has it]")


class Forms(unittest.TestCase):
    """Forms that a server wants to have filled in."""

    def test_what_is_typed_becomes_a_value_that_fits_the_field_or_is_refused(self):
        """Every kind of field, right and wrong.

        Covers: elicitation.client-validates, elicitation.client-defaults
        """
        colours = {"type": "string", "oneOf": [{"const": "r", "title": "Red"}, {"const": "b", "title": "Blue"}]}
        many = {"type": "array", "items": {"enum": ["x", "y", "z"]}, "minItems": 1, "maxItems": 2}
        cases = [
            ({"type": "string", "minLength": 2}, "ab", "ab"),
            ({"type": "string", "minLength": 2}, "a", None),
            ({"type": "string", "maxLength": 2}, "abc", None),
            ({"type": "integer", "minimum": 1}, "+7", 7),
            ({"type": "integer", "minimum": 1}, "0", None),
            ({"type": "integer"}, "1.5", None),
            ({"type": "number", "maximum": 2}, "1.5", 1.5),
            ({"type": "number"}, "nan", None),
            ({"type": "boolean"}, "Yes", True),
            ({"type": "boolean"}, "false", False),
            ({"type": "boolean"}, "perhaps", None),
            (colours, "r", "r"),
            (colours, "Red", None),
            (many, "x, z", ["x", "z"]),
            (many, "x,y,z", None),
            (many, "q", None),
            ({"type": "string"}, "", None),
            ({"type": "string", "default": "me"}, "", "me"),
            ({"type": ["nonsense"], "enum": [{}, 5]}, "any", "any"),
        ]
        for schema, text, wanted in cases:
            with self.subTest(schema=schema, text=text):
                if wanted is None:
                    self.assertRaises(ValueError, forms.value, text, schema, True)
                else:
                    self.assertEqual(forms.value(text, schema, True), wanted)
        self.assertIs(forms.value("", {"type": "string"}, False), forms.ABSENT)

    def test_a_text_of_a_named_format_is_described_and_checked(self):
        cases = {"email": ("a@b.org", "ab"), "uri": ("a:b", "b"), "date": ("2026-07-28", "28.7.2026")}
        cases["date-time"] = ("2026-07-28T09:00:00Z", "2026-07-28")
        for name, (right, wrong) in cases.items():
            schema = {"type": "string", "format": name}
            self.assertEqual(forms.value(right, schema, True), right)
            with self.assertRaises(ValueError) as caught:
                forms.value(wrong, schema, True)
            self.assertEqual(str(caught.exception), forms.described(schema))
            self.assertNotEqual(forms.described(schema), "text")
        self.assertEqual(forms.value("x", {"type": "string", "format": ["odd"]}, True), "x")

    def test_a_type_that_is_a_list_is_taken_as_text(self):
        odd = {"type": ["string", "null"]}
        self.assertEqual([forms.described(odd), forms.sample(odd), forms.value("x", odd, True)], ["text", "…", "x"])

    def test_what_is_no_form_is_not_shown_as_one(self):
        for params in ({}, {"mode": "url", "url": "https://x"}, {"requestedSchema": []}, {"requestedSchema": {}}):
            self.assertIsNone(forms.fields(params))
        self.assertIsNone(forms.fields({"requestedSchema": {"properties": {"a": 1}}}))


class Options(unittest.TestCase):
    """What may stand on the command line."""

    def test_options_stand_before_and_after_the_subcommand_and_between_the_arguments(self):
        line = '--peer a call x p=1=2 --json q:=[1] --peer b --args {"p":0,"r":2} -- run it -- --json'
        options = parse(line.split())
        self.assertEqual((options.subcommand, options.name, options.json), ("call", "x", True))
        self.assertEqual(options.arguments, {"p": "1=2", "r": 2, "q": [1]})
        self.assertEqual((options.peer, options.command), (["a", "b"], ["run", "it", "--", "--json"]))

    def test_mistakes_are_told_and_nothing_is_guessed(self):
        cases = ["", "prob", "probe x", "probe --", "call", "call x novalue", "call x =1", "call x a:="]
        cases += ["call x a=1 a=2", "call x a:=NaN", "call x --args []", "get p a:=1", "--timeout 0 probe", "--timeout nan probe"]
        cases += ["watch --count 0", "probe --jso", "--collision last list", "read", "watch --for inf"]
        for line in cases:
            with self.subTest(line):
                self.assertRaises(Usage, parse, line.split())

    def test_help_names_every_subcommand_and_every_exit_code(self):
        with self.assertRaises(Shown) as caught:
            parse(["--help"])
        words = str(caught.exception).split()
        for word in "probe list call read get watch 0 1 2 4 5 10 11 12 13 14 130 --allow-legacy".split():
            self.assertIn(word, words)


if __name__ == "__main__":
    unittest.main()
