"""Requirements of a client: proven by a test of the harness, or excluded with a reason."""

import unittest

import client_coverage
import coverage


class ClientCoverageTest(unittest.TestCase):
    def test_the_project_itself_has_no_gap(self):
        found = client_coverage.faults(
            client_coverage.cited(), coverage.load_requirements(), client_coverage.load_exclusions()
        )
        self.assertEqual(list(found), [])

    def test_each_kind_of_fault_is_found(self):
        due = {"a.x": {"side": "client", "level": "MUST", "observable": "client-unit"}}
        rows = [
            ({}, due, [], "proven by no test"),
            ({"a.y": ["t"]}, {}, [], "unknown id a.y"),
            ({"a.x": ["t"]}, due, [{"id": "a.x", "reason": "r"}], "is excluded, but"),
            ({}, due, [{"id": "a.x", "reason": ""}], "to have a reason"),
            ({}, due, [{"id": "a.x", "reason": "r"}] * 2, "stands there twice"),
        ]
        for tests, requirements, exclusions, words in rows:
            self.assertIn(words, "".join(client_coverage.faults(tests, requirements, exclusions)))

    def test_docstrings_are_read(self):
        found = client_coverage.cited()
        self.assertIn("test_shapes.test_ids_are_integers_and_none_is_used_twice", found["base.request-id-type"])
