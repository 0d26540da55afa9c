/** Lines for stderr: escaped, short and few. */

import { expect, test } from "vitest";

import { Diagnostics, escaped } from "../server/diagnostics.ts";

const LAST = " (no more of these)";

// What a pipe holds on Linux before its writer has to wait for a reader.
const PIPE = 65536;

test("a line says who speaks and ends with a newline", () => {
  expect(new Diagnostics().line("hello")).toBe("notes-server: hello\n");
  expect(new Diagnostics().line("")).toBe("notes-server: \n");
});

test("printable ASCII is written as it is", () => {
  const text = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join("");
  expect(escaped(text)).toBe(text);
});

test("everything else is escaped", () => {
  const rows: [string, string][] = [
    ["a\nb\r\tc", "a\\u{a}b\\u{d}\\u{9}c"],
    ["\x00\x1f\x7f\x80\x9b", "\\u{0}\\u{1f}\\u{7f}\\u{80}\\u{9b}"],
    ["\x1b[31m", "\\u{1b}[31m"],
    ["é€\u2028\u202e\ufeff", "\\u{e9}\\u{20ac}\\u{2028}\\u{202e}\\u{feff}"],
    ["x😂\u{10ffff}", "x\\u{1f602}\\u{10ffff}"],
    ["\ud83d", "\\u{d83d}"],
  ];
  for (const [text, expected] of rows) {
    expect(escaped(text)).toBe(expected);
  }
});

test("a line never holds another line", () => {
  const line = new Diagnostics().line("a\nnotes-server: b\r\n\u2028\u0085c");
  expect(line).toBe("notes-server: a\\u{a}notes-server: b\\u{d}\\u{a}\\u{2028}\\u{85}c\n");
});

test("a text is cut to 200 characters", () => {
  expect(new Diagnostics().line("x".repeat(200))).toBe("notes-server: " + "x".repeat(200) + "\n");
  expect(new Diagnostics().line("x".repeat(201))).toBe("notes-server: " + "x".repeat(200) + "\n");
});

test("there are 100 lines at most and the last says so", () => {
  const diagnostics = new Diagnostics();
  for (let number = 1; number < 100; number += 1) {
    expect(diagnostics.line(String(number))).toBe("notes-server: " + String(number) + "\n");
  }
  expect(diagnostics.line("100")).toBe("notes-server: 100" + LAST + "\n");
  for (let number = 101; number < 300; number += 1) {
    expect(diagnostics.line(String(number))).toBe("");
  }
});

test("each process counts for itself", () => {
  const [first, second] = [new Diagnostics(), new Diagnostics()];
  for (let count = 0; count < 150; count += 1) {
    first.line("a");
  }
  expect(second.line("b")).toBe("notes-server: b\n");
});

test("all lines of a process fit into a pipe that nobody reads", () => {
  for (const text of ["x".repeat(1000), "\n".repeat(1000), "é".repeat(1000), "\u{10ffff}".repeat(1000)]) {
    const diagnostics = new Diagnostics();
    let total = 0;
    for (let count = 0; count < 1000; count += 1) {
      total += Buffer.byteLength(diagnostics.line(text));
    }
    expect(total, escaped(text.slice(0, 2))).toBeLessThanOrEqual(PIPE);
  }
});
