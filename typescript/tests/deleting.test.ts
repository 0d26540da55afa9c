/** notes_delete: it asks, and deletes after a yes and nothing else. */

import { expect, test } from "vitest";

import type { State } from "../server/context.ts";
import { encode } from "../server/messages.ts";
import { toolsCall } from "../server/tools.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { NOW_TEXT, SIGNED, able, errorOf, granted, newState, readBack } from "./support.ts";

const ELICIT: JsonObject = { elicitation: {} };
const YES = { action: "accept", content: { confirm: true } };
const MISSING = "Note not found: note-2; notes_list shows the ids there are";
const QUESTION =
  '{"confirm":{"method":"elicitation/create","params":{"mode":"form","message":"Delete note-2 (Shopping list)? ' +
  'It cannot be brought back.","requestedSchema":{"type":"object","properties":{"confirm":{"type":"boolean",' +
  '"title":"Delete the note","description":"Only a ticked box deletes it"}},"required":["confirm"]}}}}';

/** Gives the result of a call that brings these members. */
function call(state: State, members: JsonObject, id: Json = "note-2", capabilities = ELICIT): any {
  return readBack(toolsCall(state, able(capabilities, { name: "notes_delete", arguments: { id }, ...members })));
}

/** Asks, and gives the result of the retry with this answer. */
function answered(state: State, answer: Json, id = "note-2"): any {
  const requestState = call(state, {}, id).requestState;
  return call(state, { requestState, inputResponses: { confirm: answer } }, id);
}

/** Checks that a result asks whether note-2 is to go. */
function checkAsks(result: any): void {
  expect(Object.keys(result)).toEqual(["resultType", "inputRequests", "requestState", "_meta"]);
  expect([result.resultType, result._meta]).toEqual(["input_required", SIGNED]);
  expect(encode(result.inputRequests)).toBe(QUESTION);
}

/** Checks that a result is a failure with this sentence. */
function checkFails(result: any, sentence: string): void {
  expect([result.isError, result.content[0].text]).toEqual([true, sentence]);
}

test("it asks first and keeps the note meanwhile", () => {
  const state = newState();
  checkAsks(call(state, {}));
  expect(state.notes.find("note-2")).not.toBeNull();
});

test("a yes deletes the note and no other", () => {
  const state = newState();
  const result = answered(state, YES);
  expect(result.content).toEqual([{ type: "text", text: '{"deleted":true,"id":"note-2"}' }]);
  expect(Object.entries(result.structuredContent)).toEqual([["id", "note-2"], ["deleted", true]]);
  expect(result.isError).toBe(false);
  expect(state.notes.ids("")).toEqual(["note-1", "note-3"]);
});

test("any form of no keeps it and says which it was", () => {
  const table: [Json, string][] = [
    [{ action: "accept", content: { confirm: false } }, "the box was not ticked"],
    [{ action: "decline" }, "the user declined"],
    [{ action: "cancel", content: { confirm: true } }, "the user did not decide"],
  ];
  for (const [answer, reason] of table) {
    const state = newState();
    const result = answered(state, answer);
    const members = [["id", "note-2"], ["deleted", false], ["reason", reason]];
    expect([Object.entries(result.structuredContent), result.isError]).toEqual([members, false]);
    expect(state.notes.ids("")).toEqual(["note-1", "note-2", "note-3"]);
  }
});

test("what is neither yes nor no is asked again", () => {
  const contents = [{}, { confirm: "true" }, { confirm: 1 }, { Confirm: true }, { confirm: ["x"] }];
  for (const answer of [{ action: "accept" }, ...contents.map((content) => ({ action: "accept", content }))]) {
    const state = newState();
    checkAsks(answered(state, answer as Json));
    expect(state.notes.find("note-2")).not.toBeNull();
  }
});

test("answers without a state are asked again", () => {
  const state = newState();
  checkAsks(call(state, { inputResponses: { confirm: YES } }));
  checkAsks(call(state, { inputResponses: { other: YES } }));
  expect(state.notes.find("note-2")).not.toBeNull();
});

test("other answers and other fields are ignored", () => {
  const state = newState();
  const requestState = call(state, {}).requestState;
  const answer = { action: "accept", content: { confirm: true, more: "x" }, _meta: {} };
  const result = call(state, { requestState, inputResponses: { other: 1, confirm: answer } });
  expect(result.structuredContent.deleted).toBe(true);
});

test("a state for one note deletes no other", () => {
  const state = newState();
  const members = { requestState: call(state, {}, "note-1").requestState, inputResponses: { confirm: YES } };
  const expected = [-32602, "Invalid params: requestState was not given out for this request, or has expired", null];
  expect(errorOf(() => call(state, members, "note-2"))).toEqual(expected);
  expect(state.notes.ids("")).toEqual(["note-1", "note-2", "note-3"]);
});

test("the same state used twice finds no note", () => {
  const state = newState();
  const members = { requestState: call(state, {}).requestState, inputResponses: { confirm: YES } };
  call(state, members);
  checkFails(call(state, members), MISSING);
});

test("a note that is not there is not asked about", () => {
  checkFails(call(newState(), {}, "note-9"), "Note not found: note-9; notes_list shows the ids there are");
});

test("a note that another process deleted meanwhile is not found", () => {
  const state = newState();
  const requestState = call(state, {}).requestState;
  const append = state.notes.append.bind(state.notes);
  state.notes.append = (record) => {
    state.notes.fold({ op: "delete", id: "note-2", at: NOW_TEXT });
    return append(record);
  };
  checkFails(call(state, { requestState, inputResponses: { confirm: YES } }), MISSING);
});

test("the record of a deletion holds the id and the time", () => {
  const state = newState();
  const records: JsonObject[] = [];
  state.notes.append = (record) => {
    records.push(record);
    return ["note-2"];
  };
  answered(state, YES);
  const text = '{"op":"delete","id":"note-2","at":"' + NOW_TEXT + '"}';
  expect(records.map((record) => encode(record))).toEqual([text]);
});

test("a number is not given again", () => {
  const state = newState();
  answered(state, YES, "note-3");
  const params = { name: "notes_create", arguments: { title: "t", body: "" } };
  expect(readBack(toolsCall(state, able({}, params))).structuredContent.id).toBe("note-4");
});

test("a client that cannot be asked is refused whatever the arguments", () => {
  const data = { requiredCapabilities: { elicitation: { form: {} } } };
  const expected = [-32021, "Missing required client capability: elicitation.form", data];
  for (const capabilities of [{}, { elicitation: { url: {} } }, { sampling: {} }] as JsonObject[]) {
    for (const id of ["note-2", "note-9", 1]) {
      expect(errorOf(() => call(newState(), {}, id, capabilities))).toEqual(expected);
    }
  }
  expect(errorOf(() => call(granted(["read"]), {}, "note-2", {}))).toEqual(expected);
  checkAsks(call(newState(), {}, "note-2", { elicitation: { form: {}, url: {} } }));
});

test("the schema comes before the question", () => {
  checkFails(call(newState(), {}, 1), "Argument id must be a string");
});
