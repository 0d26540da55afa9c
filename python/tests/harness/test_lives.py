"""The era lives as long as the transport: decided once, dropped with the caches, decided anew; so do listens."""

import os
import signal
import unittest

from harness.errors import PeerUnavailable
from harness.harness import Harness
from tests.harness.support import DISCOVERED, DISCOVERS, INITIALIZED, SECONDS, VERSION
from tests.harness.support import Scripted, add, answers_calls, connected, folder, lists_tools, tool, until, when

SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
LONG = {"ttlMs": 3600000, "cacheScope": "public"}
FIRST = [
    when("server/discover", {"result": {**DISCOVERED, **LONG, "instructions": "be quick"}}),
    lists_tools(tool("search"), tool("shared", description="first"), **LONG),
    answers_calls("first"),
]
OLD_INFO = {"name": "other", "version": "2"}
SECOND = [
    when("server/discover", {"error": {"code": -32601, "message": "no"}}),
    when("initialize", {"result": {**INITIALIZED, "capabilities": {"tools": {}}, "serverInfo": OLD_INFO}}),
    when("tools/list", {"result": {"tools": [tool("shared", description="second"), tool("found")]}}),
    when("tools/call", {"result": {"content": [{"type": "text", "text": "second"}]}}),
]


def told(method, subscription, **params):
    """Gives an action that writes a notice of a subscription."""
    params["_meta"] = {SUBSCRIPTION: subscription}
    return {"message": {"jsonrpc": "2.0", "method": method, "params": params}}


def acknowledges(**honoured):
    """Gives an action that acknowledges a listen."""
    return told("notifications/subscriptions/acknowledged", "$id", notifications=honoured)


def next_life(harness, generation):
    """Waits until the only server of a harness has got this far."""
    until(lambda: [generation] == [each["generation"] for each in harness.health().values() if each["state"] == "up"])


def kill(peer):
    """Kills the latest process of a server."""
    os.kill(peer.pids()[-1], signal.SIGKILL)


class Era(unittest.TestCase):
    def test_an_era_is_decided_once_in_a_life(self):
        """Fifty calls in each era: one discover, and one initialize where the server is legacy.

        Covers: versioning.era-cached, base.client-process-lifetime
        """
        with folder() as place:
            new, old = Scripted(place, lives=[FIRST]), Scripted(place, lives=[SECOND])
            with connected(new=new, old=(old, {"allow_legacy": True})) as harness:
                self.assertEqual(harness.connect()["new"], harness.connect()["new"])
                for _ in range(50):
                    harness.call_tool("search")
                    harness.call_tool("found")
            self.assertEqual(new.methods(), ["server/discover", "tools/list", *["tools/call"] * 50])
            handshake = ["server/discover", "initialize", "notifications/initialized", "tools/list"]
            self.assertEqual(old.methods(), [*handshake, *["tools/call"] * 50])

    def test_a_second_life_that_is_different_in_every_way_is_taken_as_it_is(self):
        """Era, version, identity, capabilities, instructions and tools are those of the second life; nothing is kept.

        Covers: versioning.era-cached, stdio.client-restart, base.state-explicit-id
        """
        with folder() as place:
            peer = Scripted(place, lives=[FIRST, SECOND])
            with connected(one=(peer, {"allow_legacy": True})) as harness:
                self.assertEqual(harness.list_tools().names(), ["search", "shared"])
                self.assertEqual(harness.call_tool("shared").content[0]["text"], "first")
                kill(peer)
                next_life(harness, 2)
                catalog = harness.list_tools()
                self.assertEqual(catalog.names(), ["found", "shared"])
                self.assertEqual(catalog.entries[1].definition["description"], "second")
                self.assertEqual(harness.call_tool("shared").content[0]["text"], "second")
                record = harness.connect()["one"]
                self.assertEqual((record.generation, record.era, record.protocol_version), (2, "legacy", "2025-11-25"))
                self.assertEqual((record.server_info, record.capabilities), (OLD_INFO, {"tools": {}}))
                self.assertIsNone(record.instructions)
                self.assertEqual(harness.health()["one"]["era"], "legacy")
            first = ["server/discover", "tools/list", "tools/call"]
            second = ["server/discover", "initialize", "notifications/initialized", "tools/list", "tools/call"]
            self.assertEqual(peer.methods(), first + second)
            ids = [message["id"] for message in peer.received() if "id" in message]
            self.assertEqual(len(ids), len(set(ids)))
            self.assertNotIn("_meta", peer.received()[-1]["params"])

    def test_the_other_way_round_a_legacy_server_may_come_back_as_a_modern_one(self):
        """After restart() as after a loss the probe comes first again, in its modern shape."""
        with folder() as place:
            peer = Scripted(place, name="legacy-then-modern")
            with connected(one=(peer, {"allow_legacy": True})) as harness:
                self.assertEqual(harness.connect()["one"].era, "legacy")
                harness.list_tools()
                record = harness.restart("one")
                self.assertEqual((record.era, record.protocol_version, record.generation), ("modern", VERSION, 2))
                harness.call_tool("search")
            self.assertEqual(peer.methods()[-2:], ["server/discover", "tools/call"])
            self.assertIn(SUBSCRIPTION.rpartition("/")[0] + "/protocolVersion", peer.received()[-1]["params"]["_meta"])

    def test_a_server_that_was_modern_gets_no_initialize_in_a_later_life_unless_it_was_allowed(self):
        """The second life is legacy: it stays unavailable after each further try, and the calls say so."""
        with folder() as place:
            peer = Scripted(place, name="modern-then-legacy")
            with connected(one=peer) as harness:
                harness.call_tool("search")
                for generation in (2, 3):
                    record = harness.restart("one")
                    self.assertEqual((record.era, record.reason), ("unknown", "legacy_not_authorized"))
                    self.assertEqual(record.generation, generation)
                    with self.assertRaises(PeerUnavailable):
                        harness.call_tool("search")
            self.assertEqual(peer.methods(), ["server/discover", "tools/list", "tools/call", *["server/discover"] * 2])


class Listening(unittest.TestCase):
    def test_after_a_loss_there_is_a_new_listen_and_the_lists_are_asked_for_before_the_gap_is_told(self):
        """New discover, new listen with a new id, then tools/list, then relistened; the old id is heard no more.

        Covers: subscriptions.client-relisten, subscriptions.client-correlates, subscriptions.client-reconnect,
        stdio.client-restart, caching.client-invalidate
        """
        changed = "notifications/tools/list_changed"
        listen = when("subscriptions/listen", acknowledges(toolsListChanged=True))
        first = [DISCOVERS, lists_tools(tool("a"), **LONG), listen]
        second = [DISCOVERS, lists_tools(tool("b"), **LONG)]
        second.append(when("subscriptions/listen", acknowledges(toolsListChanged=True), {"keep": "kept"}))
        # Under the id of the life before, under the right id as a string, under the right id.
        notices = [told(changed, 2), told(changed, "5"), told(changed, "$kept")]
        second.append(when("completion/complete", *notices, {"result": {"resultType": "complete", "completion": {}}}))
        with folder() as place:
            peer = Scripted(place, lives=[first, second])
            with Harness() as harness:
                add(harness, one=peer)
                harness.connect(SECONDS)
                subscription = harness.listen(tools=True, timeout=SECONDS)
                self.assertEqual(subscription.next(SECONDS)["event"], "acknowledged")
                self.assertEqual(harness.list_tools().names(), ["a"])
                kill(peer)
                heard = [subscription.next(SECONDS) for _ in range(3)]
                self.assertEqual([event["event"] for event in heard], ["lost", "acknowledged", "relistened"])
                self.assertIs(heard[2]["gap"], True)
                methods = peer.methods()
                self.assertEqual(methods[3:], ["server/discover", "subscriptions/listen", "tools/list"])
                self.assertEqual(harness.list_tools().names(), ["b"])
                self.assertEqual(peer.methods(), methods)
                harness.complete({"type": "ref/prompt", "name": "p"}, {"name": "a", "value": ""}, peer="one")
                self.assertEqual(subscription.next(SECONDS)["event"], "list_changed")
                harness.list_tools()
                self.assertEqual(peer.methods()[6:], ["completion/complete", "tools/list"])
                self.assertIsNone(subscription.next(0))
                self.assertIn("no open listen", " ".join(harness.health()["one"]["violations"]))
            ids = [message["id"] for message in peer.received("subscriptions/listen")]
            self.assertEqual(ids, [2, 5])
            self.assertEqual(peer.received("notifications/cancelled")[-1]["params"]["requestId"], 5)


if __name__ == "__main__":
    unittest.main()
