"""A server that is lost is started again, with a new negotiation, a limit to the attempts, and no second process beside it."""

import concurrent.futures
import os
import signal
import threading
import unittest
from unittest import mock

from harness import peer as lives
from harness.errors import OutcomeUnknown, PeerUnavailable
from harness.harness import Harness
from tests.harness.support import (
    DISCOVERED,
    DISCOVERS,
    SECONDS,
    Scripted,
    add,
    answers_calls,
    connected,
    entered,
    folder,
    is_running,
    lists_tools,
    tool,
    until,
    when,
)

LISTS = lists_tools(tool("go"))
DIES = when("ping", {"stderr": "no paper\n"}, {"exit": 5})


class Restarting(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def kill(self, harness, peer, name="a"):
        """Kills the present process of a server and waits until its next life has begun."""
        generation = harness.health()[name]["generation"]
        os.kill(peer.pids()[-1], signal.SIGKILL)
        until(lambda: harness.health()[name]["generation"] > generation and harness.health()[name]["state"] == "up")

    def test_a_life_has_one_negotiation_and_the_next_one_may_differ_in_everything(self):
        """Covers: versioning.era-cached, stdio.client-restart, base.client-process-lifetime"""
        gone = when("server/discover", {"error": {"code": -32601, "message": "no"}})
        old = {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "o", "version": "2"},
        }
        legacy = [gone, when("initialize", {"result": old}), lists_tools(tool("old")), answers_calls("old")]
        peer = Scripted(self.place, lives=[[DISCOVERS, lists_tools(tool("new")), answers_calls("new")], legacy])
        with connected(a=(peer, {"allow_legacy": True})) as harness:
            for _ in range(50):
                harness.call_tool("new")
            self.assertEqual(peer.methods().count("server/discover"), 1)
            self.kill(harness, peer)
            self.assertEqual(harness.health()["a"]["era"], "legacy")
            self.assertEqual(harness.list_tools().names(), ["old"])
            self.assertEqual(harness.call_tool("old").content[0]["text"], "old")
            record = harness.connect()["a"]
        self.assertEqual(
            (record.generation, record.protocol_version, record.server_info["name"]), (2, "2025-06-18", "o")
        )
        second = peer.received()[peer.methods().index("initialize") :]
        self.assertEqual(
            [each["method"] for each in second], ["initialize", "notifications/initialized", "tools/list", "tools/call"]
        )
        self.assertNotIn("io.modelcontextprotocol/", str(second))

    def test_every_open_call_fails_at_once_with_the_exit_and_the_last_words(self):
        peer = Scripted(self.place, lives=[[DISCOVERS, LISTS, DIES], [DISCOVERS, LISTS, answers_calls()]])
        with connected(a=peer) as harness, concurrent.futures.ThreadPoolExecutor(4) as pool:
            harness.list_tools()
            calls = [pool.submit(harness.call_tool, "go") for _ in range(3)]
            until(lambda: len(peer.received("tools/call")) == 3)
            calls.append(pool.submit(harness.request, "a", "ping"))
            for call in calls:
                with self.assertRaisesRegex(OutcomeUnknown, "a: it exited with 5; stderr: no paper"):
                    call.result(SECONDS)
        self.assertEqual(len(peer.received("tools/call")), 3)

    def test_a_server_that_dies_again_and_again_is_given_up_and_says_why(self):
        dies = when("tools/list", {"stderr": "no paper\n"}, {"exit": 5})
        peer, events = Scripted(self.place, DISCOVERS, dies), []
        with mock.patch.object(lives, "BACKOFF", (0.01, 0.02, 0.03)), Harness(on_event=events.append) as harness:
            add(harness, a=peer)
            harness.connect(SECONDS)
            for _ in range(4):
                harness.list_tools()
            until(lambda: harness.health()["a"]["state"] == "failed")
            self.assertEqual(harness.health()["a"]["restarts"], 3)
            with self.assertRaisesRegex(PeerUnavailable, "lost.*exited with 5.*stderr: no paper"):
                harness.request("a", "ping")
            self.assertEqual(len(peer.pids()), 4)
            self.assertTrue(harness.restart("a").available)  # by hand, and the count begins anew
            self.assertEqual(harness.health()["a"]["state"], "up")
        self.assertEqual([each["event"] for each in events if each["event"] == "lost"], ["lost"] * 4)

    def test_a_server_that_starts_no_more_is_down_for_its_callers_while_it_is_tried_again(self):
        broken = [when("server/discover", {"stderr": "no module\n"}, {"exit": 1})]
        peer = Scripted(
            self.place, lives=[[DISCOVERS, LISTS, DIES], broken, broken, [DISCOVERS, LISTS, answers_calls()]]
        )
        with mock.patch.object(lives, "BACKOFF", (0.01, 0.01, 2.0)), connected(a=peer) as harness:
            harness.list_tools()
            self.assertRaises(OutcomeUnknown, harness.request, "a", "ping")
            until(lambda: len(peer.pids()) == 3 and harness.health()["a"]["state"] == "failed")
            with self.assertRaisesRegex(PeerUnavailable, "legacy_not_authorized.*no module"):
                harness.call_tool("go")
            until(lambda: harness.health()["a"]["state"] == "up")
            self.assertFalse(harness.call_tool("go").is_error)
        self.assertEqual((len(peer.received("tools/call")), len(peer.pids())), (1, 4))

    def test_restarts_by_several_threads_leave_one_process(self):
        peer = Scripted(self.place, DISCOVERS, LISTS, DIES)
        with connected(a=peer) as harness:
            threads = [threading.Thread(target=harness.restart, args=("a",)) for _ in range(4)]
            os.kill(peer.pids()[0], signal.SIGKILL)
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(SECONDS)
            harness.list_tools()
            self.assertEqual(sum(is_running(pid) for pid in peer.pids()), 1)
            self.assertEqual(harness.health()["a"]["generation"], len(peer.pids()))

    def test_a_restart_by_hand_takes_the_place_of_one_that_was_waiting(self):
        peer = Scripted(self.place, DISCOVERS, LISTS, DIES)
        with mock.patch.object(lives, "BACKOFF", (0.5,)), connected(a=peer) as harness:
            before = threading.active_count()
            self.assertRaises(OutcomeUnknown, harness.request, "a", "ping")
            until(lambda: harness.health()["a"]["state"] == "restarting")
            self.assertTrue(harness.restart("a").available)
            until(lambda: threading.active_count() == before)  # the one that was waiting has woken up and gone
            self.assertEqual((len(peer.pids()), harness.health()["a"]["generation"]), (2, 2))

    def test_a_restart_by_hand_ends_the_process_and_what_was_open(self):
        peer = Scripted(self.place, DISCOVERS, LISTS)
        with connected(a=peer) as harness, concurrent.futures.ThreadPoolExecutor(1) as pool:
            harness.list_tools()
            call = pool.submit(harness.call_tool, "go")
            until(lambda: peer.received("tools/call"))
            record = harness.restart("a")
            self.assertEqual((record.generation, record.available), (2, True))
            self.assertIsInstance(call.exception(SECONDS), OutcomeUnknown)
            self.assertFalse(is_running(peer.pids()[0]))

    def test_closing_in_the_middle_of_a_pause_or_a_start_leaves_nothing(self):
        pausing = Scripted(self.place, DISCOVERS, DIES)
        starting = Scripted(self.place, lives=[[DISCOVERS, DIES], []])
        patient = {"probe_timeout_ms": 600_000}
        with mock.patch.object(lives, "BACKOFF", (0.3, 600)), connected(a=pausing, b=(starting, patient)) as harness:
            for name in "ab":
                self.assertRaises(OutcomeUnknown, harness.request, name, "ping")
            until(lambda: len(starting.received("server/discover")) == 2)
            if len(pausing.pids()) == 2:
                self.assertRaises(OutcomeUnknown, harness.request, "a", "ping")
        self.assertEqual([pid for pid in pausing.pids() + starting.pids() if is_running(pid)], [])

    def test_one_server_that_is_lost_leaves_the_others_as_they_are(self):
        lost, other = Scripted(self.place, DISCOVERS, LISTS, DIES), Scripted(
            self.place, DISCOVERS, LISTS, answers_calls()
        )
        with connected(lost=lost, other=other) as harness:
            harness.list_tools()
            self.assertRaises(OutcomeUnknown, harness.request, "lost", "ping")
            harness.call_tool("other/go")
            until(lambda: harness.health()["lost"]["state"] == "up")
        self.assertEqual((len(other.pids()), other.methods()), (1, ["server/discover", "tools/list", "tools/call"]))

    def test_a_required_server_fails_connect_and_ends_the_others(self):
        good = Scripted(self.place, DISCOVERS)
        bad = Scripted(
            self.place, when("server/discover", {"result": {**DISCOVERED, "supportedVersions": ["2030-01-01"]}})
        )
        for required, fails in ((True, True), (False, False)):
            with self.subTest(required), Harness() as harness:
                add(harness, good=(good, {"required": True}), bad=(bad, {"required": required}))
                if fails:
                    with self.assertRaisesRegex(PeerUnavailable, "bad: .*no_mutual_version"):
                        harness.connect(SECONDS)
                    self.assertFalse(any(is_running(pid) for pid in good.pids() + bad.pids()))
                else:
                    self.assertTrue(harness.connect(SECONDS)["good"].available)


if __name__ == "__main__":
    unittest.main()
