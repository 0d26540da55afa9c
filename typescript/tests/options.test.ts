/** The command line and the environment: every plan there is. */

import { expect, test } from "vitest";

import { FAIL, HELP, OPTIONS, SERVE, plan } from "../server/options.ts";

const CLOCK = "NOTES_CLOCK";
const BAD_CLOCK = "NOTES_CLOCK must be a real time of the form 2026-07-28T00:00:00.000Z";
const ONE_ONLY = "give one option at a time; --help shows the options there are";

type Environment = Record<string, string>;

function check(args: string[], environment: Environment, action: string, text: string, fixedClock?: number): void {
  const planned = plan(args, environment);
  const expected = [action, text, fixedClock ?? null];
  expect([planned.action, planned.text, planned.fixedClock], JSON.stringify([args, environment])).toEqual(expected);
}

test("without options the server serves by the real clock", () => {
  check([], {}, SERVE, "");
  check([], { PATH: "/bin", notes_clock: "never", CLOCK: "never" }, SERVE, "");
});

test("the environment can fix the clock", () => {
  check([], { [CLOCK]: "2026-07-28T00:00:00.000Z" }, SERVE, "", 1785196800000);
  check([], { [CLOCK]: "1970-01-01T00:00:00.000Z" }, SERVE, "", 0);
});

test("a clock that cannot be read is a mistake", () => {
  for (const value of ["", "0", "now", "2026-07-28", "2026-02-30T00:00:00.000Z", "2026-07-28T24:00:00.000Z"]) {
    check([], { [CLOCK]: value }, FAIL, BAD_CLOCK);
  }
  for (const value of ["2026-07-28T00:00:00Z", "2026-07-28T00:00:00.000Z ", "2026-07-28T00:00:00.000+00:00"]) {
    check([], { [CLOCK]: value }, FAIL, BAD_CLOCK);
  }
});

test("help is printed", () => {
  check(["--help"], {}, "help", HELP);
});

test("the version is printed", () => {
  check(["--version"], {}, "version", "notes-server 2.0.0\n");
});

test("the demo makes its own text", () => {
  check(["--demo"], {}, "demo", "");
});

test("an option does not need the clock", () => {
  for (const clock of ["never", "2026-07-28T00:00:00.000Z"]) {
    check(["--help"], { [CLOCK]: clock }, "help", HELP);
    check(["--version"], { [CLOCK]: clock }, "version", "notes-server 2.0.0\n");
    check(["--demo"], { [CLOCK]: clock }, "demo", "");
  }
});

test("an unknown option is a mistake and is named", () => {
  for (const option of ["-h", "--Help", "--help=1", "--help ", "help", "--", "", "serve", "constructor", "__proto__"]) {
    check([option], {}, FAIL, "unknown option " + option + "; --help shows the options there are");
  }
});

test("the first unknown option is the one that is named", () => {
  const expected = "unknown option -x; --help shows the options there are";
  for (const args of [["-x", "-y"], ["--help", "-x"], ["-x", "--help"], ["--demo", "--demo", "-x", "-y"]]) {
    check(args, { [CLOCK]: "never" }, FAIL, expected);
  }
});

test("two options at a time are a mistake", () => {
  for (const args of [["--help", "--version"], ["--demo", "--demo"], ["--help", "--demo", "--version"]]) {
    check(args, {}, FAIL, ONE_ONLY);
    check(args, { [CLOCK]: "never" }, FAIL, ONE_ONLY);
  }
});

test("help names every option and the variable", () => {
  expect(Object.keys(OPTIONS)).toEqual(["--demo", "--help", "--version"]);
  for (const name of Object.keys(OPTIONS)) {
    expect(HELP).toContain("\n  " + name + " ");
    expect(HELP.split("\n")[0]).toContain(name);
  }
  expect(HELP).toContain("\n  " + CLOCK + " ");
});

test("help is plain text that fits a terminal", () => {
  expect(HELP.startsWith("usage: notes-server ") && HELP.endsWith("Z\n")).toBe(true);
  for (const line of HELP.split("\n")) {
    expect(line).toMatch(/^[ -~]{0,120}$/);
    expect(line).toBe(line.trimEnd());
  }
});
