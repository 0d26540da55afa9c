/** The real program as a child process: its command line, its streams, and how it ends. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text as textOf } from "node:stream/consumers";

import { expect, test, vi } from "vitest";

import { formatTime } from "../server/clock.ts";
import { demo } from "../server/demo.ts";
import { DEADLINE, FOLDER, PROGRAM, ended, environment, run, start } from "./child.ts";
import type { Environment } from "./child.ts";
import { NOW_TEXT, ask, newServer, requestText, textsOf } from "./support.ts";

const LISTING = requestText("x", "tools/list", {});
const READING = requestText("x", "tools/call", { name: "notes_read", arguments: { id: "note-2" } });
const LISTEN = requestText("s", "subscriptions/listen", { notifications: {} });
const RESPONSE = '{"jsonrpc":"2.0","id":1,"result":{}}';

vi.setConfig({ testTimeout: 2 * DEADLINE });

/** Gives what a server in this process answers to these lines, as one text. */
function answersTo(texts: string[]): string {
  const server = newServer();
  return texts.flatMap((text) => ask(server, text)).join("");
}

/** Gives the time at which the note in an answer was made. */
function createdAt(output: string): string {
  return JSON.parse(output).result.structuredContent.createdAt;
}

test("without arguments it serves", async () => {
  expect(await run([], LISTING + "\n")).toEqual([0, answersTo([LISTING]), ""]);
});

test("help and version are printed and nothing is served", async () => {
  const [code, output, errors] = await run(["--help"], LISTING + "\n");
  expect([code, errors]).toEqual([0, ""]);
  expect(output.startsWith("usage: notes-server ") && output.endsWith("\n")).toBe(true);
  expect(output).not.toContain("\r");
  for (const word of ["--demo", "--help", "--version", "--store", "NOTES_CLOCK"]) {
    expect(output).toContain(word);
  }
  expect(await run(["--version"], LISTING + "\n")).toEqual([0, "notes-server 2.0.0\n", ""]);
});

test("the demo is printed and nothing is served", async () => {
  expect(await run(["--demo"], LISTING + "\n")).toEqual([0, demo(), ""]);
});

test("an unknown option is told on stderr and exits with 2", async () => {
  const table = [["--nothing"], ["--help", "--nothing"], ["serve"], ["--Help"], ["--help", "--help"]];
  const all = await Promise.all(table.map((args) => run(args, LISTING + "\n")));
  for (const [index, [code, output, errors]] of all.entries()) {
    expect([code, output], table[index]!.join(" ")).toEqual([2, ""]);
    expect(errors).toMatch(/^notes-server: [^\n]+\n$/);
  }
  expect(all[0]![2]).toContain("--nothing");
});

test("a clock that is no real time exits with 2", async () => {
  const odd = ["", "yesterday", "2026-02-30T00:00:00.000Z", "2026-07-28T00:00:00Z", "2026-07-28T00:00:00.000Z "];
  const all = await Promise.all(odd.map((text) => run([], LISTING + "\n", { NOTES_CLOCK: text })));
  for (const [index, [code, output, errors]] of all.entries()) {
    expect([code, output], odd[index]).toEqual([2, ""]);
    expect(errors).toMatch(/^notes-server: NOTES_CLOCK [^\n]+\n$/);
  }
});

test("the clock is the one that is given or else the real one", async () => {
  const text = requestText(1, "tools/call", { name: "notes_create", arguments: { title: "t", body: "" } });
  expect(createdAt((await run([], text, { NOTES_CLOCK: NOW_TEXT }))[1])).toBe(NOW_TEXT);
  const before = formatTime(Date.now());
  const at = createdAt((await run([], text))[1]);
  const after = formatTime(Date.now());
  expect([after, at, before].sort()).toEqual([before, at, after]);
});

test("the end of input right after the start is an end", async () => {
  expect(await run([], "")).toEqual([0, "", ""]);
});

test("a last line without newline is answered", async () => {
  expect(await run([], READING + "\n" + LISTING)).toEqual([0, answersTo([READING, LISTING]), ""]);
  expect(await run([], LISTING)).toEqual([0, answersTo([LISTING]), ""]);
});

test("all requests of a file are answered before the exit", async () => {
  const texts = [READING, LISTING, requestText(3, "server/discover", {})];
  const folder = mkdtempSync(join(tmpdir(), "notes-"));
  writeFileSync(join(folder, "requests"), texts.join("\n") + "\n");
  const file = openSync(join(folder, "requests"), "r");
  const options = { cwd: FOLDER, env: environment({}), timeout: DEADLINE };
  const child = spawn(process.execPath, PROGRAM, { ...options, stdio: [file, "pipe", "pipe"] });
  const [code, output, errors] = await ended(child);
  closeSync(file);
  rmSync(folder, { recursive: true });
  expect([code, errors]).toEqual([0, ""]);
  expect(output).toBe(answersTo(texts));
});

test("a burst that no pipe holds is answered whole and in order", async () => {
  const texts = Array.from({ length: 1000 }, (_, number) => requestText(number, "tools/list", {}));
  expect(await run([], texts.join("\n"))).toEqual([0, answersTo(texts), ""]);
});

test("an answer comes while the input is still open", async () => {
  const child = start();
  const errors = textOf(child.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (const text of [READING, LISTING, READING]) {
    child.stdin.write(text + "\n");
    expect((await lines.next()).value + "\n").toBe(answersTo([text]));
  }
  child.stdin.end();
  const [code] = await once(child, "exit");
  expect([code, (await lines.next()).done, await errors]).toEqual([0, true, ""]);
});

test("a closed stdout ends the process quietly", async () => {
  const child = start();
  const errors = textOf(child.stderr);
  child.stdout.destroy();
  const send = (fault?: Error | null): void => {
    if (!fault) {
      child.stdin.write(LISTING + "\n", send);
    }
  };
  send();
  const [code] = await once(child, "exit");
  expect([code, await errors]).toEqual([0, ""]);
});

test("a closed stdout ends what only prints as quietly", async () => {
  for (const option of ["--help", "--version", "--demo"]) {
    const child = start([option]);
    const errors = textOf(child.stderr);
    child.stdout.destroy();
    const [code] = await once(child, "exit");
    expect([code, await errors], option).toEqual([0, ""]);
  }
});

test("a stderr that is closed or never read stops nothing", async () => {
  const input = (RESPONSE + "\n").repeat(20000) + LISTING;
  for (const isClosed of [true, false]) {
    const child = start();
    if (isClosed) {
      child.stderr.destroy();
    }
    child.stdin.end(input);
    const [output, [code]] = await Promise.all([textOf(child.stdout), once(child, "exit")]);
    expect([code, output]).toEqual([0, answersTo([LISTING])]);
  }
});

test("the output depends neither on the locale nor on settings for encodings", async () => {
  const settings: Environment[] = [{ LC_ALL: "C" }, { LC_ALL: "POSIX" }, { LC_ALL: "de_DE.ISO-8859-1" }];
  settings.push({ LC_ALL: "tr_TR.UTF-8" }, { LANG: "ja_JP.eucJP" });
  const expected = answersTo([READING]);
  expect(expected).toContain("Käse");
  for (const changes of settings) {
    const both = await Promise.all([run([], READING + "\n", changes), run(["--demo"], "", changes)]);
    expect(both, JSON.stringify(changes)).toEqual([[0, expected, ""], [0, demo(), ""]]);
  }
});

test("lines end with a newline and no carriage return", async () => {
  const text = requestText(1, "tools/call", { name: "notes_create", arguments: { title: "t", body: "a\r\nb" } });
  const [code, output] = await run([], text + "\r\n" + LISTING + "\r\n{\r\n\r\n");
  expect([code, output.split("\n").length - 1, output.split("\r").length - 1]).toEqual([0, 3, 0]);
  expect(output.endsWith("}\n")).toBe(true);
});

test("bytes that are no text are answered and not fatal", async () => {
  const broken = Buffer.from(LISTING.replace('"x"', '"\xff"'), "latin1");
  const [code, output, errors] = await run([], Buffer.concat([broken, Buffer.from("\n" + LISTING)]));
  const [first, second] = output.split("\n");
  expect(JSON.parse(first!).error.code).toBe(-32700);
  expect([second + "\n", errors, code]).toEqual([answersTo([LISTING]), "", 0]);
});

test("an open listen is closed at the end of input", async () => {
  const [code, output, errors] = await run([], LISTEN + "\n" + LISTING + "\n");
  const server = newServer();
  const answers = [...ask(server, LISTEN), ...ask(server, LISTING)];
  const closing = textsOf(server.end());
  expect(closing.length).toBe(2);
  expect([code, output, errors]).toEqual([0, [...answers, ...closing].join(""), ""]);
});

test("an interrupt ends the process without a word", async () => {
  const child = start();
  const errors = textOf(child.stderr);
  child.stdin.write(LISTING + "\n");
  await once(child.stdout, "data");
  child.kill("SIGINT");
  const [code, name] = await once(child, "exit");
  expect([code, name, await errors]).toEqual([null, "SIGINT", ""]);
});
