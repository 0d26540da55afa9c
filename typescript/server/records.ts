/**
 * Records: what happened to the notes, one after the other.
 *
 * A record is an object whose op names the change; a journal holds one in each line. What a file holds may have been
 * cut off, edited, or written by a later version, so each line is looked at before it counts. Contract, section 7.
 */

import { NotJson, decodeLine } from "./decode.ts";
import { faultOf } from "./schema.ts";
import { RECORDS } from "./schemas.ts";
import { has, isObject, isString, isWellFormed } from "./values.ts";
import type { Json, JsonObject } from "./values.ts";

/** What the first line of every journal begins with, for op is the first member of every record. */
export const BEGINNING = '{"op":"';

/** What the escape of a character begins with. */
export const ESCAPE = "\\u";

/** Gives the record that a line of a journal holds, or null if it holds none that counts. */
export function readRecord(line: Uint8Array): JsonObject | null {
  let record: Json;
  try {
    record = decodeLine(line);
  } catch (fault) {
    if (fault instanceof NotJson) {
      return null;
    }
    throw fault;
  }
  if (!isObject(record) || !has(record, "op") || !isString(record["op"]) || !has(RECORDS, record["op"])) {
    return null;
  }
  if (faultOf(RECORDS[record["op"]]!, record) !== "") {
    return null;
  }
  // Only an escape can bring half of a surrogate pair, and few lines have one.
  return !Buffer.from(line).includes(ESCAPE) || isWellFormed(record) ? record : null;
}

/** Tells whether a file that begins with these bytes can be a journal: empty, or begun with a record, whole or cut. */
export function mayBeJournal(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString("latin1"); // a character a byte
  const first = text.replace(/^[ \t\r\n]+/, "").slice(0, BEGINNING.length);
  // The first record may have been torn; the newline that ends it is the next one's.
  return BEGINNING.startsWith(first.split("\n")[0]!);
}
