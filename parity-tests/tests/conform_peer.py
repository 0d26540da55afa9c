"""A small good server for the tests of the protocol pack: lines in, messages out, no clock.

It has one of everything: tools that read, one that asks its client, progress, log messages, two pages of resources, a
template, prompts, completions, listens. Faults are put into it by conform_faults.py.
"""

import json

from conform import wire
from tests.conform_offer import CAPABILITIES, ERRORS, FLAGS, HINTS, INFO, LEVELS, PROMPTS, RESOURCES, TOOLS


class Refusal(Exception):
    """An error to be answered: its code, and data."""

    def __init__(self, code, data=None):
        super().__init__(code)
        self.code, self.data = code, data


class Peer:
    """One process. take(line) gives messages and bytes to write; what is overridden in a copy is a fault."""

    capabilities = CAPABILITIES

    def __init__(self):
        self.listens, self.count = [], 0

    def take(self, line):
        """Takes one line without its newline."""
        message = wire.parse(line)
        if message is wire.NOT_JSON:
            return [error(wire.OMIT, -32700)]
        if not isinstance(message, dict):
            return [error(wire.OMIT, -32600)]
        if "id" not in message and isinstance(message.get("method"), str):
            return self.notified(message)
        if wire.is_response(message):
            return []
        return self.asked(message)

    def notified(self, message):
        """Takes a notification."""
        params = message.get("params")
        gone = (
            params.get("requestId")
            if isinstance(params, dict) and message["method"] == "notifications/cancelled"
            else None
        )
        self.listens = [each for each in self.listens if not wire.same(each["id"], gone)]
        return []

    def asked(self, message):
        """Takes a request, good or bad, and gives all that is written for it."""
        identifier = message.get("id")
        if not wire.is_id(identifier):
            return [error(wire.OMIT, -32600)]
        right = message.get("jsonrpc") == "2.0" and isinstance(message.get("method"), str)
        if not right or not isinstance(message.get("params", {}), (dict, list)):
            return [error(identifier, -32600)]
        try:
            return self.served(message)
        except Refusal as refusal:
            return [error(identifier, refusal.code, refusal.data)]

    def served(self, message):
        """Checks the metadata and serves a request."""
        params = message.get("params")
        tagged = params.get("_meta") if isinstance(params, dict) else None
        self.check(tagged, message["method"])
        notices = []
        result = self.result(message["method"], params, tagged, message["id"], notices)
        tail = [] if result is None else [answer(message["id"], result)]
        return [*notices, *tail]

    def check(self, tagged, method):
        """Checks the metadata; raises Refusal."""
        if not isinstance(tagged, dict) or not isinstance(tagged.get(wire.PROTOCOL_VERSION), str):
            raise Refusal(-32602, {"supported": [wire.VERSION]})
        if not isinstance(tagged.get(wire.CLIENT_CAPABILITIES), dict):
            raise Refusal(-32602)
        if tagged[wire.PROTOCOL_VERSION] != wire.VERSION:
            raise Refusal(-32022, {"supported": [wire.VERSION], "requested": tagged[wire.PROTOCOL_VERSION]})
        if tagged.get(wire.LOG_LEVEL, "info") not in LEVELS:
            raise Refusal(-32602)

    def result(self, method, params, tagged, identifier, notices):
        """Gives the own members of a result, with what the wrapper needs, or None for a listen."""
        lists = {"tools/list": ("tools", self.tools(), 9), "prompts/list": ("prompts", PROMPTS, 9), "resources/list": ("resources", RESOURCES, 2),
                 "resources/templates/list": ("resourceTemplates", [{"uriTemplate": "peer://{n}",
                 "name": "n"}], 9)}  # fmt: skip
        if method == "server/discover":
            return {
                "supportedVersions": [wire.VERSION],
                "capabilities": self.capabilities,
                "instructions": "A peer.",
                **HINTS,
            }
        if method in lists:
            return page(*lists[method], params.get("cursor"))
        if method == "tools/call":
            return self.call(params, tagged, notices)
        if method == "prompts/get":
            return self.prompt(params)
        if method == "resources/read":
            need(params, "uri", str)
            if params["uri"] not in [each["uri"] for each in RESOURCES]:
                raise Refusal(-32602, {"uri": params["uri"]})
            return {"contents": [{"uri": params["uri"], "text": "x"}], **HINTS}
        if method == "completion/complete":
            return self.complete(params)
        if method == "subscriptions/listen":
            return self.listen(params, identifier, notices)
        raise Refusal(-32601)

    def tools(self):
        """Gives the tools."""
        return TOOLS

    def call(self, params, tagged, notices):
        """Calls a tool."""
        need(params, "name", str)
        if not isinstance(params.get("arguments", {}), dict) or params["name"] not in [tool["name"] for tool in TOOLS]:
            raise Refusal(-32602)
        if params["name"] == "ask":
            return self.ask(params, tagged)
        if params["name"] == "double" and not isinstance(params.get("arguments", {}).get("n"), int):
            return {"content": [{"type": "text", "text": "n is missing"}], "isError": True}
        if "progressToken" in tagged:
            notices.extend(
                notice("progress", {"progressToken": tagged["progressToken"], "progress": n, "total": 2})
                for n in (1, 2)
            )
        if tagged.get(wire.LOG_LEVEL) == "debug":
            notices.append(notice("message", {"level": "info", "data": "counted"}))
        return {"content": [{"type": "text", "text": '{"n":1}'}], "structuredContent": {"n": 1}}

    def ask(self, params, tagged):
        """Asks the client for a name, or takes its answer."""
        if "elicitation" not in tagged[wire.CLIENT_CAPABILITIES]:
            raise Refusal(-32021, {"requiredCapabilities": {"elicitation": {}}})
        responses = params.get("inputResponses", {})
        if not isinstance(responses, dict) or params.get("requestState", "sealed") != "sealed":
            raise Refusal(-32602)
        if "who" in responses:
            return {"content": [{"type": "text", "text": "no name"}]}
        schema = {"type": "object", "properties": {"name": {"type": "string"}}}
        question = {
            "method": "elicitation/create",
            "params": {"message": "Who?", "mode": "form", "requestedSchema": schema},
        }
        return {"resultType": "input_required", "inputRequests": {"who": question}, "requestState": "sealed"}

    def prompt(self, params):
        """Gives a prompt."""
        need(params, "name", str)
        given = params.get("arguments", {})
        if not isinstance(given, dict) or not all(isinstance(each, str) for each in given.values()):
            raise Refusal(-32602)
        if params["name"] not in ("greet", "praise") or (params["name"] == "praise" and "who" not in given):
            raise Refusal(-32602)
        return {"messages": [{"role": "user", "content": {"type": "text", "text": "Hello."}}]}

    def complete(self, params):
        """Completes an argument."""
        need(params, "ref", dict)
        need(params, "argument", dict)
        need(params["argument"], "name", str)
        need(params["argument"], "value", str)
        known = {"ref/prompt": ("name", "greet", "praise"), "ref/resource": ("uri", "peer://{n}")}
        name, *values = known.get(params["ref"].get("type"), ("",))
        if params["ref"].get(name) not in values:
            raise Refusal(-32602)
        return {
            "completion": {"values": ["ada"] if params["argument"]["name"] in ("who", "n") else [], "hasMore": False}
        }

    def listen(self, params, identifier, notices):
        """Opens a listen, and tells at once that the tools have changed, for want of something that could
        change them."""
        need(params, "notifications", dict)
        wish = params["notifications"]
        if any(not isinstance(wish[flag], kind) for flag, kind in FLAGS.items() if flag in wish):
            raise Refusal(-32602)
        granted = {flag: wish[flag] for flag in ("toolsListChanged", "resourceSubscriptions") if wish.get(flag)}
        self.listens.append({"id": identifier})
        notices.append(tagged_notice("subscriptions/acknowledged", identifier, notifications=granted))
        if "toolsListChanged" in granted:
            notices.append(tagged_notice("tools/list_changed", identifier))
        return None

    def ended(self):
        """Gives what is written at the end of input."""
        results = [answer(each["id"], {}, each["id"]) for each in self.listens]
        return results + [tagged_notice("cancelled", each["id"], requestId=each["id"]) for each in self.listens]


def page(member, entries, size, cursor):
    """Gives one page of a list."""
    if cursor not in (None, "2") or (cursor == "2" and size != 2):
        raise Refusal(-32602)
    start = int(cursor or 0)
    more = {"nextCursor": "2"} if start + size < len(entries) else {}
    return {member: entries[start : start + size], **more, **HINTS}


def need(params, name, kind):
    """Raises Refusal unless params hold a value of a kind."""
    if not isinstance(params.get(name), kind):
        raise Refusal(-32602)


def error(identifier, code, data=None):
    """Gives an error; OMIT leaves the id out."""
    fault = {"code": code, "message": ERRORS.get(code, "Refused"), **({} if data is None else {"data": data})}
    return {"jsonrpc": "2.0", **({} if identifier is wire.OMIT else {"id": identifier}), "error": fault}


def answer(identifier, result, subscription=wire.OMIT):
    """Gives a result with what all results have."""
    tagged = {wire.SERVER_INFO: INFO, **({} if subscription is wire.OMIT else {wire.SUBSCRIPTION_ID: subscription})}
    return {"jsonrpc": "2.0", "id": identifier, "result": {"resultType": "complete", **result, "_meta": tagged}}


def notice(name, params):
    """Gives a notification."""
    return {"jsonrpc": "2.0", "method": f"notifications/{name}", "params": params}


def tagged_notice(name, identifier, **params):
    """Gives a notification of a listen."""
    return notice(name, {"_meta": {wire.SUBSCRIPTION_ID: identifier}, **params})


def line(value):
    """Gives a message as a line; halves of characters are escaped."""
    return _ENCODER.encode(value).encode() + b"\n"


_ENCODER = json.JSONEncoder(separators=(",", ":"))
