/** Prompts of every kind: what each of them gives. */

import { expect, test } from "vitest";

import { Modes } from "../server/context.ts";
import { image } from "../server/everything_media.ts";
import { FIXTURE_PROMPTS, OFFERED } from "../server/everything_prompts.ts";
import { promptsGet } from "../server/prompts.ts";
import type { JsonObject } from "../server/values.ts";
import { SIGNED, able, errorOf, newState, readBack } from "./support.ts";

const ASKING = "test_input_required_result_prompt";
const WHOLE = new Modes(false, false, true);
const CAN_ELICIT: JsonObject = { elicitation: {} };

/** Gives the result of a prompt. */
function call(name: string, members: JsonObject = {}, capabilities = CAN_ELICIT, state = newState([], WHOLE)): any {
  return readBack(promptsGet(state, able(capabilities, { name, ...members }, "prompts/get")));
}

/** Gives a message that is a text. */
function textMessage(text: string): JsonObject {
  return { role: "user", content: { type: "text", text } };
}

/** Checks the messages of a prompt. */
function checkGives(name: string, args: JsonObject, messages: JsonObject[]): void {
  const members = { description: FIXTURE_PROMPTS[name]![2], messages, _meta: SIGNED };
  expect(call(name, { arguments: args })).toEqual({ resultType: "complete", ...members });
}

test("a simple prompt is a text", () => {
  checkGives("test_simple_prompt", {}, [textMessage("This is a simple prompt for testing.")]);
});

test("a prompt repeats its arguments and needs both", () => {
  const name = "test_prompt_with_arguments";
  checkGives(name, { arg1: "é", arg2: "" }, [textMessage("arg1 is é, arg2 is .")]);
  const table: [JsonObject, string][] = [
    [{}, "missing prompt argument arg1"],
    [{ arg1: "x" }, "missing prompt argument arg2"],
    [{ arg1: "x", arg2: 1 }, "prompt argument arg2 must be a string"],
  ];
  for (const [args, sentence] of table) {
    const expected = [-32602, "Invalid params: " + sentence, null];
    expect(errorOf(() => call(name, { arguments: args }))).toEqual(expected);
  }
});

test("values are offered for each argument it has", () => {
  const names = FIXTURE_PROMPTS["test_prompt_with_arguments"]![3].map((argument) => argument["name"]);
  expect(Object.keys(OFFERED)).toEqual(names);
  for (const values of Object.values(OFFERED)) {
    expect(values).toEqual([...values].sort());
  }
});

test("a prompt embeds the resource that it was given", () => {
  const resource = { uri: "x://y", mimeType: "text/plain", text: "The text of x://y." };
  const embedded = { role: "user", content: { type: "resource", resource } };
  const messages = [embedded, textMessage("Please look at the resource above.")];
  checkGives("test_prompt_with_embedded_resource", { resourceUri: "x://y" }, messages);
});

test("a prompt shows an image", () => {
  const content = { type: "image", data: image(), mimeType: "image/png" };
  const messages = [{ role: "user", content }, textMessage("Please look at the image above.")];
  checkGives("test_prompt_with_image", {}, messages);
});

test("a prompt asks for its context first", () => {
  const result = call(ASKING);
  expect(Object.keys(result)).toEqual(["resultType", "inputRequests", "_meta"]);
  expect([result.resultType, Object.keys(result.inputRequests)]).toEqual(["input_required", ["user_context"]]);
  for (const answers of [{}, { user_context: { action: "accept" } }, { other: { action: "decline" } }]) {
    expect(call(ASKING, { inputResponses: answers as JsonObject })).toEqual(result);
  }
});

test("its answer comes into the prompt", () => {
  const table: [JsonObject, string][] = [
    [{ action: "accept", content: { context: "a test" } }, "a test"],
    [{ action: "decline" }, "decline"],
  ];
  for (const [answer, words] of table) {
    const result = call(ASKING, { inputResponses: { user_context: answer } });
    expect(result.messages).toEqual([textMessage("The context is: " + words)]);
  }
});

test("a client that cannot be asked is refused", () => {
  const missing = errorOf(() => call(ASKING, {}, {}));
  expect(missing.slice(0, 2)).toEqual([-32021, "Missing required client capability: elicitation.form"]);
  const bad = errorOf(() => call(ASKING, { inputResponses: { user_context: 1 } }));
  expect(bad[1]).toBe("Invalid params: inputResponses.user_context must be a result of elicitation/create");
});

test("the prompt that comes and goes is there while it is listed", () => {
  const state = newState([], WHOLE);
  const name = "test_changing_prompt";
  expect(errorOf(() => call(name, {}, {}, state))[0]).toBe(-32602);
  state.catalog.togglePrompt(name);
  expect(call(name, {}, {}, state).messages).toEqual([textMessage("This prompt comes and goes.")]);
});
