/**
 * What each tool does once its arguments have passed their schema.
 *
 * An executor takes the state, the request and the arguments. It gives the structured content of its answer, or raises
 * ToolFailure with a sentence for the model. Those that ask the client or work in slices have modules of their own.
 */

import { formatTime } from "./clock.ts";
import type { Request, State } from "./context.ts";
import { readCursor, writeCursor } from "./cursors.ts";
import { ToolFailure } from "./errors.ts";
import { READ, WRITE, requireScope } from "./scopes.ts";
import { contains, lowered } from "./search.ts";
import { cut, has, toInteger } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** Makes a note and gives it. */
export function createNote(state: State, _request: Request, args: JsonObject): JsonObject {
  requireScope(state, WRITE);
  const record: JsonObject = { op: "create", title: args["title"]!, body: args["body"]! };
  if (has(args, "tag")) {
    record["tag"] = args["tag"]!;
  }
  record["at"] = formatTime(state.world.clock());
  return state.notes.find(state.notes.append(record)[0]!)!;
}

/** Gives one page of notes in the order of their creation, without their bodies. */
export function listNotes(state: State, _request: Request, args: JsonObject): JsonObject {
  requireScope(state, READ);
  const tag = has(args, "tag") ? (args["tag"] as string) : null;
  const listName = tag === null ? "notes_list" : "notes_list/" + tag;
  let after = 0;
  if (has(args, "cursor")) {
    after = readCursor(args["cursor"] as string, listName, state.notes.nextNumber());
    if (after === 0) {
      throw new ToolFailure("Argument cursor is none of this list; start again without one");
    }
  }
  const limit = has(args, "limit") ? toInteger(args["limit"] as number) : 50;
  const [notes, following] = state.notes.page(after, limit, tag);
  const page: JsonObject = { notes: notes.map((note) => summaryOf(note)) };
  if (following > 0) {
    page["nextCursor"] = writeCursor(listName, following);
  }
  return page;
}

/** Gives one whole note. */
export function readNote(state: State, _request: Request, args: JsonObject): JsonObject {
  requireScope(state, READ);
  return existingNote(state, args["id"] as string);
}

/** Gives the newest notes whose title or body holds the query, without their bodies. */
export function searchNotes(state: State, _request: Request, args: JsonObject): JsonObject {
  requireScope(state, READ);
  const query = lowered(args["query"] as string);
  const limit = has(args, "limit") ? toInteger(args["limit"] as number) : 20;
  const [notes, more] = state.notes.newest(
    limit,
    (note) => contains(note["title"] as string, query) || contains(note["body"] as string, query),
  );
  return { notes: notes.map((note) => summaryOf(note)), hasMore: more };
}

/** Changes what the arguments name and gives the whole note; what is as it was is not written. */
export function updateNote(state: State, _request: Request, args: JsonObject): JsonObject {
  requireScope(state, WRITE);
  const note = existingNote(state, args["id"] as string);
  const record: JsonObject = { op: "update", id: note["id"]! };
  for (const name of CHANGEABLE) {
    if (has(args, name) && args[name] !== (has(note, name) ? note[name] : null)) {
      record[name] = args[name]!;
    }
  }
  if (Object.keys(record).length === 2) {
    return note;
  }
  record["at"] = formatTime(state.world.clock());
  if (state.notes.append(record).length === 0) {
    throw notFound(note["id"] as string); // another process has deleted it meanwhile
  }
  return state.notes.find(note["id"] as string)!;
}

/** The members of a note that an update may change. */
export const CHANGEABLE = ["title", "body", "tag"];

/** Gives the note with this id; raises ToolFailure if there is none. */
export function existingNote(state: State, noteId: string): JsonObject {
  const note = state.notes.find(noteId);
  if (note === null) {
    throw notFound(noteId);
  }
  return note;
}

/** The failure for an id that no note has. */
export function notFound(noteId: string): ToolFailure {
  return new ToolFailure("Note not found: " + cut(noteId) + "; notes_list shows the ids there are");
}

function summaryOf(note: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(note).filter(([name]) => name !== "body"));
}
