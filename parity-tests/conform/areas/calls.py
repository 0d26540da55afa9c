"""What comes back from resources, prompts and tools. Only such tools are called as say that they only read, and those
that the caller names."""

from conform import wire
from conform.facts import arguments_of, needed, reads_only, required
from conform.pack import NotObserved, check
from conform.shapes import CONTENTS, FLAG, OBJECT, ROLE, TEXT, block_faults, contents_faults, faults

#: How many resources, prompts and tools are looked at.
ENOUGH = 5
CALLS = 40


@check("calls-read", "MUST", "A listed resource that is read gives contents, each with a URI and either text or blob",
       "resources.read-result resources.contents resources.binary-encoded", "schema # ReadResourceResult")  # fmt: skip
def read(case):
    resources = case.facts.lists["resources/list"][:ENOUGH]
    if not resources:
        raise NotObserved("there are no resources")
    for resource in resources:
        reply = case.client.ask("resources/read", {"uri": resource["uri"]})
        where = f"{resource['uri']}: "
        if _incomplete(case, reply, where):
            continue
        for pointer, words in faults(reply.result, {"contents!": [CONTENTS]}, "/result"):
            case.wrong(f"{where}{pointer} {words}", "contents as the schema defines them", *reply.events)
        contents = reply.result.get("contents")
        for index, each in enumerate(contents if isinstance(contents, list) else []):
            for pointer, words in contents_faults(each, f"/result/contents/{index}"):
                case.wrong(f"{where}{pointer} {words}", "either text or blob", *reply.events)


@check("calls-prompt", "MUST", "A prompt that needs no argument gives messages, each with a role and one content block",
       "prompts.get-result prompts.message prompts.embedded-resource content.block-types content.text",
       "schema # GetPromptResult")  # fmt: skip
def prompt(case):
    names = [each["name"] for each in case.facts.lists["prompts/list"] if not needed(each)][:ENOUGH]
    if not names:
        raise NotObserved("there is no prompt that needs no argument")
    for name in names:
        reply = case.client.ask("prompts/get", {"name": name})
        if _incomplete(case, reply, f"{name}: "):
            continue
        shape = {"description": TEXT, "messages!": [{"role!": ROLE, "content!": OBJECT}]}
        for pointer, words in faults(reply.result, shape, "/result"):
            case.wrong(f"{name}: {pointer} {words}", "messages as the schema defines them", *reply.events)
        messages = reply.result.get("messages")
        for index, message in enumerate(messages if isinstance(messages, list) else []):
            for pointer, words in block_faults(message.get("content"), f"/result/messages/{index}/content"):
                case.wrong(f"{name}: {pointer} {words}", "a content block", *reply.events)


@check("calls-prompt-missing-argument", "SHOULD", "A prompt without an argument that it needs is refused with -32602",
       "prompts.missing-arguments prompts.validates-arguments", "server/prompts # Error Handling")  # fmt: skip
def prompt_missing_argument(case):
    for name in _needy(case):
        case.expect_code(case.client.ask("prompts/get", {"name": name, "arguments": {}}), -32602, f"{name}: ")


@check("calls-prompt-argument-kind", "MUST", "A prompt argument that is no string is refused with -32602",
       "base.invalid-params-error", "schema # GetPromptRequestParams")  # fmt: skip
def prompt_argument_kind(case):
    prompts = {each["name"]: arguments_of(each) for each in case.facts.lists["prompts/list"]}
    wanted = {name: {each["name"]: 42 for each in arguments} for name, arguments in prompts.items() if arguments}
    if not wanted:
        raise NotObserved("no prompt has arguments")
    for name, arguments in list(wanted.items())[:ENOUGH]:
        case.expect_code(case.client.ask("prompts/get", {"name": name, "arguments": arguments}), -32602, f"{name}: ")


def _needy(case):
    names = [each["name"] for each in case.facts.lists["prompts/list"] if needed(each)][:ENOUGH]
    if not names:
        raise NotObserved("no prompt needs an argument")
    return names


@check("calls-tool", "MUST", "A tool that only reads gives content blocks; isError is a boolean",
       "tools.call-result content.block-types content.text content.image content.audio content.resource-link "
       "content.embedded-resource content.annotations", "schema # CallToolResult")  # fmt: skip
def tool(case):
    for reply, where, _ in _calls(case):
        if _incomplete(case, reply, where):
            continue
        for pointer, words in faults(reply.result, {"content!": [OBJECT], "isError": FLAG}, "/result"):
            case.wrong(f"{where}{pointer} {words}", "a result as the schema defines it", *reply.events)
        content = reply.result.get("content")
        for index, block in enumerate(content if isinstance(content, list) else []):
            for pointer, words in block_faults(block, f"/result/content/{index}"):
                case.wrong(f"{where}{pointer} {words}", "a content block", *reply.events)


@check("calls-tool-structured", "MUST", "A tool with an outputSchema gives structuredContent when it succeeds",
       "tools.output-conforms", "server/tools # Output Schema")  # fmt: skip
def tool_structured(case):
    _structured(case, lambda result: "structuredContent" in result, "no structuredContent", "structuredContent")


@check("calls-tool-structured-text", "SHOULD", "Structured content stands in a text block as well",
       "tools.structured-text",
       "server/tools # Structured Content")  # fmt: skip
def tool_structured_text(case):
    _structured(case, _repeated, "no text block holds the structured content", "its JSON in a text block")


def _structured(case, good, words, expected):
    seen = False
    for reply, where, called in _calls(case):
        result = reply.result or {}
        if "outputSchema" in called and result.get("resultType") == "complete" and result.get("isError") is not True:
            seen = True
            if not good(result):
                case.wrong(where + words, expected, *reply.events)
    if not seen:
        raise NotObserved("no tool with an outputSchema could be called with success")


def _repeated(result):
    blocks = result.get("content") if isinstance(result.get("content"), list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)]
    return any(
        wire.same(wire.parse(text.encode("utf-8", "replace")), result.get("structuredContent")) for text in texts
    )


@check("calls-tool-arguments", "SHOULD", "A reading tool without an argument that it needs gives a result with isError",
       "tools.input-validation tools.validates-inputs", "server/tools # Error Handling")  # fmt: skip
def tool_arguments(case):
    tools = [each for each in case.facts.lists["tools/list"] if reads_only(each) and required(each)][:ENOUGH]
    if not tools:
        raise NotObserved("no tool that only reads needs an argument")
    for each in tools:
        reply = case.client.ask("tools/call", {"name": each["name"], "arguments": {}})
        where = f"{each['name']}: "
        if (
            case.answered(reply, "a result with isError true", where)
            and (reply.result or {}).get("isError") is not True
        ):
            words = "a result without isError" if reply.result is not None else f"the error {reply.code}"
            case.wrong(where + words, "a result with isError true, which a model can read", *reply.events)


@check("calls-progress", "MUST", "A call with a progress token is answered, whether progress is told or not",
       "progress.optional base.one-response-per-request",
       "basic/patterns/progress # Behavior Requirements")  # fmt: skip
def progress(case):
    for number, token in enumerate(("conform-call", 17)):
        for reply, where, _ in _calls(case, wire.meta(progressToken=token)):
            case.answered(reply, "an answer", f"{where}token {number + 1}: ")


@check("calls-log-level", "MUST", "A call that asks for log messages is answered, whether there are any or not",
       "base.one-response-per-request logging.opt-in", "server/utilities/logging # Per-request log level")  # fmt: skip
def log_level(case):
    for level in ("debug", "error"):
        for reply, where, _ in _calls(case, wire.meta(**{wire.LOG_LEVEL: level})):
            case.answered(reply, "an answer", f"{where}level {level}: ")


def _calls(case, metadata=None):
    """Gives (reply, where, tool) of each call that may be made."""
    calls = case.facts.safe_calls()[:CALLS]
    if not calls:
        raise NotObserved("no tool says that it only reads and needs no argument; name one with --tool")
    for called, arguments in calls:
        reply = case.client.ask("tools/call", {"name": called["name"], "arguments": arguments}, metadata)
        yield reply, f"{called['name']}: ", called


def _incomplete(case, reply, where):
    """Tells whether there is nothing to look at; notes it if there is no result at all."""
    if reply.code == -32021 and reply.error:
        return True
    return not case.expect_result(reply, where) or reply.result.get("resultType") == "input_required"
