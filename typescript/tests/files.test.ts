/** The store and its key as real files, in a folder of their own. */

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { StoreFile, Unusable, nameOf, openStore, sharedKey } from "../server/files.ts";

const KEY = "0123456789abcdef".repeat(4);
const OTHER = "f".repeat(64);

let folder = "";
let path = "";
let log: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "notes-"));
  path = join(folder, "notes.journal");
  log = [];
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Takes a line of the log. */
function logged(text: string): void {
  log.push(text);
}

/** Opens the store at a path. */
function open(at = path, fsync = true): StoreFile {
  return openStore(at, fsync, logged);
}

/** Gives the mode of a file. */
function modeOf(at: string): number {
  return statSync(at).mode & 0o777;
}

/** Gives what a file reads from a position on, as text. */
function textOf(file: StoreFile, position: number, count: number): string {
  return Buffer.from(file.read(position, count)).toString();
}

/** Checks that a call says that a file cannot be used, with these words. */
function checkUnusable(call: () => unknown, words: string): void {
  expect(call).toThrow(new Unusable(words));
}

test("a store that is not there is made for its owner alone", () => {
  expect(open().size()).toBe(0);
  expect([modeOf(path), readdirSync(folder)]).toEqual([0o600, ["notes.journal"]]);
});

test("a store that is there stays as it is", () => {
  writeFileSync(path, "\n{}\n");
  chmodSync(path, 0o640);
  const file = open();
  expect([file.size(), textOf(file, 0, 9), modeOf(path)]).toEqual([4, "\n{}\n", 0o640]);
});

test("bytes are read at any position and none at the end", () => {
  writeFileSync(path, "abcdef");
  const file = open();
  const table: [number, number, string][] = [[0, 6, "abcdef"], [2, 3, "cde"], [4, 9, "ef"], [6, 1, ""], [9, 1, ""]];
  for (const [position, count, expected] of table) {
    expect(textOf(file, position, count)).toBe(expected);
  }
});

test("appends go to the end whoever else writes", () => {
  const [one, other] = [open(), open(path, false)];
  const [ab, cde, f] = ["ab", "cde", "f"].map((text) => Buffer.from(text));
  expect([one.append(ab!), other.append(cde!), one.append(f!)]).toEqual([2, 3, 1]);
  expect([readFileSync(path, "utf-8"), one.size(), other.size()]).toEqual(["abcdef", 6, 6]);
  expect([one.sync(), other.sync(), log]).toEqual([true, true, []]);
});

test("a link to a file is that file", () => {
  symlinkSync("elsewhere", path);
  open().append(Buffer.from("x"));
  expect(readFileSync(join(folder, "elsewhere"), "utf-8")).toBe("x");
});

test("what is no regular file is not even opened", () => {
  execFileSync("mkfifo", [join(folder, "pipe")]);
  for (const at of [folder, join(folder, "pipe"), "/dev/null"]) {
    const words = "the store " + at + " is not a regular file; name a file, or a path where none is yet";
    checkUnusable(() => open(at), words);
  }
});

test("a store that cannot be opened is told with the reason", () => {
  writeFileSync(path, "");
  const table = [[join(folder, "no", "where"), "ENOENT"], [path + "/x", "ENOTDIR"], ["x".repeat(300), "ENAMETOOLONG"]];
  for (const [at, reason] of table) {
    checkUnusable(() => open(at), "the store " + at + " cannot be opened for reading and writing: " + reason);
  }
});

test("a write that fails takes nothing and is logged", () => {
  writeFileSync(path, "abc");
  const descriptor = openSync(path, "r");
  expect(new StoreFile(descriptor, true, logged).append(Buffer.from("x"))).toBe(0);
  closeSync(descriptor);
  expect(log).toEqual(["the store could not be written: EBADF"]);
  expect(readFileSync(path, "utf-8")).toBe("abc");
});

test("a sync that fails is logged unless none is wanted", () => {
  const descriptor = openSync("/dev/null", "w");
  expect(new StoreFile(descriptor, false, logged).sync()).toBe(true);
  expect(log).toEqual([]);
  expect(new StoreFile(descriptor, true, logged).sync()).toBe(false);
  closeSync(descriptor);
  expect(log).toEqual(["the store could not be forced to the disk: EINVAL"]);
});

test("a key is made once for its owner alone and used from then on", () => {
  expect(sharedKey(path, KEY, "a", logged)).toBe(KEY);
  expect([readFileSync(path, "utf-8"), modeOf(path)]).toEqual([KEY + "\n", 0o600]);
  expect(sharedKey(path, OTHER, "b", logged)).toBe(KEY);
  expect([readdirSync(folder), log]).toEqual([["notes.journal"], []]);
});

test("a key that a rival put there first is not replaced and no draft is left", () => {
  // A link to nowhere is nothing to look at, but it takes the name.
  symlinkSync("nowhere", path);
  const advice = "; set NOTES_STATE_KEY to do without it";
  const words = "the key file " + path + " cannot be read or made: ENOENT" + advice;
  checkUnusable(() => sharedKey(path, KEY, "a", logged), words);
  expect(readdirSync(folder)).toEqual(["notes.journal"]);
});

test("a key may stand with or without a newline", () => {
  for (const text of [KEY, KEY + "\n"]) {
    writeFileSync(path, text);
    chmodSync(path, 0o600);
    expect(sharedKey(path, OTHER, "a", logged)).toBe(KEY);
  }
});

test("a file that holds no key is refused and left as it was", () => {
  const words = "the key file " + path + " must hold 64 lower-case hex digits; delete it to have a new one made";
  const odd = ["", "\n", KEY.slice(1), KEY + "0", KEY.toUpperCase(), KEY + "\n\n", KEY + "\r\n", " " + KEY.slice(1)];
  for (const text of [...odd, "é".repeat(64)]) {
    writeFileSync(path, text);
    checkUnusable(() => sharedKey(path, OTHER, "a", logged), words);
    expect(readFileSync(path, "utf-8")).toBe(text);
  }
});

test("a key that others can read is used with a warning", () => {
  writeFileSync(path, KEY);
  for (const mode of [0o640, 0o604, 0o660]) {
    chmodSync(path, mode);
    log = [];
    expect(sharedKey(path, OTHER, "a", logged)).toBe(KEY);
    expect(log).toEqual(["the key file " + path + " can be read by others; its mode should be 0600"]);
  }
});

test("a key that cannot be read or made is told with a way out", () => {
  const advice = "set NOTES_STATE_KEY to do without it";
  const reasons: [string, string][] = [
    [folder, "is not a regular file; remove it, or "],
    [join(folder, "no", "where"), "cannot be read or made: ENOENT; "],
  ];
  for (const [at, reason] of reasons) {
    const words = "the key file " + at + " " + reason + advice;
    checkUnusable(() => sharedKey(at, KEY, "a", logged), words);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("an error of the system has a name", () => {
  expect(nameOf(Object.assign(new Error("any words"), { code: "ENOSPC" }))).toBe("ENOSPC");
});
