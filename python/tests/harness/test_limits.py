"""Limits that nobody has to ask for: of calls, of what waits for callbacks, of what is kept; and those that are mistyped."""

import concurrent.futures
import inspect
import threading
import unittest
from pathlib import Path

from harness.cache import MOST, Cache
from harness.errors import ConfigError, DeadlineExceeded, ToolNotFound
from harness.harness import Harness
from harness.transport import StdioTransport
from tests.harness.support import (
    DISCOVERS,
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
NOT_TIMES = ("5", True, -1, float("nan"), float("inf"), 10**400, [], b"5")


class Calls(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def test_a_call_without_a_limit_has_that_of_its_server_or_of_the_harness(self):
        """Covers: cancel.timeouts"""
        self.assertEqual(inspect.signature(Harness).parameters["request_timeout"].default, 60.0)
        gate = Path(self.place) / "gate"
        waits = when("tools/call", {"wait_for": str(gate)}, *answers_calls()["do"])
        mute, patient = Scripted(self.place, DISCOVERS, LISTS), Scripted(self.place, DISCOVERS, LISTS, waits)
        harness = entered(self, Harness(request_timeout=0.2))
        add(harness, mute=mute, patient=(patient, {"request_timeout_ms": SECONDS * 1000}))
        harness.connect(SECONDS)
        harness.list_tools(timeout=SECONDS)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            longer = [pool.submit(harness.call_tool, "patient/go")]
            until(lambda: patient.received("tools/call"))
            self.assertRaises(DeadlineExceeded, harness.call_tool, "go")
            longer.append(pool.submit(harness.request, "mute", "ping", timeout=SECONDS))
            self.assertRaises(DeadlineExceeded, harness.read_resource, "x:y", peer="mute")
            self.assertRaises(DeadlineExceeded, harness.request, "mute", "ping")
            self.assertFalse(any(each.done() for each in longer))
            gate.touch()
            self.assertFalse(longer[0].result().is_error)
            harness.close()

    def test_without_any_limit_a_call_takes_as_long_as_it_takes(self):
        peer = Scripted(self.place, DISCOVERS, LISTS, answers_calls())
        with Harness(request_timeout=None) as harness:
            add(harness, a=peer)
            harness.connect(SECONDS)
            self.assertFalse(harness.call_tool("go").is_error)

    def test_a_server_that_lists_nothing_leaves_the_others_half_of_the_time(self):
        good, mute = Scripted(self.place, DISCOVERS, LISTS, answers_calls()), Scripted(self.place, DISCOVERS)
        with connected(mute=mute, good=good) as harness:
            self.assertEqual(harness.call_tool("go", timeout=2).peer, "good")
            with self.assertRaisesRegex(ToolNotFound, "no server has a tool called gone; mute: no answer to tools/list"):
                harness.call_tool("gone", timeout=1)


class Mistyped(unittest.TestCase):
    def test_a_time_that_is_none_is_refused_in_words(self):
        transport = StdioTransport("never-started")
        harness = entered(self, Harness())
        for wrong in NOT_TIMES:
            with self.subTest(repr(wrong)[:20]):
                for name in ("legacy_probe_timeout_ms", "probe_timeout_ms", "request_timeout_ms"):
                    with self.assertRaisesRegex(ConfigError, f"{name} of a must be a number of milliseconds"):
                        harness.add_server("a", transport, **{name: wrong})
                with self.assertRaisesRegex(ConfigError, "request_timeout must be a number of seconds"):
                    Harness(request_timeout=wrong)
                asks = {harness.connect: (), harness.list_tools: (), harness.listen: (), harness.call_tool: ("x",)}
                for ask, arguments in asks.items():
                    with self.assertRaisesRegex(ConfigError, "timeout must be a number of seconds from 0 to 86400"):
                        ask(*arguments, timeout=wrong)
        for name in ("legacy_probe_timeout_ms", "probe_timeout_ms"):
            self.assertRaises(ConfigError, harness.add_server, "a", transport, **{name: None})
        self.assertEqual(harness.health(), {})

    def test_one_text_is_no_list_of_texts_and_no_rounds_are_no_limit(self):
        harness = entered(self, Harness())
        self.assertRaises(ConfigError, harness.listen, uris="x:y")
        self.assertRaises(ConfigError, harness.listen, peers="a")
        self.assertRaises(ConfigError, StdioTransport, "python3", "-m server")
        self.assertRaises(ConfigError, StdioTransport, "python3", inherit_env="HOME")
        self.assertRaises(ConfigError, harness.add_server, 5, StdioTransport("x"))
        for wrong in (0, -1, "3", None, 1.5):
            self.assertRaises(ConfigError, Harness, max_rounds=wrong)


class Kept(unittest.TestCase):
    def test_callbacks_that_fall_behind_lose_log_messages_and_are_told_how_many(self):
        gate, events = threading.Event(), []

        def hears(event):
            gate.wait(SECONDS)
            events.append(event["event"] if event["event"] != "dropped" else event["count"])

        place = entered(self, folder())
        with Harness(on_event=hears) as harness:
            add(harness, a=Scripted(place, name="floods-with-logs"))
            harness.connect(SECONDS)
            self.assertFalse(harness.call_tool("search", timeout=SECONDS).is_error)
            gate.set()
            dropped = until(lambda: [each for each in events if isinstance(each, int)])
            self.assertEqual((dropped[0] + events.count("log"), len(dropped)), (20000, 1))
            self.assertTrue(0 < events.count("log") < 20000 and events[0] == "connected")

    def test_a_callback_that_ends_its_thread_ends_nothing(self):
        place, heard = entered(self, folder()), []

        def leaves(event):
            heard.append(event["event"])
            raise SystemExit

        with Harness(on_event=leaves) as harness:
            add(harness, a=Scripted(place, DISCOVERS), b=Scripted(place, DISCOVERS))
            harness.connect(SECONDS)
            until(lambda: heard == ["connected", "connected"])

    def test_the_oldest_answers_make_room_for_new_ones(self):
        cache, day = Cache(lambda: 0.0), {"ttlMs": 10**9, "cacheScope": "public"}
        piece = MOST // 8
        for number in range(12):
            cache.put("a", 1, "resources/read", {"uri": str(number)}, "", {**day, "text": "x" * piece}, 0)
        found = [cache.get("a", 1, "resources/read", {"uri": str(number)}, "") for number in range(12)]
        self.assertEqual([each is not None for each in found], [False] * 5 + [True] * 7)
        cache.put("a", 1, "resources/read", {"uri": "huge"}, "", {**day, "text": "x" * (MOST + 1)}, 0)
        self.assertEqual(len(cache.kept("a")), 7)
        cache.forget("a")
        for number in range(40000):
            cache.put("a", 1, "resources/read", {"uri": str(number)}, "", day, 0)
        self.assertLess(len(cache.kept("a")), 20000)


if __name__ == "__main__":
    unittest.main()
