"""Listens: the order in which they begin, what they let through, how they end, and how they begin again."""

import os
import signal
import unittest

from harness.errors import ConfigError, DeadlineExceeded, OutcomeUnknown, ProtocolViolation, SubscriptionRefused
from harness.events import BACKLOG
from tests.harness.support import (
    DISCOVERS,
    HINTS,
    INITIALIZED,
    SECONDS,
    Scripted,
    connected,
    entered,
    folder,
    lists_tools,
    tool,
    until,
    when,
)

SUB = "io.modelcontextprotocol/subscriptionId"
CHANGED = "notifications/tools/list_changed"
LISTS = lists_tools(tool("go"))
DONE = {"resultType": "complete", **HINTS}


def notice(method, sid="$id", **params):
    """Gives an action that tells of a change."""
    return {"message": {"jsonrpc": "2.0", "method": method, "params": {**params, "_meta": {SUB: sid}}}}


def acknowledges(sid="$id", **honoured):
    """Gives an action that acknowledges a listen."""
    return notice("notifications/subscriptions/acknowledged", sid, notifications=honoured)


def kinds(events, count):
    """Takes so many events and gives what each is."""
    return [events.next(SECONDS)["event"] for _ in range(count)]


class Listening(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def listen(self, *actions, name=None, rules=(), **wanted):
        """Gives a harness, its one server, and a subscription to the changes of tools unless it says otherwise."""
        scripted = (DISCOVERS, LISTS, when("subscriptions/listen", *actions), *rules)
        peer = Scripted(self.place, name=name) if name else Scripted(self.place, *scripted)
        harness = entered(self, connected(a=peer))
        return harness, peer, harness.listen(**(wanted or {"tools": True}))

    def test_what_comes_before_the_acknowledgement_is_dropped(self):
        """Covers: subscriptions.request-shape, subscriptions.client-correlates"""
        harness, peer, events = self.listen(name="early-notice")
        self.assertEqual(kinds(events, 2), ["acknowledged", "list_changed"])
        self.assertIsNone(events.next(0.05))
        self.assertEqual(harness.health()["a"]["violations"], [f"{CHANGED} before the acknowledgement was dropped"])
        params = peer.received("subscriptions/listen")[0]["params"]
        self.assertEqual(params["notifications"], {"toolsListChanged": True})

    def test_a_smaller_acknowledgement_is_told_and_what_is_not_in_it_is_dropped(self):
        """Covers: subscriptions.client-checks-ack"""
        harness, peer, events = self.listen(name="smaller-acknowledgement", tools=True, prompts=True, uris=["x:1"])
        first = events.next(SECONDS)
        self.assertEqual(first["missing"], ["promptsListChanged", "resourceSubscriptions"])
        self.assertEqual(first["honoured"], {"toolsListChanged": True})
        self.assertEqual(events.next(SECONDS), {"peer": "a", "event": "list_changed", "list": "tools"})
        self.assertIn("prompts", harness.health()["a"]["violations"][0])

    def test_an_acknowledgement_counts_only_as_far_as_it_is_true_and_was_asked_for(self):
        odd = {"toolsListChanged": "yes", "promptsListChanged": True, "resourceSubscriptions": ["x:2"], "more": {}}
        told = [
            notice(CHANGED),
            notice("notifications/prompts/list_changed"),
            notice("notifications/resources/updated", uri="x:2"),
        ]
        harness, peer, events = self.listen(
            acknowledges(**odd), acknowledges(toolsListChanged=True), *told, tools=True, uris=["x:1", "x:2"]
        )
        first = events.next(SECONDS)
        self.assertEqual(
            (first["honoured"], first["missing"]), ({"resourceSubscriptions": ["x:2"]}, ["toolsListChanged", "x:1"])
        )
        self.assertEqual(events.next(SECONDS), {"peer": "a", "event": "updated", "uri": "x:2"})
        self.assertEqual(harness.health()["a"]["violation_count"], 4)

    def test_only_the_id_as_it_was_sent_names_a_subscription(self):
        """Covers: subscriptions.client-correlates"""
        harness, peer, events = self.listen(name="foreign-subscription-id")
        self.assertEqual(kinds(events, 2), ["acknowledged", "list_changed"])
        self.assertIsNone(events.next(0.05))
        self.assertEqual(harness.health()["a"]["violation_count"], 2)

    def test_an_update_may_name_a_part_of_what_was_asked_for(self):
        """Covers: resources.client-subresource"""
        told = [notice("notifications/resources/updated", uri=each) for each in ("x:1/part", 5, "y:other")]
        harness, peer, events = self.listen(acknowledges(resourceSubscriptions=["x:1"]), *told, uris=["x:1"])
        self.assertEqual([events.next(SECONDS).get("uri") for _ in range(3)], [None, "x:1/part", "y:other"])
        self.assertEqual(harness.health()["a"]["violation_count"], 1)

    def test_notices_without_a_listen_are_dropped(self):
        """Covers: base.notification-no-response"""
        bare = {"message": {"jsonrpc": "2.0", "method": CHANGED}}
        mistyped = {"message": {"jsonrpc": "2.0", "method": CHANGED, "params": []}}
        odd = {"message": {"jsonrpc": "2.0", "method": ["x"], "params": {"_meta": {SUB: {}}}}}
        harness, peer, events = self.listen(acknowledges(toolsListChanged=True), bare, mistyped, odd, notice(CHANGED))
        self.assertEqual(kinds(events, 2), ["acknowledged", "list_changed"])
        self.assertEqual(harness.health()["a"]["violation_count"], 3)

    def test_a_refusal_is_told_with_its_reason(self):
        refusals = {
            "-32601: no listen": {"error": {"code": -32601, "message": "no listen"}},
            "without an acknowledgement": {"result": DONE},
            "ended the subscription": {
                "message": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "$id"}}
            },
            "exactly one": {"message": {"jsonrpc": "2.0", "id": "$id"}},
        }
        for words, action in refusals.items():
            with self.subTest(words), self.assertRaisesRegex(SubscriptionRefused, "a: .*" + words):
                self.listen(action)
        with self.assertRaisesRegex(ProtocolViolation, "string"):
            self.listen({"result": DONE, "id": "$id_text"})
        with self.assertRaisesRegex(OutcomeUnknown, "exited with 3"):
            self.listen({"exit": 3})

    def test_a_listen_that_is_never_acknowledged_is_cancelled_at_its_limit(self):
        """Covers: cancel.timeouts, cancel.timeout-cancels"""
        peer = Scripted(self.place, name="no-acknowledgement")
        with connected(a=peer) as harness:
            with self.assertRaises(DeadlineExceeded):
                harness.listen(peers=["a"], tools=True, timeout=0.3)
            cancelled = until(lambda: peer.received("notifications/cancelled"))
        asked = peer.received("subscriptions/listen")
        self.assertEqual([each["params"]["requestId"] for each in cancelled], [asked[0]["id"]])

    def test_a_legacy_server_and_an_unknown_one_have_no_listen(self):
        gone = when("server/discover", {"error": {"code": -32601, "message": "no"}})
        old = Scripted(self.place, gone, when("initialize", {"result": INITIALIZED}))
        with connected(a=(old, {"allow_legacy": True})) as harness:
            for peers in (["a"], None, []):
                self.assertRaises(SubscriptionRefused, harness.listen, peers=peers, tools=True)
            self.assertRaises(ConfigError, harness.listen, peers=["b"], tools=True)
        self.assertNotIn("subscriptions/listen", old.methods())

    def test_one_refusal_leaves_the_others_open_unless_they_were_named(self):
        good = Scripted(self.place, DISCOVERS, when("subscriptions/listen", acknowledges(toolsListChanged=True)))
        bad = Scripted(self.place, DISCOVERS, when("subscriptions/listen", {"error": {"code": 1, "message": "no"}}))
        with connected(good=good, bad=bad) as harness:
            events = harness.listen(tools=True)
            found = {event["peer"]: event["event"] for event in (events.next(SECONDS), events.next(SECONDS))}
            self.assertEqual(found, {"good": "acknowledged", "bad": "refused"})
            self.assertRaises(SubscriptionRefused, harness.listen, peers=["good", "bad"], tools=True)
            until(lambda: good.received("notifications/cancelled"))
        listens = [each["id"] for each in good.received("subscriptions/listen")]
        self.assertEqual(good.received("notifications/cancelled")[0]["params"]["requestId"], listens[1])

    def test_closing_cancels_each_listen_once_and_what_crosses_it_is_no_fault(self):
        """Covers: cancel.client-sends, cancel.client-targets, cancel.race, subscriptions.concurrent"""
        crossing = when("notifications/cancelled", notice(CHANGED, "$first"), {"result": DONE, "id": "$first"}, times=1)
        keeps = when("subscriptions/listen", {"keep": "first"}, acknowledges(toolsListChanged=True), times=1)
        more = when("subscriptions/listen", acknowledges(toolsListChanged=True), notice(CHANGED))
        peer = Scripted(self.place, DISCOVERS, LISTS, keeps, more, crossing)
        with connected(a=peer) as harness:
            first, second = harness.listen(tools=True), harness.listen(tools=True)
            first.close()
            first.close()
            self.assertEqual(kinds(first, 1), ["acknowledged"])
            self.assertEqual(list(first), [])
            self.assertEqual(kinds(second, 2), ["acknowledged", "list_changed"])
            harness.list_tools()
            self.assertEqual(harness.health()["a"]["violations"], [])
            self.assertEqual(harness.health()["a"]["dropped"], 2)
        ids = [each["id"] for each in peer.received("subscriptions/listen")]
        self.assertEqual([each["params"]["requestId"] for each in peer.received("notifications/cancelled")], ids)

    def test_an_end_that_the_server_wishes_is_no_loss_and_nothing_is_cancelled_or_opened_again(self):
        """Covers: cancel.client-handles-server-cancel, cancel.client-targets"""
        cancelled = {
            "message": {
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": "$id", "_meta": {SUB: "$id"}},
            }
        }
        acknowledged = acknowledges(toolsListChanged=True)
        for ends in (
            [{"result": DONE}],
            [cancelled],
            [{"result": DONE}, cancelled],
            [cancelled, {"result": DONE}],
            [{"error": {"code": 1, "message": "x"}}],
        ):
            with self.subTest(ends):
                harness, peer, events = self.listen(acknowledged, *ends, notice(CHANGED))
                self.assertEqual(kinds(events, 2), ["acknowledged", "ended"])
                os.kill(peer.pids()[0], signal.SIGKILL)
                until(lambda: harness.health()["a"]["generation"] == 2 and harness.health()["a"]["state"] == "up")
                harness.list_tools()
                self.assertIsNone(events.next(0.05))
                self.assertEqual(harness.health()["a"]["violations"], [])
                self.assertEqual(
                    (len(peer.received("subscriptions/listen")), peer.received("notifications/cancelled")), (1, [])
                )

    def test_too_many_events_are_lost_but_not_in_silence(self):
        many = [notice(CHANGED) for _ in range(100)]
        later = when("ping", notice("notifications/tools/list_changed", "$listen"), {"result": DONE})
        rules = [later]
        actions = [{"keep": "listen"}, acknowledges(toolsListChanged=True), *many * 12, {"raw": "done\n"}]
        harness, peer, events = self.listen(*actions, rules=rules)
        until(lambda: harness.health()["a"]["violations"])
        self.assertEqual(kinds(events, 1), ["acknowledged"])
        harness.request("a", "ping")
        found = kinds(events, BACKLOG - 1 + 2)
        self.assertEqual(found, ["list_changed"] * (BACKLOG - 1) + ["lost", "list_changed"])
        self.assertIsNone(events.next(0.05))


if __name__ == "__main__":
    unittest.main()
