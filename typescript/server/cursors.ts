/**
 * Cursors: opaque to the client, and good for as long as there are notes.
 *
 * A cursor names its list and the number of the last note seen, in unpadded base64url. Nothing is kept for it in the
 * server, and notes that come and go do not disturb it. Specification: server/utilities/pagination.
 */

const FORM = /^(.*):([1-9][0-9]{0,14})$/s;
const ALPHABET = /^[A-Za-z0-9_-]+$/;

/** Gives the cursor that continues a list after the note with this number. */
export function writeCursor(listName: string, number: number): string {
  return encode(listName + ":" + String(number));
}

/** Gives the number behind a cursor of this list, or 0 if it is none; the last argument is the next new number. */
export function readCursor(cursor: string, listName: string, nextNumber: number): number {
  const match = FORM.exec(decode(cursor));
  if (match === null || match[1] !== listName) {
    return 0;
  }
  const number = Number(match[2]);
  // Decoders forgive much; only what we would write ourselves is a cursor of ours.
  return number < nextNumber && writeCursor(listName, number) === cursor ? number : 0;
}

function encode(text: string): string {
  return Buffer.from(text, "utf-8").toString("base64url");
}

function decode(cursor: string): string {
  if (!ALPHABET.test(cursor)) {
    return "";
  }
  return Buffer.from(cursor, "base64url").toString("utf-8");
}
