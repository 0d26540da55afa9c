/** The journal over a file that can be made to do what real ones seldom do. */

import { expect, test } from "vitest";

import { ToolFailure } from "../server/errors.ts";
import { Journal, Memory, PIECE, RESTART } from "../server/journal.ts";
import type { Json, JsonObject } from "../server/values.ts";

const AT = "2026-07-01T09:00:00.000Z";
const NOT_WRITTEN = "The store could not be written; nothing was changed";
const HALF_WRITTEN = "The store failed while it was written; the change may have been kept, so look first";
const NOT_GIVEN_BACK = "The store did not give back what was written; the change may have been kept, so look first";

/** A file in memory, whose appends can be cut short, fail, or be followed by what others write. */
class FakeFile {
  data: Buffer;
  reads: number[] = []; // positions
  appends: string[] = [];
  room = Infinity; // how many bytes the next append takes
  before = ""; // what another process appends just before we do
  behind = ""; // and just after it
  syncs = true;
  loses = false;
  brokenFrom = Infinity; // the position from which on nothing can be read

  /** Starts with this text. */
  constructor(text: string) {
    this.data = Buffer.from(text);
  }

  size(): number {
    return this.data.length;
  }

  read(position: number, count: number): Uint8Array {
    this.reads.push(position);
    if (position >= this.brokenFrom) {
      throw new Error("unreadable");
    }
    return this.data.subarray(position, position + count);
  }

  append(data: Uint8Array): number {
    this.appends.push(Buffer.from(data).toString());
    const taken = data.subarray(0, this.room);
    const kept = this.loses ? new Uint8Array(0) : taken;
    this.data = Buffer.concat([this.data, Buffer.from(this.before), kept, Buffer.from(this.behind)]);
    this.behind = "";
    return taken.length;
  }

  sync(): boolean {
    return this.syncs;
  }
}

/** Gives a record that makes a note. */
function record(title: string): JsonObject {
  return { op: "create", title, body: "", at: AT };
}

/** Gives a record of another writer as it stands in the file. */
function line(title: string, by = "other"): string {
  return "\n" + JSON.stringify({ ...record(title), by, n: 1 }) + "\n";
}

/** Gives the titles of records. */
function titles(records: JsonObject[]): Json[] {
  return records.map((each) => each["title"]!);
}

/** Gives a file with this text, a journal on it, and its log. */
function begin(text = ""): [FakeFile, Journal, string[]] {
  const log: string[] = [];
  const file = new FakeFile(text);
  return [file, new Journal(file, "me", (words) => void log.push(words)), log];
}

/** Checks that one more record fails with this sentence. */
function checkFails(journal: Journal, sentence: string): void {
  expect(() => journal.append(record("mine"))).toThrow(new ToolFailure(sentence));
}

test("a journal in memory gives back what it is given and nothing else", () => {
  const journal = new Memory();
  expect([journal.look(), journal.append({ op: "x" }), journal.look()]).toEqual([[], [{ op: "x" }], []]);
  expect([journal.shared, begin()[1].shared]).toEqual([false, true]);
});

test("a look gives each record once and reads a file only if it grew", () => {
  const [file, journal, log] = begin(line("a") + line("b"));
  expect(titles(journal.look())).toEqual(["a", "b"]);
  file.reads = [];
  expect([journal.look(), file.reads]).toEqual([[], []]);
  file.data = Buffer.concat([file.data, Buffer.from(line("c"))]);
  expect([titles(journal.look()), file.reads[0]]).toEqual([["c"], (line("a") + line("b")).length]);
  expect(log).toEqual([]);
});

test("a record is written in one append between two newlines", () => {
  const [file, journal] = begin();
  journal.append({ op: "create", title: "Käse\n", body: "", at: AT });
  const text = '\n{"op":"create","title":"Käse\\n","body":"","at":"' + AT + '","by":"me","n":1}\n';
  expect(file.appends).toEqual([text]);
  journal.append(record("b"));
  expect(file.appends[1]!.endsWith('"by":"me","n":2}\n')).toBe(true);
});

test("an append gives what others wrote before it and ends with its own", () => {
  const [file, journal] = begin(line("a"));
  file.before = line("b") + line("c");
  expect(titles(journal.append(record("mine")))).toEqual(["a", "b", "c", "mine"]);
  expect(journal.look()).toEqual([]);
});

test("what others wrote behind it is left for the next look", () => {
  const [file, journal] = begin();
  file.behind = line("later");
  expect(titles(journal.append(record("mine")))).toEqual(["mine"]);
  expect(titles(journal.look())).toEqual(["later"]);
});

test("only its own token and number make a record its own", () => {
  const [file, journal] = begin();
  file.before = line("theirs", "them") + line("odd", "me").replace('"n":1', '"n":7');
  expect(titles(journal.append(record("mine")))).toEqual(["theirs", "odd", "mine"]);
});

test("an unterminated end is read again and never skipped", () => {
  const whole = line("a") + line("b");
  for (let cut = line("a").length; cut < whole.length; cut += 1) {
    const [file, journal, log] = begin(whole.slice(0, cut));
    expect(titles(journal.look())).toEqual(["a"]);
    expect(journal.look()).toEqual([]);
    file.data = Buffer.from(whole);
    expect([titles(journal.look()), log], String(cut)).toEqual([["b"], []]);
  }
});

test("what a crash left is ended by the next record and skipped", () => {
  const [file, journal, log] = begin(line("a") + line("torn").slice(0, 30));
  expect(titles(journal.look())).toEqual(["a"]);
  expect(titles(journal.append(record("mine")))).toEqual(["mine"]);
  const position = line("a").length + 1;
  expect(log).toEqual(["skipped a line of the store that is no record, at byte " + String(position)]);
  expect(file.data.toString()).toContain(line("torn").slice(0, 30) + "\n{");
});

test("blank lines mean nothing and others are skipped with a word", () => {
  const bad = '{"op":"create"}\n';
  const [, journal, log] = begin("\n \t\r\n" + bad + line("a") + "no json\n\n");
  expect(titles(journal.look())).toEqual(["a"]);
  const places = [5, 5 + (bad + line("a")).length];
  const words = "skipped a line of the store that is no record, at byte ";
  expect(log).toEqual(places.map((place) => words + String(place)));
});

test("a write that took nothing changes nothing", () => {
  const [file, journal] = begin(line("a"));
  file.room = 0;
  checkFails(journal, NOT_WRITTEN);
  expect([file.data.toString(), file.appends.length]).toEqual([line("a"), 1]);
  file.room = Infinity;
  expect(titles(journal.append(record("again")))).toEqual(["a", "again"]);
});

test("a write cut short is told and not repeated", () => {
  for (const room of [1, 20]) {
    const [file, journal] = begin();
    file.room = room;
    checkFails(journal, HALF_WRITTEN);
    expect([file.data.length, file.appends.length]).toEqual([room, 1]);
    file.room = Infinity;
    expect(titles(journal.append(record("next")))).toEqual(["next"]);
  }
});

test("a sync that failed is told and the record is seen by the next look", () => {
  const [file, journal] = begin();
  file.syncs = false;
  checkFails(journal, HALF_WRITTEN);
  expect(file.appends.length).toBe(1);
  expect(titles(journal.look())).toEqual(["mine"]);
});

test("a record that cannot be read back is told", () => {
  const [file, journal] = begin(line("a"));
  file.loses = true;
  checkFails(journal, NOT_GIVEN_BACK);
});

test("what others wrote before a record that cannot be read back is seen by the next look", () => {
  const [file, journal] = begin(line("a"));
  journal.look();
  [file.loses, file.before] = [true, line("b")];
  checkFails(journal, NOT_GIVEN_BACK);
  expect(titles(journal.look())).toEqual(["b"]);
});

test("a read that fails halfway loses nothing of what came before", () => {
  const many = line("x").replace('"body":""', '"body":"' + "y".repeat(90000) + '"').repeat(13);
  for (const [before, restarts] of [["", []], [line("a").repeat(19999), [RESTART]]] as const) {
    const [file, journal] = begin(before);
    journal.look();
    [file.data, file.brokenFrom] = [Buffer.from(many), PIECE];
    expect(() => journal.look()).toThrow("unreadable");
    file.brokenFrom = Infinity;
    const records = journal.look();
    expect([records.slice(0, -13), titles(records.slice(-13))]).toEqual([restarts, Array(13).fill("x")]);
  }
});

test("a file that became shorter is read again from its beginning", () => {
  const [file, journal, log] = begin(line("a") + line("b"));
  journal.look();
  file.data = Buffer.from(line("c"));
  const [first, ...rest] = journal.look();
  expect([first, titles(rest)]).toEqual([RESTART, ["c"]]);
  expect(log).toEqual(["the store became shorter; it is read again from its beginning"]);
  expect(journal.look()).toEqual([]);
  file.data = Buffer.alloc(0);
  expect(journal.look()).toEqual([RESTART]);
});

test("a file that is read again is read beyond our own records", () => {
  const [file, journal] = begin(line("a").repeat(3));
  journal.append(record("mine"));
  file.data = Buffer.from(file.appends[0]! + line("c"));
  const [first, ...rest] = journal.look();
  expect([first, titles(rest)]).toEqual([RESTART, ["mine", "c"]]);
});

test("an unterminated end that is taken back is no restart", () => {
  const [file, journal, log] = begin(line("a") + '{"op');
  expect(titles(journal.look())).toEqual(["a"]);
  file.data = Buffer.from(line("a"));
  expect([journal.look(), log]).toEqual([[], []]);
});

test("lines may be divided between pieces and longer than one", () => {
  const long = line("x").replace('"body":""', '"body":"' + "y".repeat(100000) + '"');
  const notes = new Array(30).fill('{"title":"t","body":"' + "z".repeat(90000) + '"}').join(",");
  const whole = '{"op":"import","notes":[' + notes + '],"at":"' + AT + '"}\n';
  expect(whole.length).toBeGreaterThan(2 * PIECE);
  const [file, journal, log] = begin(long.repeat(11) + whole + long);
  const ops = journal.look().map((each) => each["op"]);
  expect(ops).toEqual([...new Array(11).fill("create"), "import", "create"]);
  expect([file.reads[1], log]).toEqual([PIECE, []]);
  expect(titles(journal.append(record("mine")))).toEqual(["mine"]);
});
