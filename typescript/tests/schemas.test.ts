/** The schemas of arguments and results: that they are well made and say what the contract says. */

import { expect, test } from "vitest";

import { Notes, SAMPLES } from "../server/notes.ts";
import { faultOf } from "../server/schema.ts";
import {
  CREATE_INPUT,
  DELETE_INPUT,
  DELETE_OUTPUT,
  IMPORT_INPUT,
  IMPORT_OUTPUT,
  LIST_INPUT,
  LIST_OUTPUT,
  NOTE_OUTPUT,
  READ_INPUT,
  SEARCH_INPUT,
  SEARCH_OUTPUT,
  UPDATE_INPUT,
  isTag,
} from "../server/schemas.ts";
import type { Json, JsonObject } from "../server/values.ts";

const INPUTS = [CREATE_INPUT, DELETE_INPUT, IMPORT_INPUT, LIST_INPUT, READ_INPUT, SEARCH_INPUT, UPDATE_INPUT];
const OUTPUTS = [DELETE_OUTPUT, IMPORT_OUTPUT, NOTE_OUTPUT, LIST_OUTPUT, SEARCH_OUTPUT];

/** The keywords of the contract, section 10. */
const KEYWORDS = ["type", "required", "properties", "additionalProperties", "items", "minItems", "maxItems"];
KEYWORDS.push("minLength", "maxLength", "pattern", "minimum", "maximum", "default", "description");

const TAG_FAULT = "Argument tag must match ^[a-z0-9-]{1,32}$";
const NOTE = { title: "t", body: "b" };

/** Gives a schema and all that stand in it. */
function schemasIn(schema: JsonObject): JsonObject[] {
  const found = [schema];
  for (const inner of Object.values(propertiesOf(schema))) {
    found.push(...schemasIn(inner));
  }
  if ("items" in schema) {
    found.push(...schemasIn(schema["items"] as JsonObject));
  }
  return found;
}

/** Gives every schema there is, the inner ones as well. */
function allSchemas(): JsonObject[] {
  return [...INPUTS, ...OUTPUTS].flatMap((schema) => schemasIn(schema));
}

function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
  return (schema["properties"] ?? {}) as Record<string, JsonObject>;
}

/** Checks rows of a value and the sentence that is to come. */
function check(schema: JsonObject, rows: [Json, string][]): void {
  for (const [value, sentence] of rows) {
    expect(faultOf(schema, value)).toBe(sentence);
  }
}

/** Gives an object without one of its members. */
function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
}

test("only keywords of the contract are used", () => {
  const used = new Set(allSchemas().flatMap((schema) => Object.keys(schema)));
  expect([...used].sort()).toEqual([...KEYWORDS].sort());
});

test("every object is closed and requires only what it has", () => {
  const objects = allSchemas().filter((schema) => schema["type"] === "object");
  expect(objects.length).toBe(15);
  for (const schema of objects) {
    expect(schema["additionalProperties"]).toBe(false);
    expect((schema["required"] as string[]).filter((name) => !(name in propertiesOf(schema)))).toEqual([]);
  }
});

test("every property is described", () => {
  for (const schema of allSchemas()) {
    for (const [name, inner] of Object.entries(propertiesOf(schema))) {
      expect((inner["description"] as string).length, name).toBeGreaterThan(0);
    }
  }
});

test("a default is a value that its schema takes", () => {
  const defaults = allSchemas().filter((schema) => "default" in schema);
  expect(defaults.map((schema) => schema["default"])).toEqual([50, 20]);
  for (const schema of defaults) {
    expect(faultOf(schema, schema["default"]!)).toBe("");
  }
});

test("properties stand in the order of the contract", () => {
  expect(Object.keys(propertiesOf(CREATE_INPUT))).toEqual(["title", "body", "tag"]);
  expect(Object.keys(propertiesOf(DELETE_INPUT))).toEqual(["id"]);
  expect(Object.keys(propertiesOf(DELETE_OUTPUT))).toEqual(["id", "deleted", "reason"]);
  expect(Object.keys(propertiesOf(IMPORT_OUTPUT))).toEqual(["count", "firstId", "lastId"]);
  expect(Object.keys(propertiesOf(LIST_INPUT))).toEqual(["tag", "limit", "cursor"]);
  expect(Object.keys(propertiesOf(READ_INPUT))).toEqual(["id"]);
  expect(Object.keys(propertiesOf(SEARCH_INPUT))).toEqual(["query", "limit"]);
  expect(Object.keys(propertiesOf(UPDATE_INPUT))).toEqual(["id", "title", "body", "tag"]);
});

test("a new note has a title and a body within their lengths", () => {
  check(CREATE_INPUT, [
    [{}, "Missing required argument title"],
    [{ title: "t" }, "Missing required argument body"],
    [NOTE, ""],
    [{ title: "💡".repeat(200), body: "" }, ""],
    [{ title: "💡".repeat(201), body: "" }, "Argument title must have at most 200 characters"],
    [{ title: "", body: "" }, "Argument title must have at least 1 character"],
    [{ title: "t", body: "💡".repeat(100000) }, ""],
    [{ title: "t", body: "x".repeat(100001) }, "Argument body must have at most 100000 characters"],
    [{ title: 1, body: "b" }, "Argument title must be a string"],
    [{ title: "t", body: null }, "Argument body must be a string"],
    [{ ...NOTE, id: "note-9" }, "Unknown argument id"],
  ]);
});

test("a tag has its form wherever it is an argument", () => {
  for (const [schema, others] of [[CREATE_INPUT, NOTE], [LIST_INPUT, {}], [UPDATE_INPUT, { id: "note-1" }]] as const) {
    for (const tag of ["a", "x".repeat(32), "2026-07"]) {
      check(schema, [[{ ...others, tag }, ""]]);
    }
    for (const tag of ["", "x".repeat(33), "A", "a b", "a\n", "ä"]) {
      check(schema, [[{ ...others, tag }, TAG_FAULT]]);
    }
  }
});

test("an import takes 1 to 10000 notes and names the first bad one", () => {
  check(IMPORT_INPUT, [
    [{}, "Missing required argument notes"],
    [{ notes: {} }, "Argument notes must be an array"],
    [{ notes: [] }, "Argument notes must have at least 1 item"],
    [{ notes: new Array(10000).fill(NOTE) }, ""],
    [{ notes: new Array(10001).fill(NOTE) }, "Argument notes must have at most 10000 items"],
    [{ notes: [NOTE, NOTE, NOTE, { ...NOTE, title: 1 }] }, "Argument notes[3].title must be a string"],
    [{ notes: [NOTE, { title: "t" }, {}] }, "Missing required argument notes[1].body"],
    [{ notes: [{ ...NOTE, color: "red" }] }, "Unknown argument notes[0].color"],
  ]);
});

test("only an update takes null for a tag", () => {
  check(CREATE_INPUT, [[{ ...NOTE, tag: null }, "Argument tag must be a string"]]);
  check(LIST_INPUT, [[{ tag: null }, "Argument tag must be a string"]]);
  check(UPDATE_INPUT, [[{ id: "note-1", tag: null }, ""]]);
  check(UPDATE_INPUT, [[{ id: "note-1", tag: 1 }, "Argument tag must be a string or null"]]);
});

test("a list takes a limit from 1 to 100 and a search one to 50", () => {
  for (const [schema, others, most] of [[LIST_INPUT, {}, 100], [SEARCH_INPUT, { query: "x" }, 50]] as const) {
    check(schema, [
      [{ ...others, limit: 1 }, ""],
      [{ ...others, limit: most }, ""],
      [{ ...others, limit: 0 }, "Argument limit must be at least 1"],
      [{ ...others, limit: most + 1 }, "Argument limit must be at most " + String(most)],
      [{ ...others, limit: 1.5 }, "Argument limit must be an integer"],
      [{ ...others, limit: true }, "Argument limit must be an integer"],
      [{ ...others, limit: "1" }, "Argument limit must be an integer"],
      [{ ...others, limit: null }, "Argument limit must be an integer"],
    ]);
  }
});

test("a list needs nothing and a search needs a query", () => {
  check(LIST_INPUT, [[{}, ""], [{ cursor: "" }, ""], [{ cursor: 1 }, "Argument cursor must be a string"]]);
  check(SEARCH_INPUT, [[{}, "Missing required argument query"]]);
  check(SEARCH_INPUT, [[{ query: "" }, "Argument query must have at least 1 character"]]);
  check(SEARCH_INPUT, [[{ query: " " }, ""]]);
});

test("a note is named by an id of any form", () => {
  for (const schema of [DELETE_INPUT, READ_INPUT, UPDATE_INPUT]) {
    check(schema, [[{}, "Missing required argument id"], [{ id: 1 }, "Argument id must be a string"]]);
    check(schema, [[{ id: "" }, ""], [{ id: "no such note" }, ""]]);
  }
});

test("a note is what a whole note is and its summary is not", () => {
  const note = new Notes(SAMPLES).find("note-1")!;
  check(NOTE_OUTPUT, [[note, ""], [without(note, "body"), "Missing required argument body"]]);
  for (const name of ["id", "title", "body", "createdAt", "updatedAt"]) {
    check(NOTE_OUTPUT, [[without(note, name), "Missing required argument " + name]]);
  }
  check(NOTE_OUTPUT, [[{ ...note, op: "create" }, "Unknown argument op"]]);
  check(NOTE_OUTPUT, [[{ ...note, tag: null }, "Argument tag must be a string"]]);
});

test("a list and a search give summaries only", () => {
  const note = new Notes(SAMPLES).find("note-1")!;
  const summary = without(note, "body");
  for (const [schema, others] of [[LIST_OUTPUT, {}], [SEARCH_OUTPUT, { hasMore: false }]] as const) {
    check(schema, [[{ notes: [], ...others }, ""], [{ notes: [summary], ...others }, ""]]);
    check(schema, [[{ notes: [summary, note], ...others }, "Unknown argument notes[1].body"]]);
    check(schema, [[others, "Missing required argument notes"]]);
  }
  check(LIST_OUTPUT, [[{ notes: [], nextCursor: "x" }, ""]]);
  check(LIST_OUTPUT, [[{ notes: [], hasMore: false }, "Unknown argument hasMore"]]);
  check(SEARCH_OUTPUT, [[{ notes: [] }, "Missing required argument hasMore"]]);
});

test("a tag is one to 32 small letters, digits and hyphens", () => {
  for (const text of ["a", "0", "-", "home-2", "x".repeat(32)]) {
    expect(isTag(text), text).toBe(true);
  }
  for (const text of ["", "x".repeat(33), "A", "a b", "a\n", "\na", "a_b", "ä", "１"]) {
    expect(isTag(text), text).toBe(false);
  }
});
