/** What is JSON and what is not, by tables in the spirit of JSONTestSuite. */

import { expect, test } from "vitest";

import { NotJson, decodeLine, isBlank } from "../server/decode.ts";
import { has } from "../server/values.ts";
import type { Json, JsonObject } from "../server/values.ts";

type Row = [string, Json];

const SPACES: Row[] = [
  ["  1", 1], ["1\t", 1], ["\r1\r", 1], ["[\r]", []], ["[ 1 ,\t2\r]", [1, 2]], ['{\t"a" :\r1 }', { a: 1 }],
];

const VALUES: Row[] = [
  ["null", null], ["true", true], ["false", false], ['""', ""], ["[]", []], ["{}", {}], ["[[]]", [[]]],
  ['[null,true,"1",{},[]]', [null, true, "1", {}, []]],
  ['{"a":{"b":[{}]},"c":""}', { a: { b: [{}] }, c: "" }],
  ['{"":0,"a b":1,"\\u0061b":2,"\\n":3}', { "": 0, "a b": 1, ab: 2, "\n": 3 }],
];

const NUMBERS: Row[] = [
  ["0", 0], ["-1", -1], ["123", 123], ["123.456", 123.456], ["-0.1", -0.1], ["0.5e1", 5], ["[1.0]", [1]],
  ["1e2", 100], ["1E2", 100], ["1E+2", 100], ["1e-2", 0.01], ["1e002", 100], ["0e+1", 0], ["20e1", 200],
];

const STRINGS: Row[] = [
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'], ['"\\u0061\\u00e9\\u00E9\\u20aC"', "aéé€"],
  ['"\\u0000\\u001f"', "\x00\x1f"], ['"\\u0022\\u005C"', '"\\'], ['"\\\\u0061"', "\\u0061"], ['"\\uFFFF"', "\uffff"],
  ['"\\ud83d\\ude02"', "😂"], ['"a/*b*/c//d#"', "a/*b*/c//d#"], ['"[{,:}]"', "[{,:}]"],
  ['"é😂\x7f\x80\u2028\u2029\ufeff"', "é😂\x7f\x80\u2028\u2029\ufeff"],
];

const NO_STRUCTURES = [
  ..."[ ] { } [1 [1, [1,] [,1] [,] [1,,2] [1]] []1 [][] {}{} [1} {] [:1] [1;2] [1]x [a] (1) 1,2 1, ,1 : *".split(" "),
  ...'{"a" {"a": {"a":1 {"a":1, {"a":1,} {,"a":1} {"a"::1} {"a",1} {"a"} {"a":1}} {"a":1;"b":2} ["a":1]'.split(" "),
  ..."{a:1} {'a':1} {1:1} {null:1} {[]:1} // # //1 1// 1# /**/1 [1/**/] <a> [\\n] \\u0031 \\".split(" "),
  "", " ", "[1 2]", "1 2", '"a" "b"', '"a" b', '{"a" 1}', '{"a":1 "b":2}', "1 // 2", "[] []",
];

const NO_LITERALS = [
  ..."nul nulll tru truee fals True TRUE False None Null undefined n NaN -NaN +NaN nan Infinity -Infinity".split(" "),
  ...'+Infinity Inf inf -inf [NaN] [Infinity] {"a":-Infinity} {"NaN":NaN}'.split(" "),
  "tr ue", "nul l", "true false",
];

const NO_NUMBERS = [
  ..."01 -01 00 -00 012 +1 .5 -.5 . 1. -1. 0.e1 1.e1 - --1 -+1 1e 1E 0e 1e+ 1e- 1e1.5 1ee5 1e+-5 e5 1.2.3".split(" "),
  ..."0.0. 0x10 0b1 0o7 1_000 1f 1n 1a -a 1/2 \uff11 \u0661 1\u0661 -\u0661 1.\u0661 1e\u0661 \u22121".split(" "),
  "- 1", "1 000", "1. 5", "1e 5",
];

const NO_STRINGS = [
  ...'" "a a" "a"" \\u0022a\\u0022 "\\ "\\" "a\\ "\\x41" "\\a" "\\0" "\\v" "\\\'" "\\é"'.split(" "),
  ...'"\\u" "\\u1" "\\u00" "\\u004" "\\u00g0" "\\u+041" "\\u-041" "\\u0x4" "\\u{41}" "\\U0041"'.split(" "),
  ...'"\\ud83d\\u" "\\ud83d\\x" "\\ud83d\\u12" "\\u\uff10\uff10\uff14\uff11"'.split(" "),
  "'a'", "`a`", "“a”", '"\\u 041"', '"\\ "', '"\\\t"',
];

const NO_BLANKS = [
  "\x00", "\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\u1680", "\u2028", "\u2029", "\u2060", "\u3000", "\ufeff",
];

const UTF8: [string, string][] = [
  ["c2 80", "\u0080"], ["df bf", "\u07ff"], ["e0 a0 80", "\u0800"], ["ed 9f bf", "\ud7ff"], ["ee 80 80", "\ue000"],
  ["ef bf bf", "\uffff"], ["f0 90 80 80", "\u{10000}"], ["f4 8f bf bf", "\u{10ffff}"],
];

// Lone and missing continuations; overlong forms; encoded surrogates; what lies beyond U+10FFFF.
const NO_UTF8 = [
  "80", "bf", "e9", "c3 a9 80", "c2", "c2 41", "e2 82", "e2 82 41", "f0 9f 98", "f0 9f 98 41",
  "c0 80", "c0 a2", "c1 bf", "e0 80 80", "e0 80 a2", "e0 9f bf", "f0 80 80 a2", "f0 8f bf bf",
  "ed a0 80", "ed bf bf", "ed a0 bd ed b8 82",
  "f4 90 80 80", "f5 80 80 80", "f8 88 80 80 80", "fc 84 80 80 80 80", "fe", "ff", "ff fe",
];

function fromHex(hexadecimal: string): Uint8Array {
  return Buffer.from(hexadecimal.replaceAll(" ", ""), "hex");
}

/** Tells whether the line is no JSON. */
function isRefused(line: Uint8Array | string): boolean {
  try {
    decodeLine(Buffer.from(line));
  } catch (error) {
    if (error instanceof NotJson) {
      return true;
    }
    throw error;
  }
  return false;
}

function checkAccepted(rows: Row[]): void {
  for (const [text, expected] of rows) {
    expect(decodeLine(Buffer.from(text)), text.slice(0, 50)).toEqual(expected);
  }
}

function checkRefused(texts: string[]): void {
  for (const text of texts) {
    expect(isRefused(text), text.slice(0, 50)).toBe(true);
  }
}

test("a blank line holds nothing but space, tab and CR", () => {
  for (const text of ["", " ", "\t", "\r", " \t\r \r"]) {
    expect(isBlank(Buffer.from(text)), JSON.stringify(text)).toBe(true);
  }
});

test("a line with anything else is not blank", () => {
  for (const text of [...NO_BLANKS, "\n", "0", " a ", "\r.\r", "\t\ufeff"]) {
    expect(isBlank(Buffer.from(text)), JSON.stringify(text)).toBe(false);
  }
});

test("space, tab and CR may stand between tokens and nothing else may", () => {
  checkAccepted(SPACES);
  for (const blank of NO_BLANKS) {
    checkRefused([blank, blank + "1", "1" + blank, "[" + blank + "1]", "[1" + blank + "]"]);
  }
});

test("any value may stand alone or in another if it is whole", () => {
  checkAccepted(VALUES);
  checkRefused(NO_STRUCTURES);
});

test("no other literals are known, NaN and Infinity included", () => {
  checkRefused(NO_LITERALS);
});

test("numbers have the form of the grammar and no other", () => {
  checkAccepted(NUMBERS);
  checkRefused([...NO_NUMBERS, ...NO_NUMBERS.map((text) => "[" + text + "]")]);
});

test("every number is a double", () => {
  checkAccepted([["9007199254740993", 9007199254740992], ["-9007199254740993", -9007199254740992]]);
  checkAccepted([["12345678901234567890", 12345678901234567168], ["0.1", 0.1], ["1e23", 1e23]]);
});

test("negative zero keeps its sign", () => {
  for (const text of ["-0", "-0.0", "-0e5"]) {
    expect(decodeLine(Buffer.from(text))).toBe(-0);
  }
});

test("a number of 5000 digits is no fault", () => {
  checkAccepted([["1".repeat(5000), Infinity], ["-" + "9".repeat(5000), -Infinity], ["1" + "0".repeat(300), 1e300]]);
  checkAccepted([["0." + "3".repeat(5000), 1 / 3], ["1e" + "0".repeat(5000) + "2", 100], ["0e" + "9".repeat(5000), 0]]);
});

test("a number beyond a double is infinite and one below is zero", () => {
  checkAccepted([["1e400", Infinity], ["-1e400", -Infinity], ["[1e309]", [Infinity]], ["1e-400", 0]]);
  checkAccepted([["1.7976931348623157e308", 1.7976931348623157e308], ["5e-324", 5e-324]]);
});

test("strings have the form of the grammar and no other", () => {
  checkAccepted(STRINGS);
  checkRefused(NO_STRINGS);
});

test("control characters must be escaped", () => {
  for (let code = 0; code < 32; code += 1) {
    const character = String.fromCharCode(code);
    checkRefused(['"' + character + '"', '"a' + character + 'b"', '{"' + character + '":1}']);
  }
});

test("half of a surrogate pair can be escaped", () => {
  checkAccepted([['"\\ud83d"', "\ud83d"], ['"\\ude02\\ud83d"', "\ude02\ud83d"], ['"\\uDC00x"', "\udc00x"]]);
});

test("bytes are decoded as UTF-8", () => {
  for (const [hexadecimal, expected] of UTF8) {
    expect(decodeLine(fromHex("22" + hexadecimal + "22")), hexadecimal).toBe(expected);
  }
});

test("bytes that are not UTF-8 are refused", () => {
  for (const hexadecimal of NO_UTF8) {
    expect(isRefused(fromHex("22" + hexadecimal + "22")), hexadecimal).toBe(true);
  }
});

test("a byte order mark is refused and so is any other encoding", () => {
  const marked = ["ef bb bf 7b 7d", "20 ef bb bf 7b 7d", "7b 7d ef bb bf", "ef bb bf ef bb bf 31"];
  for (const hexadecimal of [...marked, "31 00", "00 31", "ff fe 31 00", "fe ff 00 31", "31 00 00 00", "00 00 00 31"]) {
    expect(isRefused(fromHex(hexadecimal)), hexadecimal).toBe(true);
  }
});

test("64 open brackets are accepted and 65 are not", () => {
  for (const [opening, closing, count] of [["[", "]", 64], ['{"a":', "}", 64], ['[{"a":', "}]", 32]] as const) {
    for (const inside of ["1", '"]"']) {
      const text = opening.repeat(count) + inside + closing.repeat(count);
      expect([text, "[" + text + "]", '{"a":' + text + "}"].map(isRefused)).toEqual([false, true, true]);
    }
  }
});

test("brackets that are closed again do not count", () => {
  expect(decodeLine(Buffer.from("[" + "[],".repeat(1000) + "{}]"))).toEqual([...Array(1000).fill([]), {}]);
  const text = "[".repeat(64) + "]".repeat(63) + "," + "[".repeat(63) + "]".repeat(64);
  expect(isRefused(text)).toBe(false);
  expect(isRefused(text.replace(",", ",[") + "]")).toBe(true);
});

test("brackets within strings do not count, neither opening nor closing", () => {
  const [opened, closed] = ["[{".repeat(100), "]}".repeat(50)];
  checkAccepted([['["' + opened + '"]', [opened]], ['{"' + opened + '":1}', { [opened]: 1 }]]);
  checkAccepted([['["\\"' + opened + '\\\\\\""]', ['"' + opened + '\\"']]]);
  for (const string of ['"' + closed + '"', '"\\"' + closed + '"', '"\\\\","' + closed + '\\\\"', '"[\\\\"']) {
    expect(isRefused("[" + string + "," + "[".repeat(63) + "]".repeat(64)), string).toBe(false);
    expect(isRefused("[" + string + "," + "[".repeat(64) + "]".repeat(65)), string).toBe(true);
  }
});

test("100000 open brackets are refused", () => {
  checkRefused(["[".repeat(100000), "[".repeat(100000) + "]".repeat(100000), '{"a":'.repeat(100000)]);
});

test("of two equal names the last one counts", () => {
  checkAccepted([['{"a":1,"a":2}', { a: 2 }], ['{"a":1,"b":2,"\\u0061":{}}', { a: {}, b: 2 }]]);
});

test("a member named __proto__ is a member like any other", () => {
  const value = decodeLine(Buffer.from('{"__proto__":{"id":1},"constructor":2}')) as JsonObject;
  expect(Object.entries(value)).toEqual([["__proto__", { id: 1 }], ["constructor", 2]]);
  expect([has(value, "__proto__"), has(value, "id"), "id" in value]).toEqual([true, false, false]);
});

test("a refused line leaves nothing behind for the next", () => {
  for (const hexadecimal of ["22 c3", "22 ef bb", "ff", "7b 22 61 22 3a", "5b".repeat(1000)]) {
    expect(isRefused(fromHex(hexadecimal))).toBe(true);
    expect(decodeLine(Buffer.from('"é"'))).toBe("é");
    expect(isRefused("\ufeff1")).toBe(true);
  }
});

test("a refusal does not repeat the words of the parser", () => {
  for (const hexadecimal of ["5b 31 2c", "ff", "5b".repeat(100)]) {
    expect(() => decodeLine(fromHex(hexadecimal))).toThrow(new NotJson(""));
  }
});
