"""The five exercises of the lesson on which the harness rests."""

import unittest

from harness.errors import CollisionError, PeerUnavailable
from harness.harness import Harness
from tests.harness.support import DISCOVERS, SECONDS
from tests.harness.support import Scripted, add, connected, folder, is_running, lists_tools, tool, until, when
from tests.harness.test_lives import acknowledges, told


class Exercises(unittest.TestCase):
    def test_1_a_version_error_without_a_version_of_ours_fails_instead_of_leading_to_initialize(self):
        """Allowed or not, and however gladly the server would shake hands.

        Covers: stdio.probe-modern-error, versioning.client-retry
        """
        with folder() as place, Harness() as harness:
            peers = {name: Scripted(place, name="error-32022-future") for name in ("denied", "allowed")}
            add(harness, denied=peers["denied"], allowed=(peers["allowed"], {"allow_legacy": True}))
            found = harness.connect(SECONDS)
            for name, peer in peers.items():
                with self.subTest(name):
                    self.assertEqual(peer.methods(), ["server/discover"])
                    self.assertEqual((found[name].era, found[name].reason), ("modern", "no_mutual_version"))
                    with self.assertRaises(PeerUnavailable) as caught:
                        harness.request(name, "tools/list")
                    self.assertIn("2030-01-01", str(caught.exception))

    def test_2_an_allowed_legacy_server_that_never_answers_initialize_is_unknown_and_unavailable(self):
        """Its probe ends with its own limit, however much time there is for the rest.

        Covers: cancel.timeouts
        """
        with folder() as place:
            peer = Scripted(place, name="legacy-hangs")
            options = {"allow_legacy": True, "probe_timeout_ms": SECONDS * 1000, "legacy_probe_timeout_ms": 300}
            with connected(old=(peer, options)) as harness:
                record = harness.connect()["old"]
            self.assertEqual((record.era, record.available, record.reason), ("unknown", False, "legacy_silence"))
            self.assertLess(record.evidence[-1][0], SECONDS * 500)
            self.assertEqual(peer.methods(), ["server/discover", "initialize"])
            self.assertEqual([is_running(pid) for pid in peer.pids()], [False])

    def test_3_a_private_list_of_one_authorization_context_is_never_shown_to_another(self):
        """Two contexts ask twice each: two requests if the list is private, one if it is public.

        Covers: caching.client-private, caching.client-public, caching.client-ttl-positive
        """
        with folder() as place:
            kept = {scope: {"ttlMs": 3600000, "cacheScope": scope} for scope in ("private", "public")}
            peers = {scope: Scripted(place, DISCOVERS, lists_tools(tool("t$n"), **kept[scope])) for scope in kept}
            for scope, requests in (("private", 2), ("public", 1)):
                with self.subTest(scope), connected(one=peers[scope]) as harness:
                    seen = [harness.list_tools(auth_context=who).names() for who in ("ann", "bob", "ann", "bob")]
                    self.assertEqual(seen, [["t1"], [f"t{requests}"]] * 2)
                    self.assertEqual(peers[scope].methods(), ["server/discover", *["tools/list"] * requests])

    def test_4_a_collision_under_reject_fails_the_start_and_names_both_servers(self):
        """Nothing is left running.

        Covers: tools.client-disambiguates
        """
        with folder() as place, Harness(collision="reject-on-collision") as harness:
            peers = {name: Scripted(place, DISCOVERS, lists_tools(tool("search"))) for name in ("left", "right")}
            add(harness, **peers)
            with self.assertRaises(CollisionError) as caught:
                harness.connect(SECONDS)
            self.assertEqual((caught.exception.name, caught.exception.peers), ("search", ("left", "right")))
            for word in ("search", "left", "right"):
                self.assertIn(word, str(caught.exception))
            for peer in peers.values():
                self.assertEqual(peer.methods(), ["server/discover", "tools/list"])
                self.assertFalse(is_running(peer.pids()[0]))

    def test_5_a_finite_listen_that_is_lost_is_opened_again_under_a_new_id_and_the_tools_are_asked_for(self):
        """The server tells of one change and dies; once the gap is told, the listen is closed and the server told.

        Covers: subscriptions.client-relisten, stdio.client-restart, cancel.client-sends
        """
        notice = told("notifications/tools/list_changed", "$id")
        first = when("subscriptions/listen", acknowledges(toolsListChanged=True), notice, {"exit": 1})
        second = when("subscriptions/listen", acknowledges(toolsListChanged=True))
        with folder() as place:
            lives = [[DISCOVERS, lists_tools(tool("old")), first], [DISCOVERS, lists_tools(tool("new")), second]]
            peer = Scripted(place, lives=lives)
            with connected(one=peer) as harness:
                subscription, heard = harness.listen(tools=True, timeout=SECONDS), []
                while not heard or heard[-1]["event"] != "relistened":
                    heard.append(subscription.next(SECONDS))
                kinds = [event["event"] for event in heard]
                self.assertEqual(kinds, ["acknowledged", "list_changed", "lost", "acknowledged", "relistened"])
                ids = [message["id"] for message in peer.received("subscriptions/listen")]
                self.assertEqual(len(set(ids)), 2)
                self.assertEqual(peer.methods()[2:], ["server/discover", "subscriptions/listen", "tools/list"])
                self.assertEqual(harness.list_tools().names(), ["new"])
                subscription.close()
                cancelled = until(lambda: peer.received("notifications/cancelled"))
                self.assertEqual([message["params"]["requestId"] for message in cancelled], ids[1:])


if __name__ == "__main__":
    unittest.main()
