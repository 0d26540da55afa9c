/** Lines of a journal: which of them are records, and which files can be journals at all. */

import { expect, test } from "vitest";

import { encode } from "../server/messages.ts";
import { mayBeJournal, readRecord } from "../server/records.ts";
import type { Json, JsonObject } from "../server/values.ts";

const AT = "2026-07-01T09:00:00.000Z";
const NOTE = { title: "t", body: "" };

/** One sound record of each kind. */
const CREATE = { op: "create", title: "Käse", body: "b", tag: "x", at: AT, by: "w", n: 1 };
const UPDATE = { op: "update", id: "note-1", title: "t", body: "", tag: null, at: AT, by: "w", n: 2 };
const DELETE = { op: "delete", id: "note-1", at: AT, by: "w", n: 3 };
const IMPORT = { op: "import", notes: [NOTE, { ...NOTE, tag: "x" }], at: AT, by: "w", n: 4 };
const RECORDS: JsonObject[] = [CREATE, UPDATE, DELETE, IMPORT];

/** Gives the record in a line that holds this value. */
function read(value: Json): JsonObject | null {
  return readRecord(Buffer.from(encode(value)));
}

/** Gives an object without some of its members. */
function without(value: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

test("each kind of record is read as it was written", () => {
  for (const record of RECORDS) {
    expect(read(record)).toEqual(record);
  }
  expect(readRecord(Buffer.from(" " + encode(CREATE) + "\r"))).toEqual(CREATE);
  expect(readRecord(Buffer.from(encode(CREATE).replace("ä", "\\u00e4")))).toEqual(CREATE);
});

test("members that are not known do no harm", () => {
  for (const record of RECORDS) {
    expect(read({ ...record, by2: [1] })).toEqual({ ...record, by2: [1] });
  }
  const later = { ...IMPORT, notes: [{ ...NOTE, color: "red" }] };
  expect(read(later)).toEqual(later);
});

test("who wrote a record and which it was need not be there", () => {
  for (const record of RECORDS) {
    const bare = without(record, "by", "n");
    expect(read(bare)).toEqual(bare);
  }
});

test("a record that lacks what it needs counts for nothing", () => {
  const needed = [["title", "body"], ["id"], ["id"], ["notes"]];
  for (const [index, record] of RECORDS.entries()) {
    for (const missing of ["op", "at", ...needed[index]!]) {
      expect(read(without(record, missing)), missing).toBeNull();
    }
  }
});

test("the limits of notes hold for records", () => {
  const bad: JsonObject[] = [{ ...CREATE, title: "" }, { ...CREATE, title: "x".repeat(201) }, { ...CREATE, tag: "A" }];
  bad.push({ ...CREATE, tag: null }, { ...CREATE, body: "x".repeat(100001) }, { ...CREATE, body: 1 });
  bad.push({ ...UPDATE, id: 1 }, { ...UPDATE, title: null }, { ...DELETE, id: null });
  bad.push({ ...IMPORT, notes: [] }, { ...IMPORT, notes: new Array(10001).fill(NOTE) });
  bad.push({ ...IMPORT, notes: [{ title: "t" }] }, { ...CREATE, by: 1 }, { ...CREATE, n: "1" }, { ...CREATE, n: 1.5 });
  bad.push(...["", "2026-07-01", AT + " ", AT + "\n", AT.toLowerCase(), 1].map((at) => ({ ...CREATE, at })));
  for (const record of bad) {
    expect(read(record), encode(record).slice(0, 200)).toBeNull();
  }
  expect(read({ ...CREATE, title: "💡".repeat(200), body: "💡".repeat(100000) })).not.toBeNull();
});

test("other operations are none", () => {
  for (const op of ["", "Create", "restart", "constructor", "__proto__", "toString", null, 1, ["create"]]) {
    expect(read({ ...CREATE, op }), String(op)).toBeNull();
  }
});

test("what is no object in UTF-8 is none", () => {
  const whole = encode(CREATE);
  const texts = ["", "x", "[]", "1", "null", '"op"', whole.slice(0, -1), whole + "}", whole + "," + whole];
  texts.push("\ufeff" + whole, "\0" + whole, whole.replace('"b"', "NaN"), "[".repeat(65) + "]".repeat(65));
  for (const text of texts) {
    expect(readRecord(Buffer.from(text)), text).toBeNull();
  }
  expect(readRecord(Buffer.from(whole, "latin1"))).toBeNull();
});

test("half of a surrogate pair makes a record none", () => {
  for (const change of [{ title: "\ud800" }, { by: "\udc00" }, { more: ["\ud800"] }, { "\udfff": 1 }]) {
    expect(readRecord(Buffer.from(JSON.stringify({ ...CREATE, ...change })))).toBeNull();
  }
});

test("a file that is empty or begins like a record can be a journal", () => {
  for (const head of ["", "\n", " \t\r\n\n", '\n{"op":"create"', '{"op":"', '{"op":"x', ' \n {"op":"']) {
    expect(mayBeJournal(Buffer.from(head)), head).toBe(true);
  }
});

test("a first record that was cut off can be followed by others", () => {
  for (let length = 1; length < 8; length += 1) {
    for (const rest of ["", "\n", '\n{"op":"create"}\n', "\nanything"]) {
      expect(mayBeJournal(Buffer.from("\n" + '{"op":"'.slice(0, length) + rest)), rest).toBe(true);
    }
  }
});

test("any other file is none", () => {
  for (const head of ["x", "{}", '{"op":1', '{ "op":"', '{"OP":"', '{"oq', "[", "\ufeff{", "\0", "SQLite"]) {
    expect(mayBeJournal(Buffer.from(head)), head).toBe(false);
    expect(mayBeJournal(Buffer.from("\n\n " + head)), head).toBe(false);
  }
});
