/** Times in the one form that notes carry. */

import { expect, test } from "vitest";

import { formatTime, parseTime } from "../server/clock.ts";

const TIMES: [number, string][] = [
  [0, "1970-01-01T00:00:00.000Z"],
  [1, "1970-01-01T00:00:00.001Z"],
  [-1, "1969-12-31T23:59:59.999Z"],
  [1785196800000, "2026-07-28T00:00:00.000Z"],
  [951782400000, "2000-02-29T00:00:00.000Z"],
  [1835481599050, "2028-02-29T23:59:59.050Z"],
  [253402300799999, "9999-12-31T23:59:59.999Z"],
  [-62135596800000, "0001-01-01T00:00:00.000Z"],
];

const NO_DATES = [
  "2026-02-29", "2026-02-30", "2028-02-30", "1900-02-29", "2100-02-29", "2026-04-31", "2026-06-31", "2026-12-32",
  "2026-00-10", "2026-13-10", "2026-07-00", "0000-01-01", "0000-02-29", "9999-99-99",
];

const NO_TIMES = [
  "24:00:00.000", "24:00:00.001", "25:00:00.000", "23:60:00.000", "23:59:60.000", "23:59:61.000", "99:99:99.999",
];

const NO_FORMS = [
  "", "now", "0", "1785196800000", "2026-07-28", "2026-07-28T00:00:00.000", "2026-07-28T00:00:00Z",
  "2026-07-28T00:00Z", "2026-07-28T00:00:00.0Z", "2026-07-28T00:00:00.00Z", "2026-07-28T00:00:00.0000Z",
  "2026-07-28T00:00:00.000000Z", "2026-07-28T00:00:00.Z", "2026-07-28T00:00:00,000Z", "2026-07-28T00:00:00:000Z",
  "2026-07-28t00:00:00.000Z", "2026-07-28T00:00:00.000z", "2026-07-28 00:00:00.000Z", "2026-07-28T00:00:00.000 Z",
  "2026-07-28T00:00:00.000+00:00", "2026-07-28T00:00:00.000-00:00", "2026-07-28T00:00:00.000Z+01:00",
  " 2026-07-28T00:00:00.000Z", "2026-07-28T00:00:00.000Z ", "2026-07-28T00:00:00.000Z\n",
  "\n2026-07-28T00:00:00.000Z", "2026-07-28T00:00:00.000Z\nx", "2026-07-28T00:00:00.000Z2026-07-28T00:00:00.000Z",
  "20260728T000000.000Z", "2026-7-28T00:00:00.000Z", "26-07-28T00:00:00.000Z", "2026/07/28T00:00:00.000Z",
  "2026-W31-2T00:00:00.000Z", "2026-209T00:00:00.000Z", "12026-07-28T00:00:00.000Z", "+12026-07-28T00:00:00.000Z",
  "+002026-07-28T00:00:00.000Z", "-002026-07-28T00:00:00.000Z", "-2026-07-28T00:00:00.000Z",
  "Tue, 28 Jul 2026 00:00:00 GMT", "2026-07-28T-1:00:00.000Z", "2026-07-28T00:00:00.00aZ", "٢٠٢٦-07-28T00:00:00.000Z",
  "2026-07-28T００:00:00.000Z", "2026-07-28T00:00:00.00٠Z",
];

function checkRefused(texts: string[]): void {
  for (const text of texts) {
    expect(parseTime(text), JSON.stringify(text)).toBe(null);
  }
}

test("milliseconds are written in UTC with milliseconds and a Z", () => {
  for (const [milliseconds, text] of TIMES) {
    expect(formatTime(milliseconds)).toBe(text);
  }
});

test("what is written is read back", () => {
  for (const [milliseconds, text] of TIMES) {
    expect(parseTime(text), text).toBe(milliseconds);
  }
});

test("every last millisecond of a unit is read", () => {
  for (const text of ["2026-07-28T23:59:59.999Z", "2026-12-31T23:59:59.999Z", "2024-02-29T23:59:59.999Z"]) {
    expect(formatTime(parseTime(text)!)).toBe(text);
    expect(formatTime(parseTime(text)! + 1).slice(10)).toBe("T00:00:00.000Z");
  }
});

test("a date that does not exist is refused", () => {
  checkRefused(NO_DATES.map((date) => date + "T00:00:00.000Z"));
});

test("a leap day exists where the calendar has one", () => {
  for (const year of ["2000", "2024", "2028", "0004", "9996"]) {
    expect(parseTime(year + "-02-29T00:00:00.000Z"), year).not.toBe(null);
  }
});

test("a time of day that does not exist is refused, 24:00 included", () => {
  checkRefused(NO_TIMES.map((time) => "2026-07-28T" + time + "Z"));
});

test("the year 0 is refused and the year 1 is not", () => {
  checkRefused(["0000-12-31T23:59:59.999Z"]);
  expect(parseTime("0001-01-01T00:00:00.001Z")).toBe(-62135596799999);
});

test("any other form is refused", () => {
  checkRefused(NO_FORMS);
});
