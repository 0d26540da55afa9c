/** The command line and the environment: every plan there is. */

import { expect, test } from "vitest";

import { ACTIONS, FAIL, HELP, SERVE, SWITCHES, plan } from "../server/options.ts";

const CLOCK = "NOTES_CLOCK";
const BAD_CLOCK = "NOTES_CLOCK must be a real time of the form 2026-07-28T00:00:00.000Z";
const SEE_HELP = "; --help shows the options there are";
const ALL = ["--store", "x", "--no-fsync", "--live", "--legacy", "--everything"];
const KEY = "0123456789abcdef".repeat(4);

type Environment = Record<string, string>;

function check(args: string[], environment: Environment, action: string, text: string, fixedClock?: number): void {
  const planned = plan(args, environment);
  const expected = [action, text, fixedClock ?? null];
  expect([planned.action, planned.text, planned.fixedClock], JSON.stringify([args, environment])).toEqual(expected);
}

/** Gives which modes the arguments ask for: live, legacy, everything. */
function modesOf(args: string[]): boolean[] {
  const { live, legacy, everything } = plan(args, {}).modes;
  return [live, legacy, everything];
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
    check([option], {}, FAIL, "unknown option " + option + SEE_HELP);
  }
  check(["😀".repeat(201)], {}, FAIL, "unknown option " + "😀".repeat(200) + SEE_HELP);
});

test("the first fault is the one that is named", () => {
  const table: [string[], string][] = [
    [["-x", "-y"], "unknown option -x"],
    [["-x", "--help"], "unknown option -x"],
    [["--help", "-x"], "give --help alone"],
    [["--live", "--live", "-x"], "give --live once"],
    [["--live", "--store"], "--store needs the path of a file"],
    [["--no-fsync", "-x"], "unknown option -x"],
  ];
  for (const [args, words] of table) {
    check(args, { [CLOCK]: "never" }, FAIL, words + SEE_HELP);
  }
});

test("what only prints stands alone", () => {
  for (const name of Object.keys(ACTIONS)) {
    for (const args of [[name, "--live"], ["--live", name], [name, name], ["--store", "x", name]]) {
      check(args, {}, FAIL, "give " + name + " alone" + SEE_HELP);
      check(args, { [CLOCK]: "never" }, FAIL, "give " + name + " alone" + SEE_HELP);
    }
  }
});

test("each option is given once", () => {
  for (const name of ALL.slice(2)) {
    check([...ALL, name], {}, FAIL, "give " + name + " once" + SEE_HELP);
  }
  check(["--store", "x", "--store", "y"], {}, FAIL, "give --store once" + SEE_HELP);
});

test("a store needs a path", () => {
  for (const args of [["--store"], ["--store", ""], ["--live", "--store"]]) {
    check(args, {}, FAIL, "--store needs the path of a file" + SEE_HELP);
  }
  for (const path of ["--live", "--help", "-", " "]) {
    expect(plan(["--store", path], {}).store).toBe(path);
  }
});

test("no-fsync needs a store in either order", () => {
  const words = "--no-fsync says how a store is written; give --store too";
  check(["--no-fsync", "--live"], {}, FAIL, words + SEE_HELP);
  for (const args of [["--no-fsync", "--store", "x"], ["--store", "x", "--no-fsync"]]) {
    const planned = plan(args, {});
    expect([planned.action, planned.store, planned.fsync]).toEqual([SERVE, "x", false]);
  }
});

test("without options nothing optional is on", () => {
  const planned = plan([], {});
  expect(modesOf([])).toEqual([false, false, false]);
  expect([planned.store, planned.fsync, planned.principal, planned.key]).toEqual([null, true, "", null]);
  expect([...planned.scopes].sort()).toEqual(["read", "write"]);
});

test("each mode has its option", () => {
  for (const [on, name] of ["--live", "--legacy", "--everything"].entries()) {
    expect(modesOf([name])).toEqual([0, 1, 2].map((index) => index === on));
  }
  expect(modesOf(["--everything", "--legacy", "--live", "--store", "x"])).toEqual([true, true, true]);
});

test("scopes are a list of words with white space around them", () => {
  const table: [string, string[]][] = [
    ["read", ["read"]],
    [" write ,\tread\r\n", ["write", "read"]],
    ["delete,delete", ["delete", "delete"]],
    ["", []],
    [" \t\r\n", []],
  ];
  for (const [text, scopes] of table) {
    expect(plan([], { NOTES_SCOPES: text }).scopes).toEqual(scopes);
  }
});

test("a word that is no scope is a mistake", () => {
  const words = "NOTES_SCOPES must be a comma list of delete, read, write; it has '";
  const table = [["all", "all"], ["read,", ""], [",", ""], ["Read", "Read"], ["read write", "read write"]];
  table.push(["\u00a0read", "\u00a0read"], ["\vread", "\vread"], ["x".repeat(201), "x".repeat(200)]);
  table.push(["constructor", "constructor"]);
  for (const [text, named] of table) {
    check([], { NOTES_SCOPES: text! }, FAIL, words + named + "'");
  }
});

test("the principal is taken as it is", () => {
  for (const text of ["", " ada ", "Käthe"]) {
    expect(plan([], { NOTES_PRINCIPAL: text }).principal).toBe(text);
  }
});

test("a key is 64 small hex digits", () => {
  expect(plan([], { NOTES_STATE_KEY: KEY }).key).toBe(KEY);
  const odd = ["", KEY.slice(1), KEY + "0", KEY.toUpperCase(), KEY + "\n", " " + KEY.slice(1)];
  for (const text of [...odd, "g" + KEY.slice(1), "０" + KEY.slice(1)]) {
    check([], { NOTES_STATE_KEY: text }, FAIL, "NOTES_STATE_KEY must be 64 lower-case hex digits");
  }
});

test("what only prints needs no environment", () => {
  for (const name of Object.keys(ACTIONS)) {
    expect(plan([name], { NOTES_SCOPES: "all", NOTES_STATE_KEY: "x" }).action).not.toBe(FAIL);
  }
});

test("help names every option and every variable", () => {
  expect(Object.keys(ACTIONS)).toEqual(["--demo", "--help", "--version"]);
  expect(SWITCHES).toEqual(["--store", ...ALL.slice(2)]);
  for (const name of [...Object.keys(ACTIONS), ...SWITCHES]) {
    expect(HELP).toContain("\n  " + name + " ");
    expect(HELP.split("\n").slice(0, 2).join("")).toContain(name);
  }
  for (const name of [CLOCK, "NOTES_SCOPES", "NOTES_PRINCIPAL", "NOTES_STATE_KEY"]) {
    expect(HELP).toContain("\n  " + name + " ");
  }
});

test("help is plain text that fits a terminal", () => {
  expect(HELP.startsWith("usage: notes-server ") && HELP.endsWith("Z\n")).toBe(true);
  for (const line of HELP.split("\n")) {
    expect(line).toMatch(/^[ -~]{0,120}$/);
    expect(line).toBe(line.trimEnd());
  }
});
