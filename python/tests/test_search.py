"""Which letters a search lowers, over all of Unicode, and what it finds."""

import hashlib
import json
import unittest
from pathlib import Path

from server.search import contains, lowered

VECTORS = Path(__file__).resolve().parents[2] / "shared-fixtures" / "canonical"

SURROGATES = range(0xD800, 0xE000)


def vector():
    """Reads which code points are lowered, and the hash of what they become."""
    return json.loads((VECTORS / "lowered.json").read_text(encoding="utf-8"))


class SearchTest(unittest.TestCase):
    def test_the_ranges_are_lowered_as_every_runtime_does(self):
        expected = vector()
        lines = []
        for start, end in expected["ranges"]:
            for code in range(start, end):
                lower = lowered(chr(code))
                if lower != chr(code):
                    lines.append(f"{code:x}:" + "".join(f"{ord(point):x}," for point in lower) + "\n")
        self.assertEqual(len(lines), expected["count"])
        self.assertEqual(hashlib.sha256("".join(lines).encode()).hexdigest(), expected["sha256"])

    def test_no_code_point_outside_of_the_ranges_is_changed(self):
        inside = {code for start, end in vector()["ranges"] for code in range(start, end)}
        changed = []
        for code in range(0x110000):
            if code not in inside and code not in SURROGATES and lowered(chr(code)) != chr(code):
                changed.append(code)
        self.assertEqual(changed, [])

    def test_letters_are_lowered_within_the_ranges_only(self):
        rows = [
            ("ABC xyz 123", "abc xyz 123"),
            ("ÄÖÜ ÀÉÎ", "äöü àéî"),
            ("ΑΒΓ АБВ ԱԲԳ", "αβγ абв աբգ"),
            ("ẠẢ Ὼ ẞ", "ạả ὼ ß"),
            ("\u10a0\u2126\u212a\u212b\uff21", "\u10a0\u2126\u212a\u212b\uff21"),
            ("\U00010400\U0001e900", "\U00010400\U0001e900"),
            ("ßſıµ", "ßſıµ"),
            ("", ""),
        ]
        for text, expected in rows:
            with self.subTest(text=text):
                self.assertEqual(lowered(text), expected)

    def test_each_letter_is_lowered_alone(self):
        self.assertEqual(lowered("ΣΑΣ ΟΔΟΣ"), "σασ οδοσ")
        self.assertEqual(lowered("ς"), "ς")

    def test_a_capital_i_with_a_dot_becomes_two_code_points(self):
        self.assertEqual(lowered("\u0130I"), "i\u0307i")

    def test_what_is_lowered_stays_so(self):
        text = "".join(chr(code) for code in range(0x3000))
        self.assertEqual(lowered(lowered(text)), lowered(text))

    def test_every_occurrence_in_a_long_text_is_lowered(self):
        self.assertEqual(lowered("aÄ😂ΣẞＡ" * 20000), "aä😂σßＡ" * 20000)

    def test_a_lowered_query_is_found_in_a_text_of_any_case(self):
        for text in ("käse", "KÄSE", "Käse", "- brot\n- Käse\n", "KäseKäse"):
            with self.subTest(text=text):
                self.assertIs(contains(text, "käse"), True)
        for text in ("", "kase", "KASE", "ka\u0308se", "käs e", "äse", "KÄS"):
            with self.subTest(text=text):
                self.assertIs(contains(text, "käse"), False)

    def test_the_query_is_taken_as_it_is(self):
        self.assertIs(contains("Käse", "Käse"), False)
        for query, expected in ((".", True), ("a.c", True), ("a.*c", False), ("\\", False), ("c\n", True)):
            with self.subTest(query=query):
                self.assertIs(contains("a.c\n", query), expected)

    def test_a_letter_outside_of_the_ranges_is_found_in_its_own_case_only(self):
        self.assertIs(contains("Ａ", lowered("Ａ")), True)
        self.assertIs(contains("ａ", lowered("Ａ")), False)
        self.assertIs(contains("\U00010400", lowered("\U00010428")), False)
