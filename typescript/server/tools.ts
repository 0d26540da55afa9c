/**
 * tools/list and tools/call.
 *
 * Order of checks in a call: the shape of the params, the tool's name, the request state, then the arguments. Up to
 * there a fault is the client's and an error; from the arguments on it is the model's to correct, and a result with
 * isError. Specification: server/tools.
 */

import { canonical } from "./canonical.ts";
import type { Request, State } from "./context.ts";
import { invalidParams } from "./errors.ts";
import { ToolFailure, createNote, listNotes, readNote, searchNotes, updateNote } from "./executors.ts";
import { checkRetry, optionalObject, refuseCursor, refuseState, requireString } from "./params.ts";
import { describe } from "./resources.ts";
import { PUBLIC, cacheable, complete, constant } from "./results.ts";
import { faultOf } from "./schema.ts";
import {
  CREATE_INPUT,
  LIST_INPUT,
  LIST_OUTPUT,
  NOTE_OUTPUT,
  READ_INPUT,
  SEARCH_INPUT,
  SEARCH_OUTPUT,
  UPDATE_INPUT,
} from "./schemas.ts";
import { cut } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** Hints for people. Nothing is decided by them. */
export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
export const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
export const CHANGES = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const TOOLS = [
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

/** What runs for each tool, and whether its answer is a note that was made or changed. */
export const EXECUTORS: Record<string, [(state: State, args: JsonObject) => JsonObject, boolean]> = {
  notes_create: [createNote, true],
  notes_list: [listNotes, false],
  notes_read: [readNote, false],
  notes_search: [searchNotes, false],
  notes_update: [updateNote, true],
};

/** Gives the tools in ascending order of their names, whatever order they were put in. */
export function listTools(tools: typeof TOOLS): typeof TOOLS {
  return [...tools].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Gives the tool with exactly this name, or null. */
export function findTool(tools: typeof TOOLS, name: string): (typeof TOOLS)[number] | null {
  for (const tool of tools) {
    if (tool.name === name) {
      return tool;
    }
  }
  return null;
}

/** Answers tools/list. */
export function toolsList(_state: State, request: Request): Uint8Array {
  refuseCursor(request.params);
  return LISTED;
}

/** Answers tools/call. */
export function toolsCall(state: State, request: Request): JsonObject {
  const name = requireString(request.params, "name");
  const args = optionalObject(request.params, "arguments");
  checkRetry(request.params);
  const tool = findTool(TOOLS, name);
  if (tool === null) {
    throw invalidParams("unknown tool " + cut(name));
  }
  refuseState(request.params);
  const fault = faultOf(tool.inputSchema, args);
  if (fault !== "") {
    return failed(fault);
  }
  const [execute, changes] = EXECUTORS[name]!;
  try {
    return succeeded(execute(state, args), changes);
  } catch (failure) {
    if (failure instanceof ToolFailure) {
      return failed(failure.sentence);
    }
    throw failure;
  }
}

function succeeded(structured: JsonObject, changes: boolean): JsonObject {
  const content: JsonObject[] = [{ type: "text", text: canonical(structured) }];
  if (changes) {
    content.push({ type: "resource_link", ...describe(structured) });
  }
  return complete({ content, structuredContent: structured, isError: false });
}

function failed(sentence: string): JsonObject {
  return complete({ content: [{ type: "text", text: sentence }], isError: true });
}

const LISTED = constant(cacheable({ tools: listTools(TOOLS) }, 300000, PUBLIC));
