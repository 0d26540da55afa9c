"""After a loss of its server a listen is opened again, and what may have been missed is asked for."""

import unittest

from harness.errors import Closed, OutcomeUnknown
from tests.harness.support import (
    DISCOVERED,
    HINTS,
    SECONDS,
    Scripted,
    connected,
    entered,
    folder,
    tool,
    until,
    when,
)
from tests.harness.test_listen import CHANGED, acknowledges, kinds, notice

ALL = {"tools": {"listChanged": True}, "prompts": {"listChanged": True}, "resources": {"listChanged": True}}
DISCOVERS = when("server/discover", {"result": {**DISCOVERED, "capabilities": ALL}})
DIES = when("ping", {"exit": 5})


def lists(name):
    """Gives a rule that lists one tool, which may be kept for a minute."""
    return when(
        "tools/list",
        {"result": {"resultType": "complete", "tools": [tool(name)], "ttlMs": 60000, "cacheScope": "public"}},
    )


def listens(*after, **more):
    """Gives a rule that acknowledges the changes of tools."""
    return when("subscriptions/listen", {"keep": "listen"}, acknowledges(toolsListChanged=True), *after, **more)


class Relistening(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def start(self, *lives, **wanted):
        """Gives a harness, its server of these lives with a bystander, and a subscription that has lost its first life."""
        peer = Scripted(self.place, lives=lives)
        other = Scripted(self.place, DISCOVERS, lists("other"), listens())
        harness = entered(self, connected(a=peer, other=other))
        harness.list_tools()
        events = harness.listen(peers=["a"], **(wanted or {"tools": True}))
        self.assertEqual(kinds(events, 1), ["acknowledged"])
        self.assertRaises(OutcomeUnknown, harness.request, "a", "ping")
        return harness, peer, other, events

    def test_the_listen_comes_again_with_a_new_id_then_the_list_then_the_word_of_the_gap(self):
        """Covers: subscriptions.client-relisten, subscriptions.client-reconnect, stdio.client-restart,
        versioning.era-cached"""
        first = [DISCOVERS, lists("old"), listens(), DIES]
        stale = when(
            "tools/list", notice(CHANGED, 5), *lists("new")["do"]
        )  # 5 is the id of the listen of the first life
        harness, peer, other, events = self.start(first, [DISCOVERS, stale, listens()])
        self.assertEqual(kinds(events, 2), ["lost", "acknowledged"])
        self.assertEqual(events.next(SECONDS), {"peer": "a", "event": "relistened", "gap": True})
        lives = peer.methods()
        lives = lives[lives.index("ping") + 1 :]
        self.assertEqual(lives, ["server/discover", "subscriptions/listen", "tools/list"])
        ids = [each["id"] for each in peer.received("subscriptions/listen")]
        self.assertEqual((ids[0], len(set(ids))), (5, 2))
        self.assertEqual(harness.list_tools().names(), ["new", "other"])
        self.assertEqual(len(peer.received("tools/list")), 2)
        self.assertEqual(len(other.received("tools/list")), 1)
        self.assertIsNone(events.next(0.05))
        self.assertEqual(harness.health()["a"]["violations"], [f"{CHANGED} for no open listen was dropped"])

    def test_every_covered_list_is_asked_for_and_a_list_that_fails_is_named(self):
        second = [DISCOVERS, listens()]
        for method, key in (
            ("tools/list", "tools"),
            ("prompts/list", "prompts"),
            ("resources/templates/list", "resourceTemplates"),
        ):
            second.append(when(method, {"result": {"resultType": "complete", key: [], **HINTS}}))
        second.append(when("resources/list", {"error": {"code": 1, "message": "not now"}}))
        wanted = {"tools": True, "prompts": True, "resources": True}
        harness, peer, other, events = self.start([DISCOVERS, lists("old"), listens(), DIES], second, **wanted)
        self.assertEqual(kinds(events, 2), ["lost", "acknowledged"])
        found = events.next(SECONDS)
        self.assertEqual((found["event"], found["gap"]), ("relistened", True))
        self.assertEqual([each for each in found["errors"] if "not now" in each], found["errors"])
        asked = peer.methods()[peer.methods().index("ping") + 3 :]
        self.assertEqual(asked, ["tools/list", "prompts/list", "resources/list", "resources/templates/list"])

    def test_a_server_that_is_lost_again_meanwhile_is_listened_to_once_in_the_life_that_stays(self):
        dies = [DISCOVERS, when("subscriptions/listen", {"exit": 6})]
        later = [
            DISCOVERS,
            lists("old"),
            listens(),
            when("ping", notice(CHANGED, "$listen"), {"result": {"resultType": "complete"}}),
        ]
        harness, peer, other, events = self.start([DISCOVERS, lists("old"), listens(), DIES], dies, later)
        self.assertEqual(kinds(events, 3), ["lost", "acknowledged", "relistened"])
        harness.request("a", "ping")
        self.assertEqual(kinds(events, 1), ["list_changed"])
        self.assertIsNone(events.next(0.05))
        self.assertEqual(len(peer.received("subscriptions/listen")), 3)

    def test_each_of_two_subscriptions_is_opened_once_in_the_life_that_stays(self):
        first = [DISCOVERS, lists("old"), listens(), DIES]
        peer = Scripted(self.place, lives=[first, [DISCOVERS, when("subscriptions/listen", {"exit": 6})], first[:3]])
        with connected(a=peer) as harness:
            both = [harness.listen(tools=True) for _ in range(2)]
            self.assertRaises(OutcomeUnknown, harness.request, "a", "ping")
            for events in both:
                self.assertEqual(kinds(events, 4), ["acknowledged", "lost", "acknowledged", "relistened"])
                self.assertIsNone(events.next(0.05))
        self.assertEqual(len(peer.received("subscriptions/listen")), 2 + 1 + 2)

    def test_a_refusal_in_the_next_life_ends_it(self):
        refuses = [DISCOVERS, lists("old"), when("subscriptions/listen", {"error": {"code": 8, "message": "no more"}})]
        harness, peer, other, events = self.start([DISCOVERS, lists("old"), listens(), DIES], refuses)
        self.assertEqual(kinds(events, 1), ["lost"])
        self.assertRegex(events.next(SECONDS)["why"], "error 8: no more")
        harness.restart("a")
        self.assertIsNone(events.next(0.05))
        self.assertEqual(len(peer.received("subscriptions/listen")), 2)

    def test_a_server_that_does_not_come_back_ends_it(self):
        peer = Scripted(self.place, DISCOVERS, listens(), DIES)
        with connected(a=peer) as harness:
            events = harness.listen(tools=True)
            peer.transport.command = "/nothing/there"
            self.assertRaises(OutcomeUnknown, harness.request, "a", "ping")
            self.assertEqual(kinds(events, 3), ["acknowledged", "lost", "ended"])

    def test_a_restart_by_hand_opens_it_again_and_a_closed_one_stays_closed(self):
        peer = Scripted(self.place, DISCOVERS, lists("t"), listens())
        with connected(a=peer) as harness:
            closed, events = harness.listen(tools=True), harness.listen(tools=True)
            closed.close()
            harness.restart("a")
            self.assertEqual(kinds(events, 4), ["acknowledged", "lost", "acknowledged", "relistened"])
            self.assertEqual(kinds(closed, 1), ["acknowledged"])
            self.assertRaises(Closed, closed.next)
        self.assertEqual(len(peer.received("subscriptions/listen")), 3)
        self.assertEqual(peer.methods().count("server/discover"), 2)

    def test_closing_while_it_is_opened_again_cancels_it(self):
        """Covers: cancel.client-sends"""
        silent = [DISCOVERS, lists("old"), when("subscriptions/listen", {"stderr": "x"})]
        harness, peer, other, events = self.start([DISCOVERS, lists("old"), listens(), DIES], silent)
        until(lambda: len(peer.received("subscriptions/listen")) == 2)
        events.close()
        cancelled = until(lambda: peer.received("notifications/cancelled"))
        self.assertEqual(cancelled[0]["params"]["requestId"], peer.received("subscriptions/listen")[1]["id"])
        self.assertEqual([each["event"] for each in events], ["lost"])
        self.assertEqual(harness.list_tools().names(), ["old", "other"])


if __name__ == "__main__":
    unittest.main()
