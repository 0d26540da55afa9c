/**
 * The schemas of the tools' arguments and results, as tools/list publishes them and tools/call applies them.
 *
 * Dialect: JSON Schema 2020-12, the default, so that none has to name it.
 */

import { matches } from "./schema.ts";
import type { JsonObject } from "./values.ts";

/** The form of a tag, the whole string. */
export const TAG_PATTERN = "^[a-z0-9-]{1,32}$";

export const MAX_TITLE = 200;
export const MAX_BODY = 100000;
export const MAX_LISTED = 100;
export const MAX_FOUND = 50;
export const MAX_IMPORTED = 10000;

const ID = { type: "string", description: "The id of a note, such as note-1" };
const TITLE = { type: "string", minLength: 1, maxLength: MAX_TITLE, description: "The title" };
const BODY = { type: "string", maxLength: MAX_BODY, description: "The text, in Markdown; may be empty" };
const TAG = { type: "string", pattern: TAG_PATTERN, description: "One tag: lower-case letters, digits and hyphens" };
const NEW_TAG = {
  type: ["string", "null"],
  pattern: TAG_PATTERN,
  description: "The new tag; null takes the tag away",
};
const TIME = { type: "string", description: "ISO 8601, UTC" };

function closed(properties: JsonObject, required: string[]): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

function limit(maximum: number, initial: number): JsonObject {
  return {
    type: "integer",
    minimum: 1,
    maximum,
    default: initial,
    description: "How many notes at most",
  };
}

export const CREATE_INPUT = closed({ title: TITLE, body: BODY, tag: TAG }, ["title", "body"]);

export const LIST_INPUT = closed(
  {
    tag: TAG,
    limit: limit(MAX_LISTED, 50),
    cursor: { type: "string", description: "nextCursor of the page before, for the same tag" },
  },
  [],
);

export const READ_INPUT = closed({ id: ID }, ["id"]);

export const DELETE_INPUT = closed({ id: ID }, ["id"]);

export const IMPORT_INPUT = closed(
  {
    notes: {
      type: "array",
      items: CREATE_INPUT,
      minItems: 1,
      maxItems: MAX_IMPORTED,
      description: "The notes to make, in this order",
    },
  },
  ["notes"],
);

export const SEARCH_INPUT = closed(
  {
    query: { type: "string", minLength: 1, description: "Text to find in titles and bodies" },
    limit: limit(MAX_FOUND, 20),
  },
  ["query"],
);

export const UPDATE_INPUT = closed({ id: ID, title: TITLE, body: BODY, tag: NEW_TAG }, ["id"]);

/** A whole note. */
export const NOTE_OUTPUT = closed(
  { id: ID, title: TITLE, body: BODY, tag: TAG, createdAt: TIME, updatedAt: TIME },
  ["id", "title", "body", "createdAt", "updatedAt"],
);

const SUMMARY = closed(
  { id: ID, title: TITLE, tag: TAG, createdAt: TIME, updatedAt: TIME },
  ["id", "title", "createdAt", "updatedAt"],
);

const SUMMARIES = { type: "array", items: SUMMARY, description: "The notes without their bodies" };

export const LIST_OUTPUT = closed(
  {
    notes: SUMMARIES,
    nextCursor: { type: "string", description: "There are more notes; pass it as cursor to get them" },
  },
  ["notes"],
);

export const SEARCH_OUTPUT = closed(
  {
    notes: SUMMARIES,
    hasMore: { type: "boolean", description: "Older notes match as well; narrow the query to see them" },
  },
  ["notes", "hasMore"],
);

export const DELETE_OUTPUT = closed(
  {
    id: ID,
    deleted: { type: "boolean", description: "Whether the note is gone" },
    reason: { type: "string", description: "Why it was kept" },
  },
  ["id", "deleted"],
);

export const IMPORT_OUTPUT = closed(
  {
    count: { type: "integer", description: "How many notes were made" },
    firstId: { type: "string", description: "The id of the first; the others follow in order" },
    lastId: { type: "string", description: "The id of the last" },
  },
  ["count", "firstId", "lastId"],
);

function record(properties: JsonObject, required: string[]): JsonObject {
  // What a later version adds to a record does no harm to this one.
  const at = { type: "string", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$" };
  const stamp = { at, by: { type: "string" }, n: { type: "integer" } };
  return { type: "object", properties: { ...properties, ...stamp }, required: [...required, "at"] };
}

/** The notes of an import as a record holds them; what a later version adds to one of them does no harm either. */
const IMPORTED = {
  ...((IMPORT_INPUT["properties"] as JsonObject)["notes"] as JsonObject),
  items: { ...CREATE_INPUT, additionalProperties: true },
};

/** The records of the store, by their op. */
export const RECORDS: Record<string, JsonObject> = {
  create: record({ title: TITLE, body: BODY, tag: TAG }, ["title", "body"]),
  delete: record({ id: ID }, ["id"]),
  import: record({ notes: IMPORTED }, ["notes"]),
  update: record({ id: ID, title: TITLE, body: BODY, tag: NEW_TAG }, ["id"]),
};

/** Tells whether a text can be a tag. */
export function isTag(text: string): boolean {
  return matches(TAG_PATTERN, text);
}
