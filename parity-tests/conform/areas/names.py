"""What does not exist, and what is asked for in the wrong form. The tools called here do not exist."""

from conform.facts import NOBODY, NOWHERE
from conform.pack import NotObserved, check


def _need(case, capability):
    if capability not in case.facts.capabilities:
        raise NotObserved(f"{capability} is not advertised")


@check("names-unknown-tool", "MUST", "A tool that does not exist is refused with -32602", "tools.unknown-tool",
       "server/tools # Error Handling")  # fmt: skip
def unknown_tool(case):
    _need(case, "tools")
    for params in ({"name": NOBODY, "arguments": {}}, {"name": NOBODY}):
        case.expect_code(case.client.ask("tools/call", params), -32602)


@check("names-malformed-call", "MUST",
       "A tools/call whose name or arguments are of the wrong kind is refused with -32602",
       "tools.malformed-call base.invalid-params-error", "server/tools # Error Handling")  # fmt: skip
def malformed_call(case):
    _need(case, "tools")
    bad = ({}, {"name": 42}, {"name": None}, {"name": NOBODY, "arguments": []}, {"name": NOBODY, "arguments": "x"})
    for params in bad:
        case.expect_code(case.probe("tools/call", params), -32602, f"{params}: ")


@check("names-unknown-prompt", "SHOULD", "A prompt that does not exist is refused with -32602", "prompts.unknown-name",
       "server/prompts # Error Handling")  # fmt: skip
def unknown_prompt(case):
    _need(case, "prompts")
    case.expect_code(case.client.ask("prompts/get", {"name": NOBODY}), -32602)


@check("names-malformed-prompt", "MUST", "A prompts/get whose name or arguments are of the wrong kind is refused with "
       "-32602", "base.invalid-params-error", "schema # GetPromptRequestParams")  # fmt: skip
def malformed_prompt(case):
    _need(case, "prompts")
    bad = [{}, {"name": 42}, {"name": NOBODY, "arguments": ["x"]}]
    for params in bad:
        case.expect_code(case.probe("prompts/get", params), -32602, f"{params}: ")


@check("names-unknown-resource", "MUST", "A resource that does not exist is refused with -32602, never with nothing",
       "resources.not-found resources.no-empty-contents base.error-no-32002",
       "server/resources # Error Handling")  # fmt: skip
def unknown_resource(case):
    _need(case, "resources")
    reply = case.client.ask("resources/read", {"uri": NOWHERE})
    if reply.result is not None and reply.result.get("contents"):
        raise NotObserved(f"the server has a resource {NOWHERE}")
    case.expect_code(reply, -32602)


@check("names-unknown-resource-data", "SHOULD", "The error names the URI in its data, as the example does",
       "resources.not-found", "server/resources # Error Handling")  # fmt: skip
def unknown_resource_data(case):
    _need(case, "resources")
    reply = case.client.ask("resources/read", {"uri": NOWHERE})
    if not reply.error:
        raise NotObserved("it is not refused")
    data = reply.error.get("data")
    if not isinstance(data, dict) or data.get("uri") != NOWHERE:
        case.warn("data does not name the URI", f'"data":{{"uri":"{NOWHERE}"}}', *reply.events)


@check("names-malformed-read", "MUST", "A resources/read whose uri is missing or no string is refused with -32602",
       "base.invalid-params-error resources.validates-uris", "schema # ReadResourceRequestParams")  # fmt: skip
def malformed_read(case):
    _need(case, "resources")
    for params in ({}, {"uri": 42}, {"uri": None}):
        case.expect_code(case.probe("resources/read", params), -32602, f"{params}: ")
