/** notes_import: slices that tell how far they are, and one record at the end. */

import { expect, test } from "vitest";

import type { Request, State } from "../server/context.ts";
import { Import, SLICE } from "../server/importing.ts";
import { toolsCall } from "../server/tools.ts";
import type { JsonObject } from "../server/values.ts";
import { META, NOW_TEXT, granted, newRequest, newState, readBack, textsOf } from "./support.ts";

const WITH_TOKEN = { ...META, progressToken: 7 };

/** Gives the arguments that import a number of notes. */
function notes(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({ title: "t" + String(index + 1), body: "" }));
}

/** Calls the tool and gives its answer with the request. */
function called(state: State, given: JsonObject[], meta: JsonObject): [ReturnType<typeof toolsCall>, Request] {
  const request = newRequest({ name: "notes_import", arguments: { notes: given }, _meta: meta });
  return [toolsCall(state, request), request];
}

/** Begins an import and gives it with its request. */
function begin(state: State, given: JsonObject[], meta: JsonObject = WITH_TOKEN): [Import, Request] {
  const [work, request] = called(state, given, meta);
  expect(work).toBeInstanceOf(Import);
  return [work as Import, request];
}

/** Gives the line that tells how far an import is. */
function progress(done: number, total: number): string {
  const params = '{"progressToken":7,"progress":' + String(done) + ',"total":' + String(total) + "}";
  return '{"jsonrpc":"2.0","method":"notifications/progress","params":' + params + "}\n";
}

test("a slice has 500 notes and after each the client hears how far it is", () => {
  expect(SLICE).toBe(500);
  const table: [number, number[]][] = [[1, [1]], [499, [499]], [500, [500]], [501, [500, 501]]];
  table.push([1200, [500, 1000, 1200]]);
  for (const [count, told] of table) {
    const [work, request] = begin(newState(), notes(count));
    for (const done of told) {
      expect(work.prepare()).toBe(done < count);
      expect(textsOf(request.takeNotices())).toEqual([progress(done, count)]);
    }
  }
});

test("without a progress token nothing is told", () => {
  const [work, request] = begin(newState(), notes(501), META);
  expect([work.prepare(), work.prepare(), request.takeNotices()]).toEqual([true, false, []]);
});

test("nothing is kept before the end", () => {
  const state = newState();
  const [work] = begin(state, notes(501));
  work.prepare();
  work.prepare();
  expect([state.notes.nextNumber(), state.notes.changes.takeOwn().length]).toEqual([4, 0]);
});

test("the end keeps all notes as one change at one time", () => {
  const state = newState();
  const [work] = begin(state, [{ title: "a", body: "A", tag: "x" }, { body: "B", title: "b" }]);
  work.prepare();
  const members = [["count", 2], ["firstId", "note-4"], ["lastId", "note-5"]];
  expect(Object.entries(work.finish())).toEqual(members);
  const times = { createdAt: NOW_TEXT, updatedAt: NOW_TEXT };
  expect(state.notes.find("note-4")).toEqual({ id: "note-4", title: "a", body: "A", tag: "x", ...times });
  expect(Object.keys(state.notes.find("note-5")!)).toEqual(["id", "title", "body", "createdAt", "updatedAt"]);
  const changes = state.notes.changes.takeOwn().map((change) => [change.flags, change.noteIds]);
  expect(changes).toEqual([[["resourcesListChanged"], ["note-4", "note-5"]]]);
});

test("the record of an import holds all its notes", () => {
  const state = newState();
  const records: JsonObject[] = [];
  state.notes.append = (record) => {
    records.push(record);
    return ["note-4"];
  };
  const [work] = begin(state, [{ body: "A", tag: "x", title: "a" }]);
  work.prepare();
  work.finish();
  const text = '{"op":"import","notes":[{"title":"a","body":"A","tag":"x"}],"at":"' + NOW_TEXT + '"}';
  expect(records.map((record) => JSON.stringify(record))).toEqual([text]);
});

test("one note has the same id first and last", () => {
  const [work] = begin(newState([]), notes(1));
  work.prepare();
  expect(work.finish()).toEqual({ count: 1, firstId: "note-1", lastId: "note-1" });
});

test("the arguments are checked as a whole before anything begins", () => {
  const state = newState();
  const table: [JsonObject[], string][] = [
    [[...notes(3), { title: 1, body: "" }], "Argument notes[3].title must be a string"],
    [[...notes(600), { title: "t" }], "Missing required argument notes[600].body"],
    [[{ title: "t", body: "", color: "red" }], "Unknown argument notes[0].color"],
    [[], "Argument notes must have at least 1 item"],
  ];
  for (const [given, sentence] of table) {
    const [answer, request] = called(state, given, WITH_TOKEN);
    const result = readBack(answer);
    expect([result.isError, result.content[0].text]).toEqual([true, sentence]);
    expect(request.takeNotices()).toEqual([]);
  }
  expect(state.notes.nextNumber()).toBe(4);
});

test("the scope is needed before anything begins", () => {
  const [answer] = called(granted(["read", "delete"]), notes(1), WITH_TOKEN);
  const words = "This needs the scope write, which this server was not granted";
  expect(readBack(answer).content[0].text).toBe(words);
});
