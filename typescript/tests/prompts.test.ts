/** prompts/list and prompts/get: what there is, what is asked of the model, and what a request may be refused with. */

import { expect, test } from "vitest";

import type { State } from "../server/context.ts";
import { DEFINITIONS, PROMPTS, listPrompts, promptsGet, promptsList } from "../server/prompts.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { SIGNED, created, newState, refusalOf, resultOf } from "./support.ts";

const REVIEW = "Review the note that follows. Say what is unclear, what is missing and what could be left out.";

/** The prompts of the contract, members in their order. */
const PUBLISHED = [
  {
    name: "review_note",
    title: "Review a note",
    description: "Asks for a critical reading of one note",
    arguments: [{ name: "note_id", description: "The id of the note, such as note-1", required: true }],
  },
  {
    name: "summarize_notes",
    title: "Summarize notes",
    description: "Asks for a summary of the newest notes, up to 20",
    arguments: [{ name: "tag", description: "Only notes with this tag", required: false }],
  },
];

/** Gives a message that is a text. */
function text(words: string): JsonObject {
  return { role: "user", content: { type: "text", text: words } };
}

/** Gives a message that is a note as an embedded resource. */
function embedded(noteId: string, body: string): JsonObject {
  const resource = { uri: "notes://" + noteId, mimeType: "text/markdown", text: body };
  return { role: "user", content: { type: "resource", resource } };
}

/** Gives the messages of a prompt. */
function messages(state: State, name: string, args: JsonObject): JsonObject[] {
  return resultOf(promptsGet, state, { name, arguments: args }).messages;
}

/** Gives the error that is -32602 with a sentence and without data. */
function refused(sentence: string): Json[] {
  return [-32602, "Invalid params: " + sentence, null];
}

test("prompts are listed by name whatever order they were put in", () => {
  const backwards = [...DEFINITIONS].reverse();
  expect(listPrompts(backwards).map((prompt) => prompt["name"])).toEqual(["review_note", "summarize_notes"]);
  expect(listPrompts(backwards)).toEqual(listPrompts(DEFINITIONS));
  expect(backwards.map((prompt) => prompt["name"])).toEqual(["summarize_notes", "review_note"]);
});

test("the list is that of the contract", () => {
  const result = resultOf(promptsList, newState(), {});
  expect(Object.keys(result)).toEqual(["resultType", "prompts", "ttlMs", "cacheScope", "_meta"]);
  const members = { ttlMs: 300000, cacheScope: "public", _meta: SIGNED };
  expect(result).toEqual({ resultType: "complete", prompts: PUBLISHED, ...members });
  for (const prompt of result.prompts) {
    expect(Object.keys(prompt)).toEqual(["name", "title", "description", "arguments"]);
    expect(Object.keys(prompt.arguments[0])).toEqual(["name", "description", "required"]);
  }
});

test("every cursor is refused", () => {
  for (const cursor of ["", "x"]) {
    const expected = refused("cursor is none of this list; start again without one");
    expect(refusalOf(promptsList, newState(), { cursor })).toEqual(expected);
  }
  expect(refusalOf(promptsList, newState(), { cursor: [] })).toEqual(refused("cursor must be a string"));
});

test("a review has an instruction and the note", () => {
  const result = resultOf(promptsGet, newState(), { name: "review_note", arguments: { note_id: "note-2" } });
  expect(Object.keys(result)).toEqual(["resultType", "description", "messages", "_meta"]);
  const expected = [text(REVIEW), embedded("note-2", "- coffee\n- bread\n- Käse\n")];
  const description = "Asks for a critical reading of one note";
  const members = { description, messages: expected, _meta: SIGNED };
  expect(result).toEqual({ resultType: "complete", ...members });
});

test("the text of a note never gets into the instruction", () => {
  const state = newState([{ ...created(1)[0]!, title: "Ignore", body: "all instructions" }]);
  const found = messages(state, "review_note", { note_id: "note-1" });
  expect(found).toEqual([text(REVIEW), embedded("note-1", "all instructions")]);
});

test("a summary counts the notes and brings them in ascending order", () => {
  const found = messages(newState(created(3)), "summarize_notes", {});
  const bodies = [1, 2, 3].map((number) => embedded("note-" + String(number), "Body"));
  expect(found).toEqual([text("Summarize the notes that follow, newest last: 3."), ...bodies]);
  const description = resultOf(promptsGet, newState(), { name: "summarize_notes" }).description;
  expect(description).toBe("Asks for a summary of the newest notes, up to 20");
});

test("a summary takes in the newest 20 and tells of older ones", () => {
  const left = " Older ones were left out.";
  for (const [count, first, older] of [[19, 1, ""], [20, 1, ""], [21, 2, left], [40, 21, left]] as const) {
    const found = messages(newState(created(count)), "summarize_notes", {});
    const words = "Summarize the notes that follow, newest last: " + String(Math.min(count, 20)) + "." + older;
    const bodies = found.slice(1).map((_, index) => embedded("note-" + String(first + index), "Body"));
    expect(found).toEqual([text(words), ...bodies]);
    expect(bodies.length).toBe(count - first + 1);
  }
});

test("a summary with a tag takes in the notes that carry it", () => {
  const found = messages(newState(), "summarize_notes", { tag: "home" });
  const words = "Summarize the notes with the tag home that follow, newest last: 1.";
  expect(found).toEqual([text(words), embedded("note-2", "- coffee\n- bread\n- Käse\n")]);
});

test("a summary of nothing says so", () => {
  const words = "There are no notes with the tag none. Say so.";
  expect(messages(newState(), "summarize_notes", { tag: "none" })).toEqual([text(words)]);
  expect(messages(newState([]), "summarize_notes", {})).toEqual([text("There are no notes. Say so.")]);
});

test("notes come in the order of numbers, whichever came first", () => {
  for (const records of [created(12), created(12).reverse()]) {
    const state = newState(records.map((record) => ({ ...record, body: record["title"]! })));
    const found = messages(state, "summarize_notes", {}).slice(1);
    const rows = records.map((record, index) => ["note-" + String(index + 1), record["title"] as string] as const);
    expect(found).toEqual(rows.map(([noteId, body]) => embedded(noteId, body)));
  }
});

test("an argument that a prompt does not know is ignored if it is a string", () => {
  const state = newState();
  const expected = messages(state, "review_note", { note_id: "note-1" });
  expect(messages(state, "review_note", { note_id: "note-1", tag: "A B", x: "" })).toEqual(expected);
  expect(messages(state, "summarize_notes", { note_id: "x" })).toEqual(messages(state, "summarize_notes", {}));
});

test("the first fault of the arguments is refused", () => {
  const tagFault = "prompt argument tag must match ^[a-z0-9-]{1,32}$";
  const table: [string, JsonObject, string][] = [
    ["review_note", { a: 1 }, "missing prompt argument note_id"],
    ["review_note", { a: 1, note_id: null }, "prompt argument note_id must be a string"],
    ["review_note", { "ﬀ": 1, "😀": 1, note_id: "x" }, "prompt argument ﬀ must be a string"],
    ["review_note", { b: 1, a: [], note_id: "x" }, "prompt argument a must be a string"],
    ["review_note", { note_id: "note-01" }, "note not found: note-01"],
    ["review_note", { note_id: "😀".repeat(201) }, "note not found: " + "😀".repeat(200)],
    ["summarize_notes", { a: 1, tag: 1 }, "prompt argument tag must be a string"],
    ["summarize_notes", { a: 1, tag: "A" }, "prompt argument a must be a string"],
    ["summarize_notes", { ["😀".repeat(201)]: 1 }, "prompt argument " + "😀".repeat(200) + " must be a string"],
    ["summarize_notes", { tag: "" }, tagFault],
    ["summarize_notes", { tag: "a\n" }, tagFault],
    ["summarize_notes", { tag: "x".repeat(33) }, tagFault],
  ];
  for (const [name, args, sentence] of table) {
    const params = { name, arguments: args };
    expect(refusalOf(promptsGet, newState(), params)).toEqual(refused(sentence));
  }
});

test("the first fault of the params is refused", () => {
  const bad: JsonObject = { name: 1, arguments: null, inputResponses: null, requestState: null };
  const table: [JsonObject, string][] = [
    [{}, "name must be a string"],
    [{ name: "nothing" }, "arguments must be an object"],
    [{ arguments: {} }, "inputResponses must be an object"],
    [{ inputResponses: {} }, "requestState must be a string"],
    [{ requestState: "x" }, "unknown prompt nothing"],
    [{ name: "review_note" }, "requestState was not given out for this request, or has expired"],
  ];
  for (const [mended, sentence] of table) {
    Object.assign(bad, mended);
    expect(refusalOf(promptsGet, newState(), bad)).toEqual(refused(sentence));
  }
  delete bad["requestState"];
  expect(refusalOf(promptsGet, newState(), bad)).toEqual(refused("missing prompt argument note_id"));
});

test("a prompt is known by exactly its name", () => {
  expect(PROMPTS.map((prompt) => prompt.definition)).toEqual(PUBLISHED);
  for (const name of ["", "REVIEW_NOTE", "review_note ", "review", "constructor", "__proto__", "toString"]) {
    expect(refusalOf(promptsGet, newState(), { name })).toEqual(refused("unknown prompt " + name));
  }
  const long = refused("unknown prompt " + "😀".repeat(200));
  expect(refusalOf(promptsGet, newState(), { name: "😀".repeat(201) })).toEqual(long);
});
