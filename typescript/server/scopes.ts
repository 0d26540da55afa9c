/**
 * Scopes: what the one who started the server allows it to do.
 *
 * On stdio there is no token to look into; the environment of the process says what is granted (specification:
 * basic/authorization). Nothing else decides: hints of tools are for people, and what a client says of itself is
 * believed by nobody.
 */

import type { State } from "./context.ts";
import { ToolFailure } from "./errors.ts";
import { Notes } from "./notes.ts";

export const READ = "read";
export const WRITE = "write";
export const DELETE = "delete";

/** Every scope there is, in ascending order. */
export const SCOPES = [DELETE, READ, WRITE];

/** What is granted where nothing is said. */
export const DEFAULT_SCOPES = [READ, WRITE];

/** Tells whether a scope is granted. */
export function isGranted(state: State, scope: string): boolean {
  return state.world.scopes.includes(scope);
}

/** Gives the notes that may be read: all of them, or none without the scope. */
export function readableNotes(state: State): Notes {
  return isGranted(state, READ) ? state.notes : NO_NOTES;
}

/** Raises ToolFailure unless the scope is granted. */
export function requireScope(state: State, scope: string): void {
  if (!isGranted(state, scope)) {
    throw new ToolFailure("This needs the scope " + scope + ", which this server was not granted");
  }
}

const NO_NOTES = new Notes([]);
