"""One set of names over many servers, and the way from a name to the one server that owns it."""

import unittest

from harness.errors import CollisionError, ConfigError, OutcomeUnknown, PeerUnavailable, ToolNotFound
from harness.harness import Harness
from harness.transport import StdioTransport
from tests.harness.support import (
    DISCOVERS,
    HINTS,
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


def offers(place, *names, slow=0):
    """Gives a server with tools of these names that says which server it is."""
    listing = lists_tools(*map(tool, names))
    listing["do"].insert(0, {"sleep": slow})
    return Scripted(place, DISCOVERS, listing, answers_calls())


def calls(*peers):
    """Gives for each server the names of the tools that it was asked to run."""
    return [[message["params"]["name"] for message in peer.received("tools/call")] for peer in peers]


class Merging(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def test_one_name_in_three_servers_leads_to_each_of_them_exactly_once(self):
        """Covers: tools.client-disambiguates, tools.client-no-server-name-key"""
        a, b, c = [offers(self.place, "search") for _ in range(3)]
        with connected(a=a, b=b, c=c) as harness:
            catalog = harness.list_tools()
            self.assertEqual(catalog.names(), ["b/search", "c/search", "search"])
            self.assertEqual(catalog.collisions, (("search", ("a", "b", "c")),))
            for name, expected in (("b/search", [0, 1, 0]), ("search", [1, 1, 0]), ("c/search", [1, 1, 1])):
                harness.call_tool(name)
                self.assertEqual([len(each) for each in calls(a, b, c)], expected)
        self.assertEqual(calls(a, b, c), [["search"]] * 3)

    def test_a_name_that_collides_with_a_prefix_is_prefixed_until_it_is_free(self):
        a, b = offers(self.place, "search", "b/search", "b/b/search"), offers(self.place, "search")
        with connected(a=a, b=b) as harness:
            self.assertEqual(harness.list_tools().names(), ["b/b/b/search", "b/b/search", "b/search", "search"])
            harness.call_tool("b/search")
            harness.call_tool("b/b/b/search")
            harness.call_tool("b/b/search")
        self.assertEqual(calls(a, b), [["b/search", "b/b/search"], ["search"]])

    def test_the_declared_order_decides_and_not_who_answers_first(self):
        slow, fast = offers(self.place, "zoo", "ant", slow=0.4), offers(self.place, "zoo", "bee")
        with connected(slow=slow, fast=fast) as harness:
            entries = [(entry.name, entry.peer, entry.local) for entry in harness.list_tools()]
        self.assertEqual(
            entries,
            [("ant", "slow", "ant"), ("bee", "fast", "bee"), ("fast/zoo", "fast", "zoo"), ("zoo", "slow", "zoo")],
        )

    def test_a_name_is_looked_up_and_never_taken_apart(self):
        """Covers: tools.name-case"""
        a, b = offers(self.place, "search", "Search"), offers(self.place, "find")
        with connected(a=a, b=b) as harness:
            for name in ("a/search", "b/find", "b__find", "SEARCH", "", "find "):
                with self.subTest(name), self.assertRaises(ToolNotFound):
                    harness.call_tool(name)
            harness.call_tool("Search")
        self.assertEqual(calls(a, b), [["Search"], []])

    def test_a_name_keeps_its_owner_while_that_is_down_and_when_it_returns(self):
        lives = [[DISCOVERS, lists_tools(tool("search")), answers_calls(), when("ping", {"exit": 4})]]
        a = Scripted(self.place, lives=[*lives, [DISCOVERS, lists_tools(tool("other")), answers_calls()]])
        b = offers(self.place, "search")
        with connected(a=a, b=b) as harness:
            self.assertEqual(harness.list_tools().names(), ["b/search", "search"])
            a.transport.command = "/nothing/there"  # it cannot be started again
            with self.assertRaises(OutcomeUnknown):
                harness.request("a", "ping")
            until(lambda: harness.health()["a"]["state"] == "failed")
            with self.assertRaisesRegex(PeerUnavailable, "a: .*cannot be started") as caught:
                harness.call_tool("search")
            self.assertEqual(caught.exception.negotiation.peer, "a")
            catalog = harness.list_tools()
            self.assertEqual(catalog.names(), ["b/search"])
            self.assertIn("cannot be started", catalog.errors["a"])
            harness.call_tool("b/search")
            a.transport.command = b.transport.command
            harness.restart("a")
            self.assertEqual(harness.list_tools().names(), ["b/search", "other"])
            harness.call_tool("search")
        self.assertEqual(calls(a, b), [["search"], ["search"]])

    def test_a_server_that_is_added_later_is_prefixed(self):
        a, b = offers(self.place, "search"), offers(self.place, "search")
        with connected(late=b) as harness:
            self.assertEqual(harness.list_tools().names(), ["search"])
            add(harness, early=a)
            harness.connect()
            self.assertEqual(harness.list_tools().names(), ["early/search", "search"])
            harness.call_tool("search")
            harness.call_tool("early/search")
        self.assertEqual(calls(a, b), [["search"], ["search"]])
        self.assertEqual(b.methods().count("server/discover"), 1)

    def test_prefix_all_prefixes_every_name(self):
        a, b = offers(self.place, "search", "b__search"), offers(self.place, "search")
        with Harness(collision="prefix-all") as harness:
            add(harness, a=a, b=b)
            harness.connect()
            self.assertEqual(harness.list_tools().names(), ["a__b__search", "a__search", "b__search"])
            harness.call_tool("b__search")
            harness.call_tool("a__b__search")
            with self.assertRaises(ToolNotFound):
                harness.call_tool("search")
        self.assertEqual(calls(a, b), [["b__search"], ["search"]])

    def test_reject_names_the_tool_and_both_servers_and_leaves_nothing_running(self):
        a, b, c = offers(self.place, "x"), offers(self.place, "search"), offers(self.place, "search")
        harness = Harness(collision="reject-on-collision")
        add(harness, a=a, b=b, c=c)
        with self.assertRaisesRegex(CollisionError, "search.*b.*c") as caught:
            harness.connect()
        self.assertEqual((caught.exception.name, caught.exception.peers), ("search", ("b", "c")))
        pids = [pid for peer in (a, b, c) for pid in peer.pids()]
        self.assertEqual((len(pids), [pid for pid in pids if is_running(pid)]), (3, []))
        self.assertEqual(calls(a, b, c), [[], [], []])

    def test_reject_also_holds_for_names_that_come_later(self):
        a = Scripted(self.place, DISCOVERS, {**lists_tools(tool("search")), "times": 1}, lists_tools(tool("other")))
        b = Scripted(self.place, DISCOVERS, {**lists_tools(tool("find")), "times": 1}, lists_tools(tool("search")))
        with Harness(collision="reject-on-collision") as harness:
            add(harness, a=a, b=b)
            harness.connect()
            with self.assertRaises(CollisionError) as caught:
                harness.list_tools()  # the name is still that of the first, which lists it no more
            self.assertEqual(caught.exception.peers, ("a", "b"))

    def test_unknown_policies_and_names_that_could_collide_are_refused(self):
        with self.assertRaises(ConfigError):
            Harness(collision="last-wins")
        with Harness() as harness:
            harness.add_server("a-b_c9", StdioTransport("true"))
            for name in ("", "a__b", "a_", "a/b", "a b", "é", "a" * 33, "a-b_c9", "_a_"):
                with self.subTest(name), self.assertRaises(ConfigError):
                    harness.add_server(name, StdioTransport("true"))

    def test_prompts_resources_and_templates_are_merged_as_tools_are(self):
        def offer(text):
            lists = [
                ("prompts/list", "prompts", {"name": "review"}),
                ("resources/list", "resources", {"uri": "note://1", "name": "n"}),
                ("resources/templates/list", "resourceTemplates", {"uriTemplate": "note://{id}", "name": "t"}),
            ]
            rules = [
                when(method, {"result": {"resultType": "complete", key: [it], **HINTS}}) for method, key, it in lists
            ]
            read = {"resultType": "complete", "contents": [{"uri": "note://1", "text": text}], **HINTS}
            got = {"resultType": "complete", "messages": [], "description": text}
            reads = [when("resources/read", {"result": read}), when("prompts/get", {"result": got})]
            return Scripted(self.place, DISCOVERS, *rules, *reads)

        a, b = offer("from a"), offer("from b")
        with connected(a=a, b=b) as harness:
            self.assertEqual(harness.list_prompts().names(), ["b/review", "review"])
            self.assertEqual(harness.list_resources().names(), ["b/note://1", "note://1"])
            self.assertEqual(harness.list_resource_templates().names(), ["b/note://{id}", "note://{id}"])
            self.assertEqual(harness.read_resource("b/note://1")["contents"][0]["text"], "from b")
            self.assertEqual(harness.read_resource("note://1")["contents"][0]["text"], "from a")
            self.assertEqual(harness.read_resource("note://7", peer="b")["contents"][0]["text"], "from b")
            self.assertEqual(harness.get_prompt("b/review")["description"], "from b")
            with self.assertRaisesRegex(ToolNotFound, "a, b"):
                harness.read_resource("note://7")
        uris = [[each["params"]["uri"] for each in peer.received("resources/read")] for peer in (a, b)]
        self.assertEqual(uris, [["note://1"], ["note://1", "note://7"]])
        self.assertEqual([each["params"]["name"] for each in b.received("prompts/get")], ["review"])

    def test_a_definition_is_passed_on_as_it_came(self):
        """Nothing that a schema refers to is fetched, and annotations are shown and not believed.

        Covers: json.ref-no-network, tools.annotations-untrusted
        """
        odd = tool("odd", annotations={"readOnlyHint": "yes"}, extra=[1.5, None], icons=[{"src": "javascript:1"}])
        odd["inputSchema"] = {
            "type": "object",
            "$ref": "http://127.0.0.1:9/s",
            "$schema": "x:y",
            "properties": {"a": {}},
        }
        with connected(a=Scripted(self.place, DISCOVERS, lists_tools(odd))) as harness:
            self.assertEqual([entry.definition for entry in harness.list_tools()], [odd])


if __name__ == "__main__":
    unittest.main()
