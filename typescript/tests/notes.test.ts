/** The notes as the fold of their records, and the ways to look at them. */

import { expect, test } from "vitest";

import { Notes, SAMPLES } from "../server/notes.ts";
import type { JsonObject } from "../server/values.ts";
import { created, idsOf } from "./support.ts";

const DAY_1 = "2026-07-01T09:00:00.000Z";
const DAY_2 = "2026-07-02T09:00:00.000Z";

/** A history in which notes are made, changed, and made again. */
const HISTORY: JsonObject[] = [
  { op: "create", title: "a", body: "A", tag: "x", at: DAY_1 },
  { op: "create", title: "b", body: "B", at: DAY_1 },
  { op: "update", id: "note-1", body: "AA", at: DAY_2 },
  { op: "create", title: "c", body: "C", tag: "x", at: DAY_2 },
  { op: "update", id: "note-2", title: "bb", tag: "y", at: DAY_2 },
  { op: "update", id: "note-3", tag: null, at: DAY_2 },
];

/** Gives all notes as lists of names and values, so that the order of members counts as well. */
function allOf(notes: Notes): unknown[] {
  return notes.page(0, 1000)[0].map((note) => Object.entries(note));
}

/** Gives the first note of the history after one more update, as a list of names and values. */
function updated(record: JsonObject): unknown[] {
  const notes = new Notes(HISTORY.slice(0, 1));
  notes.append({ op: "update", id: "note-1", at: DAY_2, ...record });
  return Object.entries(notes.find("note-1")!);
}

test("the samples are those of the contract", () => {
  const welcome =
    "Notes are written in Markdown.\n\n" +
    "Each one can be read as a resource: this one is `notes://note-1`.\n";
  const ideas = "What does a server forget between two requests? Everything but the notes.\n";
  const rows: [string, string, string, string | null, string][] = [
    ["note-1", "Welcome to notes", welcome, "guide", "2026-07-01T09:00:00.000Z"],
    ["note-2", "Shopping list", "- coffee\n- bread\n- Käse\n", "home", "2026-07-02T09:00:00.000Z"],
    ["note-3", "Ideas 💡", ideas, null, "2026-07-03T09:00:00.000Z"],
  ];
  const expected = [];
  for (const [id, title, body, tag, at] of rows) {
    const tags = tag === null ? [] : [["tag", tag]];
    const times = [["createdAt", at], ["updatedAt", at]];
    expected.push([["id", id], ["title", title], ["body", body], ...tags, ...times]);
  }
  expect(allOf(new Notes(SAMPLES))).toEqual(expected);
});

test("a create gives the id of the note that it made", () => {
  const notes = new Notes(HISTORY.slice(0, 1));
  expect(notes.append({ op: "create", title: "b", body: "", tag: "t", at: DAY_2 })).toEqual(["note-2"]);
  const times = [["createdAt", DAY_2], ["updatedAt", DAY_2]];
  const expected = [["id", "note-2"], ["title", "b"], ["body", ""], ["tag", "t"], ...times];
  expect(Object.entries(notes.find("note-2")!)).toEqual(expected);
});

test("a note without a tag has no such member", () => {
  const note = new Notes([{ op: "create", title: "a", body: "A", at: DAY_1 }]).find("note-1")!;
  expect(Object.keys(note)).toEqual(["id", "title", "body", "createdAt", "updatedAt"]);
});

test("an update changes what it names and keeps all else", () => {
  const times = [["createdAt", DAY_1], ["updatedAt", DAY_2]];
  const table: [JsonObject, string[][]][] = [
    [{}, [["title", "a"], ["body", "A"], ["tag", "x"]]],
    [{ title: "b" }, [["title", "b"], ["body", "A"], ["tag", "x"]]],
    [{ body: "B" }, [["title", "a"], ["body", "B"], ["tag", "x"]]],
    [{ body: "" }, [["title", "a"], ["body", ""], ["tag", "x"]]],
    [{ tag: "y" }, [["title", "a"], ["body", "A"], ["tag", "y"]]],
  ];
  for (const [record, expected] of table) {
    expect(updated(record)).toEqual([["id", "note-1"], ...expected, ...times]);
  }
});

test("an update that sets the tag to null takes it away", () => {
  const times = [["createdAt", DAY_1], ["updatedAt", DAY_2]];
  expect(updated({ tag: null })).toEqual([["id", "note-1"], ["title", "a"], ["body", "A"], ...times]);
});

test("a tag that is added later stands where tags stand", () => {
  const notes = new Notes([{ op: "create", title: "a", body: "A", at: DAY_1 }]);
  expect(notes.append({ op: "update", id: "note-1", tag: "x", at: DAY_2 })).toEqual(["note-1"]);
  expect(Object.keys(notes.find("note-1")!)).toEqual(["id", "title", "body", "tag", "createdAt", "updatedAt"]);
});

test("a note that was given out does not change with the next update", () => {
  const notes = new Notes(HISTORY.slice(0, 1));
  const before = notes.find("note-1")!;
  notes.append({ op: "update", id: "note-1", title: "b", tag: null, at: DAY_2 });
  expect([before["title"], before["tag"], before["updatedAt"]]).toEqual(["a", "x", DAY_1]);
  expect(notes.find("note-1")!["title"]).toBe("b");
});

test("the same records make the same notes", () => {
  const grown = new Notes([]);
  for (const record of HISTORY) {
    grown.append(record);
  }
  expect(allOf(grown)).toEqual(allOf(new Notes(HISTORY)));
  const halfway = new Notes(HISTORY.slice(0, 3));
  for (const record of HISTORY.slice(3)) {
    halfway.fold(record);
  }
  expect(allOf(halfway)).toEqual(allOf(new Notes(HISTORY)));
  const members = grown.page(0, 9)[0].map((note) => [note["title"], note["body"], note["tag"]]);
  expect(members).toEqual([["a", "AA", "x"], ["bb", "B", "y"], ["c", "C", undefined]]);
});

test("two stores share nothing", () => {
  const one = new Notes(SAMPLES);
  const other = new Notes(SAMPLES);
  one.append({ op: "update", id: "note-1", title: "changed", at: DAY_2 });
  one.append({ op: "create", title: "more", body: "", at: DAY_2 });
  expect(allOf(other)).toEqual(allOf(new Notes(SAMPLES)));
});

test("the next number is one above the last and an update takes none", () => {
  const notes = new Notes([]);
  expect(notes.nextNumber()).toBe(1);
  for (const [index, expected] of [2, 3, 3, 4, 4, 4].entries()) {
    notes.append(HISTORY[index]!);
    expect(notes.nextNumber()).toBe(expected);
  }
});

test("a note is found by exactly its id", () => {
  const notes = new Notes(created(11));
  for (const id of ["note-1", "note-9", "note-10", "note-11"]) {
    expect(notes.find(id)!["id"]).toBe(id);
  }
  const odd = ["", "note-01", "note-1 ", " note-1", "note-1\n", "note-1\r", "note-1\x00", "note-0", "note--1"];
  odd.push("note-+1", "NOTE-1", "Note-1", "note-", "note", "1", "note-1.0", "note-1e0", "note-0x1", "note-1_0");
  odd.push("note-１", "note-12", "note-99999999999999999999", "xnote-1", "note-1x", "notes://note-1", "length");
  for (const id of odd) {
    expect(notes.find(id), id).toBeNull();
  }
});

test("a page goes on after a number and says where the next one does", () => {
  const notes = new Notes(created(5));
  const table: [number, number, string[], number][] = [
    [0, 2, ["note-1", "note-2"], 2],
    [2, 2, ["note-3", "note-4"], 4],
    [4, 2, ["note-5"], 0],
    [0, 5, ["note-1", "note-2", "note-3", "note-4", "note-5"], 0],
    [3, 2, ["note-4", "note-5"], 0],
    [5, 2, [], 0],
  ];
  for (const [after, limit, ids, following] of table) {
    const [page, number] = notes.page(after, limit);
    expect([idsOf(page), number]).toEqual([ids, following]);
  }
});

test("a page with a tag holds and counts only notes that carry it", () => {
  const tags = ["x", "y", "x", null, "x", "xx"];
  const notes = new Notes(tags.map((tag) => ({ ...HISTORY[1]!, ...(tag ? { tag } : {}) })));
  const table = [[0, 2, [1, 3], 3], [3, 2, [5], 0], [0, 3, [1, 3, 5], 0], [0, 1, [1], 1]] as const;
  for (const [after, limit, ids, following] of table) {
    const [page, number] = notes.page(after, limit, "x");
    expect([idsOf(page), number]).toEqual([ids.map((each) => "note-" + String(each)), following]);
  }
  expect(notes.page(0, 9, "none")).toEqual([[], 0]);
});

test("the newest come in ascending order and older ones are told of", () => {
  const notes = new Notes(created(12));
  const isOneOfTwo = (note: JsonObject): boolean => ["note-3", "note-1"].includes(note["id"] as string);
  const table: [number, (note: JsonObject) => boolean, unknown[], boolean][] = [
    [2, () => true, ["note-11", "note-12"], true],
    [12, () => true, idsOf(notes.page(0, 12)[0]), false],
    [2, isOneOfTwo, ["note-1", "note-3"], false],
    [1, isOneOfTwo, ["note-3"], true],
    [5, () => false, [], false],
  ];
  for (const [limit, wanted, ids, more] of table) {
    const [found, left] = notes.newest(limit, wanted);
    expect([idsOf(found), left]).toEqual([ids, more]);
  }
});

test("ids are found by their beginning", () => {
  const notes = new Notes(created(12));
  expect(notes.ids("note-1")).toEqual(["note-1", "note-10", "note-11", "note-12"]);
  expect(notes.ids("note-12")).toEqual(["note-12"]);
  expect(notes.ids("").length).toBe(12);
  for (const prefix of ["note-13", "Note", "ote", "note-1 "]) {
    expect(notes.ids(prefix)).toEqual([]);
  }
});

test("every view is in the order of numbers, whichever note came first", () => {
  const expected = Array.from({ length: 12 }, (_, index) => "note-" + String(index + 1));
  for (const records of [created(12), created(12).reverse()]) {
    const notes = new Notes(records);
    const titles = notes.page(0, 20)[0].map((note) => note["title"]);
    expect(titles).toEqual(records.map((record) => record["title"]));
    expect(idsOf(notes.page(0, 20)[0])).toEqual(expected);
    expect(idsOf(notes.newest(20, () => true)[0])).toEqual(expected);
    expect(notes.ids("")).toEqual(expected);
  }
});

test("a changed note keeps its place", () => {
  const notes = new Notes(created(3));
  notes.append({ op: "update", id: "note-1", title: "zzz", at: DAY_2 });
  expect(idsOf(notes.page(0, 9)[0])).toEqual(["note-1", "note-2", "note-3"]);
  expect(idsOf(notes.newest(1, () => true)[0])).toEqual(["note-3"]);
});
