/** Cursors, written, read and forged. */

import { expect, test } from "vitest";

import { readCursor, writeCursor } from "../server/cursors.ts";

/** Gives a text in unpadded base64url, as a forger would write it. */
function forged(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function checkRefused(cursors: string[], listName = "notes_list"): void {
  for (const cursor of cursors) {
    expect(readCursor(cursor, listName, 1000), JSON.stringify(cursor)).toBe(0);
  }
}

test("a cursor is the list and the number in base64url", () => {
  // Worked out from the alphabet of RFC 4648, section 5; there is no padding, whatever the length.
  expect(writeCursor("notes_list", 3)).toBe("bm90ZXNfbGlzdDoz");
  expect(writeCursor("notes_list", 10)).toBe("bm90ZXNfbGlzdDoxMA");
  expect(writeCursor("resources/list", 50)).toBe("cmVzb3VyY2VzL2xpc3Q6NTA");
});

test("what is written is read back", () => {
  for (const listName of ["resources/list", "notes_list", "notes_list/home", "notes_list/0-9"]) {
    for (const number of [1, 9, 10, 99, 100, 123456789012345]) {
      const cursor = writeCursor(listName, number);
      expect(readCursor(cursor, listName, number + 1), cursor).toBe(number);
    }
  }
});

test("a number that was not given yet is refused", () => {
  const rows = [[3, 4, 3], [4, 4, 0], [5, 4, 0], [1, 1, 0], [999999999999999, 4, 0]] as const;
  for (const [number, nextNumber, expected] of rows) {
    expect(readCursor(writeCursor("notes_list", number), "notes_list", nextNumber)).toBe(expected);
  }
});

test("the cursor of another list is refused", () => {
  for (const listName of ["resources/list", "notes_list/home", "notes_lis", "Notes_list", "", "a:1"]) {
    checkRefused([writeCursor(listName, 1)]);
  }
  checkRefused([writeCursor("notes_list", 1), writeCursor("notes_list/hom", 1)], "notes_list/home");
});

test("forged numbers are refused", () => {
  const numbers = ["0", "00", "01", "-1", "+1", "1.0", "1e1", "0x1", " 1", "1 ", "1\n", "", "a", "1a", "\u0661", "1_0"];
  checkRefused(numbers.map((number) => forged("notes_list:" + number)));
  const odd = ["1:", ":1", "1:1", "9".repeat(16), "9".repeat(5000)];
  checkRefused(odd.map((number) => forged("notes_list:" + number)));
});

test("texts that are no list and number are refused", () => {
  const texts = ["notes_list", "notes_list1", "notes_list;1", ":1", "1", "\nnotes_list:1", "notes_list:1\n", "a\nb:1"];
  checkRefused(texts.map(forged));
});

test("what is not base64url is refused", () => {
  checkRefused(["", "=", "A", "AA", "note-1", "😂", "ä", "\x00", "_", "-", "notes_list:1"]);
});

test("another spelling of a cursor is refused", () => {
  expect(readCursor("bm90ZXNfbGlzdDoxMA", "notes_list", 1000)).toBe(10);
  // Padding, white space, other characters within, stray bits at the end, six bits too many.
  checkRefused(["bm90ZXNfbGlzdDoxMA=", "bm90ZXNfbGlzdDoxMA==", "bm90ZXNfbGlzdDoz===="]);
  checkRefused([" bm90ZXNfbGlzdDoxMA", "bm90ZXNfbGlzdDoxMA\n", "bm90ZXNf bGlzdDoxMA"]);
  checkRefused(["bm90ZXNf.bGlzdDoxMA", "bm90ZXNf=bGlzdDoxMA", "bm90ZXNf😂bGlzdDoxMA", "BM90ZXNFBGLZDDOZ"]);
  checkRefused(["bm90ZXNfbGlzdDoxMB", "bm90ZXNfbGlzdDoxMP", "bm90ZXNfbGlzdDozA"]);
});

test("the other base64 alphabet is refused", () => {
  expect(readCursor("fn4_fn46MQ", "~~?~~", 2)).toBe(1);
  checkRefused(["fn4/fn46MQ"], "~~?~~");
  expect(readCursor("fn4-fn46MQ", "~~>~~", 2)).toBe(1);
  checkRefused(["fn4+fn46MQ"], "~~>~~");
});

test("bytes that are not UTF-8 are refused", () => {
  const rows = [
    ["6e6f7465735f6c697374ff3a31", "notes_list\ufffd"],
    ["6e6f7465735f6c6973743a31ff", "notes_list"],
    ["ff3a31", "\ufffd"],
    ["c33a31", "\ufffd"],
    ["eda0803a31", "\ufffd\ufffd\ufffd"],
    ["efbbbf3a31", ""],
  ] as const;
  for (const [hexadecimal, listName] of rows) {
    const cursor = Buffer.from(hexadecimal, "hex").toString("base64url");
    checkRefused([cursor]);
    checkRefused([cursor], listName);
  }
});
