/** tools/list and tools/call: what is published, what a call may be refused with, and the form of each answer. */

import { expect, test } from "vitest";

import { canonical } from "../server/canonical.ts";
import { Catalog } from "../server/catalog.ts";
import { State, World } from "../server/context.ts";
import { Notes, SAMPLES } from "../server/notes.ts";
import { faultOf } from "../server/schema.ts";
import { SCOPES } from "../server/scopes.ts";
import { Listens } from "../server/subscriptions.ts";
import { listTools, toolsCall, toolsList } from "../server/tools.ts";
import { DEFINITIONS } from "../server/toolset.ts";
import type { JsonObject } from "../server/values.ts";
import { NOW_TEXT, PLAIN, SIGNED, created, idsOf, newState, refusalOf, resultOf } from "./support.ts";

const NAMES = ["create", "delete", "import", "list", "read", "search", "update"].map((verb) => "notes_" + verb);

/** Calls that succeed, some of them at the edges of the schemas. */
const SUCCESSES: [string, JsonObject][] = [
  ["notes_create", { title: "t", body: "" }],
  ["notes_create", { title: "💡".repeat(200), body: 'line\n"quoted"\t\\ \u0000 \u2028 é', tag: "x".repeat(32) }],
  ["notes_list", {}],
  ["notes_list", { limit: 1 }],
  ["notes_list", { tag: "none" }],
  ["notes_read", { id: "note-1" }],
  ["notes_read", { id: "note-3" }],
  ["notes_search", { query: "o" }],
  ["notes_search", { query: "o", limit: 1 }],
  ["notes_search", { query: "nowhere" }],
  ["notes_update", { id: "note-1" }],
  ["notes_update", { id: "note-1", title: "Grüße", body: "", tag: null }],
  ["notes_update", { id: "note-3", tag: "x" }],
];

/** Gives the result of a call. */
function call(state: State, name: string, args: JsonObject): any {
  return resultOf(toolsCall, state, { name, arguments: args });
}

/** Gives the tools by their names, as tools/list gives them to a client. */
function published(): Record<string, JsonObject> {
  const tools: JsonObject[] = resultOf(toolsList, newState(), {}).tools;
  return Object.fromEntries(tools.map((tool) => [tool["name"], tool]));
}

/** Gives the keywords of a schema and of all that stand in it. */
function keywordsIn(schema: JsonObject): string[] {
  const inner = [...Object.values(schema["properties"] ?? {}), ...("items" in schema ? [schema["items"]] : [])];
  return [...Object.keys(schema), ...inner.flatMap((each) => keywordsIn(each as JsonObject))];
}

test("tools are listed by name whatever order they were put in", () => {
  const backwards = [...DEFINITIONS].reverse();
  expect(listTools(backwards).map((tool) => tool["name"])).toEqual(NAMES);
  expect(listTools(backwards)).toEqual(listTools(DEFINITIONS));
  expect(backwards.map((tool) => tool["name"])).toEqual([...NAMES].reverse());
  expect(listTools([])).toEqual([]);
});

test("the list is complete, cacheable and public", () => {
  const result = resultOf(toolsList, newState(), {});
  expect(Object.keys(result)).toEqual(["resultType", "tools", "ttlMs", "cacheScope", "_meta"]);
  expect(result.tools.map((tool: JsonObject) => tool["name"])).toEqual(NAMES);
  const { tools: _, ...rest } = result;
  const expected = { resultType: "complete", ttlMs: 300000, cacheScope: "public", _meta: SIGNED };
  expect(rest).toEqual(expected);
});

test("each tool has the members and the hints of the contract", () => {
  const hints: Record<string, [boolean, boolean, boolean]> = {};
  for (const name of ["notes_list", "notes_read", "notes_search"]) {
    hints[name] = [true, false, true];
  }
  Object.assign(hints, { notes_create: [false, false, false], notes_update: [false, false, true] });
  Object.assign(hints, { notes_import: [false, false, false], notes_delete: [false, true, true] });
  for (const [name, tool] of Object.entries(published())) {
    const members = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];
    expect(Object.keys(tool)).toEqual(members);
    const [readOnlyHint, destructiveHint, idempotentHint] = hints[name]!;
    expect(tool["annotations"]).toEqual({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint: false });
  }
});

test("the published schemas use only keywords that are applied or explain", () => {
  const known = ["type", "required", "properties", "additionalProperties", "items", "minLength", "maxLength"];
  known.push("minItems", "maxItems", "pattern", "minimum", "maximum", "default", "description");
  for (const [name, tool] of Object.entries(published())) {
    for (const schema of [tool["inputSchema"], tool["outputSchema"]]) {
      expect(keywordsIn(schema as JsonObject).filter((keyword) => !known.includes(keyword)), name).toEqual([]);
    }
  }
});

test("every cursor is refused", () => {
  const unknown = "Invalid params: cursor is none of this list; start again without one";
  for (const cursor of ["", "x", "bm90ZXNfbGlzdDox"]) {
    expect(refusalOf(toolsList, newState(), { cursor })).toEqual([-32602, unknown, null]);
  }
  const expected = [-32602, "Invalid params: cursor must be a string", null];
  expect(refusalOf(toolsList, newState(), { cursor: null })).toEqual(expected);
});

test("every success conforms to the published output schema", () => {
  const tools = published();
  for (const [name, args] of SUCCESSES) {
    const result = call(newState(), name, args);
    const schema = tools[name]!["outputSchema"] as JsonObject;
    expect(result.isError, JSON.stringify(args)).toBe(false);
    expect(faultOf(schema, result.structuredContent)).toBe("");
    expect(faultOf(schema, {})).not.toBe("");
  }
});

test("the text of a success is the canonical form of its structured content", () => {
  for (const [name, args] of SUCCESSES) {
    const result = call(newState(), name, args);
    const text = result.content[0].text;
    expect(result.content[0]).toEqual({ type: "text", text: canonical(result.structuredContent) });
    expect(JSON.parse(text)).toEqual(result.structuredContent);
  }
  const result = call(newState(), "notes_create", { title: "é", body: "", tag: "x" });
  const start = '{"body":"","createdAt":"2026-07-28T00:00:00.000Z","id":"note-4","tag":"x","title":"é",';
  expect(result.content[0].text).toBe(start + '"updatedAt":"2026-07-28T00:00:00.000Z"}');
});

test("the members of a success stand in their order", () => {
  for (const [name, args] of SUCCESSES) {
    const result = call(newState(), name, args);
    expect(Object.keys(result)).toEqual(["resultType", "content", "structuredContent", "isError", "_meta"]);
    expect([result.resultType, result._meta]).toEqual(["complete", SIGNED]);
  }
});

test("a link follows where a note was made or changed and nowhere else", () => {
  for (const [name, args] of SUCCESSES) {
    const result = call(newState(), name, args);
    const links: JsonObject[] = [];
    if (["notes_create", "notes_update"].includes(name)) {
      const { id, title } = result.structuredContent;
      links.push({ type: "resource_link", uri: "notes://" + id, name: id, title, mimeType: "text/markdown" });
    }
    expect(result.content.slice(1), name).toEqual(links);
  }
});

test("a failure is one sentence for the model", () => {
  const missing = "Note not found: note-9; notes_list shows the ids there are";
  const table: [string, JsonObject, string][] = [
    ["notes_create", {}, "Missing required argument title"],
    ["notes_create", { title: "", body: "" }, "Argument title must have at least 1 character"],
    ["notes_list", { limit: 101 }, "Argument limit must be at most 100"],
    ["notes_list", { cursor: "x" }, "Argument cursor is none of this list; start again without one"],
    ["notes_read", { id: "note-9" }, missing],
    ["notes_search", { query: "x", q: 1 }, "Unknown argument q"],
    ["notes_update", { id: "note-9" }, missing],
    ["notes_update", { id: "note-9", tag: "A" }, "Argument tag must match ^[a-z0-9-]{1,32}$"],
  ];
  for (const [name, args, sentence] of table) {
    const result = call(newState(), name, args);
    expect(Object.keys(result)).toEqual(["resultType", "content", "isError", "_meta"]);
    const content = [{ type: "text", text: sentence }];
    const expected = { resultType: "complete", content, isError: true, _meta: SIGNED };
    expect(result).toEqual(expected);
  }
});

test("the first fault of the params is refused", () => {
  const bad: JsonObject = { name: 1, arguments: null, inputResponses: null, requestState: null };
  const table: [JsonObject, string][] = [
    [{}, "name must be a string"],
    [{ name: "nothing" }, "arguments must be an object"],
    [{ arguments: {} }, "inputResponses must be an object"],
    [{ inputResponses: {} }, "requestState must be a string"],
    [{ requestState: "x" }, "unknown tool nothing"],
    [{ name: "notes_create" }, "requestState was not given out for this request, or has expired"],
  ];
  for (const [mended, sentence] of table) {
    Object.assign(bad, mended);
    const expected = [-32602, "Invalid params: " + sentence, null];
    expect(refusalOf(toolsCall, newState(), bad)).toEqual(expected);
  }
  delete bad["requestState"];
  expect(resultOf(toolsCall, newState(), bad).isError).toBe(true);
});

test("absent arguments are empty ones, and answers to no question are ignored", () => {
  const params = { name: "notes_list", inputResponses: { a: { action: "accept" } } };
  expect(resultOf(toolsCall, newState(), params)).toEqual(call(newState(), "notes_list", {}));
});

test("a tool is known by exactly its name", () => {
  for (const name of ["", "NOTES_READ", "notes_read ", "notes_rea", "constructor", "__proto__", "toString", "keys"]) {
    const expected = [-32602, "Invalid params: unknown tool " + name, null];
    expect(refusalOf(toolsCall, newState(), { name })).toEqual(expected);
  }
  const long = [-32602, "Invalid params: unknown tool " + "😀".repeat(200), null];
  expect(refusalOf(toolsCall, newState(), { name: "😀".repeat(201) })).toEqual(long);
});

test("notes are listed and found by number, whichever came first", () => {
  const expected = Array.from({ length: 12 }, (_, index) => "note-" + String(index + 1));
  for (const records of [created(12), created(12).reverse()]) {
    for (const [name, args] of [["notes_list", {}], ["notes_search", { query: "body" }]] as const) {
      const notes: JsonObject[] = call(newState(records), name, args).structuredContent.notes;
      expect(idsOf(notes)).toEqual(expected);
      expect(notes.map((note) => note["title"])).toEqual(records.map((record) => record["title"]));
    }
  }
});

test("what a tool wrote is there for the next call", () => {
  const state = newState();
  const made = call(state, "notes_create", { title: "t", body: "b" }).structuredContent;
  const changed = call(state, "notes_update", { id: made.id, body: "c" }).structuredContent;
  expect(changed).toEqual({ ...made, body: "c", updatedAt: NOW_TEXT });
  expect(call(state, "notes_read", { id: "note-4" }).structuredContent).toEqual(changed);
});

test("a fault of the server is not told as a failure of the tool", () => {
  const broken = (): number => {
    throw new Error("no clock");
  };
  const world = new World(broken, SCOPES, "", new Uint8Array(0), () => {});
  const state = new State(world, new Notes(SAMPLES), new Listens(), new Catalog(PLAIN), PLAIN);
  expect(() => call(state, "notes_create", { title: "t", body: "b" })).toThrow("no clock");
  expect(state.notes.nextNumber()).toBe(4);
});
