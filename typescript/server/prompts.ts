/**
 * prompts/list and prompts/get.
 *
 * A note's text goes into a prompt as an embedded resource, never into the sentence that instructs the model.
 * Specification: server/prompts.
 */

import type { Request, State } from "./context.ts";
import { invalidParams } from "./errors.ts";
import { checkRetryForm, optionalObject, refuseCursor, requireString } from "./params.ts";
import { ASKS_NOTHING, checkRetry } from "./questions.ts";
import type { Asks } from "./questions.ts";
import { contentsOf } from "./resources.ts";
import { complete } from "./results.ts";
import type { Constant } from "./results.ts";
import { TAG_PATTERN, isTag } from "./schemas.ts";
import { readableNotes } from "./scopes.ts";
import { cut, has, isArray, isString, sortedNames } from "./values.ts";
import type { JsonObject } from "./values.ts";

type Render = (state: State, request: Request, args: JsonObject) => JsonObject | JsonObject[];

/** How many notes a summary takes in at most. */
export const MAX_SUMMARIZED = 20;

export const DEFINITIONS: JsonObject[] = [
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

/** Gives the definitions in ascending order of their names, whatever order they were put in. */
export function listPrompts(definitions: JsonObject[]): JsonObject[] {
  return [...definitions].sort((one, other) => (one["name"]! < other["name"]! ? -1 : 1));
}

/** Answers prompts/list. */
export function promptsList(state: State, request: Request): Constant {
  refuseCursor(request.params);
  return state.catalog.listedPrompts;
}

/** Answers prompts/get. */
export function promptsGet(state: State, request: Request): JsonObject {
  const name = requireString(request.params, "name");
  const args = optionalObject(request.params, "arguments");
  checkRetryForm(request.params);
  const prompt = state.catalog.prompts.get(name);
  if (prompt === undefined) {
    throw invalidParams("unknown prompt " + cut(name));
  }
  checkRetry(state, request, prompt.asks);
  const definition = prompt.definition;
  checkArguments(has(definition, "arguments") ? (definition["arguments"] as JsonObject[]) : [], args);
  const outcome = prompt.render(state, request, args);
  // A prompt that has to ask first gives a result; all others give their messages.
  if (!isArray(outcome)) {
    return outcome;
  }
  return complete({ description: definition["description"]!, messages: outcome });
}

function checkArguments(declared: JsonObject[], args: JsonObject): void {
  const names = declared.map((argument) => argument["name"] as string);
  for (const argument of declared) {
    const name = argument["name"] as string;
    if (argument["required"] === true && !has(args, name)) {
      throw invalidParams("missing prompt argument " + name);
    }
  }
  // An argument that the prompt does not know is ignored, but even that must be a string.
  for (const name of [...names, ...sortedNames(Object.keys(args).filter((name) => !names.includes(name)))]) {
    if (has(args, name) && !isString(args[name])) {
      throw invalidParams("prompt argument " + cut(name) + " must be a string");
    }
  }
}

function review(state: State, _request: Request, args: JsonObject): JsonObject[] {
  const note = readableNotes(state).find(args["note_id"] as string);
  if (note === null) {
    throw invalidParams("note not found: " + cut(args["note_id"] as string));
  }
  return [
    textMessage("Review the note that follows. Say what is unclear, what is missing and what could be left out."),
    embedded(note),
  ];
}

function summarize(state: State, _request: Request, args: JsonObject): JsonObject[] {
  const tag = has(args, "tag") ? (args["tag"] as string) : null;
  if (tag !== null && !isTag(tag)) {
    throw invalidParams("prompt argument tag must match " + TAG_PATTERN);
  }
  const [notes, more] = readableNotes(state).newest(
    MAX_SUMMARIZED,
    (note) => tag === null || (has(note, "tag") && note["tag"] === tag),
  );
  const which = tag === null ? "" : " with the tag " + tag;
  if (notes.length === 0) {
    return [textMessage("There are no notes" + which + ". Say so.")];
  }
  const older = more ? " Older ones were left out." : "";
  const count = "Summarize the notes" + which + " that follow, newest last: " + String(notes.length) + "." + older;
  return [textMessage(count), ...notes.map((note) => embedded(note))];
}

/** Gives a message of the user that is a text. */
export function textMessage(words: string): JsonObject {
  return { role: "user", content: { type: "text", text: words } };
}

function embedded(note: JsonObject): JsonObject {
  return { role: "user", content: { type: "resource", resource: contentsOf(note) } };
}

/** A prompt: its definition, what gives its messages, and what it asks the client. */
export class Prompt {
  readonly definition: JsonObject;
  readonly render: Render;
  readonly asks: Asks;

  /** Takes the three. */
  constructor(definition: JsonObject, render: Render, asks: Asks) {
    this.definition = definition;
    this.render = render;
    this.asks = asks;
  }
}

/** What gives the messages of each prompt. */
export const RENDERERS: Record<string, Render> = { review_note: review, summarize_notes: summarize };

/** The prompts, in the order of the definitions. */
export const PROMPTS = DEFINITIONS.map(
  (definition) => new Prompt(definition, RENDERERS[definition["name"] as string]!, ASKS_NOTHING),
);
