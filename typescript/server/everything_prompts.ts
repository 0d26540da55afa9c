/**
 * Prompts of every kind: plain, with arguments, with a resource, with an image, and one that asks first.
 *
 * Part of the everything mode; specification: server/prompts.
 */

import type { Request, State } from "./context.ts";
import { textContents } from "./everything_resources.ts";
import { allAnswered, told } from "./everything_rounds.ts";
import { CHANGING_PROMPT, imageBlock } from "./everything_tools.ts";
import { textMessage } from "./prompts.ts";
import type { Prompt } from "./prompts.ts";
import { ASKS_NOTHING, Asks, ELICIT, form } from "./questions.ts";
import { inputRequired } from "./results.ts";
import type { JsonObject } from "./values.ts";

export const CONTEXT: Record<string, JsonObject> = {
  user_context: form("What should the prompt know?", { context: { type: "string" } }, ["context"]),
};

/** What completion offers for each argument of test_prompt_with_arguments. */
export const OFFERED: Record<string, string[]> = { arg1: ["alpha", "amber", "beta"], arg2: ["one", "three", "two"] };

function simple(): JsonObject[] {
  return [textMessage("This is a simple prompt for testing.")];
}

function withArguments(_state: State, _request: Request, args: JsonObject): JsonObject[] {
  return [textMessage("arg1 is " + (args["arg1"] as string) + ", arg2 is " + (args["arg2"] as string) + ".")];
}

function withResource(_state: State, _request: Request, args: JsonObject): JsonObject[] {
  const resource = { type: "resource", resource: textContents(args["resourceUri"] as string) };
  return [{ role: "user", content: resource }, textMessage("Please look at the resource above.")];
}

function withImage(): JsonObject[] {
  return [{ role: "user", content: imageBlock() }, textMessage("Please look at the image above.")];
}

function asking(_state: State, request: Request): JsonObject | JsonObject[] {
  if (!allAnswered(request, CONTEXT)) {
    return inputRequired({ inputRequests: CONTEXT });
  }
  return [textMessage("The context is: " + told(request, CONTEXT, "user_context"))];
}

function changing(): JsonObject[] {
  return [textMessage("This prompt comes and goes.")];
}

function argument(name: string, description: string): JsonObject {
  return { name, description, required: true };
}

/** What gives the messages of each prompt, how it is shown (title, description, arguments), and what it asks. */
export const FIXTURE_PROMPTS: Record<string, [Prompt["render"], string, string, JsonObject[], Asks]> = {
  test_input_required_result_prompt: [
    asking,
    "Asking prompt",
    "Asks for its context first",
    [],
    new Asks({ user_context: ELICIT }, [ELICIT], false),
  ],
  test_prompt_with_arguments: [
    withArguments,
    "Prompt with arguments",
    "Repeats its two arguments",
    [argument("arg1", "The first"), argument("arg2", "The second")],
    ASKS_NOTHING,
  ],
  test_prompt_with_embedded_resource: [
    withResource,
    "Prompt with a resource",
    "Embeds a resource",
    [argument("resourceUri", "The URI of the resource to embed")],
    ASKS_NOTHING,
  ],
  test_prompt_with_image: [withImage, "Prompt with an image", "Shows an image", [], ASKS_NOTHING],
  test_simple_prompt: [simple, "Simple prompt", "A prompt without arguments", [], ASKS_NOTHING],
};

/** The prompt that is there every other time that the list was changed. */
export const PROMPTS_TO_COME: Record<string, [Prompt["render"], string, string, JsonObject[], Asks]> = {
  [CHANGING_PROMPT]: [
    changing,
    "Changing prompt",
    "Comes and goes with test_trigger_prompt_change",
    [],
    ASKS_NOTHING,
  ],
};
