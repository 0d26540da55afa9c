"""What a server lists: the shape of every entry, the same list every time and on every connection."""

import re

from conform.facts import LISTS
from conform.pack import NotObserved, check
from conform.schemas import header_faults, schema_faults
from conform.shapes import ENTRIES, faults

PAGES = {"tools/list": "server/tools", "prompts/list": "server/prompts", "resources/list": "server/resources",
         "resources/templates/list": "server/resources"}  # fmt: skip
SHORT = {"tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources",
         "resources/templates/list": "templates"}  # fmt: skip
TYPES = {"tools/list": "Tool", "prompts/list": "Prompt", "resources/list": "Resource",
         "resources/templates/list": "ResourceTemplate"}  # fmt: skip
REQUIRED = {
    "tools/list": "tools.list-answered tools.list-result tools.definition tools.annotations-shape icons.shape",
    "prompts/list": "prompts.list-answered prompts.list-result prompts.definition icons.shape",
    "resources/list": "resources.list-answered resources.list-result resources.definition icons.shape content.annotations",
    "resources/templates/list": "resources.templates-result resources.template-definition icons.shape",
}


def _put_shape(method):
    member = LISTS[method][0]

    @check(f"lists-{SHORT[method]}", "MUST",
           f"{method} gives an array, and each entry has the shape of a {TYPES[method]}",
           REQUIRED[method], f"schema # {TYPES[method]}")  # fmt: skip
    def shape(case):
        reply = _page(case, method)
        if not case.expect_result(reply):
            return
        if not isinstance(reply.result.get(member), list):
            case.wrong(f"/result/{member} is no array", f"an array {member}", *reply.events)
            return
        if not reply.result[member]:
            case.note("the list is empty")
        for pointer, words in faults(reply.result[member], [ENTRIES[method]], f"/result/{member}"):
            case.wrong(f"{pointer} {words}", f"entries as {TYPES[method]} in the schema", *reply.events)


for _method in LISTS:
    _put_shape(_method)


def _page(case, method):
    """Gives the first page of a list that the server offers."""
    if not case.facts.offers(method):
        raise NotObserved(f"{LISTS[method][1]} is not advertised")
    reply = case.facts.first_pages[method]
    if method in case.facts.unknown:
        raise NotObserved(f"{method} is not known")
    return reply


def _listed(case, method, what):
    entries = case.facts.lists[method]
    if not entries:
        raise NotObserved(f"there are no {what}")
    return entries, _page(case, method).events


@check("lists-tool-schemas", "MUST", "Every inputSchema and outputSchema is a valid JSON Schema",
       "tools.input-schema-object tools.output-schema json.schema-valid json.dialect-default",
       "basic/index # Schema Validation")  # fmt: skip
def tool_schemas(case):
    tools, events = _listed(case, "tools/list", "tools")
    for tool in tools:
        for member in ("inputSchema", "outputSchema"):
            if member in tool:
                for pointer, words in schema_faults(tool[member], f"/{member}"):
                    case.wrong(f"tool {tool['name']}: {pointer} {words}", "a valid schema of 2020-12", *events)


@check("lists-tool-headers", "MUST", "x-mcp-header stands on plain properties only and names a header once",
       "tools.x-mcp-header", "server/tools # x-mcp-header")  # fmt: skip
def tool_headers(case):
    tools, events = _listed(case, "tools/list", "tools")
    found = set()
    for tool in tools:
        seen = set()
        for pointer, words in header_faults(tool.get("inputSchema"), "", seen):
            case.wrong(f"tool {tool['name']}: {pointer} {words}", "a header that a client can send", *events)
        found |= seen
    if not found:
        raise NotObserved("no tool has an x-mcp-header")


@check("lists-tool-names", "SHOULD", "A tool's name has 1 to 128 ASCII letters, digits, underscores, hyphens and dots",
       "tools.name-length tools.name-chars", "server/tools # Tool Names")  # fmt: skip
def tool_names(case):
    tools, events = _listed(case, "tools/list", "tools")
    for tool in tools:
        if not re.fullmatch(r"[A-Za-z0-9_.-]{1,128}", tool["name"]):
            case.wrong(f"the name {tool['name']!r}", "1 to 128 of A-Z a-z 0-9 _ - .", *events)


@check("lists-tool-names-unique", "SHOULD", "No two tools have the same name", "tools.name-unique",
       "server/tools # Tool Names")  # fmt: skip
def tool_names_unique(case):
    tools, events = _listed(case, "tools/list", "tools")
    names = [tool["name"] for tool in tools]
    for name in sorted({name for name in names if names.count(name) > 1}):
        case.wrong(f"{name} is listed {names.count(name)} times", "each name once", *events)


@check("lists-tools-deterministic", "SHOULD", "Tools come in the same order every time, in every process",
       "tools.list-deterministic", "server/tools # Capabilities")  # fmt: skip
def tools_deterministic(case):
    first = _page(case, "tools/list")
    replies = [case.client.ask("tools/list"), case.bench.second().ask("tools/list")]
    for reply in replies:
        names, again = _names(first, "tools/list"), _names(reply, "tools/list")
        if names != again and sorted(names) == sorted(again):
            case.wrong("the same tools in another order", f"the order {names[:5]}…", *first.events, *reply.events)


def _names(reply, method):
    member, _, name = LISTS[method]
    found = (reply.result or {}).get(member)
    return [str(each.get(name)) for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _put_independent(method, area):
    @check(f"lists-{SHORT[method]}-independent", "MUST NOT",
           f"{method} is the same on every connection, also after other "
           "requests", f"{area}.list-independent base.stateless-no-affinity",
           f"{PAGES[method]} # Capabilities")  # fmt: skip
    def independent(case):
        _page(case, method)
        one, other, again = (client.ask(method) for client in (case.client, case.bench.second(), case.client))
        case.same_thrice(one, other, again, f"{method} in another process")


for _method, _area in (("tools/list", "tools"), ("prompts/list", "prompts"), ("resources/list", "resources")):
    _put_independent(_method, _area)


@check("lists-templates-uri", "MUST", "A uriTemplate has balanced braces with names in them, as RFC 6570 writes them",
       "resources.template-definition", "schema # ResourceTemplate")  # fmt: skip
def templates_uri(case):
    templates, events = _listed(case, "resources/templates/list", "templates")
    for template in templates:
        text = template["uriTemplate"]
        rest = re.sub(r"\{[+#./;?&=,!@|]?[A-Za-z0-9_.%]+(:\d{1,4}|\*)?(,[A-Za-z0-9_.%]+(:\d{1,4}|\*)?)*\}", "", text)
        if "{" in rest or "}" in rest:
            case.wrong(f"{text!r} is no URI template", "expressions in braces", *events)


@check("lists-resource-uris", "MUST", "The URI of a resource has a scheme and no spaces or control characters",
       "resources.definition resources.custom-scheme", "server/resources # Custom URI Schemes")  # fmt: skip
def resource_uris(case):
    resources, events = _listed(case, "resources/list", "resources")
    for resource in resources:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`\x00-\x1f]*", resource["uri"]):
            case.wrong(f"{resource['uri']!r} is no URI", "a URI as RFC 3986 writes it", *events)
