/** Tools of every kind that need nothing from the client: what each of them gives. */

import { expect, test } from "vitest";

import { Modes } from "../server/context.ts";
import { image, sound } from "../server/everything_media.ts";
import { textContents } from "../server/everything_resources.ts";
import { RICH_INPUT, SIMPLE_TOOLS } from "../server/everything_tools.ts";
import { toolsCall } from "../server/tools.ts";
import type { JsonObject } from "../server/values.ts";
import { META, SIGNED, newRequest, newState, readBack, textsOf } from "./support.ts";

const WHOLE = new Modes(false, false, true);
const LEVEL = "io.modelcontextprotocol/logLevel";
const IMAGE = { type: "image", data: image(), mimeType: "image/png" };

/** Gives the result of a call, and what goes out ahead of it. */
function call(name: string, args: JsonObject = {}, meta = {}, state = newState([], WHOLE)): [any, string[]] {
  const request = newRequest({ name, arguments: args, _meta: { ...META, ...meta } });
  return [readBack(toolsCall(state, request)), textsOf(request.takeNotices())];
}

/** Gives a block of text. */
function textBlock(text: string): JsonObject {
  return { type: "text", text };
}

/** Gives a block with a text resource. */
function resource(uri: string): JsonObject {
  return { type: "resource", resource: textContents(uri) };
}

/** Checks what the tool with the rich schema says to arguments. */
function checkRich(args: JsonObject, words: string, isError: boolean): void {
  const [result] = call("json_schema_2020_12_tool", args);
  expect([result.content, result.isError], JSON.stringify(args)).toEqual([[textBlock(words)], isError]);
}

test("each kind of content has its tool", () => {
  const mixed = [textBlock("Text, an image and a resource:"), IMAGE, resource("test://mixed-content-resource")];
  const table: Record<string, JsonObject[]> = {
    test_simple_text: [textBlock("This is a simple text.")],
    test_image_content: [IMAGE],
    test_audio_content: [{ type: "audio", data: sound(), mimeType: "audio/wav" }],
    test_embedded_resource: [resource("test://embedded-resource")],
    test_multiple_content_types: mixed,
  };
  for (const [name, content] of Object.entries(table)) {
    expect(call(name)).toEqual([{ resultType: "complete", content, isError: false, _meta: SIGNED }, []]);
  }
});

test("the failing tool fails as a tool", () => {
  const content = [textBlock("This tool always fails, so that clients can try how they show a failure")];
  const expected = { resultType: "complete", content, isError: true, _meta: SIGNED };
  expect(call("test_error_handling")).toEqual([expected, []]);
});

test("progress is told three times to who has a token", () => {
  const head = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":';
  const expected = ["0", "50", "100"].map((done) => head + '"p","progress":' + done + ',"total":100}}\n');
  expect(call("test_tool_with_progress", {}, { progressToken: "p" })[1]).toEqual(expected);
  const [first] = call("test_tool_with_progress", {}, { progressToken: 0 })[1];
  expect(first).toBe(expected[0]!.replace('"p"', "0"));
  expect(call("test_tool_with_progress")[1]).toEqual([]);
});

test("messages at or above the level of the request are logged", () => {
  const table: [string, string[]][] = [
    ["debug", ["debug", "info", "warning"]],
    ["info", ["info", "warning"]],
    ["notice", ["warning"]],
    ["warning", ["warning"]],
    ["error", []],
  ];
  for (const [level, logged] of table) {
    const lines = call("test_logging_tool", {}, { [LEVEL]: level })[1];
    expect(lines.map((line) => JSON.parse(line).params.level)).toEqual(logged);
  }
  expect(call("test_logging_tool")[1]).toEqual([]);
});

test("a logged message has its members in their order", () => {
  const params = '{"level":"warning","logger":"test_logging_tool","data":{"message":"Almost done"}}';
  const expected = '{"jsonrpc":"2.0","method":"notifications/message","params":' + params + "}\n";
  expect(call("test_logging_tool", {}, { [LEVEL]: "warning" })[1]).toEqual([expected]);
});

test("the tools that change a list say what they did and leave a change", () => {
  for (const [kind, flag] of [["tool", "toolsListChanged"], ["prompt", "promptsListChanged"]]) {
    const state = newState([], WHOLE);
    for (const words of [" is listed now.", " is not listed any more."]) {
      const [result] = call("test_trigger_" + kind + "_change", {}, {}, state);
      expect(result.content).toEqual([textBlock("test_changing_" + kind + words)]);
      const changes = state.notes.changes.takeOwn().map((change) => [change.flags, change.noteIds]);
      expect(changes).toEqual([[[flag], []]]);
    }
  }
});

test("the tool that comes and goes can be called while it is there", () => {
  const state = newState([], WHOLE);
  call("test_trigger_tool_change", {}, {}, state);
  expect(call("test_changing_tool", {}, {}, state)[0].content).toEqual([textBlock("This tool comes and goes.")]);
});

test("tools that take nothing refuse arguments", () => {
  for (const name of Object.keys(SIMPLE_TOOLS)) {
    if (name !== "json_schema_2020_12_tool") {
      const [result] = call(name, { x: 1 });
      expect([result.content, result.isError], name).toEqual([[textBlock("Unknown argument x")], true]);
    }
  }
});

test("the rich schema shows keywords of its dialect", () => {
  const expected = ["$schema", "type", "$defs", "properties", "allOf", "if", "then", "else", "additionalProperties"];
  expect(Object.keys(RICH_INPUT)).toEqual(expected);
  expect(RICH_INPUT.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(RICH_INPUT.$defs.address.$anchor).toBe("addressDef");
  expect(RICH_INPUT.allOf[0]).toHaveProperty("anyOf");
});

test("arguments that fit the rich schema are good", () => {
  const good: JsonObject[] = [
    { email: "e" },
    { contactMethod: "email", email: "" },
    { contactMethod: "phone", phone: "1" },
    { contactMethod: "phone", phone: "1", email: "e", name: "n" },
    { email: "e", address: { street: "s", city: "c", more: 1 } },
    { email: "e", address: {} },
  ];
  for (const args of good) {
    checkRich(args, "The arguments are good.", false);
  }
});

test("the first fault of the rich arguments is told", () => {
  const table: [JsonObject, string][] = [
    [{}, "Missing required argument email"],
    [{ phone: "1" }, "Missing required argument email"],
    [{ contactMethod: "email", phone: "1" }, "Missing required argument email"],
    [{ contactMethod: "phone", email: "e" }, "Missing required argument phone"],
    [{ contactMethod: "fax", email: "e" }, "Argument contactMethod must be phone or email"],
    [{ contactMethod: "", email: "e" }, "Argument contactMethod must be phone or email"],
    [{ contactMethod: 1, email: "e" }, "Argument contactMethod must be a string"],
    [{ email: "e", address: [] }, "Argument address must be an object"],
    [{ email: "e", address: { city: 1 } }, "Argument address.city must be a string"],
    [{ email: "e", constructor: "x" }, "Unknown argument constructor"],
  ];
  for (const [args, words] of table) {
    checkRich(args, words, true);
  }
});
