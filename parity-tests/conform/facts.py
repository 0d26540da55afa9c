"""What a server offers, as far as its own answers say so: capabilities, lists, calls that are safe to make."""

import re

from conform import wire

#: At most so many pages of a list are read.
PAGES = 60

#: The lists: method, member of the result, capability, member that names an entry.
LISTS = {
    "tools/list": ("tools", "tools", "name"),
    "prompts/list": ("prompts", "prompts", "name"),
    "resources/list": ("resources", "resources", "uri"),
    "resources/templates/list": ("resourceTemplates", "resources", "uriTemplate"),
}

#: The capability that each method needs; without one it is there always.
NEEDS = {
    "server/discover": None,
    **{method: capability for method, (_, capability, _) in LISTS.items()},
    "tools/call": "tools",
    "prompts/get": "prompts",
    "resources/read": "resources",
    "completion/complete": "completions",
    "subscriptions/listen": None,
}

NOBODY = "conform-no-such-name"
NOWHERE = "conform-no-such-scheme:nothing"


class Facts:
    """What is known of the server. All of it is cautious: an answer of the wrong shape counts as nothing."""

    def __init__(self, client, fresh, tools):
        """Asks on this connection; fresh gives another one; tools are the calls that the caller allows."""
        self._fresh, self.allowed = fresh, tools
        self.discovery = client.ask("server/discover")
        found = (self.discovery.result or {}).get("capabilities")
        self.capabilities = found if isinstance(found, dict) else {}
        self.versions = [each for each in _array(self.discovery.result, "supportedVersions") if isinstance(each, str)]
        self.lists, self.first_pages = {}, {}
        for method in LISTS:
            self.lists[method] = self._entries(client, method) if self.offers(method) else []
        self._opening = None
        templates = self.first_pages.get("resources/templates/list")
        self.listening = client.ask("subscriptions/listen", {"notifications": {}})
        #: Of the methods that a server may be forgiven for not knowing, those that it does not know.
        forgiven = (("resources/templates/list", templates), ("subscriptions/listen", self.listening))
        self.unknown = [name for name, reply in forgiven if reply and reply.code == -32601]

    def offers(self, method):
        """Tells whether the capability of a method is advertised."""
        return NEEDS[method] is None or NEEDS[method] in self.capabilities

    def offered(self):
        """Gives all methods that the server should know."""
        return [method for method in NEEDS if self.offers(method) and method not in self.unknown]

    @property
    def server_info(self):
        """Gives what the server says of itself, or an empty object."""
        tagged = (self.discovery.result or {}).get("_meta")
        info = tagged.get(wire.SERVER_INFO) if isinstance(tagged, dict) else None
        return info if isinstance(info, dict) else {}

    @property
    def legacy_era(self):
        """The protocol version of an earlier era that initialize opens, or None."""
        version = (self.opening()[1].result or {}).get("protocolVersion")
        return version if isinstance(version, str) and version != wire.VERSION else None

    def opening(self):
        """Gives what initialize was answered with, and the connection: asked once, on a process of its own."""
        if self._opening is None:
            client = self._fresh()
            self._opening = (client, client.ask_message(initialize(client.new_id())))
        return self._opening

    def safe_calls(self):
        """Gives calls of tools that may be made, as (tool, arguments): those that the caller named, and
        reading_calls."""
        known = {tool["name"]: tool for tool in self.lists["tools/list"]}
        named = [(known.get(name, {"name": name}), arguments) for name, arguments in self.allowed]
        names = [name for name, _ in self.allowed]
        return named + [(tool, arguments) for tool, arguments in self.reading_calls() if tool["name"] not in names]

    def reading_calls(self):
        """Gives calls of tools that say they only read and need no argument, as (tool, arguments)."""
        return [(tool, {}) for tool in self.lists["tools/list"] if reads_only(tool) and not required(tool)]

    def params(self, method):
        """Gives params with which a method can be asked without harm: real names where there are any."""
        if method == "tools/call":
            calls = self.reading_calls()
            name, arguments = (calls[0][0]["name"], calls[0][1]) if calls else (NOBODY, {})
            return {"name": name, "arguments": arguments}
        if method == "prompts/get":
            names = [prompt["name"] for prompt in self.lists["prompts/list"] if not needed(prompt)]
            return {"name": names[0] if names else NOBODY}
        if method == "resources/read":
            uris = [resource["uri"] for resource in self.lists["resources/list"]]
            return {"uri": uris[0] if uris else NOWHERE}
        if method == "completion/complete":
            return self.completions()[0] if self.completions() else completion(NOBODY, "x")
        return {"notifications": {}} if method == "subscriptions/listen" else {}

    def completions(self):
        """Gives params of completions for each argument of each prompt and each variable of each template."""
        pairs = [
            (prompt["name"], argument) for prompt in self.lists["prompts/list"] for argument in arguments_of(prompt)
        ]
        found = [completion(name, argument["name"]) for name, argument in pairs]
        for uri in [template["uriTemplate"] for template in self.lists["resources/templates/list"]]:
            for name in re.findall(r"\{[+#./;?&]?(\w+)", uri):
                found.append({**completion("", name), "ref": {"type": "ref/resource", "uri": uri}})
        return found

    def _entries(self, client, method):
        member, _, name = LISTS[method]
        entries, cursor = [], {}
        for page in range(PAGES):
            reply = client.ask(method, cursor)
            if page == 0:
                self.first_pages[method] = reply
            found = _array(reply.result, member)
            entries += [each for each in found if isinstance(each, dict) and isinstance(each.get(name), str)]
            following = (reply.result or {}).get("nextCursor")
            if not isinstance(following, str) or following == cursor.get("cursor"):
                break
            cursor = {"cursor": following}
        return entries


def completion(name, argument, value=""):
    """Gives the params of a completion for an argument of a prompt."""
    return {"ref": {"type": "ref/prompt", "name": name}, "argument": {"name": argument, "value": value}}


def reads_only(tool):
    """Tells whether a tool says of itself that it only reads."""
    hints = tool.get("annotations")
    return isinstance(hints, dict) and hints.get("readOnlyHint") is True


def required(tool):
    """Gives the names of the arguments that a tool needs."""
    schema = tool.get("inputSchema")
    return [name for name in _array(schema, "required") if isinstance(name, str)] if isinstance(schema, dict) else []


def arguments_of(prompt):
    """Gives the arguments of a prompt that have a name."""
    return [
        each for each in _array(prompt, "arguments") if isinstance(each, dict) and isinstance(each.get("name"), str)
    ]


def needed(prompt):
    """Gives the names of the arguments that a prompt needs."""
    return [each["name"] for each in arguments_of(prompt) if each.get("required") is True]


def initialize(identifier, version="2025-11-25"):
    """Gives the opening of a client of an earlier era."""
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": wire.INFO}
    return {"jsonrpc": "2.0", "id": identifier, "method": "initialize", "params": params}


def _array(holder, name):
    found = holder.get(name) if isinstance(holder, dict) else None
    return found if isinstance(found, list) else []
