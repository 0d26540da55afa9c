/**
 * completion/complete: values for the argument of a prompt or the variable of a template.
 *
 * Ids are completed, in the order of creation; an argument that has no candidates gives an empty list. Specification:
 * server/utilities/completion.
 */

import type { Request, State } from "./context.ts";
import { invalidParams } from "./errors.ts";
import { optionalObject, requireObject, requireString } from "./params.ts";
import { findByUri } from "./resources.ts";
import { complete } from "./results.ts";
import { readableNotes } from "./scopes.ts";
import { cut, has, isString, sortedNames } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** How many values one answer carries at most (the specification's limit). */
export const MAX_VALUES = 100;

/** The arguments and variables that take the id of a note, by what a reference names. */
export const COMPLETED: Record<string, string> = { review_note: "note_id", "notes://{id}": "id" };

/** Answers completion/complete. */
export function completionComplete(state: State, request: Request): JsonObject {
  const reference = requireObject(request.params, "ref");
  const kind = requireString(reference, "type", "ref.");
  if (!["ref/prompt", "ref/resource"].includes(kind)) {
    throw invalidParams("ref.type must be ref/prompt or ref/resource");
  }
  const named = requireString(reference, kind === "ref/prompt" ? "name" : "uri", "ref.");
  const argument = requireObject(request.params, "argument");
  const name = requireString(argument, "name", "argument.");
  const value = requireString(argument, "value", "argument.");
  checkContext(optionalObject(request.params, "context"));
  if (kind === "ref/prompt" && !state.catalog.prompts.has(named)) {
    throw invalidParams("unknown prompt " + cut(named));
  }
  if (kind === "ref/resource" && !isKnownResource(state, named)) {
    throw invalidParams("unknown resource or template " + cut(named));
  }
  const takesId = has(COMPLETED, named) && COMPLETED[named] === name;
  const candidates = takesId ? readableNotes(state).ids(value) : state.catalog.candidates(named, name, value);
  return complete({ completion: completion(candidates) });
}

function checkContext(context: JsonObject): void {
  const args = optionalObject(context, "arguments", "context.");
  for (const name of sortedNames(Object.keys(args))) {
    if (!isString(args[name])) {
      throw invalidParams("context.arguments." + cut(name) + " must be a string");
    }
  }
}

function isKnownResource(state: State, uri: string): boolean {
  if (state.catalog.templates.some((template) => template["uriTemplate"] === uri)) {
    return true;
  }
  return findByUri(readableNotes(state), uri) !== null || state.catalog.readResource(uri) !== null;
}

function completion(candidates: string[]): JsonObject {
  const values = candidates.slice(0, MAX_VALUES);
  return { values, total: candidates.length, hasMore: candidates.length > values.length };
}
