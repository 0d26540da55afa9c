/** The line reader, fed whole, byte by byte and with a divided character. */

import { expect, test } from "vitest";

import { LineBuffer, MAX_LINE_BYTES, TOO_LONG } from "../server/lines.ts";

/** Feeds data in chunks of a size and gives all lines, with that after the last newline at the end. */
function feedAll(data: Uint8Array, size: number, limit = MAX_LINE_BYTES): (string | null)[] {
  const buffer = new LineBuffer(limit);
  const lines: (Uint8Array | null)[] = [];
  for (let start = 0; start < data.length; start += size) {
    lines.push(...buffer.feed(data.subarray(start, start + size)));
  }
  return [...lines, ...buffer.end()].map(shown);
}

function shown(line: Uint8Array | null): string | null {
  return line === null ? null : Buffer.from(line).toString("utf-8");
}

/** Checks that the lines are the same however the bytes come. */
function check(text: string, expected: (string | null)[], limit = MAX_LINE_BYTES): void {
  const data = Buffer.from(text, "utf-8");
  for (const size of [Math.max(1, data.length), 1, 2, 3]) {
    expect(feedAll(data, size, limit)).toEqual(expected);
  }
}

test("lines end at the newline byte", () => {
  check("a\nbc\n", ["a", "bc"]);
});

test("the last line needs no newline", () => {
  check("a\nbc", ["a", "bc"]);
  check("", []);
});

test("empty lines are lines", () => {
  check("\n\n", ["", ""]);
});

test("a carriage return stays and ends nothing", () => {
  check("a\r\nb\rc\n", ["a\r", "b\rc"]);
});

test("other line ends of Unicode end nothing", () => {
  const data = "a\u2028b\u2029c\u0085d\x0be\x0cf";
  check(data + "\n", [data]);
});

test("a divided character stays whole", () => {
  const data = "é—😀";
  check(data + "\n" + data, [data, data]);
});

test("a line at the limit is kept and one above is not", () => {
  check("abc\nabcd\nab\n", ["abc", TOO_LONG, "ab"], 3);
  check("abcd", [TOO_LONG], 3);
});

test("a carriage return counts and the newline does not", () => {
  check("ab\r\nabc\r\n", ["ab\r", TOO_LONG], 3);
});

test("a line is given back as soon as it ends", () => {
  const buffer = new LineBuffer();
  expect(buffer.feed(Buffer.from("a"))).toEqual([]);
  expect(buffer.feed(Buffer.from("b\nc")).map(shown)).toEqual(["ab"]);
  expect(buffer.end().map(shown)).toEqual(["c"]);
  expect(buffer.end()).toEqual([]);
});

test("a line over the limit takes no memory", () => {
  const buffer = new LineBuffer(3);
  for (let count = 0; count < 100; count += 1) {
    buffer.feed(Buffer.alloc(1000, "x"));
  }
  expect(Reflect.get(buffer, "pieces")).toEqual([]);
  expect(buffer.feed(Buffer.from("\nab\n")).map(shown)).toEqual([TOO_LONG, "ab"]);
});

test("a line that comes byte by byte stays few pieces", () => {
  const buffer = new LineBuffer();
  for (let count = 0; count < 5000; count += 1) {
    buffer.feed(Buffer.from("x"));
  }
  expect((Reflect.get(buffer, "pieces") as Uint8Array[]).length).toBeLessThan(14);
  expect(buffer.end().map(shown)).toEqual(["x".repeat(5000)]);
});
