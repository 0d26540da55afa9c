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
import { checkRetry, refuseCursor, requireString, unknownCursor } from "./params.ts";
import { PRIVATE, PUBLIC, cacheable, constant } from "./results.ts";
import { cut, has } from "./values.ts";
import type { JsonObject } from "./values.ts";

export const SCHEME = "notes://";
export const MIME_TYPE = "text/markdown";
export const PAGE_SIZE = 50;

export const TEMPLATES = [
  {
    uriTemplate: "notes://{id}",
    name: "note",
    title: "Note",
    description: "One note by its id, such as notes://note-1",
    mimeType: MIME_TYPE,
  },
];

/** Gives the templates in ascending order, whatever order they were put in. */
export function listTemplates(templates: typeof TEMPLATES): typeof TEMPLATES {
  return [...templates].sort((one, other) => (one.uriTemplate < other.uriTemplate ? -1 : 1));
}

/** Gives the resource that a note is, as lists and links show it. */
export function describe(note: JsonObject): JsonObject {
  return { uri: SCHEME + (note["id"] as string), name: note["id"]!, title: note["title"]!, mimeType: MIME_TYPE };
}

/** Gives the contents of the resource that a note is. */
export function contentsOf(note: JsonObject): JsonObject {
  return { uri: SCHEME + (note["id"] as string), mimeType: MIME_TYPE, text: note["body"]! };
}

/** Gives the note that a URI names, or null. */
export function findByUri(notes: Notes, uri: string): JsonObject | null {
  return uri.startsWith(SCHEME) ? notes.find(uri.slice(SCHEME.length)) : null;
}

/** Answers resources/list with one page. */
export function resourcesList(state: State, request: Request): JsonObject {
  let after = 0;
  if (has(request.params, "cursor")) {
    const cursor = requireString(request.params, "cursor");
    after = readCursor(cursor, "resources/list", state.notes.nextNumber());
    if (after === 0) {
      throw unknownCursor();
    }
  }
  const [notes, following] = state.notes.page(after, PAGE_SIZE);
  const page: JsonObject = { resources: notes.map((note) => describe(note)) };
  if (following > 0) {
    page["nextCursor"] = writeCursor("resources/list", following);
  }
  return cacheable(page, 5000, PRIVATE);
}

/** Answers resources/templates/list. */
export function templatesList(_state: State, request: Request): Uint8Array {
  refuseCursor(request.params);
  return LISTED;
}

/** Answers resources/read. */
export function resourcesRead(state: State, request: Request): JsonObject {
  const uri = requireString(request.params, "uri");
  checkRetry(request.params);
  const note = findByUri(state.notes, uri);
  if (note === null) {
    throw invalidParams("resource not found: " + cut(uri), { uri });
  }
  return cacheable({ contents: [contentsOf(note)] }, 5000, PRIVATE);
}

const LISTED = constant(cacheable({ resourceTemplates: listTemplates(TEMPLATES) }, 300000, PUBLIC));
