/** The kinds of JSON value, and strings by code points. */

import { expect, test } from "vitest";

import {
  codePoints,
  cut,
  has,
  isArray,
  isBoolean,
  isInteger,
  isNumber,
  isObject,
  isSafeInteger,
  isString,
  isWellFormed,
  sortedNames,
  toInteger,
} from "../server/values.ts";
import type { Json } from "../server/values.ts";

type Predicate = (value: Json) => boolean;

// A value and the only predicate that it fulfils, if there is one.
const KINDS: [Json, Predicate | null][] = [
  [null, null],
  [true, isBoolean],
  [false, isBoolean],
  [0, isNumber],
  [1.5, isNumber],
  [Infinity, isNumber],
  ["", isString],
  ["true", isString],
  [[], isArray],
  [[{}], isArray],
  [{}, isObject],
  [{ length: 0 }, isObject],
];

/** Gives all orders of some names. */
function permutations(names: string[]): string[][] {
  if (names.length === 0) {
    return [[]];
  }
  return names.flatMap((first) => permutations(names.filter((name) => name !== first)).map((rest) => [first, ...rest]));
}

test("each value is of one kind only", () => {
  for (const [value, kind] of KINDS) {
    for (const predicate of [isBoolean, isNumber, isString, isArray, isObject] as Predicate[]) {
      expect(predicate(value), `${predicate.name} of ${JSON.stringify(value)}`).toBe(predicate === kind);
    }
  }
});

test("true is no number and no integer", () => {
  for (const value of [true, false, null, "1", [], [1], {}]) {
    const answers = [isNumber(value), isInteger(value), isSafeInteger(value)];
    expect(answers, JSON.stringify(value)).toEqual([false, false, false]);
  }
});

test("an integer is a number without a fraction", () => {
  for (const value of [0, -0.0, 1, 1.0, -3.0, 10.0, 1e300]) {
    expect(isInteger(value), String(value)).toBe(true);
  }
  for (const value of [0.5, -1.5, 5e-324, Infinity, -Infinity]) {
    expect(isInteger(value), String(value)).toBe(false);
  }
});

test("a safe integer lies within 2 to the 53 minus 1 of zero", () => {
  for (const value of [0, -0.0, 1.0, 9007199254740991, 9007199254740991.0, -9007199254740991]) {
    expect(isSafeInteger(value), String(value)).toBe(true);
  }
  for (const value of [9007199254740992, 9007199254740992.0, -9007199254740992, 1e300, Infinity, -Infinity, 0.5]) {
    expect(isSafeInteger(value), String(value)).toBe(false);
  }
});

test("the integer behind a number has neither point nor negative zero", () => {
  const rows: [number, string][] = [
    [1.0, "1"],
    [-3.0, "-3"],
    [9007199254740991.0, "9007199254740991"],
    [0.0, "0"],
    [-0.0, "0"],
  ];
  for (const [value, expected] of rows) {
    expect(Object.is(toInteger(value), -0) ? "-0" : String(toInteger(value))).toBe(expected);
  }
});

test("an object has the members that were put into it and no others", () => {
  expect(has({ a: null }, "a")).toBe(true);
  expect(has({ toString: 1 }, "toString")).toBe(true);
  for (const name of ["a", "", "toString", "constructor", "hasOwnProperty", "__proto__", "items", "__class__"]) {
    expect(has({ A: 1 }, name), name).toBe(false);
  }
});

test("names are sorted by code point and not by code unit", () => {
  // U+FB33 is one code unit, 0xFB33; U+1F602 is two, and the first of them, 0xD83D, is the smaller one.
  expect(sortedNames(["\u{1f602}", "\ufb33"])).toEqual(["\ufb33", "\u{1f602}"]);
  expect(sortedNames(["a\u{1f602}", "a\uffff", "a"])).toEqual(["a", "a\uffff", "a\u{1f602}"]);
  expect(sortedNames(["\u{1f602}b", "\u{1f602}a"])).toEqual(["\u{1f602}a", "\u{1f602}b"]);
});

test("names are sorted by no language and no number", () => {
  const expected = ["", "10", "9", "B", "a", "ab", "b", "é"];
  expect(sortedNames(["é", "b", "ab", "a", "B", "9", "10", ""])).toEqual(expected);
});

test("the order in which names come does not matter", () => {
  const expected = ["", "a", "a\ufb33", "a\u{1f602}", "b"];
  expect(permutations(expected).length).toBe(120);
  for (const names of permutations(expected)) {
    expect(sortedNames(names)).toEqual(expected);
  }
});

test("half of a surrogate pair is sorted by its own code point", () => {
  const expected = ["\ud7ff", "\ud800", "\udfff", "\ue000", "\u{10000}"];
  expect(sortedNames(expected.toReversed())).toEqual(expected);
});

test("names are taken from an object as well", () => {
  expect(sortedNames(Object.keys({ b: 1, a: 2 }))).toEqual(["a", "b"]);
  expect(sortedNames([])).toEqual([]);
});

test("code points are counted and neither bytes nor code units", () => {
  const rows: [string, number][] = [
    ["", 0],
    ["a", 1],
    ["é", 1],
    ["e\u0301", 2],
    ["\u{1f602}", 1],
    ["a\u{1f602}b", 3],
    ["\ud83d", 1],
  ];
  for (const [text, expected] of rows) {
    expect(codePoints(text), JSON.stringify(text)).toBe(expected);
  }
  expect(codePoints("\u{1f602}".repeat(200))).toBe(200);
});

test("a string is cut between code points", () => {
  const rows: [string, number, string][] = [
    ["abc", 2, "ab"],
    ["abc", 3, "abc"],
    ["abc", 4, "abc"],
    ["", 2, ""],
    ["\u{1f602}\u{1f602}", 1, "\u{1f602}"],
    ["a\u{1f602}\u{1f602}", 2, "a\u{1f602}"],
    ["a\u{1f602}\u{1f602}", 3, "a\u{1f602}\u{1f602}"],
    ["\u{1f602}a\u{1f602}b", 3, "\u{1f602}a\u{1f602}"],
    ["e\u0301", 1, "e"],
    ["\ud83da", 1, "\ud83d"],
    ["\ude02\ud83db", 2, "\ude02\ud83d"],
  ];
  for (const [text, limit, expected] of rows) {
    expect(cut(text, limit)).toBe(expected);
  }
});

test("a string is cut to 200 code points unless told otherwise", () => {
  for (const character of ["a", "é", "\u{1f602}"]) {
    expect(cut(character.repeat(200))).toBe(character.repeat(200));
    expect(cut(character.repeat(201))).toBe(character.repeat(200));
  }
  expect(cut("a" + "\u{1f602}".repeat(300))).toBe("a" + "\u{1f602}".repeat(199));
});

test("half of a surrogate pair is found in any string and any name", () => {
  const halves = ["\ud800", "\udbff", "\udc00", "\udfff", "a\ud83d", "\ude02a", "\ude02\ud83d", "\ud83d\ud83d"];
  for (const half of halves) {
    const deep = { a: 1, b: [{ c: { [half]: 1 } }] };
    for (const value of [half, [half], [[], [0, half]], { a: half }, { [half]: 1 }, deep]) {
      expect(isWellFormed(value), JSON.stringify(value)).toBe(false);
    }
  }
});

test("all else is well formed", () => {
  const values = [null, true, 0, Infinity, "", "a", "\ud7ff", "\ue000", "\u{10000}", "\u{1f602}", "\uffff"];
  for (const value of [...values, [], {}, [values], { "\u{1f602}": { a: values } }]) {
    expect(isWellFormed(value), JSON.stringify(value)).toBe(true);
  }
});
