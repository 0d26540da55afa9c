"""The line reader, fed whole, byte by byte and with a divided character."""

import unittest

from server.lines import MAX_LINE_BYTES, TOO_LONG, LineBuffer


def feed_all(data, size, limit=MAX_LINE_BYTES):
    """Feeds data in chunks of a size and gives all lines, with that after the last newline at the end."""
    buffer = LineBuffer(limit)
    lines = []
    for start in range(0, len(data), size):
        lines.extend(buffer.feed(data[start : start + size]))
    return lines + buffer.end()


class LinesTest(unittest.TestCase):
    def check(self, data, expected, limit=MAX_LINE_BYTES):
        """Checks that the lines are the same however the bytes come."""
        for size in (max(1, len(data)), 1, 2, 3):
            self.assertEqual(feed_all(data, size, limit), expected)

    def test_lines_end_at_the_newline_byte(self):
        self.check(b"a\nbc\n", [b"a", b"bc"])

    def test_the_last_line_needs_no_newline(self):
        self.check(b"a\nbc", [b"a", b"bc"])
        self.check(b"", [])

    def test_empty_lines_are_lines(self):
        self.check(b"\n\n", [b"", b""])

    def test_a_carriage_return_stays_and_ends_nothing(self):
        self.check(b"a\r\nb\rc\n", [b"a\r", b"b\rc"])

    def test_other_line_ends_of_unicode_end_nothing(self):
        data = "a\u2028b\u2029c\u0085d\x0be\x0cf".encode()
        self.check(data + b"\n", [data])

    def test_a_divided_character_stays_whole(self):
        data = "é—😀".encode()
        self.check(data + b"\n" + data, [data, data])

    def test_a_line_at_the_limit_is_kept_and_one_above_is_not(self):
        self.check(b"abc\nabcd\nab\n", [b"abc", TOO_LONG, b"ab"], 3)
        self.check(b"abcd", [TOO_LONG], 3)

    def test_a_carriage_return_counts_and_the_newline_does_not(self):
        self.check(b"ab\r\nabc\r\n", [b"ab\r", TOO_LONG], 3)

    def test_a_line_is_given_back_as_soon_as_it_ends(self):
        buffer = LineBuffer()
        self.assertEqual(buffer.feed(b"a"), [])
        self.assertEqual(buffer.feed(b"b\nc"), [b"ab"])
        self.assertEqual(buffer.end(), [b"c"])
        self.assertEqual(buffer.end(), [])

    def test_a_line_over_the_limit_takes_no_memory(self):
        buffer = LineBuffer(3)
        for _ in range(100):
            buffer.feed(b"x" * 1000)
        self.assertEqual(buffer._pieces, [])
        self.assertEqual(buffer.feed(b"\nab\n"), [TOO_LONG, b"ab"])

    def test_a_line_that_comes_byte_by_byte_stays_few_pieces(self):
        buffer = LineBuffer()
        for _ in range(5000):
            buffer.feed(b"x")
        self.assertLess(len(buffer._pieces), 14)
        self.assertEqual(buffer.end(), [b"x" * 5000])
