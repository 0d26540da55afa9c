/** Which letters a search lowers, over all of Unicode, and what it finds. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { contains, lowered } from "../server/search.ts";

const VECTORS = new URL("../../shared-fixtures/canonical/", import.meta.url);

const SURROGATES = [0xd800, 0xe000] as const;

/** Reads which code points are lowered, and the hash of what they become. */
function vector(): { ranges: [number, number][]; count: number; sha256: string } {
  return JSON.parse(readFileSync(new URL("lowered.json", VECTORS), "utf-8"));
}

test("the ranges are lowered as every runtime does", () => {
  const expected = vector();
  const lines: string[] = [];
  for (const [start, end] of expected.ranges) {
    for (let code = start; code < end; code += 1) {
      const lower = lowered(String.fromCodePoint(code));
      if (lower !== String.fromCodePoint(code)) {
        const points = [...lower].map((point) => point.codePointAt(0)!.toString(16) + ",");
        lines.push(code.toString(16) + ":" + points.join("") + "\n");
      }
    }
  }
  expect(lines.length).toBe(expected.count);
  expect(createHash("sha256").update(lines.join("")).digest("hex")).toBe(expected.sha256);
});

test("no code point outside of the ranges is changed", () => {
  const left = [SURROGATES, ...vector().ranges];
  const changed: number[] = [];
  for (let code = 0; code < 0x110000; code += 1) {
    const isLeft = left.some(([start, end]) => start <= code && code < end);
    if (!isLeft && lowered(String.fromCodePoint(code)) !== String.fromCodePoint(code)) {
      changed.push(code);
    }
  }
  expect(changed).toEqual([]);
});

test("letters are lowered within the ranges only", () => {
  const rows: [string, string][] = [
    ["ABC xyz 123", "abc xyz 123"],
    ["ÄÖÜ ÀÉÎ", "äöü àéî"],
    ["ΑΒΓ АБВ ԱԲԳ", "αβγ абв աբգ"],
    ["ẠẢ Ὼ ẞ", "ạả ὼ ß"],
    ["\u10a0\u2126\u212a\u212b\uff21", "\u10a0\u2126\u212a\u212b\uff21"],
    ["\u{10400}\u{1e900}", "\u{10400}\u{1e900}"],
    ["ßſıµ", "ßſıµ"],
    ["", ""],
  ];
  for (const [text, expected] of rows) {
    expect(lowered(text)).toBe(expected);
  }
});

test("each letter is lowered alone", () => {
  expect(lowered("ΣΑΣ ΟΔΟΣ")).toBe("σασ οδοσ");
  expect(lowered("ς")).toBe("ς");
});

test("a capital I with a dot becomes two code points", () => {
  expect(lowered("\u0130I")).toBe("i\u0307i");
});

test("what is lowered stays so", () => {
  const text = String.fromCodePoint(...Array(0x3000).keys());
  expect(lowered(lowered(text))).toBe(lowered(text));
});

test("every occurrence in a long text is lowered", () => {
  expect(lowered("aÄ😂ΣẞＡ".repeat(20000))).toBe("aä😂σßＡ".repeat(20000));
});

test("a lowered query is found in a text of any case", () => {
  for (const text of ["käse", "KÄSE", "Käse", "- brot\n- Käse\n", "KäseKäse"]) {
    expect(contains(text, "käse"), text).toBe(true);
  }
  for (const text of ["", "kase", "KASE", "ka\u0308se", "käs e", "äse", "KÄS"]) {
    expect(contains(text, "käse"), text).toBe(false);
  }
});

test("the query is taken as it is", () => {
  expect(contains("Käse", "Käse")).toBe(false);
  const rows = [[".", true], ["a.c", true], ["a.*c", false], ["\\", false], ["c\n", true]] as const;
  for (const [query, expected] of rows) {
    expect(contains("a.c\n", query), query).toBe(expected);
  }
});

test("a letter outside of the ranges is found in its own case only", () => {
  expect(contains("Ａ", lowered("Ａ"))).toBe(true);
  expect(contains("ａ", lowered("Ａ"))).toBe(false);
  expect(contains("\u{10400}", lowered("\u{10428}"))).toBe(false);
});
