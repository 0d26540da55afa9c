/**
 * Tools that ask the client, in every way there is: each kind of question, several at once, several rounds.
 *
 * Those that need nothing again in the retry give no state out. Part of the everything mode; specification:
 * basic/patterns/mrtr. Sampling and roots are deprecated, and are here for clients that have them.
 */

import type { Request, State } from "./context.ts";
import { textResult } from "./everything_tools.ts";
import { Asks, ELICIT, ROOTS, SAMPLE, answerTo, ask, canAsk, form } from "./questions.ts";
import { inputRequired } from "./results.ts";
import type { Tool } from "./toolset.ts";
import { has, isArray, isBoolean, isString } from "./values.ts";
import type { Json, JsonObject } from "./values.ts";

type Requests = Record<string, JsonObject>;

/** Gives the request that asks for a sample. */
export function sampling(words: string): JsonObject {
  const message = { role: "user", content: { type: "text", text: words } };
  return { method: SAMPLE, params: { messages: [message], maxTokens: 100 } };
}

/** Gives the request for a form with one text in it. */
export function textForm(message: string, name: string): JsonObject {
  return form(message, { [name]: { type: "string" } }, [name]);
}

/** What each tool asks, all at once or (the last one) in two rounds. */
export const NAME: Requests = { user_name: textForm("What is your name?", "name") };
export const CAPITAL: Requests = { capital_question: sampling("What is the capital of France?") };
export const CLIENT_ROOTS: Requests = { client_roots: { method: ROOTS, params: {} } };
export const CONFIRM: Requests = { confirm: form("Please confirm", { ok: { type: "boolean" } }, ["ok"]) };
export const ALL: Requests = { ...NAME, greeting: sampling("Generate a greeting"), ...CLIENT_ROOTS };
export const STEP_1: Requests = { step1: textForm("Step 1: What is your name?", "name") };
export const STEP_2: Requests = { step2: textForm("Step 2: What is your favourite colour?", "color") };

/** What is asked of a client that can be asked in some ways only: the first of these that it can be asked. */
export const BY_CAPABILITY: Requests[] = [NAME, CAPITAL, CLIENT_ROOTS];

/** Tells whether each of the requests has an answer that can be used. */
export function allAnswered(request: Request, requests: Requests): boolean {
  return Object.keys(requests).every((key) => isAnswered(requests[key]!, answerTo(request, key) as JsonObject | null));
}

/** Gives what the client answered to one of the requests, in words. */
export function told(request: Request, requests: Requests, key: string): string {
  const answer = answerTo(request, key) as JsonObject;
  if (requests[key]!["method"] === ROOTS) {
    return (answer["roots"] as JsonObject[]).map((root) => root["uri"] as string).join(", ");
  }
  if (requests[key]!["method"] === SAMPLE) {
    const blocks = (isArray(answer["content"]) ? answer["content"] : [answer["content"]!]) as JsonObject[];
    const speaking = blocks.filter((block) => has(block, "text") && isString(block["text"]));
    return speaking.map((block) => block["text"] as string).join("");
  }
  if (answer["action"] !== "accept") {
    return answer["action"] as string;
  }
  const asked = requests[key]!["params"] as JsonObject;
  const fields = (asked["requestedSchema"] as JsonObject)["properties"] as JsonObject;
  const content = answer["content"] as JsonObject;
  return Object.keys(fields).map((name) => content[name] as string).join(", ");
}

function isAnswered(asked: JsonObject, answer: JsonObject | null): boolean {
  if (answer === null) {
    return false;
  }
  if (asked["method"] !== ELICIT || answer["action"] !== "accept") {
    return true;
  }
  const content = (has(answer, "content") ? answer["content"] : {}) as JsonObject;
  const schema = (asked["params"] as JsonObject)["requestedSchema"] as JsonObject;
  const fields = schema["properties"] as Record<string, JsonObject>;
  return Object.keys(fields).every((name) => has(content, name) && fits(fields[name]!, content[name]!));
}

function fits(field: JsonObject, value: Json): boolean {
  return field["type"] === "boolean" ? isBoolean(value) : isString(value);
}

function askOpen(request: Request, requests: Requests): JsonObject {
  // One round without a state: nothing has to be known again.
  if (!allAnswered(request, requests)) {
    return inputRequired({ inputRequests: requests });
  }
  const words = Object.keys(requests).map((key) => told(request, requests, key));
  return textResult("You said: " + words.join("; "));
}

function askSealed(state: State, request: Request, requests: Requests): JsonObject {
  // One round with a state, without which no answer counts.
  if (request.step === null || !allAnswered(request, requests)) {
    return ask(state, request, requests, "asked");
  }
  return textResult("state-ok: all is answered");
}

function askName(_state: State, request: Request): JsonObject {
  return askOpen(request, NAME);
}

function askCapital(_state: State, request: Request): JsonObject {
  return askOpen(request, CAPITAL);
}

function askRoots(_state: State, request: Request): JsonObject {
  return askOpen(request, CLIENT_ROOTS);
}

function askConfirm(state: State, request: Request): JsonObject {
  return askSealed(state, request, CONFIRM);
}

function askAll(state: State, request: Request): JsonObject {
  return askSealed(state, request, ALL);
}

function askTwice(state: State, request: Request): JsonObject {
  if (request.step === null || (request.step === "1" && !allAnswered(request, STEP_1))) {
    return ask(state, request, STEP_1, "1");
  }
  if (request.step === "1") {
    // What was said in the first round is needed after the second, so the state takes it along.
    return ask(state, request, STEP_2, "2" + told(request, STEP_1, "step1"));
  }
  if (!allAnswered(request, STEP_2)) {
    return ask(state, request, STEP_2, request.step);
  }
  return textResult(request.step.slice(1) + " likes " + told(request, STEP_2, "step2"));
}

function askWhatCanBe(_state: State, request: Request): JsonObject {
  for (const requests of BY_CAPABILITY) {
    if (Object.keys(requests).every((key) => canAsk(request, requests[key]!["method"] as string))) {
      return askOpen(request, requests);
    }
  }
  return textResult("There is nothing that this client can be asked.");
}

function missingCapability(): JsonObject {
  return textResult("The client can be asked for samples.");
}

function asks(requests: Requests, seals: boolean): Asks {
  const entries = Object.entries(requests).map(([key, asked]) => [key, asked["method"] as string] as const);
  const questions = Object.fromEntries(entries);
  return new Asks(questions, Object.values(questions), seals);
}

/** What runs for each tool, how it is shown (title and description), and what it asks. */
export const ASKING_TOOLS: Record<string, [Tool["execute"], string, string, Asks]> = {
  test_input_required_result_capabilities: [
    askWhatCanBe,
    "Ask what can be asked",
    "Asks in one way that the client declared",
    new Asks({ user_name: ELICIT, capital_question: SAMPLE, client_roots: ROOTS }, [], false),
  ],
  test_input_required_result_elicitation: [askName, "Ask the user", "Asks for a name", asks(NAME, false)],
  test_input_required_result_list_roots: [
    askRoots,
    "Ask for roots",
    "Asks for the roots of the client",
    asks(CLIENT_ROOTS, false),
  ],
  test_input_required_result_multi_round: [
    askTwice,
    "Ask twice",
    "Asks, and then asks more",
    asks({ ...STEP_1, ...STEP_2 }, true),
  ],
  test_input_required_result_multiple_inputs: [
    askAll,
    "Ask three things",
    "Asks in three ways at once",
    asks(ALL, true),
  ],
  test_input_required_result_request_state: [
    askConfirm,
    "Ask with a state",
    "Asks, and wants its state back",
    asks(CONFIRM, true),
  ],
  test_input_required_result_sampling: [askCapital, "Ask the model", "Asks for a sample", asks(CAPITAL, false)],
  test_input_required_result_tampered_state: [
    askConfirm,
    "Guard a state",
    "Asks, and refuses a state that was changed",
    asks(CONFIRM, true),
  ],
  test_missing_capability: [
    missingCapability,
    "Missing capability",
    "Needs a client that can be asked for samples",
    new Asks({}, [SAMPLE], false),
  ],
  test_streaming_elicitation: [
    askName,
    "Ask without a request",
    "Asks for a name, in its answer and nowhere else",
    asks(NAME, false),
  ],
};
