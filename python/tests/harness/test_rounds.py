"""Servers that ask for input: the handlers answer, and the same request goes out again, complete and as a new one."""

import threading
import unittest

from harness.errors import ConfigError, InputRequired, InvalidResult
from harness.harness import Harness
from tests.harness.support import (
    DISCOVERS,
    HINTS,
    INITIALIZED,
    SECONDS,
    Scripted,
    add,
    answers_calls,
    connected,
    entered,
    folder,
    lists_tools,
    tool,
    when,
)

LISTS = lists_tools(tool("go"), tool("other"))
SCHEMA = {"type": "object", "properties": {"sure": {"type": "boolean"}, "n": {"type": "integer"}}, "required": ["sure"]}
FORM = {"method": "elicitation/create", "params": {"message": "Sure?", "requestedSchema": SCHEMA}}
ROOTS = {"method": "roots/list"}
SAMPLE = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}}
YES = {"action": "accept", "content": {"sure": True}}


def asks(**members):
    """Gives an action that needs input."""
    return {"result": {"resultType": "input_required", **members}}


def once(method, *actions):
    """Gives a rule that applies once."""
    return when(method, *actions, times=1)


class Rounds(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def harness(self, *rules, handlers=None, **options):
        """Gives a connected harness with one server of these rules, and the server."""
        peer = Scripted(self.place, DISCOVERS, LISTS, *rules)
        harness = entered(self, Harness(handlers=handlers or {}, **options))
        add(harness, a=peer)
        harness.connect(SECONDS)
        harness.list_tools()
        return harness, peer

    def test_each_round_is_the_original_request_as_a_new_one_with_the_latest_state_or_none(self):
        """Covers: mrtr.client-answers, mrtr.client-same-keys, mrtr.client-original-request, mrtr.client-echo-state,
        mrtr.client-opaque-state, mrtr.client-no-invented-state, mrtr.client-new-id, mrtr.client-response-shape,
        elicitation.capability, roots.capability, elicitation.mode-default"""
        state = ' {"a":1}\n\u2028 é '
        rules = [
            once("tools/call", asks(inputRequests={"sure": FORM, "$x": ROOTS}, requestState=state)),
            once("tools/call", asks(inputRequests={"sure": FORM})),
            once("tools/call", asks(requestState="")),
            answers_calls(),
        ]
        roots = {"roots": [{"uri": "file:///tmp", "name": "tmp"}]}
        arguments, seen = {"deep": {"list": [1]}}, []

        def elicit(params, key):
            seen.append((params, key, threading.current_thread()))
            arguments["deep"]["list"].append("changed by a handler")
            return YES

        handlers = {"elicitation/create": elicit, "roots/list": lambda params, key: roots}
        harness, peer = self.harness(*rules, handlers=handlers)
        result = harness.call_tool("go", arguments, meta={"traceparent": "00-1"})
        self.assertEqual(result.rounds, 4)
        sent = [each["params"] for each in peer.received("tools/call")]
        self.assertEqual([each.get("requestState") for each in sent], [None, state, None, ""])
        self.assertEqual(
            [each.get("inputResponses") for each in sent], [None, {"sure": YES, "$x": roots}, {"sure": YES}, None]
        )
        declared = {"elicitation": {"form": {}}, "roots": {}}
        for each in sent:
            self.assertEqual((each["name"], each["arguments"]), ("go", {"deep": {"list": [1]}}))
            self.assertEqual(each["_meta"]["traceparent"], "00-1")
            self.assertEqual(each["_meta"]["io.modelcontextprotocol/clientCapabilities"], declared)
        self.assertEqual(len({each["id"] for each in peer.received()}), 6)
        self.assertEqual([(params, key) for params, key, _ in seen], [(FORM["params"], "sure")] * 2)
        self.assertEqual({thread for _, _, thread in seen}, {threading.current_thread()})

    def test_prompts_and_resources_may_ask_as_well_and_nothing_else_may(self):
        """Covers: base.result-type-set"""
        asked = asks(inputRequests={"k": FORM})
        done = {"resultType": "complete", "messages": [], "contents": [], **HINTS}
        lists = when("prompts/list", {"result": {"resultType": "complete", "prompts": [{"name": "p"}], **HINTS}})
        rules = [lists]
        for method in ("prompts/get", "resources/read"):
            rules += [once(method, asked), when(method, {"result": done})]
        others = ("completion/complete", "prompts/other", "resources/list")
        rules += [when(method, asked) for method in others]
        harness, peer = self.harness(*rules, handlers={"elicitation/create": lambda params, key: YES})
        self.assertEqual(harness.get_prompt("p")["messages"], [])
        self.assertEqual(harness.read_resource("x:y", peer="a")["contents"], [])
        for method in ("prompts/get", "resources/read"):
            answers = [each["params"].get("inputResponses") for each in peer.received(method)]
            self.assertEqual(answers, [None, {"k": YES}])
        for method in others:
            with self.assertRaises(InvalidResult):
                harness.request("a", method)
            self.assertEqual(len(peer.received(method)), 1)

    def test_a_legacy_server_cannot_ask_within_a_result(self):
        legacy = when("initialize", {"result": {**INITIALIZED, "capabilities": {"tools": {}}}})
        gone = when("server/discover", {"error": {"code": -32601, "message": "no"}})
        peer = Scripted(self.place, gone, legacy, LISTS, when("tools/call", asks(inputRequests={"k": FORM})))
        with Harness(handlers={"elicitation/create": lambda params, key: YES}) as harness:
            add(harness, a=(peer, {"allow_legacy": True}))
            harness.connect(SECONDS)
            with self.assertRaises(InvalidResult):
                harness.call_tool("go")
        self.assertEqual(len(peer.received("tools/call")), 1)

    def test_what_asks_for_nothing_or_has_no_shape_is_invalid(self):
        bodies = [{}, {"inputRequests": {}}, {"inputRequests": None}, {"inputRequests": []}, {"requestState": None}]
        bodies += [{"requestState": 5}, {"inputRequests": {"k": "x"}}, {"inputRequests": {"k": {"params": {}}}}]
        bodies += [{"inputRequests": {"k": {"method": 5}}}, {"inputRequests": {"k": {**FORM, "params": []}}}]
        rules = [once("tools/call", asks(**body)) for body in bodies]
        harness, peer = self.harness(*rules, answers_calls(), handlers={"elicitation/create": lambda params, key: YES})
        for number, body in enumerate(bodies, 1):
            with self.subTest(body), self.assertRaises(InvalidResult):
                harness.call_tool("go")
            self.assertEqual(len(peer.received("tools/call")), number)
        with connected(a=Scripted(self.place, name="empty-input-requests")) as other, self.assertRaises(InvalidResult):
            other.call_tool("search")

    def test_a_kind_that_was_not_declared_is_not_answered_in_part(self):
        """Covers: elicitation.one-mode, sampling.client-refuses-tools, elicitation.client-no-prefetch,
        elicitation.client-consent"""
        url = {"method": "elicitation/create", "params": {"mode": "url", "message": "m", "url": "http://127.0.0.1:9"}}
        tools = {**SAMPLE, "params": {**SAMPLE["params"], "tools": []}}
        choice = {**SAMPLE, "params": {**SAMPLE["params"], "toolChoice": {"mode": "none"}}}
        asked = []
        handlers = {
            method: lambda params, key: asked.append(key) for method in ("elicitation/create", "sampling/createMessage")
        }
        cases = [({"a": FORM, "b": ROOTS}, InputRequired), ({"a": FORM, "b": {"method": "x/y"}}, InputRequired)]
        cases += [({"a": FORM, "b": each}, InvalidResult) for each in (url, tools, choice)]
        rules = [once("tools/call", asks(inputRequests=each, requestState="s")) for each, _ in cases]
        harness, peer = self.harness(*rules, handlers=handlers)
        for number, (requests, error) in enumerate(cases, 1):
            with self.subTest(requests), self.assertRaises(error) as caught:
                harness.call_tool("go")
            if error is InputRequired:
                self.assertEqual((caught.exception.requests, caught.exception.state), (requests, "s"))
            self.assertEqual((len(peer.received("tools/call")), asked), (number, []))

    def test_a_handler_that_cannot_answer_ends_the_call_and_decline_and_cancel_are_answers(self):
        """Covers: elicitation.client-decline"""
        answers = [{"action": "decline"}, {"action": "cancel"}, None]
        handlers = {"elicitation/create": lambda params, key: answers[int(key)]}
        rules = []
        for number in range(3):
            rules += [
                once("tools/call", asks(inputRequests={str(number): FORM})),
                once("tools/call", *answers_calls()["do"]),
            ]
        harness, peer = self.harness(*rules, handlers=handlers)
        for _ in range(2):
            self.assertEqual(harness.call_tool("go").rounds, 2)
        with self.assertRaises(InputRequired):
            harness.call_tool("go")
        sent = [each["params"].get("inputResponses") for each in peer.received("tools/call")]
        self.assertEqual(sent, [None, {"0": answers[0]}, None, {"1": answers[1]}, None])

    def test_an_answer_of_the_wrong_shape_is_refused_before_it_is_sent(self):
        """Covers: elicitation.result, elicitation.result-content, sampling.result, sampling.message, roots.result,
        roots.file-uri, mrtr.client-response-shape"""
        text = {"type": "text", "text": "t"}
        good = {"role": "assistant", "content": text, "model": "m"}
        wrong = {
            "form": [{}, [], "x", {"action": "yes"}, {"action": "accept"}, {"action": "decline", "content": {}}]
            + [
                {"action": "accept", "content": each}
                for each in ([], {"sure": "x"}, {"n": 1}, {"sure": True, "n": 1.5})
            ]
            + [{"action": "accept", "content": {"sure": True, "more": each}} for each in ({}, None, [1])],
            "sample": [{}, {**good, "role": "system"}, {**good, "content": "t"}, {**good, "content": []}]
            + [{**good, "model": None}, {**good, "stopReason": 5}, {**good, "content": [text, "t"]}],
            "roots": [{}, {"roots": {}}, {"roots": ["file:///"]}, {"roots": [{"uri": "http://x"}]}]
            + [{"roots": [{"uri": 5}]}, {"roots": [{"uri": "file:///", "name": 5}]}],
        }
        given = []
        handlers = dict.fromkeys((FORM["method"], SAMPLE["method"], ROOTS["method"]), lambda params, key: given[0])
        requests = {"form": FORM, "sample": SAMPLE, "roots": ROOTS}
        rules = [when("ping", {"result": {"resultType": "complete"}})]
        rules += [when("tools/call", asks(inputRequests={"k": requests["form"]}), times=len(wrong["form"]))]
        rules += [when("tools/call", asks(inputRequests={"k": requests["sample"]}), times=len(wrong["sample"]))]
        rules += [when("tools/call", asks(inputRequests={"k": requests["roots"]}), times=len(wrong["roots"]))]
        harness, peer = self.harness(*rules, handlers=handlers)
        for kind, answers in wrong.items():
            for answer in answers:
                given[:] = [answer]
                with self.subTest(kind, answer=answer), self.assertRaises(ConfigError):
                    harness.call_tool("go")
        self.assertFalse(any("inputResponses" in each["params"] for each in peer.received("tools/call")))


if __name__ == "__main__":
    unittest.main()
