/** Changes wait until they are taken, and are taken once. */

import { expect, test } from "vitest";

import { Change, Changes } from "../server/changes.ts";

const ONE = new Change(["resourcesListChanged"], ["note-1"]);
const OTHER = new Change([], ["note-2"]);

test("there are none at the start", () => {
  const changes = new Changes();
  expect([changes.takeForeign(), changes.takeOwn()]).toEqual([[], []]);
});

test("a change says which flags and which notes it concerns", () => {
  expect([ONE.flags, ONE.noteIds]).toEqual([["resourcesListChanged"], ["note-1"]]);
});

test("changes are taken once and in their order", () => {
  const changes = new Changes();
  changes.addForeign(ONE);
  changes.addForeign(OTHER);
  expect(changes.takeForeign()).toEqual([ONE, OTHER]);
  expect(changes.takeForeign()).toEqual([]);
  changes.addOwn(OTHER);
  changes.addOwn(ONE);
  expect(changes.takeOwn()).toEqual([OTHER, ONE]);
  expect(changes.takeOwn()).toEqual([]);
});

test("those of others and our own are kept apart", () => {
  const changes = new Changes();
  changes.addForeign(ONE);
  changes.addOwn(OTHER);
  expect(changes.takeOwn()).toEqual([OTHER]);
  expect(changes.takeForeign()).toEqual([ONE]);
});

test("what was taken does not grow", () => {
  const changes = new Changes();
  const taken = changes.takeForeign();
  changes.addForeign(ONE);
  expect(taken).toEqual([]);
});
