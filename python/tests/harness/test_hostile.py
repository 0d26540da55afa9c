"""Servers that mean harm, and moments that could not be worse: each fails alone, and nothing is left of it."""

import concurrent.futures
import os
import sys
import threading
import time
import unittest
from unittest import mock

from harness.errors import Closed, HarnessError, PeerUnavailable, Unwritable
from harness.harness import Harness
from harness.listen import ACKNOWLEDGED_WITHIN
from harness.transport import StdioTransport
from tests.harness.support import (
    DISCOVERS,
    INITIALIZED,
    SECONDS,
    Scripted,
    add,
    answers_calls,
    connected,
    descriptors,
    entered,
    folder,
    lists_tools,
    tool,
    until,
    when,
)

SUB = "io.modelcontextprotocol/subscriptionId"
LISTS = lists_tools(tool("go"))


def tells(method, **params):
    """Gives an action that writes a notification."""
    return {"message": {"jsonrpc": "2.0", "method": method, "params": params}}


class Hostile(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def good(self):
        """Gives a server without fault."""
        return Scripted(self.place, DISCOVERS, LISTS, answers_calls())

    def test_an_answer_that_is_nested_deep_is_an_answer_also_when_it_is_kept(self):
        bad = Scripted(self.place, name="deep-answer")
        with connected(bad=bad, good=self.good()) as harness:
            for _ in range(2):
                catalog = harness.list_tools(timeout=SECONDS)
                self.assertEqual((catalog.names(), catalog.errors), (["go", "search"], {}))
            self.assertEqual(harness.call_tool("search", timeout=SECONDS).peer, "bad")
        self.assertEqual(len(bad.received("tools/list")), 1)

    def test_a_cursor_that_cannot_be_sent_back_spoils_one_list_only(self):
        bad = Scripted(self.place, name="half-a-character-as-cursor")
        with connected(bad=bad, good=self.good()) as harness:
            catalog = harness.list_tools(timeout=SECONDS)
            self.assertEqual(catalog.names(), ["go", "search"])
            self.assertRegex(catalog.errors["bad"], "^bad: tools/list cannot be written as JSON: a string holds half of")

    def test_a_state_that_cannot_be_sent_back_fails_the_call_with_a_word_about_the_server(self):
        with connected(bad=Scripted(self.place, name="half-a-character-as-state")) as harness:
            for _ in range(2):
                with self.assertRaisesRegex(Unwritable, "bad: tools/call cannot be written"):
                    harness.call_tool("search", timeout=SECONDS)
            self.assertEqual(harness.health()["bad"]["generation"], 1)

    def test_a_server_that_ended_by_itself_is_told_apart_from_one_that_was_ended(self):
        """What its words are makes no difference: the second says on stderr what the record of the first says."""
        crashed = Scripted(self.place, start=[{"exit": 3}])
        silent = Scripted(self.place, start=[{"stderr": "it exited with 3\n"}], eof=[{"exit": 3}])
        dies = Scripted(self.place, DISCOVERS, when("tools/list", {"exit": 3}))
        with mock.patch("harness.peer.BACKOFF", (0.01,)), Harness() as harness:
            add(harness, crashed=crashed, silent=(silent, {"probe_timeout_ms": 200}), dies=dies)
            found = harness.connect(SECONDS)
            self.assertEqual([each.outcome for each in found.values()], ["exit", "silence", "answer"])
            self.assertEqual(found["crashed"].exit_status, 3)
            for _ in range(2):
                harness.list_tools(timeout=SECONDS)
            until(lambda: harness.health()["dies"]["state"] == "failed")
            with self.assertRaisesRegex(PeerUnavailable, r"lost \(it exited with 3, again and again\)$") as caught:
                harness.request("dies", "ping")
            self.assertEqual(caught.exception.negotiation.outcome, "")

    def test_notices_of_lists_that_do_not_exist_change_nothing(self):
        notices = [tells(f"notifications/{each}/list_changed") for each in ("x1", "x2", "tools")]
        initialize = when("initialize", {"result": {**INITIALIZED, "capabilities": {"tools": {}}}})
        refuses = when("server/discover", {"error": {"code": -32601, "message": "no"}})
        old = Scripted(self.place, refuses, initialize, LISTS, when("tools/call", *notices, *answers_calls()["do"]))
        with connected(old=(old, {"allow_legacy": True})) as harness:
            with mock.patch.object(harness._catalogs.cache, "outdate") as outdate:
                harness._peers["old"].on_changed = harness._catalogs.outdate
                harness.call_tool("go", timeout=SECONDS)
                self.assertEqual([call.args for call in outdate.call_args_list], [("old", "tools", "")])

    def test_a_listen_that_cannot_be_written_was_never_begun_and_is_not_cancelled(self):
        peer = Scripted(self.place, DISCOVERS, LISTS)
        with connected(a=peer) as harness:
            self.assertRaises(Unwritable, harness.listen, uris=["\ud800"])
            harness.list_tools()
        self.assertEqual(peer.methods(), ["server/discover", "tools/list"])

    def test_an_update_of_a_resource_whose_name_is_endless_is_dropped(self):
        def update(uri):
            return tells("notifications/resources/updated", uri=uri, _meta={SUB: "$id"})

        filter_ = {"resourceSubscriptions": ["x:y"]}
        says = tells("notifications/subscriptions/acknowledged", notifications=filter_, _meta={SUB: "$id"})
        peer = Scripted(self.place, DISCOVERS, when("subscriptions/listen", says, update("x:" * 40000), update("x:y")))
        with connected(a=peer) as harness:
            events = harness.listen(uris=["x:y"])
            self.assertEqual([events.next(SECONDS)["event"], events.next(SECONDS).get("uri")], ["acknowledged", "x:y"])

    def test_whoever_hears_stderr_and_raises_keeps_no_answer_back(self):
        loud = when("tools/list", {"stderr": "oh\n"}, *LISTS["do"])
        peer = Scripted(self.place, DISCOVERS, loud, answers_calls(), start=[{"stderr": "hello\n"}])
        heard = []

        def raises(chunk):
            heard.append(chunk)
            raise RuntimeError("of the user")

        peer.transport.on_stderr = raises
        with connected(a=peer) as harness:
            self.assertFalse(harness.call_tool("go", timeout=SECONDS).is_error)
            self.assertTrue(heard)


class Moments(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())
        self.before = (descriptors(), threading.active_count())

    def test_a_process_that_gets_no_thread_is_not_left_behind(self):
        peer, start = Scripted(self.place, DISCOVERS), threading.Thread.start
        for work in ("_read", "_watch"):

            def refuses(thread, work=work):
                if getattr(thread._target, "__qualname__", "") == f"Process.{work}":
                    raise RuntimeError("can't start new thread")
                start(thread)

            with self.subTest(work), Harness() as harness, mock.patch.object(threading.Thread, "start", refuses):
                add(harness, a=peer)
                self.assertEqual(harness.connect(SECONDS)["a"].reason, "spawn_failed")
            until(lambda: (descriptors(), threading.active_count()) == self.before)
        self.assertEqual([pid for pid in peer.pids() if os.path.exists(f"/proc/{pid}")], [])

    def test_closing_waits_for_no_listen_that_is_stuck_in_a_pipe(self):
        peer = Scripted(self.place, name="stops-reading")
        harness = entered(self, Harness())
        add(harness, a=peer)
        harness.connect(SECONDS)
        harness.list_tools()
        with concurrent.futures.ThreadPoolExecutor(5) as pool:
            stuck = [pool.submit(harness.call_tool, "search")]
            until(lambda: peer.received("tools/call"))
            stuck += [pool.submit(harness.call_tool, "search", {"text": "x" * 300000})]
            until(harness._peers["a"]._channel._process._write_lock.locked)
            begun = time.monotonic()
            stuck += [pool.submit(harness.listen, tools=True) for _ in range(3)]
            until(lambda: len(harness._subscriptions._all) == 3)
            harness.close()
            # Had it waited for them, it would have waited until each gave up by itself.
            self.assertLess(time.monotonic() - begun, ACKNOWLEDGED_WITHIN)
            for each in stuck:
                self.assertIsInstance(each.exception(SECONDS), HarnessError)
        until(lambda: (descriptors(), threading.active_count()) == self.before)

    def test_servers_may_be_added_while_others_look(self):
        harness, faults = entered(self, Harness()), []

        def adds(word):
            for number in range(300):
                try:
                    harness.add_server(f"{word}{number}", StdioTransport("never-started"))
                    harness.add_server(f"both{number}", StdioTransport("never-started"))
                except HarnessError as fault:
                    faults.append(str(fault))

        interval = sys.getswitchinterval()
        self.addCleanup(sys.setswitchinterval, interval)
        sys.setswitchinterval(1e-6)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            adding = [pool.submit(adds, word) for word in ("a", "b")]
            while not all(each.done() for each in adding):
                harness.health()
            [each.result() for each in adding]
        self.assertEqual((len(harness.health()), len(faults)), (900, 300))

    def test_a_listen_that_comes_too_late_is_refused(self):
        harness = entered(self, Harness())
        with mock.patch.object(harness, "_ensure_open"):  # as if it was closed a moment after that was asked
            harness.close()
            self.assertRaises(Closed, harness.listen, tools=True)
        self.assertRaises(Closed, harness.connect)


if __name__ == "__main__":
    unittest.main()
