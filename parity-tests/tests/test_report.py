"""What a person sees: everything that leads to the fault, and nothing else."""

import io
import unittest

from tests.support import parity

from report import Report


class Terminal(io.StringIO):
    def isatty(self):
        return True


class ReportTest(unittest.TestCase):
    def test_a_failure_shows_all_that_leads_to_it(self):
        _, text = parity("fine", "other-value")
        for part in (
            "FAIL fake-two: typescript-differs",
            "Two requests get two answers",
            "step 4 of 5 in shared-fixtures/transcripts/fake/fake-two.json",
            "proves base.response-id-echo (MUST): The id comes back.",
            'request     {"jsonrpc":"2.0","id":2,"method":"two"}',
            "differs at  /result/a",
            "golden      1",
            "python      1",
            "typescript  2",
            "again: make parity ONLY=fake-two",
        ):
            self.assertIn(part, text)

    def test_other_bytes_of_the_same_value_are_shown_as_bytes(self):
        _, text = parity("other-order", "fine")
        self.assertIn("the same value in other bytes: order of members, spacing or escapes; first at byte 35", text)
        self.assertIn('python      {"jsonrpc":"2.0","id":2,"result":{"b":"é","a":1}}', text)

    def test_a_missing_line_is_shown_as_missing(self):
        _, text = parity("fine", "extra")
        self.assertIn("golden      (no line)", text)

    def test_plain_lines_where_there_is_no_terminal(self):
        _, text = parity("fine", "fine")
        self.assertIn("1/1\n", text)
        self.assertNotIn("\r", text)
        self.assertNotIn("\033", text)

    def test_a_bar_and_colours_on_a_terminal(self):
        _, text = parity("fine", "other-value", stream=Terminal())
        self.assertIn("█", text)
        self.assertIn("\033[31mparity: 0 passed, 1 failed\033[0m", text)

    def test_no_color_is_respected(self):
        _, text = parity("fine", "other-value", stream=Terminal(), environ={"NO_COLOR": "1"})
        self.assertNotIn("\033[3", text)

    def test_what_was_expected_and_never_ran_is_not_green(self):
        stream = io.StringIO()
        report = Report(3, {}, stream, {})
        self.assertFalse(report.summary(0.0))
        self.assertIn("3 transcripts expected, 0 ran", stream.getvalue())
        self.assertIn("3 not-run", stream.getvalue())

    def test_nothing_expected_is_not_green(self):
        self.assertFalse(Report(0, {}, io.StringIO(), {}).summary(0.0))
