"""What was not sent is sent again; of what was sent and lost the outcome is unknown, and only what is safe is repeated."""

import array
import concurrent.futures
import fcntl
import os
import signal
import termios
import time
import unittest

from harness.errors import ConfigError, NotSent, OutcomeUnknown, RpcError, SubscriptionRefused
from harness.harness import Harness
from tests.harness.support import (
    DISCOVERED,
    DISCOVERS,
    HINTS,
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

LISTS = lists_tools(tool("go"), tool("read", annotations={"readOnlyHint": True}))
DIES = when("tools/call", {"exit": 9})
FUTURE = "2027-01-01"
BIG = {"text": "x" * 3_000_000}


def waiting(peer):
    """Gives how many bytes are in the pipe to a server that it has not read."""
    count = array.array("i", [0])
    with open(f"/proc/{peer.pids()[-1]}/fd/0", "rb", buffering=0) as pipe:
        fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


class Sending(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def lives(self, *lives):
        """Gives a server that has these rules in its lives, one after the other."""
        return Scripted(self.place, lives=[[DISCOVERS, LISTS, *rules] for rules in lives])

    def test_a_call_that_meets_a_dead_server_is_sent_in_its_next_life(self):
        """Covers: stdio.client-restart"""
        peer = self.lives([answers_calls("first life")], [answers_calls("second life")])
        with connected(a=peer) as harness:
            harness.list_tools()
            os.kill(peer.pids()[0], signal.SIGKILL)
            until(lambda: not is_running(peer.pids()[0]))
            self.assertEqual(harness.call_tool("go", timeout=SECONDS).content[0]["text"], "second life")
            self.assertEqual(harness.health()["a"]["restarts"], 1)
        self.assertEqual(len(peer.received("tools/call")), 1)

    def test_a_server_that_reads_no_more_and_lives_on_is_replaced(self):
        peer = self.lives(
            [when("ping", {"result": {"resultType": "complete"}}, {"close": "stdin"}, {"sleep": 600})],
            [answers_calls()],
        )
        with connected(a=peer) as harness:
            harness.list_tools()
            harness.request("a", "ping")
            until(lambda: not os.path.exists(f"/proc/{peer.pids()[0]}/fd/0"))
            self.assertFalse(harness.call_tool("go", timeout=SECONDS).is_error)
        self.assertEqual((len(peer.received("tools/call")), len(peer.pids())), (1, 2))

    def test_bytes_that_nobody_read_may_have_been_read(self):
        peer = self.lives([when("ping", {"sleep": 600})], [answers_calls()])
        with connected(a=peer) as harness, concurrent.futures.ThreadPoolExecutor(2) as pool:
            harness.list_tools()
            ping = pool.submit(harness.request, "a", "ping")
            until(lambda: peer.received("ping"))
            call = pool.submit(harness.call_tool, "go")
            until(lambda: waiting(peer) > 100)
            os.kill(peer.pids()[0], signal.SIGKILL)
            for lost in (ping, call):
                with self.assertRaisesRegex(OutcomeUnknown, "a: it exited with -9"):
                    lost.result()
            self.assertFalse(harness.call_tool("go").is_error)
        self.assertEqual(len(peer.received("tools/call")), 1)

    def test_a_call_that_was_taken_and_lost_is_not_sent_again(self):
        """Covers: stdio.client-retry-lost, stdio.stderr-not-error"""
        peer = Scripted(self.place, name="dies-mid-call")
        events = []
        with Harness(on_event=events.append) as harness:
            add(harness, a=peer)
            harness.connect(SECONDS)
            with self.assertRaisesRegex(OutcomeUnknown, "a: it exited with 3; stderr: out of paper; tools/call"):
                harness.call_tool("search")
            until(lambda: harness.health()["a"]["state"] == "up")
        self.assertEqual((len(peer.received("tools/call")), len(peer.pids())), (1, 2))
        lost = [each for each in events if each["event"] == "lost"]
        self.assertEqual([(each["exit_status"], each["lost_calls"]) for each in lost], [(3, ["tools/call"])])
        self.assertEqual(lost[0]["stderr_tail"], "out of paper\n")

    def test_a_call_is_repeated_once_if_the_caller_trusts_the_server_and_the_tool_says_that_it_is_safe(self):
        """Covers: tools.annotations-untrusted"""
        hints = [
            {"readOnlyHint": True},
            {"idempotentHint": True},
            {"readOnlyHint": "true"},
            {"readOnlyHint": False},
            None,
        ]
        tools = lists_tools(*[tool(f"t{number}", annotations=each) for number, each in enumerate(hints)])
        for number, (retry, repeated) in enumerate(
            [("if-safe", 1), ("if-safe", 1), ("if-safe", 0), ("if-safe", 0), ("if-safe", 0)]
        ):
            with self.subTest(hints[number]):
                peer = Scripted(self.place, lives=[[DISCOVERS, tools, DIES], [DISCOVERS, tools, answers_calls()]])
                with connected(a=peer) as harness:
                    if repeated:
                        harness.call_tool(f"t{number}", retry=retry)
                    else:
                        with self.assertRaises(OutcomeUnknown):
                            harness.call_tool(f"t{number}", retry=retry)
                self.assertEqual(len(peer.received("tools/call")), 1 + repeated)

    def test_without_the_callers_word_a_hint_is_not_believed(self):
        """Covers: tools.annotations-untrusted"""
        peer, twice = self.lives([DIES], [answers_calls()]), self.lives([DIES], [DIES], [answers_calls()])
        with connected(a=peer, b=twice) as harness:
            with self.assertRaises(OutcomeUnknown):
                harness.call_tool("read")
            with self.assertRaises(OutcomeUnknown):
                harness.call_tool("b/read", retry="if-safe")
            with self.assertRaises(ConfigError):
                harness.call_tool("read", retry="always")
        self.assertEqual((len(peer.received("tools/call")), len(twice.received("tools/call"))), (1, 2))

    def test_lists_and_reads_are_repeated(self):
        """Covers: stdio.client-retry-lost"""
        read = {"result": {"resultType": "complete", "contents": [], **HINTS}}
        dies = [when(method, {"exit": 1}) for method in ("resources/read", "tools/list")]
        lives = [[DISCOVERS, *dies], [DISCOVERS, when("resources/read", read), dies[1]], [DISCOVERS, LISTS]]
        peer = Scripted(self.place, lives=lives)
        with connected(a=peer) as harness:
            self.assertEqual(harness.read_resource("x:y", peer="a")["contents"], [])
            self.assertEqual(harness.list_tools().names(), ["go", "read"])
        self.assertEqual((peer.methods().count("resources/read"), peer.methods().count("tools/list")), (2, 2))
        ids = [message["id"] for message in peer.received()]
        self.assertEqual(len(set(ids)), len(ids))

    def test_a_line_that_is_cut_short_ends_the_transport_and_one_that_waits_for_it_was_never_sent(self):
        peer = Scripted(self.place, name="stops-reading")
        with connected(a=peer) as harness, concurrent.futures.ThreadPoolExecutor(4) as pool:
            harness.list_tools()
            stuck = pool.submit(harness.call_tool, "search")
            until(lambda: peer.received("tools/call"))
            begun = time.monotonic()
            cut = pool.submit(harness.call_tool, "search", BIG, timeout=4)
            until(lambda: waiting(peer) > 60000)
            with self.assertRaises(NotSent):
                harness.call_tool("search", {"small": 1}, timeout=0.3)
            self.assertLess(time.monotonic() - begun, 4)  # it did not have to wait for the other to give up
            with self.assertRaisesRegex(OutcomeUnknown, "in part"):
                cut.result()
            with self.assertRaises(OutcomeUnknown):
                stuck.result()
            until(lambda: harness.health()["a"]["generation"] == 2 and harness.health()["a"]["state"] == "up")
            self.assertFalse(is_running(peer.pids()[0]))
        self.assertEqual(len(peer.received("tools/call")), 1)
        self.assertEqual([event for event in peer.events() if "garbage" in event], [])

    def test_a_call_that_waited_behind_a_line_that_was_cut_short_goes_to_the_next_life(self):
        slow = when("tools/call", {"sleep": 1.2})
        peer = self.lives([slow], [answers_calls("next life")])
        with connected(a=peer) as harness, concurrent.futures.ThreadPoolExecutor(3) as pool:
            harness.list_tools()
            pool.submit(harness.call_tool, "go")
            until(lambda: peer.received("tools/call"))
            cut = pool.submit(harness.call_tool, "go", BIG, timeout=0.6)
            until(lambda: waiting(peer) > 60000)
            self.assertEqual(harness.call_tool("go", {"n": 1}).content[0]["text"], "next life")
            self.assertIsInstance(cut.exception(), OutcomeUnknown)
            until(lambda: not is_running(peer.pids()[0]))
        self.assertEqual([event for event in peer.events() if "garbage" in event], [])
        self.assertEqual([each["params"]["arguments"] for each in peer.received("tools/call")], [{}, {"n": 1}])

    def test_a_message_that_json_cannot_carry_is_refused_and_harms_nothing(self):
        """Covers: json.utf8, stdio.no-embedded-newlines"""
        peer = self.lives([answers_calls()])
        with connected(a=peer) as harness:
            for wrong in (float("nan"), float("inf"), "\ud800", {1, 2}, b"x"):
                with self.subTest(repr(wrong)), self.assertRaises((ValueError, TypeError)):
                    harness.call_tool("go", {"value": wrong})
            right = {"value": ["é\u2028\x85\n\r\0", 10**20, -0.0, {"": None}]}
            harness.call_tool("go", right)
            for wrong in ([], "{}", 5):
                with self.assertRaises(ConfigError):
                    harness.call_tool("go", wrong)
            with self.assertRaises(ConfigError):
                harness.get_prompt("p", {"count": 5})
        self.assertEqual([each["params"]["arguments"] for each in peer.received("tools/call")], [right])

    def test_a_version_that_is_refused_later_is_asked_for_once_in_another_that_is_mutual(self):
        """Covers: versioning.client-retry"""
        error = {"code": -32022, "message": "no more", "data": {"supported": ["x", "2026-07-28"], "requested": FUTURE}}
        nothing = {**error, "data": {"supported": [FUTURE, "2025-11-25"]}}
        discovers = when("server/discover", {"result": {**DISCOVERED, "supportedVersions": [FUTURE, "2026-07-28"]}})
        calls = [when("tools/call", {"error": error}, times=1), when("tools/call", {"error": nothing}, times=1)]
        listens = when("subscriptions/listen", {"error": error})
        peer = Scripted(self.place, discovers, LISTS, *calls, answers_calls(), when("ping", {"error": error}), listens)
        with Harness(modern_versions=(FUTURE, "2026-07-28")) as harness:
            add(harness, a=(peer, {"allow_legacy": True}))
            harness.connect(SECONDS)
            with self.assertRaises(RpcError) as caught:
                harness.call_tool("go")
            self.assertEqual(caught.exception.code, -32022)
            harness.call_tool("go")
            with self.assertRaises(RpcError):
                harness.request("a", "ping")
            with self.assertRaisesRegex(SubscriptionRefused, "-32022"):
                harness.listen(peers=["a"], tools=True)
        for method, count in (("tools/call", 3), ("ping", 2), ("subscriptions/listen", 2)):
            sent = peer.received(method)
            versions = [each["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] for each in sent]
            self.assertEqual(versions, [FUTURE, "2026-07-28", FUTURE][:count], method)
            self.assertEqual(len({each["id"] for each in sent}), count)
        self.assertNotIn("initialize", peer.methods())

    def test_no_caller_can_send_initialize_or_a_listen_that_nobody_hears(self):
        peer = self.lives([answers_calls()])
        with connected(a=(peer, {"allow_legacy": True})) as harness:
            for method in ("initialize", "subscriptions/listen"):
                with self.assertRaises(ConfigError):
                    harness.request("a", method, {"protocolVersion": "2025-11-25"})
        self.assertEqual(peer.methods(), ["server/discover"])


if __name__ == "__main__":
    unittest.main()
