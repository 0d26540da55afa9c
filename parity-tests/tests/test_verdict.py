"""Every verdict can be reached, and none but pass is green."""

import unittest

from tests.support import golden, parity, replayed

import replay
import verdict


def verdict_of(python, typescript, seconds=20):
    pairs = [("python", replayed(python, seconds)), ("typescript", replayed(typescript, seconds))]
    return verdict.judge(golden(), pairs)


class VerdictTest(unittest.TestCase):
    def test_both_as_the_golden_pass(self):
        self.assertEqual(verdict_of("fine", "fine").verdict, "pass")
        green, text = parity("fine", "fine")
        self.assertTrue(green)
        self.assertIn("parity: 1 passed, 0 failed", text)

    def test_each_row_of_the_table(self):
        rows = [
            ("other-value", "fine", "python-differs"),
            ("fine", "other-value", "typescript-differs"),
            ("other-value", "other-value", "golden-differs"),
            ("other-value", "another-value", "all-differ"),
        ]
        for python, typescript, expected in rows:
            with self.subTest(expected):
                found = verdict_of(python, typescript)
                self.assertEqual((found.verdict, found.step), (expected, 4))
                green, text = parity(python, typescript)
                self.assertFalse(green)
                self.assertIn("FAIL fake-two: " + expected, text)
                self.assertIn("parity: 0 passed, 1 failed", text)

    def test_one_true_and_1_are_three_values(self):
        self.assertEqual(verdict_of("true-for-one", "fine").verdict, "python-differs")

    def test_the_same_value_in_other_bytes_differs(self):
        for mode in ("other-order", "escaped", "crlf"):
            with self.subTest(mode):
                self.assertEqual(verdict_of("fine", mode).verdict, "typescript-differs")

    def test_a_line_too_many_differs(self):
        for mode in ("extra", "parting-words"):
            with self.subTest(mode):
                self.assertEqual(verdict_of(mode, "fine").verdict, "python-differs")

    def test_noise(self):
        found = verdict_of("fine", "noise")
        self.assertEqual(found.verdict, "noise")
        self.assertIn("Starting up", found.words)

    def test_a_crash_says_how_and_what_stderr_said(self):
        found = verdict_of("crash", "fine")
        self.assertEqual((found.verdict, found.step), ("crash", 4))
        self.assertIn("exit code 1", found.words)
        self.assertIn("out of ideas", found.words)
        self.assertIn("killed by signal 9", verdict_of("killed", "fine").words)

    def test_a_wrong_exit_code_is_a_crash(self):
        found = verdict_of("fine", "exit-code")
        self.assertEqual(found.verdict, "crash")
        self.assertIn("not with exit code 0; exit code 3", found.words)

    def test_silence_is_a_timeout(self):
        for mode in ("hang", "mute", "late", "outlives"):
            with self.subTest(mode):
                self.assertEqual(verdict_of("fine", mode, seconds=1.5).verdict, "timeout")

    def test_a_server_that_cannot_start_was_not_run(self):
        item = golden()
        missing = replay.finish(item, replay.start(item, ["/nonexistent/server"], ".", 5))
        found = verdict.judge(item, [("python", missing), ("typescript", replayed("fine"))])
        self.assertEqual(found.verdict, "not-run")
        self.assertIn("/nonexistent/server", found.words)

    def test_skipped_lines_are_compared_between_the_servers_only(self):
        steps = golden_steps_with_skip()
        item = golden(steps=steps)
        pairs = [("python", replayed("other-value", item=item)), ("typescript", replayed("other-value", item=item))]
        self.assertEqual(verdict.judge(item, pairs).verdict, "pass")
        pairs[1] = ("typescript", replayed("another-value", item=item))
        found = verdict.judge(item, pairs)
        self.assertEqual((found.verdict, found.step, found.index), ("all-differ", 3, 1))

    def test_a_full_stderr_stops_nobody(self):
        self.assertEqual(verdict_of("flood", "fine").verdict, "pass")



def golden_steps_with_skip():
    result = {"a": 1, "b": "é"}
    return [
        {"send": {"jsonrpc": "2.0", "id": "$n", "method": "one"}, "repeat": 2},
        {"send": {"jsonrpc": "2.0", "id": 3, "method": "one"}},
        {"expect": {"jsonrpc": "2.0", "id": 3, "result": result}, "skip": 2},
        {"eof": {"exit": 0}},
    ]
