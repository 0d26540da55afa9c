/**
 * The journal: records in a file that any number of servers, in either language, append to at the same time.
 *
 * Rules. A record is written as newline, JSON, newline in one append, and counts once it is terminated. The
 * unterminated end of the file is somebody's write in progress, or what a crash left of one: it is read again at the
 * next look, and never skipped. The newline that begins the next record terminates what a crash left; such a line is no
 * record, is skipped with a word on stderr, and takes no number. The file decides the order of things: a writer reads
 * its own record back and answers from there. Contract, section 7.
 */

import { isBlank } from "./decode.ts";
import { ToolFailure } from "./errors.ts";
import { NEWLINE } from "./lines.ts";
import { encode, toBytes } from "./messages.ts";
import { readRecord } from "./records.ts";
import { has } from "./values.ts";
import type { JsonObject } from "./values.ts";

interface File {
  size(): number;
  read(position: number, count: number): Uint8Array;
  append(data: Uint8Array): number;
  sync(): boolean;
}

/** How many bytes are read at once. */
export const PIECE = 1048576;

/** Stands in front of all records where the file was cut: what was read before counts no more. */
export const RESTART: JsonObject = { op: "restart" };

/** A journal of one server alone, which keeps nothing: what is appended is handed back. */
export class Memory {
  readonly shared = false;

  /** Gives the records that others have appended: none. */
  look(): JsonObject[] {
    return [];
  }

  /** Gives the records up to the one given, which is the only one. */
  append(record: JsonObject): JsonObject[] {
    return [record];
  }
}

/** A journal in a file that others write to as well. */
export class Journal {
  readonly shared = true;
  private readonly file: File;
  private readonly writer: string;
  private readonly log: (text: string) => void;
  private written = 0; // records of ours so far; with the token it names each of them
  private start = 0; // where the first line begins that has not been read for good
  private seen = 0; // up to where the file has been looked at

  /** Takes the file (size, read, append), a token that no other writer has, and a log (text). */
  constructor(file: File, writer: string, log: (text: string) => void) {
    this.file = file;
    this.writer = writer;
    this.log = log;
  }

  /** Gives the records that were appended since the last look, by whomever; a file that has not grown is not read. */
  look(): JsonObject[] {
    const size = this.file.size();
    if (size === this.seen) {
      return [];
    }
    if (size >= this.start) {
      return this.read(this.start, 0);
    }
    this.log("the store became shorter; it is read again from its beginning");
    return [RESTART, ...this.read(0, 0)];
  }

  /** Appends a record and gives all records up to it that have not been given; raises ToolFailure. */
  append(record: JsonObject): JsonObject[] {
    this.written += 1;
    const line = toBytes("\n" + encode({ ...record, by: this.writer, n: this.written }) + "\n");
    const written = this.file.append(line);
    if (written === 0) {
      throw new ToolFailure("The store could not be written; nothing was changed");
    }
    if (written < line.length || !this.file.sync()) {
      throw new ToolFailure("The store failed while it was written; the change may have been kept, so look first");
    }
    const start = this.start;
    const records = this.read(start, this.written);
    if (records.length === 0 || !this.isOwn(records.at(-1)!, this.written)) {
      [this.start, this.seen] = [start, start]; // what others wrote counts at the next look
      throw new ToolFailure(
        "The store did not give back what was written; the change may have been kept, so look first",
      );
    }
    return records;
  }

  private read(from: number, until: number): JsonObject[] {
    // Reads on to the end, or to our own record with the number until (0: none is waited for). Where a piece cannot be
    // read nothing has been: what was given to nobody is read again at the next look.
    const records: JsonObject[] = [];
    let start = from;
    let position = from;
    let rest: Uint8Array = new Uint8Array(0);
    let piece = this.file.read(position, PIECE);
    while (piece.length > 0) {
      position += piece.length;
      rest = Buffer.concat([rest, piece]);
      let end = rest.indexOf(NEWLINE);
      while (end !== -1) {
        const record = this.recordOf(rest.subarray(0, end), start);
        rest = rest.subarray(end + 1);
        start += end + 1;
        if (record !== null) {
          records.push(record);
          if (this.isOwn(record, until)) {
            [this.start, this.seen] = [start, start];
            return records;
          }
        }
        end = rest.indexOf(NEWLINE);
      }
      piece = this.file.read(position, PIECE);
    }
    [this.start, this.seen] = [start, position];
    return records;
  }

  private recordOf(line: Uint8Array, start: number): JsonObject | null {
    if (isBlank(line)) {
      return null;
    }
    const record = readRecord(line);
    if (record === null) {
      this.log("skipped a line of the store that is no record, at byte " + String(start));
    }
    return record;
  }

  private isOwn(record: JsonObject, number: number): boolean {
    return has(record, "by") && record["by"] === this.writer && has(record, "n") && record["n"] === number;
  }
}
