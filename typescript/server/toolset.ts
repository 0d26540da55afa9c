/**
 * The tools of the notes: how each one is shown to a model, and what runs when it is called.
 *
 * tools/list publishes the definitions; their schemas are also what tools/call applies. Specification: server/tools.
 */

import type { Request, State } from "./context.ts";
import { CONFIRM, deleteNote } from "./deleting.ts";
import { createNote, listNotes, readNote, searchNotes, updateNote } from "./executors.ts";
import { importNotes } from "./importing.ts";
import type { Import } from "./importing.ts";
import { ASKS_NOTHING, Asks, ELICIT } from "./questions.ts";
import {
  CREATE_INPUT,
  DELETE_INPUT,
  DELETE_OUTPUT,
  IMPORT_INPUT,
  IMPORT_OUTPUT,
  LIST_INPUT,
  LIST_OUTPUT,
  NOTE_OUTPUT,
  READ_INPUT,
  SEARCH_INPUT,
  SEARCH_OUTPUT,
  UPDATE_INPUT,
} from "./schemas.ts";
import type { JsonObject } from "./values.ts";

type Execute = (state: State, request: Request, args: JsonObject) => JsonObject | Import;

/** Hints for people. Nothing is decided by them. */
export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
export const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
export const CHANGES = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
export const REMOVES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };

/** A tool: its definition, what runs, whether its answer is a note to link to, and what it asks the client. */
export class Tool {
  readonly definition: JsonObject;
  readonly execute: Execute;
  readonly links: boolean;
  readonly asks: Asks;

  /** Takes the four. */
  constructor(definition: JsonObject, execute: Execute, links: boolean, asks: Asks) {
    this.definition = definition;
    this.execute = execute;
    this.links = links;
    this.asks = asks;
  }
}

export const DEFINITIONS: JsonObject[] = [
  {
    name: "notes_create",
    title: "Create a note",
    description:
      "Makes a new note and gives it with its id. Use it for something new; to change a note that " +
      "exists, use notes_update. Calling it twice makes two notes.",
    inputSchema: CREATE_INPUT,
    outputSchema: NOTE_OUTPUT,
    annotations: ADDS,
  },
  {
    name: "notes_delete",
    title: "Delete a note",
    description:
      "Deletes a note for ever, once its user has agreed. Use it only when the user wants the note gone; " +
      "to change what it says, use notes_update.",
    inputSchema: DELETE_INPUT,
    outputSchema: DELETE_OUTPUT,
    annotations: REMOVES,
  },
  {
    name: "notes_import",
    title: "Import notes",
    description:
      "Makes up to 10,000 notes at once, all of them or none, and gives their ids as a range. Use it " +
      "for notes that exist elsewhere; to make a single note, use notes_create. Calling it twice makes them twice.",
    inputSchema: IMPORT_INPUT,
    outputSchema: IMPORT_OUTPUT,
    annotations: ADDS,
  },
  {
    name: "notes_list",
    title: "List notes",
    description:
      "Lists notes in the order of their creation, without their bodies, a page at a time; with a " +
      "tag only those that carry it. Use it to see what there is; to find notes by their words, use notes_search.",
    inputSchema: LIST_INPUT,
    outputSchema: LIST_OUTPUT,
    annotations: READS,
  },
  {
    name: "notes_read",
    title: "Read a note",
    description:
      "Gives one whole note. Use it once the id is known; to find a note by its words, use " +
      "notes_search.",
    inputSchema: READ_INPUT,
    outputSchema: NOTE_OUTPUT,
    annotations: READS,
  },
  {
    name: "notes_search",
    title: "Search notes",
    description:
      "Finds the newest notes whose title or body contains a text, upper and lower case alike in " +
      "Latin, Greek, Cyrillic and Armenian, and gives them without their bodies. It knows no wildcards; to see " +
      "all notes, use notes_list.",
    inputSchema: SEARCH_INPUT,
    outputSchema: SEARCH_OUTPUT,
    annotations: READS,
  },
  {
    name: "notes_update",
    title: "Update a note",
    description:
      "Changes the title, the body or the tag of a note and gives it whole; what is not named stays. " +
      "A body is replaced, not added to: read it first. To make a new note, use notes_create.",
    inputSchema: UPDATE_INPUT,
    outputSchema: NOTE_OUTPUT,
    annotations: CHANGES,
  },
];

/** What runs for each tool, whether its answer is a note to link to, and what it asks. */
export const EXECUTORS: Record<string, [Execute, boolean, Asks]> = {
  notes_create: [createNote, true, ASKS_NOTHING],
  notes_delete: [deleteNote, false, new Asks({ [CONFIRM]: ELICIT }, [ELICIT], true)],
  notes_import: [importNotes, false, ASKS_NOTHING],
  notes_list: [listNotes, false, ASKS_NOTHING],
  notes_read: [readNote, false, ASKS_NOTHING],
  notes_search: [searchNotes, false, ASKS_NOTHING],
  notes_update: [updateNote, true, ASKS_NOTHING],
};

/** The tools, in the order of the definitions. */
export const TOOLS = DEFINITIONS.map(
  (definition) => new Tool(definition, ...EXECUTORS[definition["name"] as string]!),
);
