/** What each tool does with arguments that have passed their schema. */

import { expect, test } from "vitest";

import type { State } from "../server/context.ts";
import { ToolFailure } from "../server/errors.ts";
import { createNote, listNotes, readNote, searchNotes, updateNote } from "../server/executors.ts";
import { Notes, SAMPLES } from "../server/notes.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { NOW_TEXT, created, idsOf, newRequest, newState } from "./support.ts";

const ASKING = newRequest({});
const SAMPLE_TIME = "2026-07-01T09:00:00.000Z";
const UNKNOWN_CURSOR = "Argument cursor is none of this list; start again without one";
const SUMMARY = ["id", "title", "createdAt", "updatedAt"];

/** Gives the sentence that an executor fails with, or an empty string if it does not fail. */
function failureOf(execute: typeof readNote, state: State, args: JsonObject): string {
  try {
    execute(state, ASKING, args);
  } catch (failure) {
    if (failure instanceof ToolFailure) {
      return failure.sentence;
    }
    throw failure;
  }
  return "";
}

/** Gives records for notes with these tags, null for none. */
function tagged(tags: (string | null)[]): JsonObject[] {
  return created(tags.length).map((record, index) => ({ ...record, ...(tags[index] ? { tag: tags[index] } : {}) }));
}

/** Gives the ids of the notes in the structured content of a tool. */
function listed(page: JsonObject): Json[] {
  return idsOf(page["notes"] as JsonObject[]);
}

test("a new note gets the next id and the time of the clock", () => {
  const state = newState();
  const expected = { id: "note-4", title: "t", body: "", createdAt: NOW_TEXT, updatedAt: NOW_TEXT };
  expect(createNote(state, ASKING, { title: "t", body: "" })).toEqual(expected);
  const taggedNote = createNote(state, ASKING, { title: "t", body: "", tag: "x" });
  expect(taggedNote).toEqual({ ...expected, id: "note-5", tag: "x" });
  expect(idsOf(state.notes.page(0, 9)[0])).toEqual(["note-1", "note-2", "note-3", "note-4", "note-5"]);
});

test("equal arguments make two notes", () => {
  const state = newState([]);
  const ids = [1, 2].map(() => createNote(state, ASKING, { title: "t", body: "b" })["id"]);
  expect(ids).toEqual(["note-1", "note-2"]);
});

test("a list gives summaries in the order of creation", () => {
  const page = listNotes(newState(), ASKING, {});
  const notes = page["notes"] as JsonObject[];
  expect(Object.keys(page)).toEqual(["notes"]);
  expect(idsOf(notes)).toEqual(["note-1", "note-2", "note-3"]);
  expect(Object.keys(notes[0]!)).toEqual(["id", "title", "tag", "createdAt", "updatedAt"]);
  expect(Object.keys(notes[2]!)).toEqual(SUMMARY);
  expect(listNotes(newState([]), ASKING, {})).toEqual({ notes: [] });
});

test("cursors lead through the whole list once", () => {
  const table: [number | null, number[]][] = [[null, [50, 50, 20]], [100, [100, 20]], [60, [60, 60]]];
  table.push([1, Array.from({ length: 120 }, () => 1)]);
  for (const [limit, sizes] of table) {
    const state = newState(created(120));
    const args: JsonObject = limit === null ? {} : { limit };
    const pages: JsonObject[] = [];
    let page = listNotes(state, ASKING, args);
    while ("nextCursor" in page) {
      pages.push(page);
      page = listNotes(state, ASKING, { ...args, cursor: page["nextCursor"]! });
    }
    pages.push(page);
    const seen = pages.flatMap((each) => listed(each));
    expect(pages.map((each) => listed(each).length)).toEqual(sizes);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => "note-" + String(index + 1)));
  }
});

test("a note made between two pages is seen at the end", () => {
  const state = newState(created(3));
  const cursor = listNotes(state, ASKING, { limit: 2 })["nextCursor"]!;
  createNote(state, ASKING, { title: "t", body: "" });
  expect(listed(listNotes(state, ASKING, { cursor }))).toEqual(["note-3", "note-4"]);
});

test("a list with a tag pages through the notes that carry it", () => {
  const state = newState(tagged(["x", "y", "x", null, "x"]));
  const first = listNotes(state, ASKING, { tag: "x", limit: 2 });
  expect(listed(first)).toEqual(["note-1", "note-3"]);
  const second = listNotes(state, ASKING, { tag: "x", limit: 2, cursor: first["nextCursor"]! });
  expect([Object.keys(second), listed(second)]).toEqual([["notes"], ["note-5"]]);
  expect(listNotes(state, ASKING, { tag: "none" })).toEqual({ notes: [] });
});

test("a cursor of another list is refused", () => {
  const state = newState(tagged(["x", "x", "y", "y"]));
  const allOfThem = listNotes(state, ASKING, { limit: 1 })["nextCursor"]!;
  const withX = listNotes(state, ASKING, { tag: "x", limit: 1 })["nextCursor"]!;
  const withY = listNotes(state, ASKING, { tag: "y", limit: 1 })["nextCursor"]!;
  // unpadded base64url of notes_list:1, notes_list/x:1 and notes_list/y:3
  const expected = ["bm90ZXNfbGlzdDox", "bm90ZXNfbGlzdC94OjE", "bm90ZXNfbGlzdC95OjM"];
  expect([allOfThem, withX, withY]).toEqual(expected);
  for (const [tag, cursor] of [["x", withY], ["y", withX], ["x", allOfThem]] as const) {
    expect(failureOf(listNotes, state, { tag, cursor })).toBe(UNKNOWN_CURSOR);
  }
  expect(failureOf(listNotes, state, { cursor: withX })).toBe(UNKNOWN_CURSOR);
  // resources/list:1, notes_list:5 (not given yet), notes_list:0, and a padded notes_list:2
  const others = ["cmVzb3VyY2VzL2xpc3Q6MQ", "bm90ZXNfbGlzdDo1", "bm90ZXNfbGlzdDow", "bm90ZXNfbGlzdDoy=", "", "x", "\n"];
  for (const cursor of others) {
    expect(failureOf(listNotes, state, { cursor }), cursor).toBe(UNKNOWN_CURSOR);
  }
  expect(failureOf(listNotes, state, { cursor: "bm90ZXNfbGlzdDoy" })).toBe("");
});

test("a note is read whole", () => {
  const state = newState();
  expect(readNote(state, ASKING, { id: "note-2" })).toEqual(new Notes(SAMPLES).find("note-2"));
});

test("an id that no note has is told with a way out", () => {
  for (const execute of [readNote, updateNote]) {
    for (const id of ["note-4", "note-01", "NOTE-1", "", "note-1\n"]) {
      const expected = "Note not found: " + id + "; notes_list shows the ids there are";
      expect(failureOf(execute, newState(), { id })).toBe(expected);
    }
    const long = "Note not found: " + "😀".repeat(200) + "; notes_list shows the ids there are";
    expect(failureOf(execute, newState(), { id: "😀".repeat(201) })).toBe(long);
  }
});

test("a search looks into titles and bodies without regard to case", () => {
  const table: [string, string[]][] = [
    ["welcome", ["note-1"]],
    ["KÄSE", ["note-2"]],
    ["💡", ["note-3"]],
    ["NOTES", ["note-1", "note-3"]],
    ["\n- bread\n", ["note-2"]],
    [".*", []],
    ["guide", []],
  ];
  for (const [query, ids] of table) {
    const found = searchNotes(newState(), ASKING, { query });
    expect([listed(found), found["hasMore"]], query).toEqual([ids, false]);
  }
});

test("a search gives summaries", () => {
  const found = searchNotes(newState(), ASKING, { query: "ideas" });
  expect(Object.keys(found)).toEqual(["notes", "hasMore"]);
  expect((found["notes"] as JsonObject[]).map((note) => Object.keys(note))).toEqual([SUMMARY]);
});

test("the newest matches come in ascending order and older ones are told of", () => {
  const state = newState(created(60));
  for (const [args, first, more] of [[{}, 41, true], [{ limit: 1 }, 60, true], [{ limit: 50 }, 11, true]] as const) {
    const found = searchNotes(state, ASKING, { query: "body", ...args });
    const expected = Array.from({ length: 61 - first }, (_, index) => "note-" + String(first + index));
    expect(listed(found)).toEqual(expected);
    expect(found["hasMore"]).toBe(more);
  }
  const allOfThem = searchNotes(newState(created(20)), ASKING, { query: "body" });
  expect([listed(allOfThem).length, allOfThem["hasMore"]]).toEqual([20, false]);
});

test("an update changes what is named and the time", () => {
  const old = new Notes(SAMPLES).find("note-1")!;
  const untagged = Object.fromEntries(Object.entries(old).filter(([name]) => name !== "tag"));
  const table: [JsonObject, JsonObject][] = [
    [{ title: "new" }, { ...old, title: "new" }],
    [{ body: "" }, { ...old, body: "" }],
    [{ tag: "new" }, { ...old, tag: "new" }],
    [{ tag: null }, untagged],
    [{ title: old["title"]!, body: "new" }, { ...old, body: "new" }],
    [{ title: "x", body: "y", tag: null }, { ...untagged, title: "x", body: "y" }],
  ];
  for (const [args, expected] of table) {
    const state = newState();
    const note = updateNote(state, ASKING, { id: "note-1", ...args });
    expect(note).toEqual({ ...expected, createdAt: SAMPLE_TIME, updatedAt: NOW_TEXT });
    expect(readNote(state, ASKING, { id: "note-1" })).toEqual(note);
  }
});

test("an update that changes nothing writes nothing", () => {
  const old = new Notes(SAMPLES).find("note-1")!;
  const same = [{}, { title: old["title"]! }, { title: old["title"]!, body: old["body"]!, tag: "guide" }];
  for (const args of same) {
    const state = newState();
    expect(updateNote(state, ASKING, { id: "note-1", ...args })).toEqual(old);
    expect(readNote(state, ASKING, { id: "note-1" })).toEqual(old);
  }
  const untagged = new Notes(SAMPLES).find("note-3");
  expect(updateNote(newState(), ASKING, { id: "note-3", tag: null })).toEqual(untagged);
});

test("an update of a note that another process deleted meanwhile finds no note", () => {
  const state = newState();
  const append = state.notes.append.bind(state.notes);
  state.notes.append = (record) => {
    state.notes.fold({ op: "delete", id: "note-1", at: NOW_TEXT });
    return append(record);
  };
  const expected = "Note not found: note-1; notes_list shows the ids there are";
  expect(failureOf(updateNote, state, { id: "note-1", title: "new" })).toBe(expected);
});

test("a failure changes nothing", () => {
  const state = newState();
  failureOf(updateNote, state, { id: "note-4", title: "new" });
  failureOf(listNotes, state, { cursor: "x" });
  expect(state.notes.page(0, 9)).toEqual(new Notes(SAMPLES).page(0, 9));
});
