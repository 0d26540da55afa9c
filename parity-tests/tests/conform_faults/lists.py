"""Faults of lists and pages: what is wrong, the checks that report it, and the patch."""

from conform import wire
from tests.conform_offer import TOOLS
from tests.conform_tools import around, entry, result


def _late_tools(server):
    """The tools come in another order in each process but the first."""
    if server.number:
        server.peer.tools = lambda: TOOLS[::-1]


def _lists_once(method, member):
    """The list is empty in each process but the first."""

    def patch(server):
        if server.number:
            result(method, **{member: []})(server)

    return patch


def _cursor(function):
    """Changes what a page of resources is given out for a cursor."""

    def change(old, asked, params, *rest):
        found = old(asked, params, *rest)
        return {**found, **function(params.get("cursor"), found)} if asked == "resources/list" else found

    return around("result", change)


def _restless(server):
    old, count = server.peer.result, []

    def give(asked, params, *rest):
        found = old(asked, params, *rest)
        if asked == "resources/list" and params.get("cursor"):
            count.append(1)
            return {**found, "resources": [{"uri": f"peer://{len(count)}-more", "name": "x"}]}
        return found

    server.peer.result = give


DISCOVER, TOOLS_LIST, CALL, LISTEN = "server/discover", "tools/list", "tools/call", "subscriptions/listen"

FAULTS = {
    "a tool has no schema": ("lists-tool-schemas lists-tools", entry(TOOLS_LIST, "tools", inputSchema=None)),
    "a prompt has a number for a name": ("lists-prompts", entry("prompts/list", "prompts", title=5)),
    "a resource has a negative size": ("lists-resources", entry("resources/list", "resources", size=-1)),
    "a template has no name": (
        "lists-templates",
        entry("resources/templates/list", "resourceTemplates", name=wire.OMIT),
    ),
    "a schema has no such type": (
        "lists-tool-schemas",
        entry(TOOLS_LIST, "tools", inputSchema={"type": "object", "properties": {"a": {"type": "text"}}}),
    ),
    "a header has a space": (
        "lists-tool-headers",
        entry(
            TOOLS_LIST,
            "tools",
            inputSchema={"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "a b"}}},
        ),
    ),
    "a tool has a space in its name": ("lists-tool-names", entry(TOOLS_LIST, "tools", name="a b", annotations={})),
    "two tools have one name": ("lists-tool-names-unique", entry(TOOLS_LIST, "tools", name="erase", annotations={})),
    "tools come in another order": (
        "lists-tools-deterministic lists-tools-independent stateless-fresh-process",
        _late_tools,
    ),
    "tools depend on the process": (
        "lists-tools-independent stateless-fresh-process",
        _lists_once(TOOLS_LIST, "tools"),
    ),
    "prompts depend on the process": (
        "lists-prompts-independent stateless-fresh-process",
        _lists_once("prompts/list", "prompts"),
    ),
    "resources depend on the process": (
        "cursors-stable lists-resources-independent stateless-fresh-process",
        _lists_once("resources/list", "resources"),
    ),
    "a template has one brace": (
        "completion-result lists-templates-uri",
        entry("resources/templates/list", "resourceTemplates", uriTemplate="peer://{n"),
    ),
    "a URI has a space": (
        "calls-read cursors-end lists-resource-uris",
        entry("resources/list", "resources", uri="peer://a b"),
    ),
    "any cursor is the first page": (
        "cursors-unknown",
        around(
            "result",
            lambda old, asked, params, *rest: old(
                asked,
                {k: v for k, v in params.items() if k != "cursor" or v == "2"}
                if isinstance(params.get("cursor", ""), str)
                else params,
                *rest,
            ),
        ),
    ),
    "a cursor of any kind is taken": (
        "cursors-kind",
        around(
            "result",
            lambda old, asked, params, *rest: old(
                asked, params if isinstance(params.get("cursor", ""), str) else {**params, "cursor": None}, *rest
            ),
        ),
    ),
    "the second page leads to itself": ("cursors-end", _cursor(lambda cursor, found: {"nextCursor": "2"})),
    "the second page begins with the first": (
        "cursors-end",
        _cursor(lambda cursor, found: {"resources": [{"uri": "peer://1", "name": "1"}]} if cursor else {}),
    ),
    "the last page has a null cursor": (
        "cursors-next-kind",
        around(
            "result",
            lambda old, asked, *rest: (
                {**old(asked, *rest), "nextCursor": None} if asked == TOOLS_LIST else old(asked, *rest)
            ),
        ),
    ),
    "the second page is private": (
        "cursors-scope",
        _cursor(lambda cursor, found: {"cacheScope": "private"} if cursor else {}),
    ),
    "a page is never the same": ("calls-read cursors-stable", _restless),
}
