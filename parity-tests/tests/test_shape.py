"""The twin rule holds, and the check of it can fail."""

import tempfile
import unittest
from pathlib import Path

import shape

PYTHON = '''"""One idea. More."""

#: How many.
LIMIT = 3


class Buffer:
    """Keeps things."""

    def __init__(self):
        """Starts empty."""

    def take_one(self):
        """Takes one. Or not."""


def read_line(text):
    """Reads a line."""


def _helper():
    pass
'''

TYPESCRIPT = '''/**
 * One idea. More than that.
 */

type Row = { a: number };

/** How many. */
export const LIMIT = 3;

/** Keeps things. */
export class Buffer {
  /** Starts empty. */
  constructor() {
  }

  /** Takes one. */
  takeOne(): void {
    if (LIMIT) {
    }
  }
}

/** Reads a line. */
export function readLine(text: string): void {}

function helper(): void {}
'''


def faults_of(typescript, python=PYTHON, exceptions=()):
    with tempfile.TemporaryDirectory() as folder:
        for port, name, text in (("python", "a.py", python), ("typescript", "a.ts", typescript)):
            (Path(folder) / port / "server").mkdir(parents=True)
            (Path(folder) / port / "server" / name).write_text(text, encoding="utf-8")
        return list(shape.faults(Path(folder), list(exceptions)))


class ShapeTest(unittest.TestCase):
    def test_the_ports_are_twins(self):
        self.assertEqual(list(shape.faults()), [])

    def test_a_pair_of_twins_passes(self):
        self.assertEqual(faults_of(TYPESCRIPT), [])

    def test_each_difference_is_found(self):
        rows = [
            ("readLine", "readALine", "other names"),
            ("export function readLine", "function readLine", "public in one port only"),
            ("Reads a line.", "Reads one line.", "another sentence"),
            ("How many.", "How much.", "another sentence"),
            ("takeOne", "takeTwo", "Buffer.takeTwo"),
            ("/** Reads a line. */\n", "", "another sentence"),
        ]
        for old, new, words in rows:
            with self.subTest(new):
                self.assertIn(words, "".join(faults_of(TYPESCRIPT.replace(old, new))))

    def test_another_order_is_found(self):
        swapped = TYPESCRIPT.replace("function helper(): void {}\n", "").replace(
            "/** Keeps things. */", "function helper(): void {}\n\n/** Keeps things. */"
        )
        self.assertIn("order", "".join(faults_of(swapped)))

    def test_a_public_name_without_a_word_is_found(self):
        typescript = TYPESCRIPT.replace("/** Reads a line. */\n", "")
        both = faults_of(typescript, PYTHON.replace('"""Reads a line."""', "pass"))
        self.assertIn("says nothing of itself", "".join(both))

    def test_an_exception_needs_a_reason_and_a_use(self):
        changed = TYPESCRIPT.replace("function helper(): void {}\n", "")
        entry = {"file": "server/a", "name": "helper", "reason": "the other language has it built in"}
        self.assertEqual(faults_of(changed, exceptions=[entry]), [])
        self.assertIn("other names", "".join(faults_of(changed, exceptions=[{**entry, "reason": ""}])))
        unused = {**entry, "name": "nothing"}
        self.assertIn("nothing needs", "".join(faults_of(TYPESCRIPT, exceptions=[unused])))

    def test_the_cases_of_tests_are_compared_as_words(self):
        python = "class T:\n    def test_a_lone_cr(self): pass\n    def helper(self): pass\n"
        typescript = 'test("a lone CR", () => {});\ntest(\n  `and more`, () => {});\n'
        self.assertEqual(shape.python_tests(python), ["a lone cr"])
        self.assertEqual(shape.typescript_tests(typescript), ["a lone cr", "and more"])
