/** Canonical JSON, held to the vectors that were published with RFC 8785. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { canonical, formatNumber } from "../server/canonical.ts";
import { decodeLine } from "../server/decode.ts";
import type { Json } from "../server/values.ts";

const VECTORS = new URL("../../shared-fixtures/canonical/", import.meta.url);

/** Reads a file of vectors. */
function vectors(name: string): any {
  return JSON.parse(readFileSync(new URL(name, VECTORS), "utf-8"));
}

/** Gives the double with these 64 bits. */
function double(bits: bigint): number {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(bits);
  return bytes.readDoubleBE();
}

/** Gives the bits of the published sequence of doubles, which never ends. */
function* sequence(description: any): Generator<bigint, never> {
  yield* description.first.map((bits: string) => BigInt("0x" + bits));
  const start = BigInt("0x" + description.from);
  for (let count = 0; count < description.then; count += 1) {
    yield start + BigInt(count);
  }
  let block = Buffer.alloc(32);
  while (true) {
    block = createHash("sha256").update(block).digest();
    for (const bits of [0, 8, 16, 24].map((offset) => block.readBigUInt64LE(offset))) {
      if (double(bits) !== 0 && Math.abs(double(bits)) < Infinity) {
        yield bits;
      }
    }
  }
}

function check(rows: [Json, string][]): void {
  for (const [value, expected] of rows) {
    expect(canonical(value)).toBe(expected);
  }
}

function checkImpossible(values: Json[]): void {
  for (const value of values) {
    expect(() => canonical(value), JSON.stringify(value)).toThrow(RangeError);
  }
}

test("the published documents come out as published", () => {
  const documents = vectors("documents.json");
  expect(documents.length).toBe(6);
  for (const document of documents) {
    expect(canonical(decodeLine(Buffer.from(document.input))), document.name).toBe(document.output);
  }
});

test("a canonical text is its own canonical text", () => {
  for (const document of vectors("documents.json")) {
    expect(canonical(decodeLine(Buffer.from(document.output))), document.name).toBe(document.output);
  }
});

test("the published numbers come out as published", () => {
  const rows = vectors("numbers.json").rows;
  expect(rows.length).toBe(29);
  for (const row of rows) {
    if (row.text === null) {
      checkImpossible([double(BigInt("0x" + row.bits))]);
    } else {
      expect(formatNumber(double(BigInt("0x" + row.bits))), row.bits).toBe(row.text);
    }
  }
});

test("the published sequence of numbers has the published hashes", () => {
  const description = vectors("numbers.json").sequence;
  const lines = sequence(description);
  const digest = createHash("sha256");
  let count = 0;
  for (const wanted of [1000, 10000, 100000]) {
    while (count < wanted) {
      const bits = lines.next().value;
      digest.update(bits.toString(16) + "," + formatNumber(double(bits)) + "\n");
      count += 1;
    }
    expect(digest.copy().digest("hex")).toBe(description.sha256[String(wanted)]);
  }
});

test("the exponent appears where ECMAScript puts it", () => {
  const rows: [number, string][] = [
    [100, "100"],
    [123456789, "123456789"],
    [0.1, "0.1"],
    [-1.5, "-1.5"],
    [12345.678, "12345.678"],
    [1e20, "100000000000000000000"],
    [123456789012345680000.0, "123456789012345680000"],
    [1e21, "1e+21"],
    [1.5e21, "1.5e+21"],
    [-1e100, "-1e+100"],
    [0.000001, "0.000001"],
    [-0.00000123, "-0.00000123"],
    [0.0000001, "1e-7"],
    [1.25e-7, "1.25e-7"],
    [5e-324, "5e-324"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
  ];
  for (const [value, expected] of rows) {
    expect(formatNumber(value)).toBe(expected);
  }
});

test("an integer and its double have the same text", () => {
  for (const text of ["0", "1", "-1", "10", "5000", "9007199254740991", "9007199254740992", "-1" + "0".repeat(20)]) {
    expect([formatNumber(Number(text)), formatNumber(Number(text + ".0"))]).toEqual([text, text]);
  }
});

test("negative zero is zero", () => {
  check([[-0.0, "0"], [[0, -0.0, 0.0], "[0,0,0]"]]);
});

test("a number that is not finite has no canonical form", () => {
  const numbers = [Infinity, -Infinity, NaN];
  checkImpossible([...numbers, [1, Infinity], { a: { b: -Infinity } }]);
});

test("members are sorted by code unit and not by code point", () => {
  check([[{ "\ufb33": 1, "😂": 2, "\ue000": 3, "\uffff": 4 }, '{"😂":2,"\ue000":3,"\ufb33":1,"\uffff":4}']]);
  check([[{ "a\ufb33": 1, "a😂": 2, a: 3, "": 4 }, '{"":4,"a":3,"a😂":2,"a\ufb33":1}']]);
});

test("members are sorted as text and in every depth", () => {
  check([[{ "10": 1, "9": 2, "1": 3, é: 4, z: 5, Z: 6 }, '{"1":3,"10":1,"9":2,"Z":6,"z":5,"é":4}']]);
  check([[[{ b: { d: 1, c: [{ f: 2, e: 3 }] }, a: 4 }], '[{"a":4,"b":{"c":[{"e":3,"f":2}],"d":1}}]']]);
});

test("the order of an array stays", () => {
  check([[[3, 1, 2, "b", "a"], '[3,1,2,"b","a"]']]);
});

test("literals and what is empty have one form", () => {
  check([[null, "null"], [true, "true"], [false, "false"], ["", '""'], [[], "[]"], [{}, "{}"]]);
  check([[[null, [true], { "": {} }], '[null,[true],{"":{}}]']]);
});

test("only what must be escaped is escaped", () => {
  check([['"\\/', '"\\"\\\\/"'], ["\b\t\n\f\r", '"\\b\\t\\n\\f\\r"']]);
  check([["\x00\x0b\x1b\x1f", '"\\u0000\\u000b\\u001b\\u001f"']]);
  for (const text of ["'", "<&>", "\x7f", "\x80", "é", "e\u0301", "\u2028\u2029", "\ufeff", "\ufffe\uffff", "😂"]) {
    check([[text, '"' + text + '"'], [{ [text]: text }, '{"' + text + '":"' + text + '"}']]);
  }
});

test("half of a surrogate pair has no canonical form", () => {
  for (const half of ["\ud83d", "\ude02", "a\udfff", "\ude02\ud83d"]) {
    checkImpossible([half, [half], { [half]: 1 }, { a: { b: half } }]);
  }
});

test("a member named __proto__ is a member like any other", () => {
  const value = decodeLine(Buffer.from('{"b":1,"__proto__":{"d":2,"c":3},"a":4}'));
  check([[value, '{"__proto__":{"c":3,"d":2},"a":4,"b":1}']]);
});
