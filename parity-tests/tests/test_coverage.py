"""Requirement coverage, both ways."""

import unittest
from types import SimpleNamespace

import coverage
import transcript


def requirement(**changes):
    return {"side": "server", "level": "MUST", "observable": "wire", **changes}


def cites(*names):
    return [SimpleNamespace(id="t", requires=list(names))]


class CoverageTest(unittest.TestCase):
    def test_an_unknown_id_is_a_fault(self):
        self.assertEqual(list(coverage.faults(cites("a.x"), {}, [])), ["t: requires the unknown id a.x"])
        self.assertIn("unknown id", "".join(coverage.faults([], {}, [{"id": "a.x", "reason": "r", "lifted_by": None}])))

    def test_only_must_of_a_server_on_the_wire_is_due(self):
        self.assertEqual(len(list(coverage.faults([], {"a.x": requirement()}, []))), 1)
        self.assertEqual(len(list(coverage.faults([], {"a.x": requirement(level="MUST NOT", side="both")}, []))), 1)
        for change in ({"side": "client"}, {"level": "SHOULD"}, {"observable": "process"}):
            self.assertEqual(list(coverage.faults([], {"a.x": requirement(**change)}, [])), [])

    def test_proven_or_excluded_but_not_both(self):
        exclusion = {"id": "a.x", "reason": "r", "lifted_by": "section 6"}
        self.assertEqual(list(coverage.faults(cites("a.x"), {"a.x": requirement()}, [])), [])
        self.assertEqual(list(coverage.faults([], {"a.x": requirement()}, [exclusion])), [])
        self.assertIn("is excluded, but", "".join(coverage.faults(cites("a.x"), {"a.x": requirement()}, [exclusion])))

    def test_an_exclusion_needs_a_reason_and_stands_once(self):
        bare = {"id": "a.x", "reason": ""}
        self.assertIn("needs a reason", "".join(coverage.faults([], {"a.x": requirement()}, [bare])))
        twice = [{"id": "a.x", "reason": "r", "lifted_by": None}] * 2
        self.assertIn("stands there twice", "".join(coverage.faults([], {"a.x": requirement()}, twice)))

    def test_the_project_itself_has_no_gap(self):
        found = coverage.faults(transcript.load_all(), coverage.load_requirements(), coverage.load_exclusions())
        self.assertEqual(list(found), [])
