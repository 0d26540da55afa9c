/** Scopes: what is granted, and what a server without one does not show. */

import { expect, test } from "vitest";

import { completionComplete } from "../server/completion.ts";
import type { State } from "../server/context.ts";
import { ToolFailure } from "../server/errors.ts";
import { promptsGet, promptsList } from "../server/prompts.ts";
import { resourcesList, resourcesRead } from "../server/resources.ts";
import { DEFAULT_SCOPES, SCOPES, isGranted, readableNotes, requireScope } from "../server/scopes.ts";
import { toolsCall, toolsList } from "../server/tools.ts";
import type { JsonObject } from "../server/values.ts";
import { NOW_TEXT, able, created, granted, idsOf, newState, readBack, refusalOf, resultOf } from "./support.ts";

/** A call of each tool, with the scope that it needs. */
const CALLS: [string, JsonObject, string][] = [
  ["notes_list", {}, "read"],
  ["notes_read", { id: "note-1" }, "read"],
  ["notes_search", { query: "x" }, "read"],
  ["notes_create", { title: "t", body: "" }, "write"],
  ["notes_import", { notes: [{ title: "t", body: "" }] }, "write"],
  ["notes_update", { id: "note-1", title: "t" }, "write"],
];

/** Gives the sentence for a scope that was not granted. */
function needs(scope: string): string {
  return "This needs the scope " + scope + ", which this server was not granted";
}

/** Gives the result of a call. */
function call(state: State, name: string, args: JsonObject): any {
  return resultOf(toolsCall, state, { name, arguments: args });
}

test("there are three scopes and deleting has to be asked for", () => {
  expect([SCOPES, [...DEFAULT_SCOPES].sort()]).toEqual([["delete", "read", "write"], ["read", "write"]]);
});

test("what is not granted is refused by name", () => {
  for (const scope of SCOPES) {
    const state = granted([scope]);
    expect(SCOPES.filter((each) => isGranted(state, each))).toEqual([scope]);
    requireScope(state, scope);
    const others = granted(SCOPES.filter((other) => other !== scope));
    expect(() => requireScope(others, scope)).toThrow(new ToolFailure(needs(scope)));
  }
});

test("each tool needs its scope and no other", () => {
  for (const [name, args, scope] of CALLS) {
    const result = call(granted(SCOPES.filter((other) => other !== scope)), name, args);
    expect([result.isError, result.content[0].text]).toEqual([true, needs(scope)]);
    if (name !== "notes_import") {
      expect(call(granted([scope]), name, args).isError, name).toBe(false);
    }
  }
});

test("a tool without its scope changes nothing", () => {
  const state = granted(["read", "delete"]);
  for (const [name, args, scope] of CALLS) {
    if (scope === "write") {
      call(state, name, args);
    }
  }
  expect(state.notes.page(0, 9)).toEqual(newState().notes.page(0, 9));
});

test("deleting needs its scope before it asks", () => {
  const request = able({ elicitation: {} }, { name: "notes_delete", arguments: { id: "note-1" } });
  const result = readBack(toolsCall(granted(["read", "write"]), request));
  expect([result.isError, result.content[0].text]).toEqual([true, needs("delete")]);
});

test("the schema comes before the scope and the scope before the note", () => {
  expect(call(granted([]), "notes_read", { id: 1 }).content[0].text).toBe("Argument id must be a string");
  expect(call(granted([]), "notes_read", { id: "note-9" }).content[0].text).toBe(needs("read"));
});

test("lists of tools and prompts stay whole", () => {
  for (const handler of [toolsList, promptsList]) {
    expect(resultOf(handler, granted([]), {})).toEqual(resultOf(handler, newState(), {}));
  }
});

test("without read there are no notes to see", () => {
  const state = granted(["write", "delete"], created(60));
  expect(idsOf(readableNotes(state).page(0, 9)[0])).toEqual([]);
  expect(resultOf(resourcesList, state, {}).resources).toEqual([]);
  const noResource = [-32602, "Invalid params: resource not found: notes://note-1", { uri: "notes://note-1" }];
  expect(refusalOf(resourcesRead, state, { uri: "notes://note-1" })).toEqual(noResource);
  const params = { name: "review_note", arguments: { note_id: "note-1" } };
  expect(refusalOf(promptsGet, state, params)).toEqual([-32602, "Invalid params: note not found: note-1", null]);
  const [message] = resultOf(promptsGet, state, { name: "summarize_notes" }).messages;
  expect(message.content.text).toBe("There are no notes. Say so.");
});

test("without read nothing is completed and no note can be named", () => {
  const state = granted(["write"]);
  const argument = { name: "note_id", value: "" };
  const prompt = { type: "ref/prompt", name: "review_note" };
  const found = resultOf(completionComplete, state, { ref: prompt, argument });
  expect(found.completion).toEqual({ values: [], total: 0, hasMore: false });
  const note = { type: "ref/resource", uri: "notes://note-1" };
  const expected = [-32602, "Invalid params: unknown resource or template notes://note-1", null];
  expect(refusalOf(completionComplete, state, { ref: note, argument })).toEqual(expected);
});

test("without read a cursor is none of this list", () => {
  const cursor = resultOf(resourcesList, newState(created(60)), {}).nextCursor;
  const expected = [-32602, "Invalid params: cursor is none of this list; start again without one", null];
  expect(refusalOf(resourcesList, granted(["write"], created(60)), { cursor })).toEqual(expected);
});

test("a tool with its scope gives its whole answer", () => {
  const note = call(granted(["write"]), "notes_update", { id: "note-2", tag: "x" }).structuredContent;
  expect([note.body, note.updatedAt]).toEqual(["- coffee\n- bread\n- Käse\n", NOW_TEXT]);
});
