"""Every verdict of the runner, from a whole run of the command, as each kind of report tells it."""

import html.parser
import json
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tests import tree


class Page(html.parser.HTMLParser):
    """The checks of a page: for each id the verdict, its text, and what is marked in it."""

    def __init__(self, text):
        super().__init__()
        self.checks, self._at, self._mark = {}, None, False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "details":
            self._at = None
            if values.get("class") == "check":
                self._at = {"verdict": values["data-verdict"], "text": "", "marked": []}
                self.checks[values["id"]] = self._at
        self._mark = tag == "mark"

    def handle_endtag(self, tag):
        if tag == "details":
            self._at = None

    def handle_data(self, data):
        if self._at is not None:
            self._at["text"] += data
            if self._mark:
                self._at["marked"].append(data)
                self._mark = False


class RunTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = tree.make(Path(cls.folder.name) / "tree")
        cls.ran = tree.run(root, "run", "--seconds", "2", "--reports", "out/reports")
        cls.out = {path.name: path.read_text(encoding="utf-8") for path in (root / "out/reports").iterdir()}
        cls.due = {f"parity.{name}": verdict for name, verdict in tree.VERDICTS.items()}
        cls.due["swap.c-swap"] = "swap-differs"

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_exit_code_is_1_and_nothing_is_on_stderr(self):
        self.assertEqual((self.ran.returncode, self.ran.stderr), (1, b""))

    def test_the_terminal(self):
        text = self.ran.stdout.decode()
        for name, verdict in self.due.items():
            if verdict != "pass":
                self.assertIn(f"FAIL {name.split('.')[1]}: {verdict}\n", text)
        self.assertIn("parity: 2 passed, 7 failed\n", text)
        self.assertIn("swap: 0 passed, 1 failed\n", text)

    def test_json(self):
        result = json.loads(self.out["result.json"])
        self.assertEqual({f"{each['pass']}.{each['id']}": each["verdict"] for each in result["checks"]}, self.due)
        self.assertEqual((result["expected"], result["total"], result["left_out"]), (10, 10, {"write nothing": 8}))
        found = {each["id"]: each for each in result["checks"]}["a-python"]
        self.assertEqual((found["pointer"], found["step"], found["level"]), ("/result/a", 4, "MUST"))
        wrong = '{"jsonrpc":"2.0","id":2,"result":{"a":2,"b":"é"}}\n'
        self.assertEqual(found["lines"], {"golden": wrong.replace("2,", "1,", 2).replace('"id":1', '"id":2'),
                                          "python": wrong, "typescript": wrong.replace('"a":2', '"a":1')})  # fmt: skip
        self.assertEqual([entry["by"] for entry in found["exchange"]], ["client", "golden", "python", "typescript"] * 2)

    def test_junit(self):
        root = ElementTree.fromstring(self.out["junit.xml"])
        self.assertEqual({key: root.get(key) for key in ("tests", "failures", "errors", "skipped")},
                         {"tests": "10", "failures": "8", "errors": "0", "skipped": "0"})  # fmt: skip
        found = {}
        for suite in root:
            self.assertEqual(int(suite.get("tests")), len(suite.findall("testcase")))
            for case in suite.iter("testcase"):
                failure = case.find("failure")
                kind = "pass" if failure is None else failure.get("type")
                found[f"{suite.get('name').split('.')[0]}.{case.get('name')}"] = kind
                if failure is not None:
                    self.assertIn(kind, failure.get("message"))
                    self.assertIn("again: make parity ONLY=" + case.get("name"), failure.text)
                    self.assertIn('< golden: {"jsonrpc":"2.0","id":2,', failure.text)
        self.assertEqual(found, self.due)

    def test_html(self):
        checks = Page(self.out["index.html"]).checks
        self.assertEqual({name: each["verdict"] for name, each in checks.items()}, self.due)
        self.assertEqual(checks["parity.a-python"]["marked"], ["1", "2"])
        self.assertEqual(checks["parity.all-differ"]["marked"], ["1", "2", "3"])
        self.assertEqual(checks["swap.c-swap"]["marked"], ["1", "2"])
        self.assertIn("Starting up", checks["parity.b-noise"]["text"])
        self.assertIn("out of ideas", checks["parity.b-crash"]["text"])
        self.assertIn("nothing came within 2 s", checks["parity.b-timeout"]["text"])
        self.assertIn("It <must>.", checks["parity.a-pass"]["text"])

    def test_markdown(self):
        text = self.out["summary.md"]
        self.assertIn("## ❌ parity: 2 passed, 8 failed", text)
        self.assertIn("| parity | **all** | 2 | 7 | 0 | 0 |", text)
        for name, verdict in self.due.items():
            if verdict != "pass":
                place, check = name.split(".")
                self.assertIn(f"❌ **{check}** ({place}): {verdict} — ", text)

    def test_the_badge(self):
        self.assertIn(">2 passed, 8 failed<", self.out["badge.svg"])
        ElementTree.fromstring(self.out["badge.svg"])


class NotRunTest(unittest.TestCase):
    def test_what_cannot_start_is_not_run_in_every_report(self):
        with tempfile.TemporaryDirectory() as folder:
            root = tree.make(Path(folder) / "tree", ["a-pass", "c-swap"], ["/nonexistent/server"])
            run = tree.run(root, "run", "--reports", "out")
            out = {path.name: path.read_text(encoding="utf-8") for path in (root / "out").iterdir()}
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"not green: 2 not-run", run.stdout)
        result = json.loads(out["result.json"])
        self.assertEqual({each["verdict"] for each in result["checks"]}, {"not-run"})
        junit = ElementTree.fromstring(out["junit.xml"])
        self.assertEqual((junit.get("errors"), junit.get("failures")), ("3", "0"))
        self.assertIn("/nonexistent/server", junit.find(".//error").text)
        self.assertEqual({each["verdict"] for each in Page(out["index.html"]).checks.values()}, {"not-run"})
        self.assertIn("| parity | **all** | 0 | 0 | 0 | 2 |", out["summary.md"])
        self.assertIn(">0 passed, 3 not run<", out["badge.svg"])

    def test_what_an_interrupt_left_undone_is_not_run_in_both_passes(self):
        with tempfile.TemporaryDirectory() as folder:
            root = tree.make(Path(folder) / "tree", ["a-pass", "b-timeout", "c-swap"])
            command = [sys.executable, "-u", root / "parity-tests/run.py", "run", "--jobs", "1", "--json", "out.json"]
            with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE) as run:
                self.assertEqual(run.stdout.readline(), b"1/3\n")
                run.send_signal(signal.SIGINT)
                rest = run.communicate(timeout=60)[0]
            result = json.loads((root / "out.json").read_text(encoding="utf-8"))
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"interrupted; what did not run counts as not green", rest)
        found = {f"{each['pass']}.{each['id']}": (each["verdict"], each["words"]) for each in result["checks"]}
        self.assertEqual(found.pop("parity.a-pass"), ("pass", ""))
        words = "it was expected and did not run: interrupted"
        self.assertEqual(found, dict.fromkeys(["parity.b-timeout", "parity.c-swap", "swap.c-swap"], ("not-run", words)))

    def test_a_run_that_is_given_up_says_so_of_what_did_not_run(self):
        with tempfile.TemporaryDirectory() as folder:
            root = tree.make(Path(folder) / "tree", ["a-pass"])
            for number in range(9):
                data = tree.data_of(f"a-hang-{number}", ["python=hang"])
                path = root / "shared-fixtures/transcripts/a" / f"a-hang-{number}.json"
                path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
            names = ["a-pass", *(f"a-hang-{number}" for number in range(9))]
            (root / "shared-fixtures/manifest.json").write_text(json.dumps({"a": names}), encoding="utf-8")
            run = tree.run(root, "run", "--seconds", "1", "--jobs", "5", "--junit", "-")
        junit = ElementTree.fromstring(run.stdout)
        self.assertEqual((run.returncode, junit.get("tests")), (1, "10"))
        self.assertGreaterEqual(int(junit.get("errors")), 1)
        self.assertIn("given up after 5 timeouts", junit.find(".//error").get("message"))
        self.assertIn("given up after 5 timeouts", run.stderr.decode())
        self.assertTrue(re.search(r"parity: \d passed, \d+ failed", run.stderr.decode()))


class PytestTest(unittest.TestCase):
    def test_each_transcript_and_pass_is_a_test_that_can_fail(self):
        with tempfile.TemporaryDirectory() as folder:
            root = tree.make(Path(folder) / "tree", ["a-pass", "a-python", "c-swap"])
            command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "test_transcripts.py"]
            where = {"cwd": root / "parity-tests", "capture_output": True, "timeout": 100, "check": False, "text": True}
            run = subprocess.run(command, **where)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("2 failed, 2 passed", run.stdout)
        self.assertIn("a-python: python-differs", run.stdout)
        self.assertIn("c-swap: swap-differs", run.stdout)


class KnownTest(unittest.TestCase):
    def test_a_known_failure_is_yellow_and_one_that_passes_is_red(self):
        entry = {"implementation": "python", "reason": "a known one", "since": "2026-01-01"}
        with tempfile.TemporaryDirectory() as folder:
            root = tree.make(Path(folder) / "tree", ["a-pass", "a-python"])
            path = root / "parity-tests/known_failures.json"
            path.write_text(json.dumps([{"transcript": "a-python", **entry}]), encoding="utf-8")
            run = tree.run(root, "run", "--junit", "-")
            self.assertEqual((run.returncode, ElementTree.fromstring(run.stdout).get("failures")), (0, "0"))
            self.assertIn("WARN a-python: xfail", run.stderr.decode())
            self.assertIn("a known one", ElementTree.fromstring(run.stdout).find(".//system-out").text)
            path.write_text(json.dumps([{"transcript": "a-pass", **entry}]), encoding="utf-8")
            self.assertEqual(tree.run(root, "run", "a-pass").returncode, 1)
