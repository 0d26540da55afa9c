/**
 * One line to one JSON value, as strictly as RFC 8259 and the same in both languages.
 *
 * The two parsers agree once four things are settled outside of them: UTF-8 is decoded strictly and a byte order mark
 * is kept (so that it fails), NaN and Infinity are refused, nesting is counted before parsing, and every number becomes
 * a double.
 */

import type { Json } from "./values.ts";

/** How many brackets may be open at once. */
export const MAX_DEPTH = 64;

const BLANKS = [0x20, 0x09, 0x0d];
const TOKENS = /\\.|["[\]{}]/gs;

/** Says that a line is not one JSON text in UTF-8; the parser's own words are dropped. */
export class NotJson extends Error {}

/** Tells whether a line holds only space, tab and CR, or nothing. */
export function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => BLANKS.includes(byte));
}

/** Decodes the bytes of one line into a JSON value; raises NotJson. */
export function decodeLine(line: Uint8Array): Json {
  try {
    const text = DECODER.decode(line);
    if (tooDeep(text)) {
      throw new NotJson();
    }
    return JSON.parse(text) as Json;
  } catch {
    throw new NotJson();
  }
}

function tooDeep(text: string): boolean {
  // Most lines have fewer brackets than could ever be too many, and need no closer look.
  if (countOpenings(text) <= MAX_DEPTH) {
    return false;
  }
  let depth = 0;
  let inString = false;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '"') {
      inString = !inString;
    } else if (inString || token.startsWith("\\")) {
      continue;
    } else if ("[{".includes(token)) {
      depth += 1;
      if (depth > MAX_DEPTH) {
        return true;
      }
    } else {
      depth -= 1;
    }
  }
  return false;
}

function countOpenings(text: string): number {
  return text.split("[").length + text.split("{").length - 2;
}

// JSON.parse knows neither NaN nor Infinity and reads every number as a double. Without ignoreBOM the decoder would
// take a byte order mark away, and the line would pass.
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
