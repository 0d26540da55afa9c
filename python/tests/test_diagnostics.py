"""Lines for stderr: escaped, short and few."""

import unittest

from server.diagnostics import Diagnostics, escaped

LAST = " (no more of these)"

# What a pipe holds on Linux before its writer has to wait for a reader.
PIPE = 65536


class DiagnosticsTest(unittest.TestCase):
    def test_a_line_says_who_speaks_and_ends_with_a_newline(self):
        self.assertEqual(Diagnostics().line("hello"), "notes-server: hello\n")
        self.assertEqual(Diagnostics().line(""), "notes-server: \n")

    def test_printable_ascii_is_written_as_it_is(self):
        text = "".join(chr(code) for code in range(0x20, 0x7F))
        self.assertEqual(escaped(text), text)

    def test_everything_else_is_escaped(self):
        rows = [
            ("a\nb\r\tc", "a\\u{a}b\\u{d}\\u{9}c"),
            ("\x00\x1f\x7f\x80\x9b", "\\u{0}\\u{1f}\\u{7f}\\u{80}\\u{9b}"),
            ("\x1b[31m", "\\u{1b}[31m"),
            ("é€\u2028\u202e\ufeff", "\\u{e9}\\u{20ac}\\u{2028}\\u{202e}\\u{feff}"),
            ("x😂\U0010ffff", "x\\u{1f602}\\u{10ffff}"),
            ("\ud83d", "\\u{d83d}"),
        ]
        for text, expected in rows:
            with self.subTest(expected=expected):
                self.assertEqual(escaped(text), expected)

    def test_a_line_never_holds_another_line(self):
        line = Diagnostics().line("a\nnotes-server: b\r\n\u2028\u0085c")
        self.assertEqual(line, "notes-server: a\\u{a}notes-server: b\\u{d}\\u{a}\\u{2028}\\u{85}c\n")

    def test_a_text_is_cut_to_200_characters(self):
        self.assertEqual(Diagnostics().line("x" * 200), "notes-server: " + "x" * 200 + "\n")
        self.assertEqual(Diagnostics().line("x" * 201), "notes-server: " + "x" * 200 + "\n")

    def test_there_are_100_lines_at_most_and_the_last_says_so(self):
        diagnostics = Diagnostics()
        for number in range(1, 100):
            self.assertEqual(diagnostics.line(str(number)), "notes-server: " + str(number) + "\n")
        self.assertEqual(diagnostics.line("100"), "notes-server: 100" + LAST + "\n")
        for number in range(101, 300):
            self.assertEqual(diagnostics.line(str(number)), "")

    def test_each_process_counts_for_itself(self):
        first, second = Diagnostics(), Diagnostics()
        for _ in range(150):
            first.line("a")
        self.assertEqual(second.line("b"), "notes-server: b\n")

    def test_all_lines_of_a_process_fit_into_a_pipe_that_nobody_reads(self):
        for text in ("x" * 1000, "\n" * 1000, "é" * 1000, "\U0010ffff" * 1000):
            with self.subTest(character=ascii(text[0])):
                diagnostics = Diagnostics()
                total = sum(len(diagnostics.line(text).encode("utf-8")) for _ in range(1000))
                self.assertLessEqual(total, PIPE)
