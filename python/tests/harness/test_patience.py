"""How long and how often a server may ask for input, and that nothing else waits for it."""

import concurrent.futures
import threading
import time
import unittest

from harness.errors import DeadlineExceeded, InputRequired, RoundsExceeded
from harness.harness import Harness
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

FORM = {"method": "elicitation/create", "params": {"message": "Sure?"}}
YES = {"action": "accept", "content": {"sure": True}}
LISTS = lists_tools(tool("go"), tool("other"))
ASKS = when("tools/call", {"result": {"resultType": "input_required", "inputRequests": {"k": FORM}}}, times=1)


class Patience(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def harness(self, peer, handler=lambda params, key: YES, **options):
        """Gives a connected harness with this server and this handler of elicitation."""
        harness = entered(self, Harness(handlers={"elicitation/create": handler}, **options))
        add(harness, a=peer)
        harness.connect(SECONDS)
        harness.list_tools()
        return harness

    def test_ten_rounds_are_enough_and_the_tenth_question_reaches_nobody(self):
        for options, most in (({}, 10), ({"max_rounds": 3}, 3)):
            with self.subTest(options):
                asked, peer = [], Scripted(self.place, name="endless-rounds")
                harness = self.harness(peer, lambda params, key: asked.append(key) or YES, **options)
                with self.assertRaisesRegex(RoundsExceeded, f"in {most} rounds"):
                    harness.call_tool("search")
                self.assertEqual(len(asked), most - 1)
                states = [each["params"].get("requestState") for each in peer.received("tools/call")]
                self.assertEqual(states, [None, *(f"round-{number}" for number in range(1, most))])

    def test_a_server_that_asks_for_patience_only_is_not_hurried(self):
        """The pauses are 50, 250 and 250 milliseconds. Covers: mrtr.client-immediate-retry"""
        peer = Scripted(self.place, name="state-only-rounds")
        with connected(a=peer) as harness:
            self.assertEqual(harness.call_tool("search").rounds, 4)
        sent = [each for each in peer.events() if each.get("received", {}).get("method") == "tools/call"]
        states = [each["received"]["params"].get("requestState") for each in sent]
        self.assertEqual(states, [None, "wait-1", "wait-2", "wait-3"])
        self.assertFalse(any("inputResponses" in each["received"]["params"] for each in sent))
        pauses = [later["at"] - earlier["at"] for earlier, later in zip(sent, sent[1:])]
        for pause, least in zip(pauses, (0.05, 0.25, 0.25)):
            self.assertGreaterEqual(pause, least - 0.005)

    def test_all_rounds_spend_from_one_deadline(self):
        """Covers: cancel.timeout-maximum"""
        peer = Scripted(
            self.place,
            DISCOVERS,
            LISTS,
            when("tools/call", {"result": {"resultType": "input_required", "requestState": "s"}}),
        )
        harness = self.harness(peer, max_rounds=1000)
        begun = time.monotonic()
        with self.assertRaises(DeadlineExceeded):
            harness.call_tool("go", timeout=0.5)
        self.assertLess(time.monotonic() - begun, SECONDS)
        self.assertLessEqual(len(peer.received("tools/call")), 4)

    def test_nothing_is_sent_once_the_deadline_has_passed_while_a_person_was_asked(self):
        peer = Scripted(self.place, DISCOVERS, LISTS, ASKS, answers_calls())
        harness = self.harness(peer, lambda params, key: time.sleep(0.5) or YES)
        with self.assertRaises(DeadlineExceeded):
            harness.call_tool("go", timeout=0.3)
        harness.request("a", "tools/list")
        self.assertEqual(len(peer.received("tools/call")), 1)
        self.assertEqual(peer.received("notifications/cancelled"), [])

    def test_a_handler_that_waits_holds_up_no_other_call_and_no_reader(self):
        """Covers: mrtr.client-scope"""
        peer = Scripted(self.place, DISCOVERS, LISTS, ASKS, answers_calls())
        asked, answer = threading.Event(), threading.Event()
        harness = self.harness(peer, lambda params, key: asked.set() or answer.wait(SECONDS) and YES)
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(harness.call_tool, "go")
            self.assertTrue(asked.wait(SECONDS))
            for _ in range(3):
                self.assertEqual(harness.call_tool("other", timeout=SECONDS).rounds, 1)
            answer.set()
            self.assertEqual(waiting.result().rounds, 2)
        sent = [(each["params"]["name"], each["params"].get("inputResponses")) for each in peer.received("tools/call")]
        self.assertEqual(sent, [("go", None), *[("other", None)] * 3, ("go", {"k": YES})])

    def test_a_handler_may_use_the_harness(self):
        peer = Scripted(self.place, DISCOVERS, LISTS, ASKS, answers_calls())
        harness = self.harness(peer, lambda params, key: harness.call_tool("other", timeout=SECONDS) and YES)
        self.assertEqual(harness.call_tool("go", timeout=SECONDS).rounds, 2)
        self.assertEqual([each["params"]["name"] for each in peer.received("tools/call")], ["go", "other", "go"])

    def test_what_a_handler_raises_reaches_the_caller_and_harms_nothing(self):
        peer = Scripted(self.place, DISCOVERS, LISTS, ASKS, answers_calls())
        harness = self.harness(peer, lambda params, key: {}["missing"])
        with self.assertRaises(KeyError):
            harness.call_tool("go")
        self.assertEqual(harness.call_tool("go").rounds, 1)
        self.assertEqual(len(peer.received("tools/call")), 2)

    def test_answers_that_are_given_with_the_call_are_used_before_the_handlers(self):
        two = {"k": FORM, "l": FORM}
        asks = when("tools/call", {"result": {"resultType": "input_required", "inputRequests": two}}, times=1)
        peer, asked = Scripted(self.place, DISCOVERS, LISTS, asks, answers_calls()), []
        harness = self.harness(peer, lambda params, key: asked.append(key) or {"action": "decline"})
        harness.call_tool("go", input_responses={"k": YES, "unasked": YES})
        self.assertEqual(asked, ["l"])
        responses = peer.received("tools/call")[1]["params"]["inputResponses"]
        self.assertEqual(responses, {"k": YES, "l": {"action": "decline"}})

    def test_a_round_that_is_lost_on_its_way_is_an_unknown_outcome_like_any_call(self):
        peer = Scripted(
            self.place, lives=[[DISCOVERS, LISTS, ASKS, when("tools/call", {"exit": 1})], [DISCOVERS, LISTS]]
        )
        harness = self.harness(peer)
        with self.assertRaisesRegex(Exception, "sent and not answered"):
            harness.call_tool("go")
        until(lambda: harness.health()["a"]["state"] == "up")
        self.assertEqual(len(peer.received("tools/call")), 2)

    def test_without_a_handler_nothing_is_declared_and_what_is_asked_reaches_the_caller(self):
        """Covers: mrtr.client-answers"""
        peer = Scripted(self.place, DISCOVERS, LISTS, ASKS)
        with connected(a=peer) as harness:
            with self.assertRaises(InputRequired) as caught:
                harness.call_tool("go")
            self.assertEqual((caught.exception.requests, caught.exception.state), ({"k": FORM}, None))
        for each in peer.received():
            self.assertEqual(each["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"], {})


if __name__ == "__main__":
    unittest.main()
