/** Questions: what a retry has to bring, which answers count, and whom what can be asked. */

import { expect, test } from "vitest";

import { encode } from "../server/messages.ts";
import {
  ASKS_NOTHING,
  Asks,
  ELICIT,
  ROOTS,
  SAMPLE,
  answerTo,
  ask,
  canAsk,
  checkRetry,
  form,
} from "../server/questions.ts";
import { unseal } from "../server/seal.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { able, errorOf, newRequest, newState } from "./support.ts";

const SEALED = new Asks({ key: ELICIT }, [], true);
const OPEN = new Asks({ key: ELICIT }, [], false);
const UNKNOWN_STATE = [-32602, "Invalid params: requestState was not given out for this request, or has expired", null];
const WHOLE = { elicitation: { form: {} }, sampling: {}, roots: {} };

/** Answers that count, and answers that do not, by the method that asks. */
const GOOD: Record<string, Json[]> = {
  [ELICIT]: [
    { action: "accept" },
    { action: "decline", content: {} },
    { action: "cancel", more: null },
    { action: "accept", content: { a: "", b: 1.5, c: false, d: ["x"], e: [] } },
  ],
  [SAMPLE]: [
    { role: "user", content: { type: "text" }, model: "" },
    { role: "assistant", content: [], model: "m", stopReason: null },
    { role: "assistant", content: [{ type: "text", text: "a" }, { type: "image" }], model: "m" },
  ],
  [ROOTS]: [{ roots: [] }, { roots: [{ uri: "" }, { uri: "file:///", name: 1 }], more: 1 }],
};
const BAD: Record<string, Json[]> = {
  [ELICIT]: [
    {},
    { action: "Accept" },
    { action: "" },
    { action: null },
    { action: ["accept"] },
    { action: "constructor" },
    { action: "accept", content: null },
    { action: "decline", content: [] },
    { action: "accept", content: { a: null } },
    { action: "accept", content: { a: {} } },
    { action: "accept", content: { a: ["x", 1] } },
  ],
  [SAMPLE]: [
    { content: { type: "text" }, model: "m" },
    { role: "system", content: { type: "text" }, model: "m" },
    { role: "user", model: "m" },
    { role: "user", content: "text", model: "m" },
    { role: "user", content: { type: 1 }, model: "m" },
    { role: "user", content: [{ type: "text" }, {}], model: "m" },
    { role: "user", content: { type: "text" } },
    { role: "user", content: { type: "text" }, model: null },
  ],
  [ROOTS]: [
    {},
    { roots: null },
    { roots: {} },
    { roots: [null] },
    { roots: [{ uri: "x" }, {}] },
    { roots: [{ uri: 1 }] },
  ],
};
const NO_ANSWERS: Json[] = [null, true, false, 0, "", "accept", []];

/** Gives the error of a retry that brings these members, or nothing. */
function retry(asks: Asks, members: JsonObject, capabilities: JsonObject = WHOLE): Json[] {
  const request = able(capabilities, { name: "x", ...members });
  return errorOf(() => checkRetry(newState(), request, asks));
}

/** Gives the error of a retry with this answer to a question of this method, or nothing. */
function askedBy(method: string, answer: Json): Json[] {
  return retry(new Asks({ key: method }, [], false), { inputResponses: { key: answer } });
}

test("the answers of each method are taken", () => {
  for (const [method, answers] of Object.entries(GOOD)) {
    for (const answer of answers) {
      expect(askedBy(method, answer), encode(answer)).toEqual([]);
    }
  }
});

test("anything else under a key that was asked is refused", () => {
  for (const [method, answers] of Object.entries(BAD)) {
    const expected = [-32602, "Invalid params: inputResponses.key must be a result of " + method, null];
    for (const answer of [...answers, ...NO_ANSWERS]) {
      expect(askedBy(method, answer), encode(answer)).toEqual(expected);
    }
  }
});

test("answers to what was not asked are ignored", () => {
  expect(retry(OPEN, { inputResponses: { other: 1, constructor: [] } })).toEqual([]);
  expect(retry(ASKS_NOTHING, { inputResponses: { key: 1 } })).toEqual([]);
});

test("the first bad answer is named in the order of the questions", () => {
  const asks = new Asks({ b: ELICIT, a: ROOTS }, [], false);
  const expected = [-32602, "Invalid params: inputResponses.b must be a result of elicitation/create", null];
  expect(retry(asks, { inputResponses: { a: 1, b: 1 } })).toEqual(expected);
});

test("an answer is found by its key", () => {
  const request = newRequest({ inputResponses: { key: { action: "accept" } } });
  expect(answerTo(request, "key")).toEqual({ action: "accept" });
  for (const key of ["", "Key", "constructor", "__proto__"]) {
    expect(answerTo(request, key)).toBeNull();
  }
  expect(answerTo(newRequest({}), "key")).toBeNull();
});

test("what gives no states out refuses all of them", () => {
  const sealed = ask(newState(), newRequest({ name: "x" }), {}, "s")["requestState"]!;
  for (const asks of [ASKS_NOTHING, OPEN]) {
    for (const state of ["", "x", sealed]) {
      expect(retry(asks, { requestState: state })).toEqual(UNKNOWN_STATE);
    }
    expect(retry(asks, {})).toEqual([]);
  }
});

test("a state of ours brings its step and any other is refused", () => {
  const state = newState();
  const sealed = ask(state, newRequest({ name: "x" }), {}, "step")["requestState"] as string;
  const request = newRequest({ name: "x", requestState: sealed });
  checkRetry(state, request, SEALED);
  expect(request.step).toBe("step");
  for (const other of ["", "x", sealed + "x"]) {
    expect(retry(SEALED, { requestState: other })).toEqual(UNKNOWN_STATE);
  }
});

test("without a state there is no step", () => {
  const request = newRequest({ name: "x", inputResponses: { key: { action: "accept" } } });
  checkRetry(newState(), request, SEALED);
  expect(request.step).toBeNull();
});

test("the state comes before the answers and they before the client", () => {
  const asks = new Asks({ key: ELICIT }, [ELICIT], true);
  const bad = { inputResponses: { key: 1 } };
  expect(retry(asks, { requestState: "x", ...bad }, {})).toEqual(UNKNOWN_STATE);
  expect(retry(asks, bad, {})[0]).toBe(-32602);
  expect(retry(asks, {}, {})[0]).toBe(-32021);
});

test("a client must have declared what cannot be done without", () => {
  const asks = new Asks({}, [ELICIT, SAMPLE, ROOTS], false);
  const formMode = { elicitation: { form: {} } };
  const table: [JsonObject, string, JsonObject][] = [
    [{}, "elicitation.form, sampling, roots", { ...formMode, sampling: {}, roots: {} }],
    [{ sampling: {} }, "elicitation.form, roots", { ...formMode, roots: {} }],
    [{ elicitation: { url: {} }, roots: {} }, "elicitation.form, sampling", { ...formMode, sampling: {} }],
    [{ elicitation: {}, sampling: { tools: {} } }, "roots", { roots: {} }],
  ];
  for (const [declared, names, missing] of table) {
    const message = "Missing required client capability: " + names;
    expect(retry(asks, {}, declared)).toEqual([-32021, message, { requiredCapabilities: missing }]);
  }
  expect(retry(asks, {}, WHOLE)).toEqual([]);
});

test("a form can be asked of who declared it or no mode at all", () => {
  const table: [JsonObject, boolean][] = [[{}, false], [{ elicitation: {} }, true]];
  table.push([{ elicitation: { form: {} } }, true], [{ elicitation: { url: {} } }, false]);
  table.push([{ elicitation: { form: {}, url: {} } }, true]);
  for (const [declared, expected] of table) {
    expect(canAsk(able(declared, {}), ELICIT), encode(declared)).toBe(expected);
  }
});

test("samples and roots can be asked of who declared them", () => {
  for (const [method, name] of [[SAMPLE, "sampling"], [ROOTS, "roots"]] as const) {
    expect(canAsk(able({}, {}), method)).toBe(false);
    expect(canAsk(able({ [name]: {} }, {}), method)).toBe(true);
    expect(canAsk(able({ elicitation: {} }, {}), method)).toBe(false);
  }
});

test("what is asked stands before the state in a result that is not cacheable", () => {
  const state = newState();
  const result = ask(state, newRequest({ name: "x" }), { key: { method: ROOTS, params: {} } }, "step");
  expect(Object.keys(result)).toEqual(["resultType", "inputRequests", "requestState", "_meta"]);
  expect(result["resultType"]).toBe("input_required");
  expect(unseal(state.world, newRequest({ name: "x", requestState: result["requestState"]! }))).toBe("step");
});

test("a form is a request of its own mode", () => {
  const expected =
    '{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":' +
    '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}}';
  expect(encode(form("m", { a: { type: "string" } }, ["a"]))).toBe(expected);
});
