/**
 * Searching text without regard to case, only where every runtime knows the same cases.
 *
 * Unicode grows, and a newer runtime lowers letters that an older one leaves alone. Below U+0590 and in U+1E00 to
 * U+1FFF all supported runtimes agree; every other code point compares as it is. Each code point is lowered alone, so
 * that a sigma at the end of a word stays what it is in the middle.
 */

const RANGES: [number, number][] = [
  [0x0000, 0x0590],
  [0x1e00, 0x2000],
];

/** Gives the text in the form in which it is searched. */
export function lowered(text: string): string {
  // The class leaves out what the table cannot hold, so that long plain text is quickly passed over.
  return text.replace(/[A-Z\u00c0-\u058f\u1e00-\u1fff]/g, (character) => TABLE.get(character) ?? character);
}

/** Tells whether the query, already lowered, stands somewhere in the text. */
export function contains(text: string, query: string): boolean {
  return lowered(text).includes(query);
}

function lowerTable(): Map<string, string> {
  const table = new Map<string, string>();
  for (const [start, end] of RANGES) {
    for (let code = start; code < end; code += 1) {
      const character = String.fromCodePoint(code);
      const lower = character.toLowerCase();
      if (lower !== character) {
        table.set(character, lower);
      }
    }
  }
  return table;
}

const TABLE = lowerTable();
