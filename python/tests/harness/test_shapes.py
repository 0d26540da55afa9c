"""Everything that the harness writes is a message as the specification wants it, over a whole session."""

import re
import unittest

from harness.errors import DeadlineExceeded
from harness.harness import Harness
from tests.harness.support import DISCOVERS, HINTS, SECONDS, Scripted, add, folder, lists_tools, tool, until, when

LISTEN_META = {"io.modelcontextprotocol/subscriptionId": "$id"}
FORM = {"type": "object", "properties": {"name": {"type": "string"}}}
ASK = {
    "who": {"method": "elicitation/create", "params": {"mode": "form", "message": "Who?", "requestedSchema": FORM}},
    "where": {"method": "roots/list"},
    "what": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}},
}
GIVEN = {
    "elicitation/create": lambda params, key: {"action": "accept", "content": {"name": "Ada"}},
    "roots/list": lambda params, key: {"roots": [{"uri": "file:///notes"}]},
    "sampling/createMessage": lambda params, key: {
        "role": "assistant",
        "content": {"type": "text", "text": "hm"},
        "model": "none",
    },
}
META_KEY = re.compile(r"([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*/)?\w([\w.-]*\w)?")


def complete(**members):
    """Gives a complete result."""
    return {"result": {"resultType": "complete", **members}}


RULES = [
    DISCOVERS,
    lists_tools(tool("ask"), tool("slow")),
    when("prompts/list", complete(prompts=[{"name": "p"}], **HINTS)),
    when("resources/list", complete(resources=[{"uri": "x:1", "name": "one"}], nextCursor="", **HINTS), times=1),
    when("resources/list", complete(resources=[{"uri": "x:2", "name": "two"}], **HINTS)),
    when("resources/templates/list", complete(resourceTemplates=[], **HINTS)),
    when("resources/read", complete(contents=[{"uri": "x:1", "text": ""}], **HINTS)),
    when("prompts/get", complete(messages=[])),
    when("completion/complete", complete(completion={"values": []})),
    when("tools/call", {"result": {"resultType": "input_required", "inputRequests": ASK, "requestState": "s é\n"}}, times=1),
    when("tools/call", complete(content=[{"type": "text", "text": "ok"}]), times=1),
    when(
        "subscriptions/listen",
        {
            "message": {
                "jsonrpc": "2.0",
                "method": "notifications/subscriptions/acknowledged",
                "params": {"_meta": LISTEN_META, "notifications": {"toolsListChanged": True}},
            }
        },
    ),
]


class ShapesTest(unittest.TestCase):
    """One session with everything in it; the tests look at what the server received."""

    @classmethod
    def setUpClass(cls):
        """Plays the session once."""
        with folder() as place, Harness(handlers=GIVEN) as harness:
            peer = Scripted(place, *RULES)
            add(harness, one=peer)
            harness.connect(SECONDS)
            harness.list_tools()
            harness.list_prompts()
            harness.list_resources()
            harness.list_resource_templates()
            harness.read_resource("x:1")
            harness.get_prompt("p", {"a": "line\nbreak \u2028 é 😀"})
            harness.complete({"type": "ref/prompt", "name": "p"}, {"name": "a", "value": ""}, peer="one")
            template = {"type": "ref/resource", "uri": "x:{id}"}
            harness.complete(template, {"name": "id", "value": "1"}, peer="one", context={"arguments": {"b": "c"}})
            harness.call_tool("ask", {"n": 1}, on_progress=print)
            try:
                harness.call_tool("slow", timeout=0.3, on_progress=print)
            except DeadlineExceeded:
                pass
            subscription = harness.listen(tools=True, uris=["x:1"])
            subscription.close()
            until(lambda: len(peer.received("notifications/cancelled")) == 2)
            cls.messages = peer.received()
            cls.garbage = [event for event in peer.events() if "garbage" in event]
        cls.requests = [message for message in cls.messages if "id" in message]

    def of(self, method):
        """Gives the params of the requests of a method."""
        found = [message["params"] for message in self.requests if message["method"] == method]
        self.assertTrue(found, method)
        return found

    def test_every_line_is_one_request_or_notification(self):
        """Covers: base.jsonrpc-2, base.request-method-string, base.request-params-object, stdio.line-delimited,
        stdio.no-embedded-newlines, stdio.single-message, stdio.stdin-pure, stdio.client-no-responses, json.utf8,
        base.error-reserved-undefined, base.error-reserved-meaning, base.support-core"""
        self.assertEqual(self.garbage, [])
        for message in self.messages:
            self.assertEqual(message["jsonrpc"], "2.0")
            self.assertIsInstance(message["method"], str)
            self.assertIsInstance(message["params"], dict)
            self.assertLessEqual(set(message), {"jsonrpc", "id", "method", "params"})

    def test_ids_are_integers_and_none_is_used_twice(self):
        """Covers: base.request-id-type, base.request-id-not-null, base.request-id-unique-inflight"""
        ids = [message["id"] for message in self.requests]
        self.assertEqual({type(each) for each in ids}, {int})
        self.assertEqual(len(set(ids)), len(ids))

    def test_every_request_carries_its_metadata(self):
        """Covers: base.meta-required-sent, base.meta-field-types, base.implementation-shape, base.meta-object,
        base.client-capabilities-shape, stdio.metadata-in-body, elicitation.capability, sampling.capability,
        roots.capability"""
        declared = {"elicitation": {"form": {}}, "roots": {}, "sampling": {}}
        for message in self.requests:
            meta = message["params"]["_meta"]
            self.assertEqual(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28")
            self.assertEqual(meta["io.modelcontextprotocol/clientCapabilities"], declared)
            self.assertEqual(set(meta["io.modelcontextprotocol/clientInfo"]), {"name", "version"})

    def test_keys_of_metadata_follow_the_grammar_and_none_is_invented(self):
        """Covers: base.meta-prefix-syntax, base.meta-label-syntax, base.meta-name-syntax, base.meta-reserved-prefix,
        base.meta-reserved-values"""
        keys = {key for message in self.messages for key in message["params"].get("_meta", {})}
        prefix = "io.modelcontextprotocol/"
        known = {"progressToken", prefix + "protocolVersion", prefix + "clientCapabilities", prefix + "clientInfo"}
        self.assertLessEqual(keys, known)
        for key in keys:
            self.assertIsNotNone(META_KEY.fullmatch(key), key)

    def test_notifications_have_no_id_and_are_those_of_this_revision(self):
        """Covers: base.notification-no-id, base.notification-shape, versioning.removed-notifications, cancel.shape,
        cancel.client-sends"""
        found = [message for message in self.messages if "id" not in message]
        self.assertEqual({message["method"] for message in found}, {"notifications/cancelled"})
        sent = [message["id"] for message in self.requests]
        for message in found:
            self.assertIn(message["params"]["requestId"], sent)
            self.assertIsInstance(message["params"].get("reason", ""), str)

    def test_params_of_each_method(self):
        """Covers: discover.request-shape, tools.list-request, prompts.list-request, resources.list-request,
        resources.read-request, prompts.get-request, completion.request, completion.ref-prompt,
        completion.ref-resource, tools.call-request, subscriptions.request-shape"""
        expected = {
            "server/discover": [{}],
            "tools/list": [{}],
            "prompts/list": [{}],
            "resources/templates/list": [{}],
            "resources/read": [{"uri": "x:1"}],
            "prompts/get": [{"name": "p", "arguments": {"a": "line\nbreak \u2028 é 😀"}}],
            "subscriptions/listen": [{"notifications": {"toolsListChanged": True, "resourceSubscriptions": ["x:1"]}}],
            "completion/complete": [
                {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": ""}},
                {
                    "ref": {"type": "ref/resource", "uri": "x:{id}"},
                    "argument": {"name": "id", "value": "1"},
                    "context": {"arguments": {"b": "c"}},
                },
            ],
        }
        for method, wanted in expected.items():
            found = [{name: value for name, value in params.items() if name != "_meta"} for params in self.of(method)]
            self.assertEqual([each for each in found if each in wanted or method != "resources/list"][: len(wanted)], wanted)
        self.assertEqual(self.of("tools/call")[0]["arguments"], {"n": 1})

    def test_an_empty_cursor_is_a_cursor_and_goes_back_as_it_came(self):
        """Covers: pagination.client-opaque, pagination.client-empty-cursor, pagination.client-page-size"""
        self.assertEqual([params.get("cursor") for params in self.of("resources/list")][:2], [None, ""])

    def test_the_retry_is_the_request_with_the_answers(self):
        """Covers: mrtr.client-answers, mrtr.client-same-keys, mrtr.client-response-shape,
        mrtr.client-original-request, mrtr.client-echo-state, mrtr.client-opaque-state, mrtr.client-new-id,
        mrtr.client-scope, elicitation.result, elicitation.result-content, sampling.result, roots.result"""
        first, second, third = self.of("tools/call")
        self.assertEqual(second["requestState"], "s é\n")
        self.assertEqual(set(second["inputResponses"]), set(ASK))
        self.assertEqual(second["inputResponses"]["who"], {"action": "accept", "content": {"name": "Ada"}})
        self.assertEqual((second["name"], second["arguments"]), (first["name"], first["arguments"]))
        self.assertNotIn("inputResponses", third)
        self.assertNotIn("requestState", third)

    def test_progress_tokens_are_integers_and_unique(self):
        """Covers: progress.token-type, progress.token-unique"""
        tokens = [params["_meta"]["progressToken"] for params in self.of("tools/call")]
        self.assertEqual({type(each) for each in tokens}, {int})
        self.assertEqual(len(set(tokens)), 3)
