/** Notes that others change as well: deletions, imports, restarts, and the changes that each record makes. */

import { expect, test } from "vitest";

import type { Change } from "../server/changes.ts";
import { RESTART } from "../server/journal.ts";
import { Notes, SAMPLES } from "../server/notes.ts";
import type { JsonObject } from "../server/values.ts";
import { FakeJournal, NOW_TEXT, created, idsOf, notesOn } from "./support.ts";

const LISTED = ["resourcesListChanged"];

/** Gives a record that changes a note. */
function update(id: string, changes: JsonObject): JsonObject {
  return { op: "update", id, at: NOW_TEXT, ...changes };
}

/** Gives a record that deletes a note. */
function deletion(id: string): JsonObject {
  return { op: "delete", id, at: NOW_TEXT };
}

/** Gives a record that makes several notes. */
function whole(...titles: string[]): JsonObject {
  return { op: "import", notes: titles.map((title) => ({ title, body: "" })), at: NOW_TEXT };
}

/** Gives changes as flags and ids. */
function told(changes: Change[]): unknown[] {
  return changes.map((change) => [change.flags, change.noteIds]);
}

test("a deleted note is in no view and its number is not given again", () => {
  const notes = new Notes(created(3));
  expect(notes.append(deletion("note-3"))).toEqual(["note-3"]);
  expect([notes.find("note-3"), notes.ids(""), notes.nextNumber()]).toEqual([null, ["note-1", "note-2"], 4]);
  expect(idsOf(notes.newest(9, () => true)[0])).toEqual(["note-1", "note-2"]);
  expect(notes.append(created(1)[0]!)).toEqual(["note-4"]);
  expect(idsOf(notes.page(0, 9)[0])).toEqual(["note-1", "note-2", "note-4"]);
});

test("pages and limits count only notes that are there", () => {
  const notes = new Notes([...created(5), deletion("note-2"), deletion("note-4")]);
  const table: [number, number, string[], number][] = [[0, 2, ["note-1", "note-3"], 3], [3, 2, ["note-5"], 0]];
  table.push([2, 9, ["note-3", "note-5"], 0]);
  for (const [after, limit, ids, following] of table) {
    const [page, number] = notes.page(after, limit);
    expect([idsOf(page), number]).toEqual([ids, following]);
  }
  const [found, more] = notes.newest(2, () => true);
  expect([idsOf(found), more]).toEqual([["note-3", "note-5"], true]);
});

test("a change to a note that is not there changes nothing", () => {
  const notes = new Notes([...created(2), deletion("note-1")]);
  const before = notes.page(0, 9);
  const records = [update("note-1", { title: "x" }), deletion("note-1"), update("note-3", { title: "x" })];
  for (const record of [...records, deletion("note-0"), deletion("x")]) {
    expect(notes.append(record)).toEqual([]);
  }
  expect([notes.page(0, 9), notes.nextNumber()]).toEqual([before, 3]);
  expect(told(notes.changes.takeOwn())).toEqual(new Array(5).fill([[], []]));
});

test("an import makes its notes in their order at one time", () => {
  const notes = new Notes(created(1));
  expect(notes.append(whole("b", "a"))).toEqual(["note-2", "note-3"]);
  const made = notes.page(1, 9)[0];
  expect(made.map((note) => note["title"])).toEqual(["b", "a"]);
  expect(made.map((note) => note["createdAt"])).toEqual([NOW_TEXT, NOW_TEXT]);
});

test("each record makes the change that it should", () => {
  const table: [JsonObject, unknown][] = [
    [created(1)[0]!, [LISTED, ["note-4"]]],
    [whole("a", "b"), [LISTED, ["note-4", "note-5"]]],
    [deletion("note-1"), [LISTED, ["note-1"]]],
    [update("note-1", { title: "new" }), [LISTED, ["note-1"]]],
    [update("note-1", { title: "Title 999" }), [[], ["note-1"]]],
    [update("note-1", { body: "new" }), [[], ["note-1"]]],
    [update("note-1", { tag: "new" }), [[], ["note-1"]]],
    [RESTART, [LISTED, ["note-1", "note-2", "note-3"]]],
  ];
  for (const [record, expected] of table) {
    const notes = new Notes(created(3));
    notes.append(record);
    expect(told(notes.changes.takeOwn())).toEqual([expected]);
  }
});

test("a restart begins with nothing", () => {
  const notes = new Notes([...created(3), deletion("note-2")]);
  notes.fold(RESTART);
  expect([notes.ids(""), notes.nextNumber()]).toEqual([[], 1]);
  const again = notes.fold(RESTART);
  expect([again.flags, again.noteIds]).toEqual([[], []]);
});

test("what stands in the journal at the start is there and is no change", () => {
  const notes = notesOn(new FakeJournal([...SAMPLES, deletion("note-2")]));
  expect(notes.ids("")).toEqual(["note-1", "note-3"]);
  expect([notes.changes.takeForeign(), notes.changes.takeOwn()]).toEqual([[], []]);
});

test("a look takes in what others did as their changes", () => {
  const journal = new FakeJournal([]);
  const notes = notesOn(journal);
  journal.others = [...created(2), deletion("note-1")];
  notes.look();
  expect(notes.ids("")).toEqual(["note-2"]);
  const expected = [[LISTED, ["note-1"]], [LISTED, ["note-2"]], [LISTED, ["note-1"]]];
  expect(told(notes.changes.takeForeign())).toEqual(expected);
  expect(notes.changes.takeOwn()).toEqual([]);
  notes.look();
  expect(notes.changes.takeForeign()).toEqual([]);
});

test("what others did before an append counts first", () => {
  const journal = new FakeJournal([]);
  const notes = notesOn(journal);
  journal.others = created(2);
  expect(notes.append(created(1)[0]!)).toEqual(["note-3"]);
  expect(told(notes.changes.takeForeign())).toEqual([[LISTED, ["note-1"]], [LISTED, ["note-2"]]]);
  expect(told(notes.changes.takeOwn())).toEqual([[LISTED, ["note-3"]]]);
});

test("an append that comes too late changes nothing", () => {
  const journal = new FakeJournal(created(1));
  const notes = notesOn(journal);
  journal.others = [deletion("note-1")];
  expect(notes.append(update("note-1", { title: "x" }))).toEqual([]);
  expect(notes.find("note-1")).toBeNull();
});

test("notes are shared if their journal is", () => {
  expect([new Notes([]).isShared(), notesOn(new FakeJournal([])).isShared()]).toEqual([false, true]);
});
