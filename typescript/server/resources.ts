/**
 * resources/list, resources/templates/list and resources/read: each note is a resource.
 *
 * A URI names a note only if it is notes:// and the id, exactly; nothing is decoded or normalised. Specification:
 * server/resources.
 */

import type { Request, State } from "./context.ts";
import { readCursor, writeCursor } from "./cursors.ts";
import { invalidParams } from "./errors.ts";
import type { Notes } from "./notes.ts";
import { checkRetryForm, refuseCursor, requireString, unknownCursor } from "./params.ts";
import { PRIVATE, cacheable } from "./results.ts";
import type { Constant } from "./results.ts";
import { readableNotes } from "./scopes.ts";
import { cut, has } from "./values.ts";
import type { JsonObject } from "./values.ts";

export const SCHEME = "notes://";
export const MIME_TYPE = "text/markdown";
export const PAGE_SIZE = 50;

export const TEMPLATES: JsonObject[] = [
  {
    uriTemplate: "notes://{id}",
    name: "note",
    title: "Note",
    description: "One note by its id, such as notes://note-1",
    mimeType: MIME_TYPE,
  },
];

/** Gives the templates in ascending order, whatever order they were put in. */
export function listTemplates(templates: JsonObject[]): JsonObject[] {
  return [...templates].sort((one, other) => (one["uriTemplate"]! < other["uriTemplate"]! ? -1 : 1));
}

/** Gives the URI of the note with this id. */
export function uriOf(noteId: string): string {
  return SCHEME + noteId;
}

/** Gives the resource that a note is, as lists and links show it. */
export function describe(note: JsonObject): JsonObject {
  return { uri: uriOf(note["id"] as string), name: note["id"]!, title: note["title"]!, mimeType: MIME_TYPE };
}

/** Gives the contents of the resource that a note is. */
export function contentsOf(note: JsonObject): JsonObject {
  return { uri: uriOf(note["id"] as string), mimeType: MIME_TYPE, text: note["body"]! };
}

/** Gives the note that a URI names, or null. */
export function findByUri(notes: Notes, uri: string): JsonObject | null {
  return uri.startsWith(SCHEME) ? notes.find(uri.slice(SCHEME.length)) : null;
}

/** Answers resources/list with one page. */
export function resourcesList(state: State, request: Request): JsonObject {
  let after = 0;
  const readable = readableNotes(state);
  if (has(request.params, "cursor")) {
    const cursor = requireString(request.params, "cursor");
    after = readCursor(cursor, "resources/list", readable.nextNumber());
    if (after === 0) {
      throw unknownCursor();
    }
  }
  const [notes, following] = readable.page(after, PAGE_SIZE);
  const resources = notes.map((note) => describe(note));
  const page: JsonObject = { resources };
  if (following > 0) {
    page["nextCursor"] = writeCursor("resources/list", following);
  } else {
    resources.push(...state.catalog.resources);
  }
  return cacheable(page, 5000, PRIVATE);
}

/** Answers resources/templates/list. */
export function templatesList(state: State, request: Request): Constant {
  refuseCursor(request.params);
  return state.catalog.listedTemplates;
}

/** Answers resources/read. */
export function resourcesRead(state: State, request: Request): JsonObject {
  const uri = requireString(request.params, "uri");
  checkRetryForm(request.params);
  const note = findByUri(readableNotes(state), uri);
  const contents = note === null ? state.catalog.readResource(uri) : contentsOf(note);
  if (contents === null) {
    throw invalidParams("resource not found: " + cut(uri), { uri });
  }
  return cacheable({ contents: [contents] }, 5000, PRIVATE);
}
