/** The checks of params that several methods share, and the sentence that each refuses with. */

import { expect, test } from "vitest";

import {
  checkRetryForm,
  optionalObject,
  refuseCursor,
  requireObject,
  requireString,
  unknownCursor,
} from "../server/params.ts";
import type { Json } from "../server/values.ts";
import { errorOf } from "./support.ts";

const NO_STRINGS: Json[] = [null, 1, true, [], {}];
const NO_OBJECTS: Json[] = [null, 1, true, "", "{}", []];

/** Gives the error that is -32602 with a sentence and without data. */
function refused(sentence: string): Json[] {
  return [-32602, "Invalid params: " + sentence, null];
}

const UNKNOWN_CURSOR = refused("cursor is none of this list; start again without one");

/** Checks the error of a call, or with nothing expected that it raises none. */
function check(call: () => unknown, expected: Json[]): void {
  expect(errorOf(call)).toEqual(expected);
}

test("a required string is given and anything else is refused", () => {
  for (const value of ["x", ""]) {
    expect(requireString({ name: value }, "name")).toBe(value);
  }
  for (const value of NO_STRINGS) {
    check(() => requireString({ name: value }, "name"), refused("name must be a string"));
  }
  check(() => requireString({}, "name"), refused("name must be a string"));
});

test("a required object is given and anything else is refused", () => {
  for (const value of [{}, { a: [1] }]) {
    expect(requireObject({ ref: value }, "ref")).toEqual(value);
  }
  for (const value of NO_OBJECTS) {
    check(() => requireObject({ ref: value }, "ref"), refused("ref must be an object"));
  }
  check(() => requireObject({}, "ref"), refused("ref must be an object"));
});

test("an optional object may be absent and null is not absent", () => {
  expect(optionalObject({}, "arguments")).toEqual({});
  expect(optionalObject({ arguments: { a: 1 } }, "arguments")).toEqual({ a: 1 });
  for (const value of NO_OBJECTS) {
    check(() => optionalObject({ arguments: value }, "arguments"), refused("arguments must be an object"));
  }
});

test("the path stands before the name", () => {
  check(() => requireString({}, "type", "ref."), refused("ref.type must be a string"));
  check(() => requireObject({}, "b", "a."), refused("a.b must be an object"));
  const bad = { arguments: 1 };
  check(() => optionalObject(bad, "arguments", "context."), refused("context.arguments must be an object"));
});

test("what every object of the language has is not a member", () => {
  for (const name of ["constructor", "toString", "keys", "get", "__class__", "__proto__"]) {
    check(() => requireString({}, name), refused(name + " must be a string"));
    check(() => requireObject({}, name), refused(name + " must be an object"));
    expect(optionalObject({}, name)).toEqual({});
  }
});

test("every cursor is refused where none is given out", () => {
  check(() => refuseCursor({}), []);
  for (const value of ["", "x", "cmVzb3VyY2VzL2xpc3Q6MQ"]) {
    check(() => refuseCursor({ cursor: value }), UNKNOWN_CURSOR);
  }
  for (const value of NO_STRINGS) {
    check(() => refuseCursor({ cursor: value }), refused("cursor must be a string"));
  }
});

test("an unknown cursor is an error that the caller raises", () => {
  const error = unknownCursor();
  expect([error.code, error.message, error.data]).toEqual(UNKNOWN_CURSOR);
});

test("the members of a retry are checked for their form", () => {
  const answered = { inputResponses: { a: 1 }, requestState: "x" };
  for (const params of [{}, { inputResponses: {} }, { requestState: "" }, answered]) {
    check(() => checkRetryForm(params), []);
  }
  for (const value of NO_OBJECTS) {
    check(() => checkRetryForm({ inputResponses: value }), refused("inputResponses must be an object"));
  }
  for (const value of NO_STRINGS) {
    check(() => checkRetryForm({ requestState: value }), refused("requestState must be a string"));
  }
  const both = { requestState: 1, inputResponses: 1 };
  check(() => checkRetryForm(both), refused("inputResponses must be an object"));
});
