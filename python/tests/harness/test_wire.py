"""Messages as they go out and come in: every modern request carries its metadata, no legacy one carries any."""

import copy
import json
import unittest

from harness import wire
from harness.harness import Harness
from tests.harness.support import DISCOVERS, HINTS, INITIALIZED, SECONDS, VERSION
from tests.harness.support import Scripted, add, answers_calls, connected, folder, lists_tools, tool, until, when

ME = {"name": "tester", "version": "7", "title": "A tester"}
STAMPS = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    "io.modelcontextprotocol/clientInfo": ME,
}
QUESTION = {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object"}}}
ASKS = {"resultType": "input_required", "inputRequests": {"k": QUESTION}, "requestState": "s"}
HEARD = {"notifications": {"toolsListChanged": True}, "_meta": {"io.modelcontextprotocol/subscriptionId": "$id"}}
ACKNOWLEDGED = {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": HEARD}
PAGE = {"resultType": "complete", "tools": [tool("a")], **HINTS, "nextCursor": ""}
PAGES = [when("tools/list", {"result": PAGE}, times=1), lists_tools(tool("b"))]


class Stamped(unittest.TestCase):
    def test_every_modern_request_carries_its_metadata_whatever_the_caller_does_to_what_it_gave(self):
        """Discover, two pages, a call, its second round and a listen: three keys each time, the caller's beside them.

        Covers: base.meta-required-sent, base.meta-field-types, base.meta-client-info-sent, base.meta-object,
        base.client-capabilities-shape, base.implementation-shape, base.jsonrpc-2, base.request-id-type,
        base.request-id-not-null, base.request-id-unique-inflight, base.request-method-string,
        base.request-params-object, stdio.metadata-in-body, stdio.single-message, discover.request-shape,
        tools.list-request, tools.call-request, subscriptions.request-shape, stdio.probe-first, mrtr.client-new-id,
        mrtr.client-original-request, elicitation.capability
        """
        arguments, meta = {"deep": [{"x": 1}]}, {"traceparent": "00-1", "io.modelcontextprotocol/logLevel": "debug"}
        info = copy.deepcopy(ME)

        def answer(_params, _key):
            arguments["deep"][0]["x"] = 2
            meta.clear()
            info.clear()
            return {"action": "accept", "content": {}}

        with folder() as place, Harness(client_info=info, handlers={"elicitation/create": answer}) as harness:
            rounds = [when("tools/call", {"result": ASKS}, times=1), answers_calls()]
            peer = Scripted(place, DISCOVERS, *PAGES, *rounds, when("subscriptions/listen", {"message": ACKNOWLEDGED}))
            add(harness, one=peer)
            harness.connect(SECONDS)
            self.assertEqual(harness.list_tools().names(), ["a", "b"])
            self.assertEqual(harness.call_tool("b", arguments, meta=meta).rounds, 2)
            self.assertEqual(arguments, {"deep": [{"x": 2}]})
            harness.listen(tools=True, timeout=SECONDS)
            sent = until(lambda: "subscriptions/listen" in peer.methods() and peer.received())
        methods = ["server/discover", "tools/list", "tools/list", "tools/call", "tools/call", "subscriptions/listen"]
        self.assertEqual([message["method"] for message in sent], methods)
        for message in sent:
            with self.subTest(message["method"], id=message["id"]):
                self.assertEqual(set(message), {"jsonrpc", "id", "method", "params"})
                self.assertEqual((message["jsonrpc"], type(message["id"])), ("2.0", int))
                self.assertEqual({key: message["params"]["_meta"].get(key) for key in STAMPS}, STAMPS)
        self.assertEqual(len({message["id"] for message in sent}), len(sent))
        for call in sent[3:5]:
            self.assertEqual(call["params"]["arguments"], {"deep": [{"x": 1}]})
            self.assertEqual(call["params"]["_meta"]["traceparent"], "00-1")
            self.assertEqual(call["params"]["_meta"]["io.modelcontextprotocol/logLevel"], "debug")
        self.assertEqual(sent[0]["params"], {"_meta": STAMPS})
        self.assertEqual(sent[2]["params"]["cursor"], "")

    def test_a_stamped_key_from_the_caller_is_an_error_and_nothing_is_sent(self):
        """Each of the three, with the very value that would have been sent.

        Covers: base.meta-reserved-values
        """
        with folder() as place:
            peer = Scripted(place, DISCOVERS, lists_tools(tool("a")), answers_calls())
            with connected(one=peer) as harness:
                harness.list_tools()
                for key in wire.STAMPED:
                    with self.subTest(key), self.assertRaises(ValueError):
                        harness.call_tool("a", meta={key: STAMPS[key]})
                harness.call_tool("a", meta={"progressToken": "mine"})
            self.assertEqual(peer.methods(), ["server/discover", "tools/list", "tools/call"])
            self.assertEqual(peer.received("tools/call")[0]["params"]["_meta"]["progressToken"], "mine")

    def test_no_legacy_request_has_a_key_of_the_reserved_prefix(self):
        """From initialize to a call for which the caller gave such keys; the others of the caller go along.

        Covers: stdio.legacy-handshake
        """
        with folder() as place:
            refuses = when("server/discover", {"error": {"code": -32601, "message": "no"}})
            accepts = when("initialize", {"result": {**INITIALIZED, "capabilities": {"tools": {}}}})
            old = Scripted(place, refuses, accepts, *PAGES, answers_calls())
            with connected(old=(old, {"allow_legacy": True})) as harness:
                harness.list_tools()
                meta = {"io.modelcontextprotocol/logLevel": "debug", "traceparent": "00-1"}
                harness.call_tool("a", {"x": 1}, meta=meta)
                harness.call_tool("a", meta={"io.modelcontextprotocol/protocolVersion": VERSION})
            sent = old.received()[1:]
            names = ["initialize", "notifications/initialized", "tools/list", "tools/list", "tools/call", "tools/call"]
            self.assertEqual([message["method"] for message in sent], names)
            self.assertNotIn("io.modelcontextprotocol", json.dumps(sent))
            self.assertEqual(sent[4]["params"]["_meta"], {"traceparent": "00-1"})
            self.assertEqual(sent[2], {"jsonrpc": "2.0", "id": sent[2]["id"], "method": "tools/list"})
            self.assertNotIn("_meta", sent[5]["params"])


class Built(unittest.TestCase):
    def test_a_modern_request_is_fresh_in_every_part(self):
        """Nothing of what goes in is shared with what comes out, or with another request."""
        params, capabilities, info = {"a": [1], "_meta": {"own": [2]}}, {"x": {}}, {"name": "n", "version": "1"}
        first = wire.modern_request(1, "m", params, VERSION, capabilities, info)
        before = copy.deepcopy(first)
        params["a"].append(9), params["_meta"]["own"].append(9), capabilities["x"].update(y=9), info.update(z=9)
        self.assertEqual(first, before)
        plain = wire.modern_request(2, "m", {}, VERSION, {})
        plain["params"]["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] = "spoilt"
        self.assertEqual(wire.CLIENT_INFO["name"], "notes-harness")
        for meta in (None, [], "x"):
            with self.assertRaises(ValueError):
                wire.modern_request(3, "m", {"_meta": meta}, VERSION, {})

    def test_a_line_is_one_line_of_json_or_an_error(self):
        """Whatever the text: no raw newline, no byte order mark, no NaN, no half of a pair.

        Covers: stdio.line-delimited, stdio.no-embedded-newlines, json.utf8, stdio.stdin-pure
        """
        text = "a\nb\r\u2028\u0085\0\x7fé😀\"\\\ufeff"
        line = wire.encode({"text": text})
        self.assertEqual((line.count(b"\n"), line[-1:], line[:1]), (1, b"\n", b"{"))
        self.assertEqual(wire.decode(line), {"text": text})
        for value in (float("nan"), float("inf"), "\ud83d"):
            with self.assertRaises(ValueError):
                wire.encode({"x": value})

    def test_what_is_no_message_is_read_as_none(self):
        """Arrays, scalars, NaN, bad UTF-8, two values on a line, depth without end: all noise, and none raises."""
        lines = [b"", b"[]", b"5", b"null", b'"x"', b"{", b'{"a":NaN}', b'{"a":-Infinity}', b'{"a":"\xff"}', b"{}{}"]
        lines += [b'{"a":' * 100000, b"[" * 100000, b'{"a":1}\x00', b"\xef\xbb\xbf{}", b"{'a':1}"]
        for line in lines:
            with self.subTest(line[:20]):
                self.assertIsNone(wire.decode(line + b"\n"))
        self.assertEqual(wire.decode(b' {"a":1}\r\n'), {"a": 1})
        self.assertEqual(wire.decode(b'{"a":1,"a":2}\n'), {"a": 2})
        self.assertEqual(wire.decode(b'{"a":' + b"9" * 5000 + b"}\n"), {"a": float("inf")})

    def test_ids_are_told_apart_by_type_and_value(self):
        """7 and 7.0 are one id; "7", true, null, 7.5 and lists are not that id."""
        self.assertEqual(wire.id_key(7), wire.id_key(7.0))
        others = ["7", True, None, 7.5, [7], {}, 8, float("inf"), 10**400]
        self.assertFalse([value for value in others if wire.id_key(value) == wire.id_key(7)])
        self.assertNotEqual(wire.id_key("1"), wire.id_key(1))
        self.assertIsNone(wire.id_key(True))

    def test_integers_are_counted_as_json_schema_counts_them(self):
        """1.0 is one, true is none, and size does not matter."""
        for value in (0, -32022, 1.0, -32022.0, 10**400, 1e300):
            self.assertTrue(wire.is_integer(value), value)
        for value in (True, False, 1.5, "1", None, [], float("inf"), float("nan")):
            self.assertFalse(wire.is_integer(value), value)

    def test_a_line_is_quoted_without_anything_that_moves_a_terminal(self):
        """200 characters at most, control characters and broken bytes escaped."""
        self.assertEqual(wire.quoted(b"caf\xc3\xa9 \x1b[2J\xff\t\xe2\x80\xae!\r\n"), "café \\x1b[2J\\xff\\t\\u202e!")
        self.assertEqual(wire.quoted("é".encode() * 500), "é" * 200)


if __name__ == "__main__":
    unittest.main()
