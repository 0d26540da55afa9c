"""Answers as they come: late, twice, under another id, for nobody, without shape, among noise. Each call gets its own."""

import concurrent.futures
import json
import unittest

from harness.errors import DeadlineExceeded, InvalidResult, ProtocolViolation, RpcError
from tests.harness.support import (
    DISCOVERS,
    Scripted,
    answers_calls,
    connected,
    entered,
    folder,
    lists_tools,
    tool,
    until,
    when,
)

LISTS = lists_tools(tool("go"), tool("stay"))


def result(text):
    """Gives the result of a call that says a text."""
    return {"resultType": "complete", "content": [{"type": "text", "text": text}]}


def raw(message):
    """Gives an action that writes a message exactly as given."""
    return {"raw": (message if isinstance(message, str) else json.dumps(message)) + "\n"}


class Answers(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def peer(self, *actions, **more):
        """Gives a server that does this for a call. Ids are 1 for discover, 2 for the list and 3 for the first call."""
        return Scripted(self.place, DISCOVERS, LISTS, when("tools/call", *actions, **more), answers_calls("later"))

    def test_answers_out_of_order_reach_the_calls_they_belong_to(self):
        """Covers: base.request-id-unique-inflight"""
        first = when("tools/call", {"keep": "one"}, times=1)
        second = when("tools/call", {"keep": "two"}, times=1)
        third = [{"result": result(f"for {each}"), "id": f"${each}"} for each in ("two", "id", "one")]
        peer = Scripted(self.place, DISCOVERS, LISTS, first, second, when("tools/call", *third))
        with connected(a=peer) as harness, concurrent.futures.ThreadPoolExecutor(3) as pool:
            harness.list_tools()
            asked = []
            for number in range(3):
                asked.append(pool.submit(harness.call_tool, "go", {"number": number}, timeout=20))
                until(lambda: len(peer.received("tools/call")) == number + 1)
            texts = [each.result().content[0]["text"] for each in asked]
        self.assertEqual(texts, ["for one", "for two", "for id"])
        self.assertEqual(len({message["id"] for message in peer.received()}), 5)

    def test_of_two_answers_the_first_stands_and_the_second_is_dropped(self):
        peer = self.peer({"result": result("first")}, {"result": result("second")}, times=1)
        with connected(a=peer) as harness:
            self.assertEqual(harness.call_tool("go").content[0]["text"], "first")
            self.assertEqual(harness.call_tool("go").content[0]["text"], "later")
            self.assertEqual(harness.health()["a"]["dropped"], 1)

    def test_a_late_answer_and_one_for_nobody_are_counted_and_dropped(self):
        """Covers: cancel.client-ignores-late, cancel.race"""
        stale = {"result": result("stale"), "id": "$old"}
        nobody = {"result": result("for nobody"), "id": 999}
        second = when("tools/call", stale, nobody, {"result": result("fresh")})
        peer = Scripted(self.place, DISCOVERS, LISTS, when("tools/call", {"keep": "old"}, times=1), second)
        with connected(a=peer) as harness:
            harness.list_tools()
            with self.assertRaises(DeadlineExceeded):
                harness.call_tool("go", timeout=0.2)
            self.assertEqual(harness.call_tool("go", timeout=20).content[0]["text"], "fresh")
            self.assertEqual(harness.health()["a"]["dropped"], 2)

    def test_a_string_for_an_integer_id_fails_the_call_at_once(self):
        peer = self.peer({"result": result("as text"), "id": "3"}, {"result": result("too late")}, times=1)
        with connected(a=peer) as harness:
            with self.assertRaisesRegex(ProtocolViolation, "a: .*string"):
                harness.call_tool("go")
            self.assertEqual(harness.call_tool("go").content[0]["text"], "later")

    def test_ids_that_only_look_like_ours_answer_nothing(self):
        answer = {"jsonrpc": "2.0", "result": result("wrong")}
        ids = [True, None, "03", " 3", "٣", "9" * 5000, 3.5, [3], {"3": 3}]
        unlike = [raw({**answer, "id": each}) for each in ids] + [
            raw(answer),
            raw('{"jsonrpc":"2.0","id":1e999,"result":{}}'),
        ]
        peer = self.peer(*unlike, {"result": result("right")})
        with connected(a=peer) as harness:
            self.assertEqual(harness.call_tool("go", timeout=20).content[0]["text"], "right")
            self.assertEqual(harness.health()["a"]["dropped"], len(unlike))
            self.assertEqual(harness.health()["a"]["violation_count"], 7)  # those that are no ids at all
            self.assertEqual(harness.health()["a"]["violations"], ["an answer without an id"])

    def test_seven_point_zero_counts_as_seven(self):
        peer = self.peer(raw('{"jsonrpc":"2.0","id":3.0,"result":{"resultType":"complete","content":[]}}'))
        with connected(a=peer) as harness:
            self.assertEqual(harness.call_tool("go", timeout=20).content, [])

    def test_an_answer_without_shape_is_an_invalid_result(self):
        """Covers: base.result-type-unknown, base.jsonrpc-2"""
        both = {"result": result("x"), "error": {"code": 1, "message": "x"}}
        bodies = [both, {}, {"jsonrpc": "1.0", "result": result("x")}, {"error": "no"}, {"error": {"code": "1"}}]
        bodies += [
            {"error": {"code": True, "message": "x"}},
            {"error": {"code": 1.5, "message": "x"}},
            {"result": None},
        ]
        bodies += [{"error": None}, {"error": {"code": 1}}, {"result": [1]}, {"result": "x"}]
        rules = [when("tools/call", {"message": {"jsonrpc": "2.0", "id": "$id", **each}}, times=1) for each in bodies]
        with connected(a=Scripted(self.place, DISCOVERS, LISTS, *rules, answers_calls("fine"))) as harness:
            for body in bodies:
                with self.subTest(body), self.assertRaises(InvalidResult) as caught:
                    harness.call_tool("go", timeout=20)
                self.assertEqual(caught.exception.peer, "a")
            self.assertEqual(harness.call_tool("go", timeout=20).content[0]["text"], "fine")

    def test_result_types_are_complete_absent_or_invalid(self):
        """Covers: base.result-type-absent, base.result-type-unknown, base.result-type-set"""
        with connected(a=Scripted(self.place, name="wrong-result-types")) as harness:
            self.assertEqual(harness.list_tools().names(), ["search"])
            self.assertEqual(harness.call_tool("search").content[0]["text"], "done")
            for _ in range(4):
                with self.assertRaises(InvalidResult):
                    harness.call_tool("search")
            self.assertFalse(harness.call_tool("search").is_error)
            catalog = harness.list_tools()
            self.assertIn("input_required", catalog.errors["a"])
            absent = [each for each in harness.health()["a"]["violations"] if "no resultType" in each]
            self.assertEqual(len(absent), 2)

    def test_an_error_is_the_servers_own_whatever_its_code(self):
        """Covers: base.error-data, base.error-legacy-range-meaning, resources.client-accepts-32002"""
        errors = [{"code": code, "message": "no"} for code in (-32000, -32019, -32603, 0, 7, -32602.0, 10**400)]
        errors += [
            {"code": -32002, "message": "gone", "data": 5},
            {"code": -32602, "message": "gone", "data": {"uri": "x:y"}},
        ]
        rules = [when("resources/read", {"error": each}, times=1) for each in errors]
        with connected(a=Scripted(self.place, DISCOVERS, *rules)) as harness:
            gone = []
            for error in errors:
                with self.subTest(error), self.assertRaises(RpcError) as caught:
                    harness.read_resource("x:y", peer="a")
                found = caught.exception
                self.assertEqual(
                    (found.code, found.message, found.data),
                    (error["code"], "no" if len(gone) < 7 else "gone", error.get("data")),
                )
                gone.append(found.resource_not_found)
            self.assertEqual(gone, [False] * 7 + [True] * 2)

    def test_noise_is_noted_and_kept_away_from_calls(self):
        """Covers: base.result-open"""
        deep, long = "[" * 100000, '{"id":3,"result":' + "9" * 5000 + "}"
        lines = [
            '{"level":"info","id":3}',
            "Starting\x1b[31m",
            "",
            "  \r",
            "[]",
            "5",
            '"x"',
            "{",
            '{"id":3,"result":NaN}',
            deep,
            '[{"id":3,"result":{}}]',
        ]
        answer = {"jsonrpc": "2.0", "id": 3, "result": {**result("right\u2028\x85"), "more": 1}, "extra": {}}
        actions = [raw(each) for each in lines] + [{"raw": json.dumps(answer, ensure_ascii=False) + "\r\n"}]
        peer = self.peer(*actions, raw(long), times=1)
        with connected(a=peer) as harness:
            self.assertEqual(harness.call_tool("go", timeout=20).content[0]["text"], "right\u2028\x85")
            harness.call_tool("stay", timeout=20)
            found = harness.health()["a"]
            self.assertEqual(found["violation_count"], 9)
            self.assertTrue(all(len(each) < 250 and each.isprintable() for each in found["violations"]))

    def test_a_server_that_says_one_wrong_thing_for_ever_is_noted_once(self):
        peer = self.peer({"raw": "tick\n", "times": 5000}, {"result": result("right")})
        with connected(a=peer) as harness:
            harness.call_tool("go", timeout=20)
            self.assertEqual(harness.health()["a"]["violations"], ["noise on stdout: tick"])
            self.assertEqual(harness.health()["a"]["violation_count"], 5000)

    def test_requests_of_a_modern_server_are_reported_and_never_answered(self):
        """Covers: stdio.client-no-responses, stdio.stdin-pure, base.notification-no-response"""
        peer = Scripted(self.place, name="chatty-requests")
        with connected(a=peer) as harness:
            self.assertEqual(harness.call_tool("search", timeout=20).content[0]["text"], "done")
            harness.call_tool("search", timeout=20)
            self.assertEqual(
                [each.rsplit(" ", 1)[1] for each in harness.health()["a"]["violations"]],
                ["roots/list", "sampling/createMessage", "ping"],
            )
        self.assertEqual(peer.methods(), ["server/discover", "tools/list", "tools/call", "tools/call"])
        self.assertEqual([event for event in peer.events() if "garbage" in event], [])


if __name__ == "__main__":
    unittest.main()
