/**
 * Questions to the client: a request that needs input is answered with what it asks, and comes again with the answers.
 *
 * Nothing waits in the server meanwhile. What it has to know again travels in the request state, and a retry is judged
 * like any other request. Specification: basic/patterns/mrtr, client/elicitation, client/sampling, client/roots.
 */

import type { Request, State } from "./context.ts";
import { invalidParams, missingCapability } from "./errors.ts";
import { optionalObject } from "./params.ts";
import { inputRequired } from "./results.ts";
import { seal, unseal } from "./seal.ts";
import { has, isArray, isBoolean, isNumber, isObject, isString } from "./values.ts";
import type { Json, JsonObject } from "./values.ts";

export const ELICIT = "elicitation/create";
export const SAMPLE = "sampling/createMessage";
export const ROOTS = "roots/list";

/** What a client declares if it can be asked by each method. */
export const DECLARED: Record<string, Record<string, JsonObject>> = {
  [ELICIT]: { elicitation: { form: {} } },
  [SAMPLE]: { sampling: {} },
  [ROOTS]: { roots: {} },
};

export const ACTIONS: Json[] = ["accept", "decline", "cancel"];
export const ROLES: Json[] = ["user", "assistant"];

/** What a tool or a prompt asks its client. */
export class Asks {
  readonly questions: Record<string, string>;
  readonly needs: string[];
  readonly seals: boolean;

  /** Takes keys and the methods they ask by, the methods that it cannot do without, whether it gives states out. */
  constructor(questions: Record<string, string>, needs: string[], seals: boolean) {
    this.questions = questions;
    this.needs = needs;
    this.seals = seals;
  }
}

/**
 * Opens the state that came with a request, and looks at the answers that count; raises -32602 and -32021.
 *
 * The state must have been sealed for this request, each answer must be a result of the method asked, and the client
 * must have declared what cannot be done without.
 */
export function checkRetry(state: State, request: Request, asks: Asks): void {
  if (has(request.params, "requestState")) {
    request.step = asks.seals ? unseal(state.world, request) : null;
    if (request.step === null) {
      throw invalidParams("requestState was not given out for this request, or has expired");
    }
  }
  const answers = optionalObject(request.params, "inputResponses");
  for (const [key, method] of Object.entries(asks.questions)) {
    if (has(answers, key) && !ANSWERS[method]!(answers[key]!)) {
      throw invalidParams("inputResponses." + key + " must be a result of " + method);
    }
  }
  requireClient(request, asks.needs);
}

/** Gives the client's answer under a key, or null where there is none. */
export function answerTo(request: Request, key: string): Json {
  const answers = optionalObject(request.params, "inputResponses");
  return has(answers, key) ? answers[key]! : null;
}

/** Tells whether the client of this request declared that it can be asked by a method. */
export function canAsk(request: Request, method: string): boolean {
  const declared = request.capabilities;
  if (method !== ELICIT) {
    return has(declared, Object.keys(DECLARED[method]!)[0]!);
  }
  if (!has(declared, "elicitation")) {
    return false;
  }
  // An empty object stands for the form mode (specification: client/elicitation, "Capabilities").
  const modes = declared["elicitation"] as JsonObject;
  return Object.keys(modes).length === 0 || has(modes, "form");
}

/** Gives the result that asks: requests by key, and a state that brings the step back. */
export function ask(state: State, request: Request, requests: JsonObject, step: string): JsonObject {
  return inputRequired({ inputRequests: requests, requestState: seal(state.world, request, step) });
}

/** Gives the request that shows the user a form of flat fields. */
export function form(message: string, properties: JsonObject, required: string[]): JsonObject {
  const schema = { type: "object", properties, required };
  return { method: ELICIT, params: { mode: "form", message, requestedSchema: schema } };
}

function requireClient(request: Request, methods: string[]): void {
  const missing: Record<string, JsonObject> = {};
  for (const method of methods) {
    if (!canAsk(request, method)) {
      Object.assign(missing, DECLARED[method]);
    }
  }
  if (Object.keys(missing).length > 0) {
    throw missingCapability(missing);
  }
}

function isElicitResult(value: Json): boolean {
  if (!isObject(value) || !has(value, "action") || !ACTIONS.includes(value["action"]!)) {
    return false;
  }
  const content = has(value, "content") ? value["content"] : {};
  return isObject(content) && Object.values(content).every((field) => isField(field));
}

function isField(value: Json): boolean {
  if (isArray(value)) {
    return value.every((item) => isString(item));
  }
  return isString(value) || isNumber(value) || isBoolean(value);
}

function isMessageResult(value: Json): boolean {
  if (!isObject(value) || !has(value, "role") || !ROLES.includes(value["role"]!) || !has(value, "content")) {
    return false;
  }
  const blocks = isArray(value["content"]) ? value["content"] : [value["content"]!];
  const typed = blocks.every((block) => isObject(block) && has(block, "type") && isString(block["type"]));
  return typed && has(value, "model") && isString(value["model"]);
}

function isRootsResult(value: Json): boolean {
  if (!isObject(value) || !has(value, "roots") || !isArray(value["roots"])) {
    return false;
  }
  return value["roots"].every((root) => isObject(root) && has(root, "uri") && isString(root["uri"]));
}

/** What asks nothing. */
export const ASKS_NOTHING = new Asks({}, [], false);

const ANSWERS: Record<string, (value: Json) => boolean> = {
  [ELICIT]: isElicitResult,
  [SAMPLE]: isMessageResult,
  [ROOTS]: isRootsResult,
};
