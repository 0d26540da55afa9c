/** Tools that ask the client: what each asks, which answers count, and what it says to them. */

import { expect, test } from "vitest";

import { Modes } from "../server/context.ts";
import { ASKING_TOOLS } from "../server/everything_rounds.ts";
import { toolsCall } from "../server/tools.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { able, errorOf, newState, readBack } from "./support.ts";

const ABLE: JsonObject = { elicitation: {}, sampling: {}, roots: {} };
const PREFIX = "test_input_required_result_";

const NAME: JsonObject = { action: "accept", content: { name: "Ada" } };
const SAMPLE: JsonObject = { role: "assistant", content: { type: "text", text: "Paris" }, model: "m" };
const ROOTS: JsonObject = { roots: [{ uri: "file:///a" }, { uri: "file:///b", name: "b" }] };

/** What each tool asks first, and whether it gives a state out. */
const ASKED: Record<string, [string[], boolean]> = {
  elicitation: [["user_name"], false],
  list_roots: [["client_roots"], false],
  multi_round: [["step1"], true],
  multiple_inputs: [["user_name", "greeting", "client_roots"], true],
  request_state: [["confirm"], true],
  sampling: [["capital_question"], false],
  tampered_state: [["confirm"], true],
  capabilities: [["user_name"], false],
};

/** Gives the result of a call with answers and a state; null stands for none. */
function call(name: string, answers: Json = null, given: string | null = null, capabilities = ABLE): any {
  const inputs = answers === null ? {} : { inputResponses: answers };
  const request = able(capabilities, { name, ...inputs, ...(given === null ? {} : { requestState: given }) });
  return readBack(toolsCall(newState(undefined, new Modes(false, false, true)), request));
}

/** Gives an accepted form. */
function form(content: JsonObject): JsonObject {
  return { action: "accept", content };
}

/** Checks that a result has a text and nothing else to say. */
function checkSays(result: any, text: string): void {
  expect([result.content, result.isError]).toEqual([[{ type: "text", text }], false]);
}

/** Checks that a result asks these questions. */
function checkAsks(result: any, keys: string[]): void {
  expect([result.resultType, Object.keys(result.inputRequests)]).toEqual(["input_required", keys]);
}

test("each tool asks its questions and those that need it give a state", () => {
  for (const [name, [keys, seals]] of Object.entries(ASKED)) {
    const result = call(PREFIX + name);
    checkAsks(result, keys);
    expect("requestState" in result, name).toBe(seals);
  }
  checkAsks(call("test_streaming_elicitation"), ["user_name"]);
});

test("each kind of question has its form", () => {
  const asked = call(PREFIX + "multiple_inputs").inputRequests;
  expect(asked.client_roots).toEqual({ method: "roots/list", params: {} });
  const message = { role: "user", content: { type: "text", text: "Generate a greeting" } };
  const sample = { messages: [message], maxTokens: 100 };
  expect(asked.greeting).toEqual({ method: "sampling/createMessage", params: sample });
  const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
  const params = { mode: "form", message: "What is your name?", requestedSchema: schema };
  expect(asked.user_name).toEqual({ method: "elicitation/create", params });
});

test("answers count without a state where none is given out", () => {
  const blocks = [{ type: "text", text: "Pa" }, { type: "image" }, { type: "text", text: "ris" }];
  const table: [string, JsonObject, string][] = [
    ["elicitation", { user_name: NAME }, "Ada"],
    ["elicitation", { user_name: { action: "decline" } }, "decline"],
    ["elicitation", { user_name: { action: "cancel", content: {} } }, "cancel"],
    ["sampling", { capital_question: SAMPLE }, "Paris"],
    ["sampling", { capital_question: { ...SAMPLE, content: blocks } }, "Paris"],
    ["sampling", { capital_question: { ...SAMPLE, content: [] } }, ""],
    ["list_roots", { client_roots: ROOTS }, "file:///a, file:///b"],
    ["list_roots", { client_roots: { roots: [] } }, ""],
  ];
  for (const [name, answers, words] of table) {
    checkSays(call(PREFIX + name, answers), "You said: " + words);
  }
  checkSays(call("test_streaming_elicitation", { user_name: NAME }), "You said: Ada");
});

test("an answer is told by what was asked whatever else it holds", () => {
  const odd = { ...NAME, roots: [], role: "user" };
  checkSays(call(PREFIX + "elicitation", { user_name: odd }), "You said: Ada");
  checkSays(call(PREFIX + "sampling", { capital_question: { ...SAMPLE, roots: 1 } }), "You said: Paris");
});

test("what is not answered or does not fit is asked again", () => {
  checkAsks(call(PREFIX + "elicitation", { other: NAME }), ["user_name"]);
  for (const answer of [form({}), form({ name: 1 }), form({ Name: "Ada" }), { action: "accept" }]) {
    checkAsks(call(PREFIX + "elicitation", { user_name: answer }), ["user_name"]);
  }
});

test("the tool that asks what it can goes by the capabilities", () => {
  const name = PREFIX + "capabilities";
  const table: [JsonObject, string[]][] = [
    [ABLE, ["user_name"]],
    [{ sampling: {}, roots: {} }, ["capital_question"]],
    [{ roots: {}, elicitation: { url: {} } }, ["client_roots"]],
  ];
  for (const [capabilities, keys] of table) {
    checkAsks(call(name, null, null, capabilities), keys);
  }
  checkSays(call(name, null, null, {}), "There is nothing that this client can be asked.");
  const told = call(name, { client_roots: ROOTS }, null, { roots: {} });
  checkSays(told, "You said: file:///a, file:///b");
  checkAsks(call(name, { client_roots: ROOTS }), ["user_name"]);
});

test("answers without the state that was given out do not count", () => {
  const table: [string, JsonObject][] = [
    ["request_state", { confirm: form({ ok: true }) }],
    ["multiple_inputs", { user_name: NAME, greeting: SAMPLE, client_roots: ROOTS }],
    ["multi_round", { step1: NAME, step2: form({ color: "red" }) }],
  ];
  for (const [name, answers] of table) {
    checkAsks(call(PREFIX + name, answers), ASKED[name]![0]);
  }
});

test("with the state the answers count if all are there", () => {
  for (const name of ["request_state", "tampered_state"]) {
    const given = call(PREFIX + name).requestState;
    checkSays(call(PREFIX + name, { confirm: form({ ok: false }) }, given), "state-ok: all is answered");
    checkAsks(call(PREFIX + name, { confirm: form({ ok: "yes" }) }, given), ["confirm"]);
  }
  const name = PREFIX + "multiple_inputs";
  const given = call(name).requestState;
  const answers = { user_name: NAME, greeting: SAMPLE };
  checkAsks(call(name, answers, given), ASKED["multiple_inputs"]![0]);
  checkSays(call(name, { ...answers, client_roots: ROOTS }, given), "state-ok: all is answered");
});

test("a state that was changed is refused", () => {
  const given: string = call(PREFIX + "tampered_state").requestState;
  const expected = [-32602, "Invalid params: requestState was not given out for this request, or has expired", null];
  for (const state of [given + "x", given.slice(1), "x" + given, call(PREFIX + "request_state").requestState]) {
    const answers = { confirm: form({ ok: true }) };
    expect(errorOf(() => call(PREFIX + "tampered_state", answers, state))).toEqual(expected);
  }
});

test("two rounds follow each other and the state takes the first answer along", () => {
  const name = PREFIX + "multi_round";
  const first = call(name).requestState;
  const second = call(name, { step1: NAME }, first);
  checkAsks(second, ["step2"]);
  expect(second.requestState).not.toBe(first);
  checkSays(call(name, { step2: form({ color: "red" }) }, second.requestState), "Ada likes red");
  const ben = { step1: form({ name: "Ben" }), step2: { action: "decline" } };
  checkSays(call(name, ben, second.requestState), "Ada likes decline");
});

test("a round without an answer is asked again", () => {
  const name = PREFIX + "multi_round";
  const first = call(name).requestState;
  checkAsks(call(name, { step2: form({ color: "red" }) }, first), ["step1"]);
  const second = call(name, { step1: NAME }, first).requestState;
  const again = call(name, { step1: NAME }, second);
  checkAsks(again, ["step2"]);
  checkSays(call(name, { step2: form({ color: "red" }) }, again.requestState), "Ada likes red");
});

test("a client that cannot be asked is refused with what is missing", () => {
  const table = [
    ["test_missing_capability", "sampling"],
    [PREFIX + "elicitation", "elicitation.form"],
    [PREFIX + "list_roots", "roots"],
    [PREFIX + "multiple_inputs", "elicitation.form, sampling, roots"],
    [PREFIX + "multi_round", "elicitation.form"],
  ];
  for (const [name, missing] of table) {
    const error = errorOf(() => call(name!, null, null, {}));
    expect(error.slice(0, 2)).toEqual([-32021, "Missing required client capability: " + missing]);
  }
  checkSays(call("test_missing_capability"), "The client can be asked for samples.");
});

test("only states that are given out are taken", () => {
  const sealing = Object.entries(ASKED).flatMap(([name, [, seals]]) => (seals ? [PREFIX + name] : []));
  const found = Object.keys(ASKING_TOOLS).filter((name) => ASKING_TOOLS[name]![3].seals);
  expect(found.sort()).toEqual(sealing.sort());
  for (const name of Object.keys(ASKING_TOOLS)) {
    expect(errorOf(() => call(name, {}, "x"))[0], name).toBe(-32602);
  }
});

test("an answer that is none is refused by each tool that asks for it", () => {
  const keys: Record<string, string[]> = { multi_round: ["step1", "step2"] };
  keys["capabilities"] = ["user_name", "capital_question", "client_roots"];
  for (const [name, [first]] of Object.entries(ASKED)) {
    for (const key of keys[name] ?? first) {
      const error = errorOf(() => call(PREFIX + name, { [key]: 1 }));
      expect(error[1]).toMatch("Invalid params: inputResponses." + key + " must be a result of ");
    }
  }
});
