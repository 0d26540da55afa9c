"""Limits of time: what they cover, who is told, and what progress does to them."""

import concurrent.futures
import os
import signal
import threading
import time
import unittest

from harness.errors import ConfigError, DeadlineExceeded
from harness.harness import Harness
from tests.harness.support import (
    DISCOVERS,
    INITIALIZED,
    SECONDS,
    Scripted,
    add,
    answers_calls,
    connected,
    entered,
    folder,
    lists_tools,
    tool,
    until,
    when,
)

LISTS = lists_tools(tool("go"))


def progress(token="$token", number=1, **more):
    """Gives an action that reports progress."""
    params = {"progressToken": token, "progress": number, **more}
    return {"message": {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}}


class Limits(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def test_a_call_whose_time_is_over_is_cancelled_by_its_id_and_its_late_answer_dropped(self):
        """Covers: cancel.client-sends, cancel.shape, cancel.timeout-cancels, cancel.timeout-configurable,
        cancel.client-ignores-late, tools.client-timeouts"""
        late = {"result": {"resultType": "complete", "content": []}, "id": "$call"}
        rules = [when("tools/call", {"keep": "call"}, times=1), when("notifications/cancelled", late), answers_calls()]
        peer = Scripted(self.place, DISCOVERS, LISTS, *rules)
        with connected(a=peer) as harness:
            with self.assertRaises(DeadlineExceeded) as caught:
                harness.call_tool("go", timeout=0.2)
            found = caught.exception
            self.assertEqual(
                (found.peer, found.phase, found.limit, found.last_sign_of_life), ("a", "tools/call", "total", None)
            )
            self.assertEqual(harness.call_tool("go", timeout=SECONDS).content[0]["text"], "done")
            self.assertEqual(harness.health()["a"]["dropped"], 1)
            self.assertEqual(harness.health()["a"]["violations"], [])
        cancels = [each["params"] for each in peer.received("notifications/cancelled")]
        self.assertEqual(cancels, [{"requestId": peer.received("tools/call")[0]["id"], "reason": "total limit"}])

    def test_neither_the_probe_nor_initialize_is_cancelled(self):
        """Covers: stdio.probe-first"""
        mute, muter = Scripted(self.place), Scripted(self.place, when("initialize", {"stderr": "x"}))
        brief = {"probe_timeout_ms": 300, "legacy_probe_timeout_ms": 300}
        with Harness() as harness:
            add(harness, mute=(mute, brief), muter=(muter, {**brief, "allow_legacy": True}))
            harness.connect()
        self.assertEqual(mute.methods(), ["server/discover"])
        self.assertEqual(muter.methods(), ["server/discover", "initialize"])

    def test_a_legacy_server_is_told_as_well(self):
        gone = when("server/discover", {"error": {"code": -32601, "message": "no"}})
        tools = {**INITIALIZED, "capabilities": {"tools": {}}}
        peer = Scripted(self.place, gone, when("initialize", {"result": tools}), LISTS)
        with connected(a=(peer, {"allow_legacy": True})) as harness:
            self.assertRaises(DeadlineExceeded, harness.call_tool, "go", timeout=0.3)
            until(lambda: peer.received("notifications/cancelled"))
        self.assertNotIn("_meta", str(peer.received("notifications/cancelled")))

    def test_progress_keeps_a_call_alive_past_the_idle_limit_and_never_past_the_total_one(self):
        """Covers: cancel.timeout-progress-reset, cancel.timeout-maximum, progress.tracking"""
        steps = [action for number in range(1, 7) for action in ({"sleep": 0.2}, progress(number=number, message="m"))]
        done = {"result": {"resultType": "complete", "content": []}}
        peer = Scripted(self.place, DISCOVERS, LISTS, when("tools/call", *steps, done))
        heard = []
        with connected(a=peer) as harness:
            harness.call_tool("go", timeout=SECONDS, idle_timeout=0.9, on_progress=heard.append)
            until(lambda: len(heard) == 6)
            self.assertEqual(
                [(each["progress"], each["message"]) for each in heard], [(number, "m") for number in range(1, 7)]
            )
            with self.assertRaises(DeadlineExceeded) as caught:
                harness.call_tool("go", timeout=0.6, idle_timeout=0.55, on_progress=heard.append)
            self.assertEqual(caught.exception.limit, "total")
            self.assertLess(caught.exception.last_sign_of_life, 1.0)

    def test_without_a_caller_who_asked_for_progress_the_idle_limit_stands(self):
        steps = [action for number in range(8) for action in ({"sleep": 0.1}, progress("p", number))]
        peer = Scripted(self.place, DISCOVERS, LISTS, when("tools/call", *steps))
        with connected(a=peer) as harness:
            with self.assertRaises(DeadlineExceeded) as caught:
                harness.call_tool("go", timeout=SECONDS, idle_timeout=0.4, meta={"progressToken": "p"})
            self.assertEqual((caught.exception.limit, caught.exception.last_sign_of_life), ("idle", None))
        self.assertEqual(peer.received("tools/call")[0]["params"]["_meta"]["progressToken"], "p")

    def test_progress_reaches_the_call_whose_token_it_names(self):
        """Covers: progress.token-type, progress.token-unique"""
        steps = [
            progress("$token", 1),
            progress("$first", 2),
            progress("nobody", 3),
            progress(True, 4),
            progress(None, 5),
        ]
        done = {"result": {"resultType": "complete", "content": []}}
        first = when("tools/call", {"keep": "one"}, progress("mine", 0), times=1)
        second = when("tools/call", progress("mine", 2), *steps, done, {**done, "id": "$one"}, times=1)
        peer = Scripted(self.place, DISCOVERS, LISTS, first, second, answers_calls())
        mine, other = [], []
        with connected(a=peer) as harness, concurrent.futures.ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(harness.call_tool, "go", on_progress=mine.append, meta={"progressToken": "mine"})
            until(lambda: mine)
            with self.assertRaisesRegex(ConfigError, "mine"):
                harness.call_tool("go", meta={"progressToken": "mine"})
            for wrong in (True, None, 1.5, ["mine"]):
                self.assertRaises(ConfigError, harness.call_tool, "go", meta={"progressToken": wrong})
            harness.call_tool("go", on_progress=other.append)
            waiting.result()
            until(lambda: len(mine) == 2 and other)
        self.assertEqual(([each["progress"] for each in mine], [each["progress"] for each in other]), ([0, 2], [1]))
        tokens = [each["params"]["_meta"]["progressToken"] for each in peer.received("tools/call")]
        self.assertEqual((len(tokens), tokens[0]), (2, "mine"))

    def test_one_deadline_covers_the_look_up_and_the_call(self):
        slow = lists_tools(tool("go"))
        slow["do"].insert(0, {"sleep": 0.3})  # within the half of the time that a look-up may take
        peer = Scripted(self.place, DISCOVERS, slow)
        with connected(a=peer) as harness:
            begun = time.monotonic()
            self.assertRaises(DeadlineExceeded, harness.call_tool, "go", timeout=1.0)
            self.assertLess(time.monotonic() - begun, SECONDS)
            until(lambda: peer.received("notifications/cancelled"))
            events = [
                each
                for each in peer.events()
                if each.get("received", {}).get("method") in ("tools/list", "notifications/cancelled")
            ]
        self.assertLess(events[1]["at"] - events[0]["at"], 1.3)

    def test_a_servers_own_limit_holds_for_calls_lists_and_reads_that_come_without_one(self):
        """Covers: cancel.timeouts"""
        peer = Scripted(self.place, DISCOVERS, {**LISTS, "times": 1})
        with connected(a=(peer, {"request_timeout_ms": 300})) as harness:
            self.assertRaises(DeadlineExceeded, harness.call_tool, "go")
            self.assertRaises(DeadlineExceeded, harness.read_resource, "x:y", peer="a")
            self.assertRaises(
                DeadlineExceeded,
                harness.complete,
                {"type": "ref/prompt", "name": "p"},
                {"name": "n", "value": ""},
                peer="a",
            )
            self.assertIn("no answer to tools/list", harness.list_tools().errors["a"])
        self.assertEqual(len(peer.received("notifications/cancelled")), 4)

    def test_a_callback_that_raises_or_waits_delays_no_answer(self):
        gate = threading.Event()
        done = {"result": {"resultType": "complete", "content": []}}
        peer = Scripted(self.place, DISCOVERS, LISTS, when("tools/call", progress(), progress(number=2), done))
        heard = []

        def raises(params):
            heard.append(params["progress"])
            raise RuntimeError("of the user")

        def waits(params):
            heard.append("waits")
            gate.wait(SECONDS)

        def traces(*line):
            raise RuntimeError("of the user")

        with Harness(on_event=lambda event: {}["x"], trace=traces) as harness:
            add(harness, a=peer)
            harness.connect(SECONDS)
            harness.call_tool("go", on_progress=raises)
            until(lambda: heard == [1, 2])
            harness.call_tool("go", on_progress=waits)
            until(lambda: "waits" in heard)
            for _ in range(3):
                harness.call_tool("go", timeout=SECONDS)
            gate.set()

    def test_a_callback_may_close_the_harness(self):
        peer = Scripted(self.place, DISCOVERS, LISTS, when("tools/call", progress()))
        before = threading.active_count()
        harness = Harness()
        add(harness, a=peer)
        harness.connect(SECONDS)
        self.assertRaises(Exception, harness.call_tool, "go", on_progress=lambda params: harness.close())
        harness.close()
        until(lambda: threading.active_count() == before)

    def test_an_interrupted_caller_leaves_a_cancelled_call(self):
        peer = Scripted(self.place, DISCOVERS, LISTS)
        with connected(a=peer) as harness:
            harness.list_tools()

            def interrupt():
                until(lambda: peer.received("tools/call"))
                os.kill(os.getpid(), signal.SIGINT)

            interrupter = threading.Thread(target=interrupt)
            interrupter.start()
            with self.assertRaises(KeyboardInterrupt):
                harness.call_tool("go")
            interrupter.join()
            cancelled = until(lambda: peer.received("notifications/cancelled"))
        self.assertEqual(
            cancelled[0]["params"], {"requestId": peer.received("tools/call")[0]["id"], "reason": "interrupted"}
        )


if __name__ == "__main__":
    unittest.main()
