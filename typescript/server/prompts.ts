/**
 * prompts/list and prompts/get.
 *
 * A note's text goes into a prompt as an embedded resource, never into the sentence that instructs the model.
 * Specification: server/prompts.
 */

import type { Request, State } from "./context.ts";
import { invalidParams } from "./errors.ts";
import { TAG_PATTERN, isTag } from "./notes.ts";
import { checkRetry, optionalObject, refuseCursor, refuseState, requireString } from "./params.ts";
import { contentsOf } from "./resources.ts";
import { PUBLIC, cacheable, complete, constant } from "./results.ts";
import { cut, has, isString, sortedNames } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** How many notes a summary takes in at most. */
export const MAX_SUMMARIZED = 20;

export const PROMPTS = [
  {
    name: "review_note",
    title: "Review a note",
    description: "Asks for a critical reading of one note",
    arguments: [{ name: "note_id", description: "The id of the note, such as note-1", required: true }],
  },
  {
    name: "summarize_notes",
    title: "Summarize notes",
    description: "Asks for a summary of the newest notes, up to 20",
    arguments: [{ name: "tag", description: "Only notes with this tag", required: false }],
  },
];

/** Gives the prompts in ascending order of their names, whatever order they were put in. */
export function listPrompts(prompts: typeof PROMPTS): typeof PROMPTS {
  return [...prompts].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Gives the prompt with exactly this name, or null. */
export function findPrompt(prompts: typeof PROMPTS, name: string): (typeof PROMPTS)[number] | null {
  for (const prompt of prompts) {
    if (prompt.name === name) {
      return prompt;
    }
  }
  return null;
}

/** Answers prompts/list. */
export function promptsList(_state: State, request: Request): Uint8Array {
  refuseCursor(request.params);
  return LISTED;
}

/** Answers prompts/get. */
export function promptsGet(state: State, request: Request): JsonObject {
  const name = requireString(request.params, "name");
  const args = optionalObject(request.params, "arguments");
  checkRetry(request.params);
  const prompt = findPrompt(PROMPTS, name);
  if (prompt === null) {
    throw invalidParams("unknown prompt " + cut(name));
  }
  refuseState(request.params);
  checkArguments(prompt.arguments, args);
  const messages = RENDERERS[name]!(state, args);
  return complete({ description: prompt.description, messages });
}

function checkArguments(declared: (typeof PROMPTS)[number]["arguments"], args: JsonObject): void {
  for (const argument of declared) {
    if (argument.required && !has(args, argument.name)) {
      throw invalidParams("missing prompt argument " + argument.name);
    }
  }
  const names = declared.map((argument) => argument.name);
  // An argument that the prompt does not know is ignored, but even that must be a string.
  for (const name of [...names, ...sortedNames(Object.keys(args).filter((name) => !names.includes(name)))]) {
    if (has(args, name) && !isString(args[name])) {
      throw invalidParams("prompt argument " + cut(name) + " must be a string");
    }
  }
}

function review(state: State, args: JsonObject): JsonObject[] {
  const note = state.notes.find(args["note_id"] as string);
  if (note === null) {
    throw invalidParams("note not found: " + cut(args["note_id"] as string));
  }
  return [
    text("Review the note that follows. Say what is unclear, what is missing and what could be left out."),
    embedded(note),
  ];
}

function summarize(state: State, args: JsonObject): JsonObject[] {
  const tag = has(args, "tag") ? (args["tag"] as string) : null;
  if (tag !== null && !isTag(tag)) {
    throw invalidParams("prompt argument tag must match " + TAG_PATTERN);
  }
  const [notes, more] = state.notes.newest(
    MAX_SUMMARIZED,
    (note) => tag === null || (has(note, "tag") && note["tag"] === tag),
  );
  const which = tag === null ? "" : " with the tag " + tag;
  if (notes.length === 0) {
    return [text("There are no notes" + which + ". Say so.")];
  }
  const older = more ? " Older ones were left out." : "";
  const count = "Summarize the notes" + which + " that follow, newest last: " + String(notes.length) + "." + older;
  return [text(count), ...notes.map((note) => embedded(note))];
}

const RENDERERS: Record<string, (state: State, args: JsonObject) => JsonObject[]> = {
  review_note: review,
  summarize_notes: summarize,
};

function text(words: string): JsonObject {
  return { role: "user", content: { type: "text", text: words } };
}

function embedded(note: JsonObject): JsonObject {
  return { role: "user", content: { type: "resource", resource: contentsOf(note) } };
}

const LISTED = constant(cacheable({ prompts: listPrompts(PROMPTS) }, 300000, PUBLIC));
