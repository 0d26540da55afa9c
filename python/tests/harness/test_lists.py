"""Lists: all their pages, where they end, and what is left out, said and not hidden."""

import json
import unittest
from unittest import mock

from harness import lists
from harness.harness import Harness
from tests.harness.support import (
    DISCOVERED,
    DISCOVERS,
    HINTS,
    INITIALIZED,
    SECONDS,
    Scripted,
    add,
    connected,
    entered,
    folder,
    lists_tools,
    tool,
    when,
)


def page(*names, times=1, **more):
    """Gives a rule that lists tools of these names on one page, so many times."""
    return {**lists_tools(*map(tool, names), **more), "times": times}


def cursors(peer, method="tools/list"):
    """Gives the cursors that a server was asked for, None for the first page."""
    return [each["params"].get("cursor") for each in peer.received(method)]


class Lists(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def test_all_pages_are_walked_with_the_cursors_as_they_came(self):
        """Covers: pagination.client-opaque, pagination.client-page-size, pagination.client-end,
        pagination.client-empty-cursor, pagination.client-both-flows, prompts.client-pagination, tools.list-request,
        resources.list-request, prompts.list-request"""
        odd = ' {"p":2}\n é\u2028=='
        chain = [("", 2), (odd, 0), ("0", 1), (None, 3)]
        rules = []
        kinds = {"tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources"}
        kinds["resources/templates/list"] = "resourceTemplates"
        for method, member in kinds.items():
            number = 0
            for cursor, size in chain:
                entries = []
                for _ in range(size):
                    number += 1
                    entries.append({**tool(f"n{number}"), "uri": f"x:{number}", "uriTemplate": f"x:{number}"})
                more = {} if cursor is None else {"nextCursor": cursor}
                result = {"resultType": "complete", member: entries, **HINTS, **more}
                rules.append(when(method, {"result": result}, times=1))
        paged = Scripted(self.place, DISCOVERS, *rules)
        with connected(a=paged) as harness:
            for found in (
                harness.list_tools(),
                harness.list_prompts(),
                harness.list_resources(),
                harness.list_resource_templates(),
            ):
                self.assertEqual((len(found.entries), found.errors), (6, {}))
        for method in kinds:
            self.assertEqual(cursors(paged, method), [None, "", odd, "0"], method)
            self.assertEqual(
                {frozenset(each["params"]) - {"cursor"} for each in paged.received(method)}, {frozenset(["_meta"])}
            )

    def test_a_list_without_end_is_given_as_far_as_it_goes_and_said_to_be_partial(self):
        """Covers: pagination.client-end"""
        peers = {
            name: Scripted(self.place, name=name) for name in ("endless-pages", "alternating-cursors", "empty-pages")
        }
        whole = Scripted(self.place, DISCOVERS, page("whole"))
        with mock.patch.object(lists, "MAX_PAGES", 40), connected(whole=whole, **peers) as harness:
            catalog = harness.list_tools()
        self.assertEqual(catalog.names(), ["first", "search", "second", "third", "whole"])
        self.assertEqual(sorted(catalog.errors), sorted(peers))
        self.assertRegex(catalog.errors["endless-pages"], "'8' came again")
        self.assertRegex(catalog.errors["alternating-cursors"], "'a' came again")
        self.assertRegex(catalog.errors["empty-pages"], "more than 40 pages")
        self.assertEqual([cursors(peer) for peer in peers.values()][:2], [[None, "8"], [None, "a", "b"]])
        self.assertEqual(len(cursors(peers["empty-pages"])), 40)
        self.assertEqual(lists.MAX_PAGES, 10000)

    def test_pages_spend_from_one_deadline_and_what_was_listed_by_then_is_kept(self):
        slow = page("more", times=10**9, nextCursor="c$n")
        slow["do"].insert(0, {"sleep": 0.1})
        peer = Scripted(self.place, DISCOVERS, page("one", nextCursor="c"), slow)
        with connected(a=peer) as harness:
            catalog = harness.list_tools(timeout=0.6)
        self.assertLessEqual({"one"}, set(catalog.names()))
        self.assertRegex(catalog.errors["a"], "no answer to tools/list within the total limit")
        self.assertLess(len(cursors(peer)), 9)

    def test_what_makes_a_page_unusable_leaves_the_pages_before_it_and_the_other_servers_whole(self):
        bad = {
            "tools": {"tools": {}},
            "absent": {},
            "null": {"tools": None},
            "cursor": {"tools": [tool("last")], "nextCursor": 5},
        }
        bad["no-cursor"] = {"tools": [tool("last")], "nextCursor": None}
        peers = {}
        for name, content in bad.items():
            second = when("tools/list", {"result": {"resultType": "complete", **content, **HINTS}})
            peers[name] = Scripted(self.place, DISCOVERS, page(name, nextCursor="c"), second)
        peers["error"] = Scripted(
            self.place,
            DISCOVERS,
            page("error", nextCursor="c"),
            when("tools/list", {"error": {"code": -32603, "message": "oops"}}),
        )
        with connected(good=Scripted(self.place, DISCOVERS, page("good")), **peers) as harness:
            catalog = harness.list_tools()
        self.assertEqual(sorted(catalog.errors), sorted(peers))
        self.assertLessEqual({"good", *peers}, set(catalog.names()))
        self.assertIn("last", catalog.names())

    def test_of_what_is_listed_twice_the_first_stays_and_what_is_no_tool_is_left_out_with_a_note(self):
        peer = Scripted(self.place, name="duplicate-tools")
        with connected(a=peer) as harness:
            catalog = harness.list_tools()
            self.assertEqual(
                [(entry.name, entry.definition.get("title")) for entry in catalog],
                [("other", None), ("search", "first")],
            )
            self.assertEqual((catalog.collisions, catalog.errors), ((), {}))
            self.assertEqual(harness.health()["a"]["violation_count"], 5)
            harness.call_tool("other")

    def test_only_what_is_declared_is_asked_for(self):
        """Covers: base.respect-capabilities, base.capabilities-open-set"""
        declared = [{}, {"tools": None}, {"tools": True}, {"prompts": {}, "x-odd": {"y": 1}}, {"resources": {}}]
        peers = {}
        for number, each in enumerate(declared):
            peers[f"p{number}"] = Scripted(
                self.place, when("server/discover", {"result": {**DISCOVERED, "capabilities": each}})
            )
        with connected(**peers) as harness:
            for work in (
                harness.list_tools,
                harness.list_prompts,
                harness.list_resources,
                harness.list_resource_templates,
            ):
                work(timeout=0.3)
        asked = [[method for method in peer.methods()[1:] if method.endswith("/list")] for peer in peers.values()]
        self.assertEqual(asked, [[], [], [], ["prompts/list"], ["resources/list", "resources/templates/list"]])

    def test_a_legacy_list_needs_no_hints_and_no_type(self):
        """Covers: base.result-type-absent, stdio.legacy-handshake, caching.client-ttl-absent"""
        gone = when("server/discover", {"error": {"code": -32601, "message": "no"}})
        tools = {**INITIALIZED, "capabilities": {"tools": {"listChanged": True}}}
        changed = {"message": {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}}
        odd = {"message": {"jsonrpc": "2.0", "method": "list_changed"}}
        ping = {"message": {"jsonrpc": "2.0", "id": "p", "method": "ping"}}
        roots = {"message": {"jsonrpc": "2.0", "id": 7, "method": "roots/list"}}
        kept = {"result": {"tools": [tool("t$n")], "ttlMs": 60000, "cacheScope": "public"}}
        rules = [
            when("initialize", {"result": tools}),
            when("tools/list", kept),
            when("poke", changed, odd, ping, roots, {"result": {}}),
        ]
        peer = Scripted(self.place, gone, *rules)
        with connected(a=(peer, {"allow_legacy": True})) as harness:
            for _ in range(2):
                self.assertEqual(harness.list_tools().names(), ["t1"])
            harness.request("a", "poke")
            self.assertEqual(harness.list_tools().names(), ["t2"])
            self.assertEqual(harness.health()["a"]["violations"], [])
        answers = [each for each in peer.received() if "method" not in each]
        self.assertEqual(answers[0], {"jsonrpc": "2.0", "id": "p", "result": {}})
        self.assertEqual((answers[1]["id"], answers[1]["error"]["code"]), (7, -32601))
        self.assertFalse(any("_meta" in each.get("params", {}) for each in peer.received()[1:]))

    def test_an_expired_page_is_asked_for_with_its_own_cursor_and_a_cursor_that_is_refused_begins_the_list_anew(self):
        """Covers: caching.page-ttl, caching.client-page-refetch, caching.client-bad-cursor, caching.client-snapshot"""
        long, short = {"ttlMs": 60000, "cacheScope": "public"}, {"ttlMs": 1000, "cacheScope": "public"}
        refuses = when("tools/list", {"error": {"code": -32602, "message": "no such cursor"}}, times=1)
        rules = [
            page("a", nextCursor="2", **long),
            page("b", **short),
            page("c", **short),
            refuses,
            page("d", nextCursor="3", **long),
            page("e", **long),
        ]
        peer, now = Scripted(self.place, DISCOVERS, *rules), [0.0]
        with Harness(clock=lambda: now[0]) as harness:
            add(harness, a=peer)
            harness.connect(SECONDS)
            for time, names in ((0.0, ["a", "b"]), (2.0, ["a", "c"]), (4.0, ["d", "e"]), (5.0, ["d", "e"])):
                now[0] = time
                catalog = harness.list_tools()
                self.assertEqual((catalog.names(), catalog.errors), (names, {}))
        self.assertEqual(cursors(peer), [None, "2", "2", "2", None, "3"])

    def test_a_long_legal_list_is_whole(self):
        """Covers: pagination.client-page-size"""
        many = [tool(f"t{number:04}", description="x" * 500) for number in range(3000)]
        peer = Scripted(self.place, DISCOVERS, lists_tools(*many))
        with connected(a=peer) as harness:
            catalog = harness.list_tools()
            self.assertEqual((len(catalog.entries), catalog.errors), (3000, {}))
        self.assertGreater(len(json.dumps(many)), 1_500_000)


if __name__ == "__main__":
    unittest.main()
