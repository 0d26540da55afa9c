"""No transcript is idle: each catches a fault that no other of its area catches."""

import contextlib
import io
import unittest

import faults


class FaultsTest(unittest.TestCase):
    def test_every_transcript_has_a_fault_of_its_own(self):
        """Each fault stands in its place; every eighth is tried here, and all of them by make faults."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = faults.main([], every=8)
        self.assertEqual((code, out.getvalue().count("\n")), (0, 1), out.getvalue())

    def test_a_fault_must_fit_one_place(self):
        fault = {"transcript": "x", "area": "lines", "file": "lines.py", "old": "self", "new": "that"}
        with self.assertRaisesRegex(Exception, "exactly once"):
            faults.caught_by(fault)

    def test_without_a_fault_nothing_is_caught(self):
        self.assertEqual(faults.caught_by(None, "*"), [])
