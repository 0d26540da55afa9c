"""Every case of shared-fixtures/probe/outcomes.json through classify, and the table that is printed from it."""

import json
import subprocess
import sys
import unittest

from harness.classify import Ambiguous, Closed, Outcome, Reprobe, Select, classify
from harness.wire import decode
from tests.harness.outcomes import OUTCOMES, cases, message_of
from tests.harness.support import ROOT, VERSION


def decided(case):
    """Gives what classify decides in a case."""
    outcome = Outcome(case["kind"], message_of(case), case["words"])
    return classify(outcome, tuple(case["versions"]), list(case["refused"]), case["probes_sent"])


def answer(**error):
    """Gives what classify decides for a first answer with this error."""
    return classify(Outcome("answer", {"jsonrpc": "2.0", "id": 1, "error": error}), (VERSION,), [], 1)


class Classified(unittest.TestCase):
    def test_every_outcome_leads_to_the_decision_of_the_table(self):
        """Covers: stdio.probe-modern, stdio.probe-modern-error, stdio.fallback-any-code, discover.client-accepts,
        versioning.client-retry, base.error-legacy-range-meaning, base.error-data
        """
        for name, case in cases():
            with self.subTest(name):
                self.compare(decided(case), case["decision"])

    def compare(self, decision, expected):
        """Compares a decision with its description in the table."""
        if "Select" in expected:
            self.assertEqual((type(decision), decision.version), (Select, expected["Select"]))
            self.assertEqual(len(decision.notes), len(expected["notes"]), decision.notes)
            for note, part in zip(decision.notes, expected["notes"]):
                self.assertIn(part, note)
        elif "Reprobe" in expected:
            self.assertEqual(decision, Reprobe(expected["Reprobe"]))
        elif "Closed" in expected:
            self.assertIsInstance(decision, Closed)
            self.assertEqual((decision.reason, decision.modern), (expected["Closed"], expected["modern"]))
            self.assertIn(expected.get("detail", ""), decision.detail)
        else:
            self.assertIsInstance(decision, Ambiguous)
            self.assertIn(expected.get("why", ""), decision.why)

    def test_only_three_codes_of_all_around_them_are_known_whatever_their_type(self):
        """The known ones are -32020 to -32022; neither their neighbours nor what is no integer is one.

        Covers: stdio.fallback-any-code, base.error-legacy-range-meaning
        """
        for code in range(-32110, -31990):
            known = code in (-32020, -32021, -32022)
            with self.subTest(code):
                self.assertEqual(isinstance(answer(code=code), Closed), known)
                self.assertEqual(isinstance(answer(code=float(code)), Closed), known)
                for other in (str(code), code + 0.5, [code], {"code": code}):
                    self.assertIsInstance(answer(code=other), Ambiguous)
        for code in (True, False, None, "", 0.5, [], {}):
            self.assertIsInstance(answer(code=code), Ambiguous)
        self.assertIsInstance(answer(message="no code"), Ambiguous)

    def test_a_code_of_any_size_is_read(self):
        """A code of 400 digits, one of 5,000 and one beyond every double are errors like any other."""
        for digits in ("3" * 400, "3" * 5000, "1e999"):
            message = decode(b'{"jsonrpc":"2.0","id":1,"error":{"code":-%s,"message":"no"}}\n' % digits.encode())
            self.assertIsInstance(classify(Outcome("answer", message), (VERSION,), [], 1), Ambiguous)

    def test_classify_changes_nothing_that_it_is_given(self):
        """Two runs over the same objects decide the same and leave them as they were."""
        for name, case in cases():
            before = json.dumps(case)
            with self.subTest(name):
                self.assertEqual(decided(case), decided(case))
                self.assertEqual(json.dumps(case), before)

    def test_no_case_of_the_table_names_a_decision_twice(self):
        """The names of the cases are unique within their row, and each row with cases has a decision for each."""
        names = [name for name, _ in cases()]
        self.assertEqual(sorted(names), sorted(set(names)))
        for name, case in cases():
            kinds = [kind for kind in ("Select", "Reprobe", "Closed", "Ambiguous") if kind in case["decision"]]
            self.assertEqual(len(kinds), 1, name)


class Printed(unittest.TestCase):
    def test_the_table_has_a_line_for_each_row_with_all_columns(self):
        """python3 python/harness/table.py prints Markdown, from anywhere and without anything installed."""
        command = [sys.executable, "-S", str(ROOT / "python" / "harness" / "table.py")]
        printed = subprocess.run(command, capture_output=True, check=True, cwd="/").stdout.decode("utf-8").splitlines()
        lines = [line for line in printed if line.startswith("|")]
        self.assertEqual(len(lines), len(OUTCOMES["rows"]) + 2)
        for row, line in zip(OUTCOMES["rows"], lines[2:]):
            self.assertEqual(line.count(" | ") + 1, 7)
            self.assertTrue(line.startswith(f"| {row['outcome']} | {row['PY']} | "))
            self.assertTrue(line.endswith(f" | {row['ours']} | {row['ours_allowed']} |"))
        self.assertIn("PY: official Python SDK 2.3.0", printed[-1])


if __name__ == "__main__":
    unittest.main()
