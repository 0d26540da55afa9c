/** The real program with a store, a key, and others beside it. */

import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Json, JsonObject } from "../server/values.ts";
import { DEADLINE, KEY, ended, heard, linesOf, run, send, start } from "./child.ts";
import type { Environment } from "./child.ts";
import { CREATING, META, cancelling, importing, requestText } from "./support.ts";

const ABLE = { ...META, "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };
const LISTING = requestText("after", "tools/list", {});
const RESPONSE = '{"jsonrpc":"2.0","id":1,"result":{}}';
const LISTEN = requestText("s", "subscriptions/listen", { notifications: { resourcesListChanged: true } });
const NO_KEY = "NOTES_STATE_KEY is not set: no other process will accept the confirmations that this one asks for";
const BAD_KEY = " must hold 64 lower-case hex digits; delete it to have a new one made";

/** The environment without a key. */
const KEYLESS: Environment = { NOTES_STATE_KEY: undefined };

/** Runs what follows it under a limit of one block for each file that it writes. */
const LIMITED = ["/bin/sh", "-c", 'ulimit -f 1 && exec "$@"', "sh"];

vi.setConfig({ testTimeout: 2 * DEADLINE });

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "notes-"));
  path = join(folder, "notes");
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Gives the text of a request that makes a note with this body. */
function creating(body: string): string {
  return requestText("c", "tools/call", { name: "notes_create", arguments: { title: "t", body } });
}

/** Gives the text of a request that deletes note-1, or asks whether it is to go. */
function deleting(members: JsonObject): string {
  const call = { name: "notes_delete", arguments: { id: "note-1" }, _meta: ABLE };
  return requestText("d", "tools/call", { ...call, ...members });
}

/** Gives the answers of tools: what each of them says. */
function said(output: string): Json[] {
  return output.trimEnd().split("\n").map((line) => JSON.parse(line).result.content[0].text);
}

/** Gives the records of the store. */
function records(): any[] {
  return readFileSync(path, "utf-8").trim().split("\n\n").map((line) => JSON.parse(line));
}

/** Checks that the program says one line and exits with 2. */
async function checkMistake(args: string[], words: string, changes: Environment = {}): Promise<void> {
  expect(await run(args, LISTING, changes)).toEqual([2, "", "notes-server: " + words + "\n"]);
}

test("a store is made for its owner alone and keeps the notes", async () => {
  const [code, , errors] = await run(["--store", path], creating("one") + "\n" + creating("two") + "\n");
  expect([code, errors, readdirSync(folder)]).toEqual([0, "", ["notes"]]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(records().map((each) => [each.body, each.n])).toEqual([["one", 1], ["two", 2]]);
  const [, output] = await run(["--store", path, "--no-fsync"], requestText(1, "resources/list", {}));
  const names = JSON.parse(output).result.resources.map((each: JsonObject) => each["name"]);
  expect(names).toEqual(["note-1", "note-2"]);
});

test("each process writes under a name of its own", async () => {
  await run(["--store", path], CREATING);
  await run(["--store", path], CREATING);
  expect(new Set(records().map((each) => each.by)).size).toBe(2);
});

test("a mistake exits with 2 and makes no file", async () => {
  const see = "; --help shows the options there are";
  await checkMistake(["--store", path, "--nothing"], "unknown option --nothing" + see);
  await checkMistake(["--no-fsync"], "--no-fsync says how a store is written; give --store too" + see);
  const scopes = "NOTES_SCOPES must be a comma list of delete, read, write; it has 'all'";
  await checkMistake(["--store", path], scopes, { NOTES_SCOPES: "all" });
  const key = "NOTES_STATE_KEY must be 64 lower-case hex digits";
  await checkMistake(["--store", path], key, { NOTES_STATE_KEY: KEY.toUpperCase() });
  expect(readdirSync(folder)).toEqual([]);
});

test("what cannot be a store exits with 2 and stays as it was", async () => {
  writeFileSync(path, "# my notes\n");
  const noJournal = " is no journal of notes and was left as it is; name another file";
  await checkMistake(["--store", path], "the store " + path + noJournal);
  expect(readFileSync(path, "utf-8")).toBe("# my notes\n");
  const noFile = " is not a regular file; name a file, or a path where none is yet";
  await checkMistake(["--store", folder], "the store " + folder + noFile);
  const closed = " cannot be opened for reading and writing: ENOTDIR";
  await checkMistake(["--store", path + "/x"], "the store " + path + "/x" + closed);
  expect(readdirSync(folder)).toEqual(["notes"]);
});

test("without a key and a store a line says that confirmations are good here only", async () => {
  expect(await run([], "", KEYLESS)).toEqual([0, "", "notes-server: " + NO_KEY + "\n"]);
  const all = await Promise.all(["--help", "--version", "--demo"].map((option) => run([option], "", KEYLESS)));
  expect(all.map(([, , errors]) => errors)).toEqual(["", "", ""]);
});

test("without a key a store has one beside it which all its servers use", async () => {
  const changes = { ...KEYLESS, NOTES_SCOPES: "delete,write" };
  const [code, output, errors] = await run(["--store", path], CREATING + "\n" + deleting({}) + "\n", changes);
  expect([code, errors, readdirSync(folder)]).toEqual([0, "", ["notes", "notes.key"]]);
  expect(statSync(path + ".key").mode & 0o777).toBe(0o600);
  expect(readFileSync(path + ".key", "utf-8")).toMatch(/^[0-9a-f]{64}\n$/);
  const { requestState } = JSON.parse(output.split("\n")[1]!).result;
  const answer = { confirm: { action: "accept", content: { confirm: true } } };
  const retry = deleting({ requestState, inputResponses: answer });
  const [again, deleted, silence] = await run(["--store", path], retry, changes);
  expect([again, said(deleted), silence]).toEqual([0, ['{"deleted":true,"id":"note-1"}'], ""]);
});

test("of many that make a key at the same time one wins", async () => {
  await run(["--store", path], CREATING);
  const changes = { ...KEYLESS, NOTES_SCOPES: "delete" };
  const rivals = [1, 2, 3, 4, 5].map(() => start(["--store", path], changes));
  const lines = rivals.map((child) => linesOf(child));
  for (const child of rivals) {
    send(child, deleting({}));
  }
  const asked = await Promise.all(lines.map((each) => heard(each)));
  expect(readdirSync(folder)).toEqual(["notes", "notes.key"]);
  for (const { result } of asked) {
    const inputResponses = { confirm: { action: "decline" } };
    send(rivals[0]!, deleting({ requestState: result.requestState, inputResponses }));
    expect((await heard(lines[0]!)).result.structuredContent.reason).toBe("the user declined");
  }
  await Promise.all(rivals.map((child) => once(child.stdin.end(), "close")));
});

test("a key file that others can read is told and a bad one exits with 2", async () => {
  const key = path + ".key";
  writeFileSync(key, KEY + "\n");
  chmodSync(key, 0o644);
  const words = "notes-server: the key file " + key + " can be read by others; its mode should be 0600\n";
  expect(await run(["--store", path], "", KEYLESS)).toEqual([0, "", words]);
  writeFileSync(key, "no key\n");
  chmodSync(key, 0o600);
  await checkMistake(["--store", path], "the key file " + key + BAD_KEY, KEYLESS);
  expect(readFileSync(key, "utf-8")).toBe("no key\n");
});

test("a line of the store that is no record is skipped with a word", async () => {
  writeFileSync(path, '{"op":"create","tit\n');
  const [code, output, errors] = await run(["--store", path], CREATING);
  expect([code, JSON.parse(output).result.structuredContent.id]).toEqual([0, "note-1"]);
  expect(errors).toBe("notes-server: skipped a line of the store that is no record, at byte 0\n");
});

test("beyond the largest size of a file a tool fails and the server goes on", async () => {
  // What the interpreter keeps for the next run would be cut at the limit as well.
  const child = start(["--store", path], { TSX_DISABLE_CACHE: "1" }, LIMITED);
  const errors = textOf(child.stderr);
  const lines = linesOf(child);
  const answers = [];
  for (const text of [creating("small"), creating("x".repeat(4000)), creating("small"), creating("small")]) {
    send(child, text);
    answers.push((await heard(lines)).result.content[0].text);
  }
  expect(answers[0]).toContain('"id":"note-1"');
  const half = "The store failed while it was written; the change may have been kept, so look first";
  const none = "The store could not be written; nothing was changed";
  expect(answers.slice(1)).toEqual([half, none, none]);
  child.stdin.end();
  expect((await once(child, "exit"))[0]).toBe(0);
  expect(await errors).toContain("the store could not be written: EFBIG");
});

test("an import is called off by what is written while it runs", async () => {
  const child = start(["--store", path]);
  const errors = textOf(child.stderr);
  // More answers than any pipe holds keep the import from ending before it can be called off.
  send(child, new Array(180).fill(LISTING).join("\n") + "\n" + importing(501));
  await once(child.stdout, "readable");
  send(child, cancelling('"i"', ',"reason":"enough"') + "\n" + CREATING);
  const lines = linesOf(child);
  for (let number = 0; number < 180; number += 1) {
    expect((await heard(lines)).id).toBe("after");
  }
  expect((await heard(lines)).params).toEqual({ progressToken: "p", progress: 500, total: 501 });
  const answer = await heard(lines);
  expect([answer.id, answer.result.structuredContent.id]).toEqual(["c", "note-1"]);
  child.stdin.end();
  const [code] = await once(child, "exit");
  const rest = [code, (await lines.next()).done, await errors];
  expect(rest).toEqual([0, true, "notes-server: the client cancelled: enough\n"]);
});

test("who listens hears of what another process writes", async () => {
  const listener = start(["--store", path, "--live"]);
  const errors = textOf(listener.stderr);
  const news = linesOf(listener);
  send(listener, LISTEN);
  expect((await heard(news)).params.notifications).toEqual({ resourcesListChanged: true });
  const writer = start(["--store", path]);
  send(writer, CREATING);
  expect((await heard(linesOf(writer))).id).toBe("c");
  // Nothing is sent to the listener any more: it has to look by itself.
  expect((await heard(news)).method).toBe("notifications/resources/list_changed");
  writer.stdin.end();
  listener.stdin.end();
  const [code] = await once(listener, "exit");
  expect([code, await errors]).toEqual([0, ""]);
});

test("who listens and is never silent hears of it as well", async () => {
  const [listener, writer] = [start(["--store", path, "--live"]), start(["--store", path])];
  const [news, theirs] = [linesOf(listener), linesOf(writer)];
  send(listener, LISTEN);
  await heard(news);
  let rounds = 0;
  const chatter = setInterval(() => {
    rounds += 1;
    if (rounds < 250) {
      send(listener, "");
    }
  }, 20); // no two are 100 ms apart
  send(writer, CREATING);
  expect((await heard(theirs)).id).toBe("c");
  expect((await heard(news)).method).toBe("notifications/resources/list_changed");
  expect(rounds).toBeLessThan(250);
  clearInterval(chatter);
  writer.stdin.end();
  listener.stdin.end();
  await once(listener, "exit");
});

test("a stream that was closed is not mistaken for the store", async () => {
  for (const closed of ["1>&-", "2>&-"]) {
    const child = start(["--store", path], {}, ["/bin/sh", "-c", 'exec "$@" ' + closed, "sh"]);
    send(child, RESPONSE);
    send(child, CREATING);
    child.stdin.end();
    expect((await ended(child))[0], closed).toBe(0);
  }
  const child = start(["--store", path], {}, ["/bin/sh", "-c", 'exec "$@" 0<&-', "sh"]);
  expect(await ended(child)).toEqual([0, "", ""]);
  const lines = readFileSync(path, "utf-8").split("\n");
  expect(lines.filter((line) => line !== "").map((line) => JSON.parse(line).op)).toEqual(["create", "create"]);
});

test("who does not listen sees it with the next request", async () => {
  const [one, other] = [start(["--store", path]), start(["--store", path])];
  const [ours, theirs] = [linesOf(one), linesOf(other)];
  for (const [child, lines, id] of [[one, ours, "note-1"], [other, theirs, "note-2"], [one, ours, "note-3"]] as const) {
    send(child, CREATING);
    expect((await heard(lines)).result.structuredContent.id).toBe(id);
  }
  send(other, requestText("r", "resources/read", { uri: "notes://note-3" }));
  expect((await heard(theirs)).result.contents[0].uri).toBe("notes://note-3");
  one.stdin.end();
  other.stdin.end();
});

test("the optional parts are on if their options are given", async () => {
  const discover = requestText("x", "server/discover", {});
  const [code, output, errors] = await run(["--live", "--everything", "--legacy"], discover);
  const offered = JSON.parse(output).result.capabilities;
  expect([code, errors, offered.resources.subscribe, "logging" in offered]).toEqual([0, "", true, true]);
  const params = { protocolVersion: "x", capabilities: {}, clientInfo: { name: "c", version: "1" } };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const child = start(["--legacy"]);
  child.stdin.end(text);
  expect(JSON.parse((await ended(child))[1]).result.protocolVersion).toBe("2025-11-25");
});
