"""Requirement coverage, both ways."""

import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import coverage
import coverage_table
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

    def test_a_test_proves_as_a_transcript_does(self):
        tests = {"a.x": ["python/tests/test_a.test_b"]}
        exclusion = {"id": "a.x", "reason": "r", "lifted_by": None}
        self.assertEqual(list(coverage.faults([], {"a.x": requirement()}, [], tests)), [])
        self.assertEqual(
            list(coverage.faults([], {"a.x": requirement()}, [exclusion], tests)),
            ["exclusions.json: a.x is excluded, but python/tests/test_a.test_b proves it"],
        )
        self.assertEqual(
            list(coverage.faults([], {}, [], tests)), ["python/tests/test_a.test_b: requires the unknown id a.x"]
        )

    def test_tests_are_found_by_what_their_docstrings_cover(self):
        with tempfile.TemporaryDirectory() as folder:
            source = 'class T:\n    def test_b(self):\n        """It is so.\n\n        Covers: a.x, b.y\n        """\n'
            inside = Path(folder) / "python" / "tests"
            inside.mkdir(parents=True)
            (inside / "test_a.py").write_text(source, encoding="utf-8")
            due = ["python/tests/test_a.test_b"]
            self.assertEqual(coverage.load_tests([inside]), {"a.x": due, "b.y": due})

    def test_the_project_itself_has_no_gap_and_its_table_is_current(self):
        self.assertEqual(list(coverage.all_faults(transcript.load_all())), [])


class TableTest(unittest.TestCase):
    def test_a_cell_counts_what_is_proven_excluded_and_there(self):
        requirements = {
            "a.one": requirement(),
            "a.two": requirement(level="MUST NOT", side="both"),
            "a.three": requirement(level="SHOULD"),
            "a.unseen": requirement(observable="doc"),
            "b.four": requirement(side="client", observable="client-unit", level="MAY"),
        }
        evidence = {"server": ({"a.one"}, {"a.two"}), "client": (set(), set())}
        rows = coverage_table.markdown(requirements, evidence).splitlines()
        self.assertEqual(rows[2:], [
            "| a | 1 (+1) / 2 | 0 / 1 | – | 0 / 1 | – | – |",
            "| b | – | – | – | – | – | 0 / 1 |",
            "| **all** | 1 (+1) / 2 | 0 / 1 | – | 0 / 1 | – | 0 / 1 |",
        ])  # fmt: skip

    def test_a_table_that_is_not_that_of_now_is_stale(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "README.md"
            path.write_text(f"before\n{coverage_table.BEGIN}\nold\n{coverage_table.END}\nafter\n", encoding="utf-8")
            self.assertFalse(coverage_table.is_current("new", path))
            coverage_table.write("new", path)
            self.assertTrue(coverage_table.is_current("new", path))
            text = path.read_text(encoding="utf-8")
            self.assertTrue(text.startswith("before\n<!--") and text.endswith("-->\nafter\n"), text)
            path.write_text("no marks", encoding="utf-8")
            with self.assertRaisesRegex(transcript.FixtureError, "needs the lines"):
                coverage_table.is_current("new", path)
