"""Cursors, written, read and forged."""

import base64
import unittest

from server.cursors import read_cursor, write_cursor


def forged(text):
    """Gives a text in unpadded base64url, as a forger would write it."""
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


class CursorsTest(unittest.TestCase):
    def check_refused(self, cursors, list_name="notes_list"):
        for cursor in cursors:
            with self.subTest(cursor=ascii(cursor)):
                self.assertEqual(read_cursor(cursor, list_name, 1000), 0)

    def test_a_cursor_is_the_list_and_the_number_in_base64url(self):
        # Worked out from the alphabet of RFC 4648, section 5; there is no padding, whatever the length.
        self.assertEqual(write_cursor("notes_list", 3), "bm90ZXNfbGlzdDoz")
        self.assertEqual(write_cursor("notes_list", 10), "bm90ZXNfbGlzdDoxMA")
        self.assertEqual(write_cursor("resources/list", 50), "cmVzb3VyY2VzL2xpc3Q6NTA")

    def test_what_is_written_is_read_back(self):
        for list_name in ("resources/list", "notes_list", "notes_list/home", "notes_list/0-9"):
            for number in (1, 9, 10, 99, 100, 123456789012345):
                with self.subTest(list_name=list_name, number=number):
                    cursor = write_cursor(list_name, number)
                    self.assertEqual(read_cursor(cursor, list_name, number + 1), number)

    def test_a_number_that_was_not_given_yet_is_refused(self):
        for number, next_number, expected in ((3, 4, 3), (4, 4, 0), (5, 4, 0), (1, 1, 0), (999999999999999, 4, 0)):
            with self.subTest(number=number, next_number=next_number):
                self.assertEqual(read_cursor(write_cursor("notes_list", number), "notes_list", next_number), expected)

    def test_the_cursor_of_another_list_is_refused(self):
        for list_name in ("resources/list", "notes_list/home", "notes_lis", "Notes_list", "", "a:1"):
            self.check_refused([write_cursor(list_name, 1)])
        self.check_refused([write_cursor("notes_list", 1), write_cursor("notes_list/hom", 1)], "notes_list/home")

    def test_forged_numbers_are_refused(self):
        numbers = ["0", "00", "01", "-1", "+1", "1.0", "1e1", "0x1", " 1", "1 ", "1\n", "", "a", "1a", "\u0661", "1_0"]
        self.check_refused([forged("notes_list:" + number) for number in numbers])
        self.check_refused([forged("notes_list:" + number) for number in ("1:", ":1", "1:1", "9" * 16, "9" * 5000)])

    def test_texts_that_are_no_list_and_number_are_refused(self):
        texts = ["notes_list", "notes_list1", "notes_list;1", ":1", "1", "\nnotes_list:1", "notes_list:1\n", "a\nb:1"]
        self.check_refused([forged(text) for text in texts])

    def test_what_is_not_base64url_is_refused(self):
        self.check_refused(["", "=", "A", "AA", "note-1", "😂", "ä", "\x00", "_", "-", "notes_list:1"])

    def test_another_spelling_of_a_cursor_is_refused(self):
        self.assertEqual(read_cursor("bm90ZXNfbGlzdDoxMA", "notes_list", 1000), 10)
        # Padding, white space, other characters within, stray bits at the end, six bits too many.
        self.check_refused(["bm90ZXNfbGlzdDoxMA=", "bm90ZXNfbGlzdDoxMA==", "bm90ZXNfbGlzdDoz===="])
        self.check_refused([" bm90ZXNfbGlzdDoxMA", "bm90ZXNfbGlzdDoxMA\n", "bm90ZXNf bGlzdDoxMA"])
        self.check_refused(["bm90ZXNf.bGlzdDoxMA", "bm90ZXNf=bGlzdDoxMA", "bm90ZXNf😂bGlzdDoxMA", "BM90ZXNFBGLZDDOZ"])
        self.check_refused(["bm90ZXNfbGlzdDoxMB", "bm90ZXNfbGlzdDoxMP", "bm90ZXNfbGlzdDozA"])

    def test_the_other_base64_alphabet_is_refused(self):
        self.assertEqual(read_cursor("fn4_fn46MQ", "~~?~~", 2), 1)
        self.check_refused(["fn4/fn46MQ"], "~~?~~")
        self.assertEqual(read_cursor("fn4-fn46MQ", "~~>~~", 2), 1)
        self.check_refused(["fn4+fn46MQ"], "~~>~~")

    def test_bytes_that_are_not_utf_8_are_refused(self):
        rows = [
            ("6e6f7465735f6c697374ff3a31", "notes_list\ufffd"),
            ("6e6f7465735f6c6973743a31ff", "notes_list"),
            ("ff3a31", "\ufffd"),
            ("c33a31", "\ufffd"),
            ("eda0803a31", "\ufffd\ufffd\ufffd"),
            ("efbbbf3a31", ""),
        ]
        for hexadecimal, list_name in rows:
            cursor = base64.urlsafe_b64encode(bytes.fromhex(hexadecimal)).decode().rstrip("=")
            self.check_refused([cursor])
            self.check_refused([cursor], list_name)
