"""Processes: what they inherit, how they end, and that nothing of them is left."""

import concurrent.futures
import os
import signal
import threading
import unittest

from harness.errors import Closed, HarnessError, OutcomeUnknown, PeerUnavailable
from harness.harness import Harness
from harness.transport import StdioTransport
from tests.harness.support import (
    DISCOVERS,
    SECONDS,
    Scripted,
    add,
    answers_calls,
    connected,
    descriptors,
    entered,
    folder,
    is_running,
    lists_tools,
    tool,
    until,
    when,
)

LISTS = lists_tools(tool("go"))
STUBBORN = ("ignores-end-of-input", "ignores-sigterm", "leaves-a-grandchild", "floods-while-closing", "stops-reading")
ENVIRONMENT = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "PLANTED", "GIVEN", "TOKEN", "HOST"]


def left_of(*peers):
    """Gives the processes that servers or their children still have."""
    pids = [event[word] for peer in peers for event in peer.events() for word in ("started", "child") if word in event]
    return [pid for pid in pids if is_running(pid)]


class Processes(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())
        self.before = (descriptors(), threading.active_count())

    def nothing_is_left(self, *peers):
        """Checks processes, descriptors and threads."""
        until(lambda: not left_of(*peers))  # SIGKILL is sent; a moment passes until a grandchild is gone
        self.assertEqual([pid for peer in peers for pid in peer.pids() if os.path.exists(f"/proc/{pid}")], [])
        self.assertEqual((descriptors(), threading.active_count()), self.before)

    def test_stubborn_servers_end_and_leave_nothing(self):
        """Covers: stdio.client-shutdown-close, stdio.client-shutdown-force"""
        loud = Scripted(
            self.place, DISCOVERS, LISTS, answers_calls(), start=[{"stderr": "x" * 1023 + "\n", "times": 1024}]
        )
        peers = {name: Scripted(self.place, name=name) for name in STUBBORN} | {"loud": loud}
        with connected(**peers) as harness:
            self.assertTrue(all(each["state"] == "up" for each in harness.health().values()))
            self.assertEqual(len(harness.list_tools().entries), len(peers))
            blocked = harness.list_tools().names()
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                stuck = pool.submit(
                    harness.call_tool, next(name for name in blocked if name.startswith("stops-reading"))
                )
                until(lambda: peers["stops-reading"].received("tools/call"))
                harness.close()
                self.assertIsInstance(stuck.exception(), OutcomeUnknown)
        self.nothing_is_left(*peers.values())
        for name in ("ignores-end-of-input", "ignores-sigterm", "leaves-a-grandchild", "floods-while-closing"):
            self.assertIn("eof", peers[name].events()[-1], name)

    def test_a_server_that_floods_before_it_is_known_ends_as_any_other(self):
        peer = Scripted(self.place, start=[{"raw": "flood\n", "times": 4_000_000}])
        with connected(a=peer) as harness:
            self.assertEqual(harness.health()["a"]["state"], "failed")
        self.nothing_is_left(peer)

    def test_a_polite_server_sees_the_end_of_its_input_and_no_signal(self):
        """Covers: stdio.client-shutdown-close"""
        peer = Scripted(self.place, DISCOVERS, eof=[{"sleep": 0.3}, {"exit": 0}])
        with connected(a=peer) as harness:
            harness.close()
        self.assertEqual([list(event)[0] for event in peer.events()][-2:], ["eof", "exit"])
        self.nothing_is_left(peer)

    def test_a_child_inherits_six_variables_and_what_it_is_given(self):
        """Covers: base.stdio-credentials"""
        for name, value in {"PLANTED": "no", "GIVEN": "yes", "TOKEN": "outer", "LANG": "C.UTF-8"}.items():
            (
                self.addCleanup(os.environ.__setitem__, name, os.environ[name])
                if name in os.environ
                else self.addCleanup(os.environ.pop, name)
            )
            os.environ[name] = value
        bare, rich = [Scripted(self.place, DISCOVERS, when("ping", {"environment": ENVIRONMENT})) for _ in range(2)]
        rich.transport.inherit_env, rich.transport.env = ("GIVEN", "NOT_SET"), {"TOKEN": "inner", "HOST": ""}
        with connected(bare=bare, rich=rich) as harness:
            found = {name: harness.request(name, "ping") for name in ("bare", "rich")}
        expected = {name: os.environ.get(name) for name in ENVIRONMENT[:6]} | dict.fromkeys(ENVIRONMENT[6:])
        for result in found.values():
            del result["resultType"]
        self.assertEqual(found["bare"], expected)
        self.assertEqual(found["rich"], {**expected, "GIVEN": "yes", "TOKEN": "inner", "HOST": ""})

    def test_thirty_servers_come_and_go_without_a_trace(self):
        peers = {f"p{number}": Scripted(self.place, DISCOVERS, LISTS) for number in range(30)}
        with connected(**peers) as harness:
            self.assertEqual(len(harness.list_tools().entries), 30)
            self.assertGreater(descriptors(), self.before[0] + 90)
        self.nothing_is_left(*peers.values())

    def test_closing_ends_a_negotiation_that_is_under_way(self):
        mute, allowed = Scripted(self.place), Scripted(self.place)
        harness = Harness()
        patient = {"probe_timeout_ms": 600_000, "legacy_probe_timeout_ms": 600_000}
        add(harness, mute=(mute, patient), allowed=(allowed, {**patient, "allow_legacy": True}))
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            connecting = pool.submit(harness.connect)
            until(lambda: mute.received() and allowed.received())
            harness.close()
            records = connecting.result(SECONDS)
        self.assertEqual([each.available for each in records.values()], [False, False])
        self.assertEqual((len(mute.pids()), len(allowed.pids()), allowed.methods()), (1, 1, ["server/discover"]))
        self.nothing_is_left(mute, allowed)

    def test_closing_cancels_what_is_open_before_it_ends_the_input(self):
        """Covers: cancel.client-sends, cancel.shape"""
        peer = Scripted(self.place, DISCOVERS, LISTS)
        with connected(a=peer) as harness, concurrent.futures.ThreadPoolExecutor(2) as pool:
            calls = [pool.submit(harness.call_tool, "go"), pool.submit(harness.request, "a", "resources/read")]
            until(lambda: len(peer.received()) == 4)
            harness.close()
            self.assertEqual([type(each.exception()) for each in calls], [OutcomeUnknown, Closed])
        cancels = [each["params"]["requestId"] for each in peer.received("notifications/cancelled")]
        asked = [each["id"] for each in peer.received() if each["method"] in ("tools/call", "resources/read")]
        self.assertEqual(sorted(cancels), sorted(asked))
        self.assertIn("eof", peer.events()[-1])

    def test_a_closed_harness_refuses_everything_and_may_be_closed_by_several_threads_at_once(self):
        peer = Scripted(self.place, DISCOVERS, LISTS, answers_calls())
        with connected(a=peer) as harness:
            harness.list_tools()
            threads = [threading.Thread(target=harness.close) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(SECONDS)
            self.assertFalse(any(thread.is_alive() for thread in threads))
            self.assertEqual(left_of(peer), [])
            for work in (
                lambda: harness.connect(),
                lambda: harness.list_tools(),
                lambda: harness.call_tool("go"),
                lambda: harness.call_tool("unknown"),
                lambda: harness.request("a", "ping"),
                lambda: harness.read_resource("x:y", peer="a"),
                lambda: harness.listen(tools=True),
                lambda: harness.restart("a"),
                lambda: harness.add_server("b", StdioTransport("true")),
            ):
                self.assertRaises(Closed, work)
        self.assertEqual(peer.methods(), ["server/discover", "tools/list"])
        self.nothing_is_left(peer)

    def test_a_grandchild_that_holds_stdout_keeps_no_call_waiting(self):
        """Covers: stdio.client-restart"""
        dies = when("tools/call", {"child": 1}, {"stderr": "last words\n"}, {"exit": -9})
        peer = Scripted(self.place, lives=[[DISCOVERS, LISTS, dies], [DISCOVERS, LISTS, answers_calls()]])
        with connected(a=peer) as harness:
            with self.assertRaisesRegex(OutcomeUnknown, "a: it exited with -9; stderr: last words"):
                harness.call_tool("go")
            until(lambda: not left_of(peer)[:-1])
            self.assertFalse(harness.call_tool("go").is_error)
        self.nothing_is_left(peer)

    def test_what_a_server_said_before_it_went_still_counts(self):
        last = {"resultType": "complete", "content": [{"type": "text", "text": "x" * 200}]}
        pieces = [{"raw": "y" * 999 + "\n", "times": 9000}, {"result": last}, {"exit": 0}]
        peer = Scripted(self.place, DISCOVERS, LISTS, when("tools/call", *pieces))
        with connected(a=peer) as harness:
            self.assertEqual(harness.call_tool("go", timeout=SECONDS).content, last["content"])

    def test_a_command_that_cannot_be_started_is_not_tried_again(self):
        transports = [
            StdioTransport("/nothing/there"),
            StdioTransport(self.place),
            StdioTransport("a\0b"),
            StdioTransport(""),
        ]
        with Harness() as harness:
            for number, transport in enumerate(transports):
                harness.add_server(f"p{number}", transport, allow_legacy=True)
            for record in harness.connect().values():
                self.assertEqual((record.available, record.reason), (False, "spawn_failed"))
            for name, found in harness.health().items():
                self.assertEqual((found["state"], found["restarts"], found["generation"]), ("failed", 0, 1))
                with self.assertRaises(PeerUnavailable):
                    harness.request(name, "ping")
        self.nothing_is_left()

    def test_a_library_installs_no_signal_handlers(self):
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE, signal.SIGHUP)
        before = [signal.getsignal(number) for number in numbers]
        with connected(a=Scripted(self.place, DISCOVERS)):
            self.assertEqual([signal.getsignal(number) for number in numbers], before)

    def test_a_server_before_connect_is_unavailable_and_not_started(self):
        peer = Scripted(self.place, DISCOVERS)
        with Harness() as harness:
            add(harness, a=peer)
            with self.assertRaisesRegex(PeerUnavailable, "connect"):
                harness.request("a", "ping")
            self.assertIn("connect", harness.list_tools().errors["a"])
            self.assertIsInstance(harness.health()["a"]["state"], str)
            self.assertRaises(HarnessError, harness.listen)
        self.assertEqual(peer.events(), [])


if __name__ == "__main__":
    unittest.main()
