/** completion/complete: ids for whatever takes one, nothing for the rest. */

import { expect, test } from "vitest";

import { completionComplete } from "../server/completion.ts";
import type { State } from "../server/context.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { SIGNED, created, newState, refusalOf, resultOf } from "./support.ts";

const PROMPT = { type: "ref/prompt", name: "review_note" };
const TEMPLATE = { type: "ref/resource", uri: "notes://{id}" };
const NOTHING = { values: [], total: 0, hasMore: false };

/** Gives the completion of one argument. */
function completed(state: State, reference: JsonObject, name: string, value: string): Json {
  const params = { ref: reference, argument: { name, value } };
  return resultOf(completionComplete, state, params).completion;
}

test("the answer is complete and not to be kept", () => {
  const params = { ref: PROMPT, argument: { name: "note_id", value: "note-2" } };
  const result = resultOf(completionComplete, newState(), params);
  expect(Object.keys(result)).toEqual(["resultType", "completion", "_meta"]);
  expect(Object.keys(result.completion)).toEqual(["values", "total", "hasMore"]);
  const completion = { values: ["note-2"], total: 1, hasMore: false };
  expect(result).toEqual({ resultType: "complete", completion, _meta: SIGNED });
});

test("ids that begin with the value come in the order of creation", () => {
  const state = newState(created(12));
  for (const [reference, name] of [[PROMPT, "note_id"], [TEMPLATE, "id"]] as const) {
    const table: [string, string[]][] = [
      ["note-1", ["note-1", "note-10", "note-11", "note-12"]],
      ["", Array.from({ length: 12 }, (_, index) => "note-" + String(index + 1))],
      ["note-12", ["note-12"]],
      ["note-13", []],
      ["NOTE", []],
      ["ote", []],
      ["note.", []],
    ];
    for (const [value, values] of table) {
      const expected = { values, total: values.length, hasMore: false };
      expect(completed(state, reference, name, value)).toEqual(expected);
    }
  }
});

test("at most 100 values come and the total counts all", () => {
  const table = [[99, 99, false], [100, 100, false], [101, 100, true], [250, 100, true]] as const;
  for (const [count, given, more] of table) {
    const values = Array.from({ length: given }, (_, index) => "note-" + String(index + 1));
    const found = completed(newState(created(count)), TEMPLATE, "id", "note-");
    expect(found).toEqual({ values, total: count, hasMore: more });
  }
});

test("ids come in the order of numbers, whichever note came first", () => {
  const expected = completed(newState(created(12)), PROMPT, "note_id", "");
  expect(completed(newState(created(12).reverse()), PROMPT, "note_id", "")).toEqual(expected);
});

test("any other argument of a known reference gets nothing", () => {
  const table: [JsonObject, string][] = [
    [PROMPT, "id"],
    [PROMPT, "NOTE_ID"],
    [PROMPT, ""],
    [TEMPLATE, "note_id"],
    [{ type: "ref/prompt", name: "summarize_notes" }, "tag"],
    [{ type: "ref/prompt", name: "summarize_notes" }, "note_id"],
    [{ type: "ref/resource", uri: "notes://note-1" }, "id"],
    [PROMPT, "constructor"],
  ];
  for (const [reference, name] of table) {
    expect(completed(newState(), reference, name, ""), name).toEqual(NOTHING);
  }
});

test("a reference to nothing is refused", () => {
  for (const name of ["", "REVIEW_NOTE", "notes_read", "constructor", "notes://{id}"]) {
    const params = { ref: { type: "ref/prompt", name }, argument: { name: "note_id", value: "" } };
    const expected = [-32602, "Invalid params: unknown prompt " + name, null];
    expect(refusalOf(completionComplete, newState(), params)).toEqual(expected);
  }
  for (const uri of ["", "notes://", "notes://note-4", "notes://{ID}", "file://x", "review_note", "😀".repeat(201)]) {
    const params = { ref: { type: "ref/resource", uri }, argument: { name: "id", value: "" } };
    const cut = uri.startsWith("😀") ? "😀".repeat(200) : uri;
    const expected = [-32602, "Invalid params: unknown resource or template " + cut, null];
    expect(refusalOf(completionComplete, newState(), params)).toEqual(expected);
  }
});

test("the first fault of the params is refused", () => {
  const bad: JsonObject = { argument: null, context: null };
  const table: [JsonObject, string][] = [
    [{}, "ref must be an object"],
    [{ ref: [] }, "ref must be an object"],
    [{ ref: {} }, "ref.type must be a string"],
    [{ ref: { type: "ref/tool" } }, "ref.type must be ref/prompt or ref/resource"],
    [{ ref: { type: "ref/prompt", uri: "x" } }, "ref.name must be a string"],
    [{ ref: { type: "ref/resource", name: "x" } }, "ref.uri must be a string"],
    [{ ref: { type: "ref/prompt", name: "x" } }, "argument must be an object"],
    [{ argument: { value: 1 } }, "argument.name must be a string"],
    [{ argument: { name: "note_id", value: 1 } }, "argument.value must be a string"],
    [{ argument: { name: "note_id", value: "" } }, "context must be an object"],
    [{ context: { arguments: null } }, "context.arguments must be an object"],
    [{ context: { arguments: { b: 1, a: 1 } } }, "context.arguments.a must be a string"],
    [{ context: { arguments: { "😀": 1, "ﬀ": 1 } } }, "context.arguments.ﬀ must be a string"],
    [{ context: { arguments: { a: "x" } } }, "unknown prompt x"],
    [{ ref: { type: "ref/resource", uri: "x" } }, "unknown resource or template x"],
  ];
  for (const [mended, sentence] of table) {
    Object.assign(bad, mended);
    const expected = [-32602, "Invalid params: " + sentence, null];
    expect(refusalOf(completionComplete, newState(), bad)).toEqual(expected);
  }
  bad["ref"] = PROMPT;
  expect(resultOf(completionComplete, newState(), bad).completion.total).toBe(3);
});

test("the context changes nothing", () => {
  const params = { ref: TEMPLATE, argument: { name: "id", value: "note-3" } };
  const expected = { values: ["note-3"], total: 1, hasMore: false };
  for (const context of [{}, { arguments: {} }, { arguments: { id: "note-1" }, more: 1 }] as JsonObject[]) {
    const result = resultOf(completionComplete, newState(), { ...params, context });
    expect(result.completion).toEqual(expected);
  }
});
