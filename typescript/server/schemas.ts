/**
 * The schemas of the tools' arguments and results, as tools/list publishes them and tools/call applies them.
 *
 * Dialect: JSON Schema 2020-12, the default, so that none has to name it.
 */

import { TAG_PATTERN } from "./notes.ts";
import type { JsonObject } from "./values.ts";

export const MAX_TITLE = 200;
export const MAX_BODY = 100000;
export const MAX_LISTED = 100;
export const MAX_FOUND = 50;

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
