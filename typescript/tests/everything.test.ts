/** The everything mode as a whole: how its fixtures are shown. */

import { expect, test } from "vitest";

import { fixturePrompts, fixtureTools, promptsToCome, toolsToCome } from "../server/everything.ts";
import type { Json, JsonObject } from "../server/values.ts";

const TOOLS = [
  "json_schema_2020_12_tool",
  "test_audio_content",
  "test_embedded_resource",
  "test_error_handling",
  "test_image_content",
  "test_input_required_result_capabilities",
  "test_input_required_result_elicitation",
  "test_input_required_result_list_roots",
  "test_input_required_result_multi_round",
  "test_input_required_result_multiple_inputs",
  "test_input_required_result_request_state",
  "test_input_required_result_sampling",
  "test_input_required_result_tampered_state",
  "test_logging_tool",
  "test_missing_capability",
  "test_multiple_content_types",
  "test_simple_text",
  "test_streaming_elicitation",
  "test_tool_with_progress",
  "test_trigger_prompt_change",
  "test_trigger_tool_change",
];
const PROMPTS = [
  "test_input_required_result_prompt",
  "test_prompt_with_arguments",
  "test_prompt_with_embedded_resource",
  "test_prompt_with_image",
  "test_simple_prompt",
];

/** Gives the names of tools or prompts, in ascending order. */
function names(parts: { definition: JsonObject }[]): Json[] {
  return parts.map((part) => part.definition["name"]!).sort();
}

test("the fixtures are those of the contract", () => {
  expect([names(fixtureTools()), names(fixturePrompts())]).toEqual([TOOLS, PROMPTS]);
  expect(names(toolsToCome())).toEqual(["test_changing_tool"]);
  expect(names(promptsToCome())).toEqual(["test_changing_prompt"]);
});

test("a tool is shown with all but an output schema", () => {
  for (const tool of [...fixtureTools(), ...toolsToCome()]) {
    expect(Object.keys(tool.definition)).toEqual(["name", "title", "description", "inputSchema", "annotations"]);
    expect(tool.definition["inputSchema"]).toHaveProperty("type", "object");
    expect(tool.links).toBe(false);
  }
});

test("all are read only but those that change lists", () => {
  for (const { definition } of [...fixtureTools(), ...toolsToCome()]) {
    const reads = !(definition["name"] as string).includes("_trigger_");
    const hints = definition["annotations"] as JsonObject;
    expect([hints["readOnlyHint"], hints["idempotentHint"]]).toEqual([reads, reads]);
    expect([hints["destructiveHint"], hints["openWorldHint"]]).toEqual([false, false]);
  }
});

test("a prompt has arguments only if it takes some", () => {
  const takers = fixturePrompts().filter((prompt) => "arguments" in prompt.definition);
  expect(names(takers)).toEqual(["test_prompt_with_arguments", "test_prompt_with_embedded_resource"]);
  for (const { definition } of [...fixturePrompts(), ...promptsToCome()]) {
    expect(Object.keys(definition).slice(0, 3)).toEqual(["name", "title", "description"]);
    for (const argument of (definition["arguments"] ?? []) as JsonObject[]) {
      const members = [Object.keys(argument), argument["required"]];
      expect(members).toEqual([["name", "description", "required"], true]);
    }
  }
});

test("only those that ask say what they ask", () => {
  for (const { definition, asks } of [...fixtureTools(), ...fixturePrompts()]) {
    const name = definition["name"] as string;
    const isAsking = name.includes("input_required") || name.includes("elicitation");
    expect(Object.keys(asks.questions).length > 0, name).toBe(isAsking);
  }
});
