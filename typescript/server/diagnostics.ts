/**
 * Lines for stderr: short, few, and harmless to the terminal that shows them.
 *
 * A client need not read stderr. If it does not, a server that writes without end would fill the pipe and stand still.
 */

import { cut } from "./values.ts";

/** How many lines one process writes at most; together they fit into any pipe. */
export const MAX_LINES = 100;

/** How many characters of a text are shown, and how many its escapes may take up. */
export const MAX_CHARACTERS = 200;

/** Counts the lines, so that they stay few. */
export class Diagnostics {
  private count: number;

  /** Starts with none written. */
  constructor() {
    this.count = 0;
  }

  /** Gives the line to write for a text, with its newline, or an empty string once there were enough. */
  line(text: string): string {
    this.count += 1;
    if (this.count > MAX_LINES) {
      return "";
    }
    const last = this.count === MAX_LINES ? " (no more of these)" : "";
    return "notes-server: " + cut(escaped(cut(text, MAX_CHARACTERS)), MAX_CHARACTERS) + last + "\n";
  }
}

/** Gives the text with everything but printable ASCII written as an escape. */
export function escaped(text: string): string {
  return [...text].map((character) => (" " <= character && character <= "~" ? character : escape(character))).join("");
}

function escape(character: string): string {
  return "\\u{" + character.codePointAt(0)!.toString(16) + "}";
}
