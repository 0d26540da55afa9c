"""Results that are saved, split and merged: nothing may be lost or counted twice on the way."""

import json
import tempfile
import types
import unittest
from pathlib import Path

from tests import tree

import result as results
import shards


def shard(text, *names, expected=None, total=4, **more):
    checks = [results.check(name, "g", "t", "pass") for name in names]
    expected = len(names) if expected is None else expected
    return results.new("parity", {"python": ["p"]}, expected, total=total, shard=text, checks=checks, **more)


class ValueTest(unittest.TestCase):
    def test_what_is_saved_is_what_is_loaded(self):
        exchange = [results.said(">", "client", b"\xff\xed\xa0\x80\n", 0), results.said("<", "all", b"x" * 50000)]
        result = shard(None, "a")
        result["checks"][0]["exchange"] = exchange
        self.assertEqual(results.loads(results.dumps(result)), result)
        self.assertEqual(exchange[0]["hex"], "ffeda0800a")
        self.assertTrue(exchange[1]["text"].endswith("x… (50000 bytes)"))

    def test_what_is_no_result_is_refused(self):
        good = shard(None, "a", "b")
        faults = {
            "not a JSON text": "{",
            "not an object": "[]",
            "no expected": json.dumps({key: value for key, value in good.items() if key != "expected"}),
            "expected is of the wrong kind": json.dumps({**good, "expected": True}),
            "format 2": json.dumps({**good, "format": 2}),
            "parity a stands there twice": json.dumps({**good, "checks": [good["checks"][0]] * 2}),
            "check 1: no verdict": json.dumps(
                {**good, "checks": [{"id": "a", "group": "g", "title": "t", "pass": "p", "level": "x"}]}
            ),
            "requires and lines hold texts": json.dumps({**good, "checks": [{**good["checks"][0], "requires": [1]}]}),
            "exchange: no text": json.dumps(
                {**good, "checks": [{**good["checks"][0], "exchange": [{"direction": ">", "by": "x"}]}]}
            ),
            "check 1: no id": json.dumps({**good, "checks": [7]}),
        }
        for words, text in faults.items():
            with self.subTest(words), self.assertRaisesRegex(results.ResultError, words):
                results.loads(text)


class SplitTest(unittest.TestCase):
    def test_every_item_is_in_exactly_one_shard_whatever_the_order(self):
        items = [types.SimpleNamespace(id=f"id-{number}") for number in range(23)]
        for of in (1, 2, 5, 23):
            parts = [[item.id for item in shards.part(items, (number, of))] for number in range(1, of + 1)]
            self.assertEqual(sorted(sum(parts, [])), sorted(item.id for item in items))
            self.assertLessEqual(max(map(len, parts)) - min(map(len, parts)), 1)
            again = [{item.id for item in shards.part(items[::-1], (number, of))} for number in range(1, of + 1)]
            self.assertEqual([set(part) for part in parts], again)

    def test_what_is_no_shard(self):
        for text in ("0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/ 2", "١/٢"):
            with self.subTest(text), self.assertRaises(ValueError):
                shards.parse(text)


class MergeTest(unittest.TestCase):
    def merged(self, *parts):
        return shards.merge(list(parts), [f"{number}.json" for number in range(1, len(parts) + 1)])

    def test_the_whole_is_the_same_in_any_order(self):
        one, two = shard("1/2", "a", "c", left_out={"x": 1}), shard("2/2", "b", "d", left_out={"x": 2, "y": 1})
        two["started"] = one["started"]
        whole = self.merged(one, two)
        self.assertEqual([check["id"] for check in whole["checks"]], ["a", "b", "c", "d"])
        self.assertEqual((whole["shard"], whole["expected"], whole["left_out"]), (None, 4, {"x": 3, "y": 1}))
        self.assertEqual(results.exit_code(whole), 0)
        self.assertEqual(self.merged(two, one)["checks"], whole["checks"])

    def test_what_a_shard_did_not_run_is_not_green(self):
        whole = self.merged(shard("1/2", "a", expected=2), shard("2/2", "b", "d"))
        self.assertEqual(results.counts(whole), {"pass": 3, "not-run": 1})
        self.assertEqual(results.exit_code(whole), 1)

    def test_nothing_is_not_green(self):
        self.assertEqual(results.exit_code(self.merged(shard("1/2", total=0), shard("2/2", total=0))), 1)

    def test_what_cannot_be_merged(self):
        one, two = shard("1/2", "a", "c"), shard("2/2", "b", "d")
        rows = [
            ("missing shards: 2/2", [one]),
            ("shard 1/2 is also in 1.json", [one, one]),
            ("parity a is also in 1.json", [one, shard("2/2", "a", "d")]),
            ("another fixtures", [one, {**two, "fixtures": "other"}]),
            ("another implementations", [one, {**two, "implementations": {"python": ["q"]}}]),
            ("another selection", [one, {**two, "selection": ["tools"]}]),
            ("another total", [one, {**two, "total": 5}]),
            ("different divisions", [one, shard("2/3", "b", "d")]),
            ("is no shard; it holds a whole run", [one, shard(None, "b", "d")]),
            ("'2/x' is no shard", [one, shard("2/x", "b", "d")]),
            ("expected 3 checks, and the run has 4", [one, shard("2/2", "b")]),
        ]
        for words, parts in rows:
            with self.subTest(words), self.assertRaisesRegex(results.ResultError, words):
                self.merged(*parts)
        with self.assertRaises(results.ResultError):
            shards.merge([], [])


class CommandTest(unittest.TestCase):
    """The whole way: two shards run, are merged and reported."""

    def test_shards_merge_into_what_one_run_gives(self):
        with tempfile.TemporaryDirectory() as folder:
            root = tree.make(Path(folder) / "tree", ["a-pass", "a-python", "c-swap"])
            whole = tree.run(root, "run", "--json", "-", "--jobs", "1")
            codes = [tree.run(root, "run", "--shard", f"{n}/2", "--json", f"{n}.json").returncode for n in (1, 2)]
            self.assertEqual(codes, [1, 1])
            merged = tree.run(root, "merge", "2.json", "1.json", "--json", "all.json", "--badge", "-")
            self.assertEqual(merged.returncode, 1)
            self.assertTrue(merged.stdout.startswith(b"<svg"))
            self.assertIn(b"parity: 2 passed, 1 failed", merged.stderr)
            self.assertIn(b"swap: 0 passed, 1 failed", merged.stderr)
            self.assertEqual(told(results.load(root / "all.json")), told(results.loads(whole.stdout.decode())))
            again = tree.run(root, "report", "all.json", "--markdown", "-")
            self.assertEqual((again.returncode, again.stdout[:5]), (1, "## ❌".encode()[:5]))
            self.assertEqual(tree.run(root, "merge", "1.json").returncode, 2)
            self.assertIn(b"missing shards: 2/2", tree.run(root, "merge", "1.json").stderr)

    def test_mistakes_in_the_call(self):
        with tempfile.TemporaryDirectory() as folder:
            root = tree.make(Path(folder) / "tree", ["a-pass"])
            rows = [
                (b"only one report can go to stdout", ["run", "--json", "-", "--junit", "-"]),
                (b"cannot be written there", ["run", "--json", "no/such/folder/x.json"]),
                (b"is no shard", ["run", "--shard", "2/1"]),
                (b"is empty", ["run", "--shard", "2/2"]),
                (b"--jobs takes a number", ["run", "--jobs", "0"]),
                (b"with a name that is not taken", ["run", "--server", "python=x"]),
                (b"unrecognized arguments", ["run", "--jsn", "x"]),
                (b"No such file", ["report", "nothing.json"]),
                (b"not a JSON text", ["report", "parity-tests/run.py"]),
            ]
            for words, arguments in rows:
                with self.subTest(words):
                    run = tree.run(root, *arguments)
                    self.assertEqual((run.returncode, run.stdout), (2, b""))
                    self.assertIn(words, run.stderr)

    def test_a_report_that_cannot_be_written_has_an_exit_code_of_its_own(self):
        if not Path("/dev/full").exists():
            self.skipTest("no /dev/full here")
        with tempfile.TemporaryDirectory() as folder:
            root = tree.make(Path(folder) / "tree", ["a-pass"])
            run = tree.run(root, "run", "--json", "/dev/full")
        self.assertEqual(run.returncode, 3)
        self.assertIn(b"/dev/full: No space left", run.stderr)

    def test_a_third_server_counts_like_the_twins(self):
        with tempfile.TemporaryDirectory() as folder:
            root = tree.make(Path(folder) / "tree", ["a-pass", "c-swap"])
            actor = f"python3 -S {tree.ACTOR} fine"
            run = tree.run(root, "run", "a-pass", "--server", f"third={actor}", "--json", "-")
            self.assertEqual(
                (run.returncode, results.loads(run.stdout.decode())["implementations"]["third"]), (0, actor.split())
            )
            broken = tree.run(root, "run", "a-pass", "--server", f"third={tree.ACTOR.parent}/nothing", "--json", "-")
            self.assertEqual(broken.returncode, 1)


def told(result):
    """Gives what a result says, without what depends on the clock."""
    timeless = [{**check, "seconds": 0} for check in result["checks"]]
    return {**result, "checks": timeless, "seconds": 0, "started": ""}
