"""Answers are used again for exactly as long, and for exactly those, as their server allows."""

import concurrent.futures
import os
import unittest
from pathlib import Path

from harness.errors import ConfigError
from harness.harness import Harness
from tests.harness.support import (
    DISCOVERS,
    SECONDS,
    Scripted,
    add,
    entered,
    folder,
    tool,
    when,
)

SUB = "io.modelcontextprotocol/subscriptionId"


def lists(**hints):
    """Gives a rule that lists one tool with these hints, named after how often it was asked."""
    return when("tools/list", {"result": {"resultType": "complete", "tools": [tool("t$n")], **hints}})


def reads(**hints):
    """Gives a rule that reads any resource with these hints; the text says how often it was asked."""
    return when("resources/read", {"result": {"resultType": "complete", "contents": [{"text": "$n"}], **hints}})


def tells(method, **params):
    """Gives an action that tells of a change on the kept listen."""
    return {"message": {"jsonrpc": "2.0", "method": method, "params": {**params, "_meta": {SUB: "$listen"}}}}


def listens(*after, **filter_):
    """Gives a rule that acknowledges a listen and keeps its id."""
    acknowledged = {"notifications": filter_, "_meta": {SUB: "$id"}}
    message = {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": acknowledged}
    return when("subscriptions/listen", {"keep": "listen"}, {"message": message}, *after)


class Caching(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())
        self.now = 1000.0

    def harness(self, **peers):
        """Gives a connected harness whose clock is ours."""
        harness = entered(self, Harness(clock=lambda: self.now))
        add(harness, **peers)
        harness.connect(SECONDS)
        return harness

    def test_an_answer_is_fresh_for_its_ttl_and_not_a_moment_longer(self):
        """Covers: caching.client-ttl-positive, caching.client-refetch-stale, caching.client-no-polling"""
        peer = Scripted(self.place, DISCOVERS, lists(ttlMs=5000, cacheScope="public"))
        harness = self.harness(a=peer)
        for now, count in ((0, 1), (4.999, 1), (5.0, 2), (9.999, 2), (10.0, 3)):
            self.now = 1000.0 + now
            self.assertEqual(harness.list_tools().names(), [f"t{count}"])
            self.assertEqual(len(peer.received("tools/list")), count)
        self.assertEqual(harness.health()["a"]["cache"], (2, 3))

    def test_a_ttl_that_is_missing_negative_or_mistyped_is_none_and_a_long_one_ends_after_a_day(self):
        """Covers: caching.client-ttl-zero, caching.client-ttl-absent, caching.client-ttl-negative"""
        hints = [
            {},
            *(
                {"ttlMs": each}
                for each in (0, -1, -(10**400), 1.5, "5000", True, None, [5000], 10**400, 10**18, 5000.0)
            ),
        ]
        peers = {}
        for number, each in enumerate(hints):
            peers[f"p{number}"] = Scripted(self.place, DISCOVERS, lists(cacheScope="public", **each))
        harness = self.harness(**peers)
        for now, counts in (
            (0, [1] * 12),
            (0.001, [2] * 9 + [1] * 3),
            (86399.9, [3] * 9 + [1, 1, 2]),
            (86400.0, [4] * 9 + [2, 2, 2]),
        ):
            self.now = 1000.0 + now
            harness.list_tools()
            self.assertEqual([len(peer.received("tools/list")) for peer in peers.values()], counts)

    def test_a_private_answer_stays_in_its_context_and_so_does_one_of_an_unknown_scope(self):
        """Covers: caching.client-private, caching.client-public"""
        for scope, asked in (("public", 1), ("private", 2), (None, 2), ("PUBLIC", 2), ("absent", 2), (["public"], 2)):
            with self.subTest(scope):
                hints = {"ttlMs": 60000} | ({} if scope == "absent" else {"cacheScope": scope})
                peer = Scripted(self.place, DISCOVERS, lists(**hints), reads(**hints))
                harness = self.harness(a=(peer, {"auth_context": "alice"}))
                for context in (None, "alice", "bob", "alice", "bob", None):
                    harness.list_tools(auth_context=context)
                    harness.read_resource("x:y", peer="a", auth_context=context)
                self.assertEqual(len(peer.received("tools/list")), asked)
                self.assertEqual(len(peer.received("resources/read")), asked)

    def test_two_servers_share_nothing_even_if_both_call_themselves_the_same(self):
        """Covers: base.identity-no-behaviour, caching.client-key"""
        hints = {"ttlMs": 60000, "cacheScope": "public"}
        a, b = [Scripted(self.place, DISCOVERS, reads(**hints)) for _ in range(2)]
        harness = self.harness(a=a, b=b)
        for name in ("a", "b", "a", "b"):
            harness.read_resource("x:y", peer=name)
        harness.read_resource("x:z", peer="a")
        self.assertEqual((len(a.received("resources/read")), len(b.received("resources/read"))), (2, 1))

    def test_metadata_is_no_part_of_the_question_and_every_other_parameter_is(self):
        """Covers: caching.client-key"""
        peer = Scripted(self.place, DISCOVERS, reads(ttlMs=60000, cacheScope="public"))
        harness = self.harness(a=peer)
        harness.read_resource("x:y", peer="a", meta={"traceparent": "00-1"})
        harness.read_resource("x:y", peer="a", meta={"progressToken": "p"})
        harness.read_resource("x:Y", peer="a")
        self.assertEqual([each["params"]["uri"] for each in peer.received("resources/read")], ["x:y", "x:Y"])

    def test_use_refresh_and_bypass(self):
        peer = Scripted(self.place, DISCOVERS, reads(ttlMs=60000, cacheScope="public"))
        harness = self.harness(a=peer)
        modes = ("use", "use", "bypass", "use", "refresh", "use")
        texts = [harness.read_resource("x:y", peer="a", cache=mode)["contents"][0]["text"] for mode in modes]
        self.assertEqual(texts, [1, 1, 2, 1, 3, 3])
        with self.assertRaises(ConfigError):
            harness.read_resource("x:y", peer="a", cache="yes")
        with self.assertRaises(ConfigError):
            harness.list_tools(cache="yes")

    def test_a_newer_answer_takes_the_place_of_an_older_one_also_if_it_may_not_be_kept(self):
        public = [{"ttlMs": 60000, "cacheScope": "public"}, {"ttlMs": 0, "cacheScope": "public"}]
        rules = [{**reads(**hints), "times": 1} for hints in public]
        peer = Scripted(self.place, DISCOVERS, *rules, reads(ttlMs=60000, cacheScope="private"))
        harness = self.harness(a=peer)
        for mode in ("use", "refresh", "use", "use"):
            harness.read_resource("x:y", peer="a", cache=mode)
        self.assertEqual(len(peer.received("resources/read")), 3)

    def test_what_a_caller_does_to_a_result_does_not_reach_the_next_one(self):
        hints = {"ttlMs": 60000, "cacheScope": "public"}
        harness = self.harness(a=Scripted(self.place, DISCOVERS, reads(**hints), lists(**hints)))
        for _ in range(3):
            found = harness.read_resource("x:y", peer="a")
            self.assertEqual(found["contents"], [{"text": 1}])
            found["contents"].clear()
            entry = harness.list_tools().entries[0]
            self.assertEqual(entry.definition, tool("t1"))
            entry.definition["inputSchema"]["type"] = "changed"

    def test_a_notice_outdates_what_it_names_and_also_an_answer_on_its_way(self):
        """Covers: caching.client-invalidate, resources.client-subresource"""
        hints = {"ttlMs": 60000, "cacheScope": "public"}
        gate = os.path.join(self.place, "gate")
        changed = tells("notifications/tools/list_changed")
        first = lists(**hints)
        during = {**first, "times": 1, "do": [changed, {"wait_for": gate}, *first["do"]]}
        read = reads(**hints)
        update = tells("notifications/resources/updated", uri="x:list/1")
        crossing = {**read, "times": 1, "do": [update, *read["do"]]}
        later = when("ping", update, {"result": {"resultType": "complete"}})
        rules = [listens(toolsListChanged=True, resourceSubscriptions=["x:list"]), during, crossing, first, read, later]
        peer = Scripted(self.place, DISCOVERS, *rules)
        harness = self.harness(a=peer)
        events = harness.listen(tools=True, uris=["x:list"])
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            self.assertEqual(events.next(SECONDS)["event"], "acknowledged")
            listing = pool.submit(harness.list_tools)
            self.assertEqual(events.next(SECONDS)["event"], "list_changed")
            Path(gate).touch()
            listing.result()
            harness.list_tools()
            harness.list_tools()
            self.assertEqual(len(peer.received("tools/list")), 2)
            for _ in range(3):
                harness.read_resource("x:list", peer="a")
                harness.read_resource("x:other", peer="a")
            self.assertEqual(len(peer.received("resources/read")), 3)
            harness.request("a", "ping")
            for uri in ("x:list", "x:other", "x:list"):
                harness.read_resource(uri, peer="a")
            self.assertEqual([each["params"]["uri"] for each in peer.received("resources/read")][3:], ["x:list"])
            harness.list_tools()
            self.assertEqual(len(peer.received("tools/list")), 2)

    def test_what_needed_input_is_never_kept(self):
        """Covers: caching.client-no-mrtr"""
        hints = {"ttlMs": 60000, "cacheScope": "public"}
        asks = {"result": {"resultType": "input_required", "requestState": "s", **hints}}
        peer = Scripted(self.place, DISCOVERS, when("resources/read", asks, times=1), reads(**hints))
        harness = self.harness(a=peer)
        texts = [harness.read_resource("x:y", peer="a")["contents"][0]["text"] for _ in range(3)]
        self.assertEqual(texts, [1, 2, 2])

    def test_a_new_life_begins_with_nothing_kept(self):
        """Covers: versioning.era-cached"""
        hints = {"ttlMs": 60000, "cacheScope": "public"}
        peer = Scripted(self.place, DISCOVERS, lists(**hints), reads(**hints))
        harness = self.harness(a=peer)
        for _ in range(2):
            harness.list_tools()
            harness.read_resource("x:y", peer="a")
        harness.restart("a")
        harness.list_tools()
        harness.read_resource("x:y", peer="a")
        self.assertEqual((len(peer.received("tools/list")), len(peer.received("resources/read"))), (2, 2))
        self.assertEqual(peer.methods().count("server/discover"), 2)


if __name__ == "__main__":
    unittest.main()
