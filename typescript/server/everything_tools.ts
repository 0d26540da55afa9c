/**
 * Tools of every kind that need nothing from the client: content, failures, progress, logging, changing lists.
 *
 * Names and behaviour are those that authors of clients know. Part of the everything mode; specification: server/tools.
 */

import { Change } from "./changes.ts";
import type { Request, State } from "./context.ts";
import { ToolFailure } from "./errors.ts";
import { IMAGE_TYPE, SOUND_TYPE, image as imageData, sound } from "./everything_media.ts";
import { textContents } from "./everything_resources.ts";
import { notificationLine } from "./messages.ts";
import { LOG_LEVELS } from "./meta.ts";
import { complete } from "./results.ts";
import { faultOf } from "./schema.ts";
import type { Tool } from "./toolset.ts";
import { has } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** The input of a tool that takes nothing. */
export const NOTHING = { type: "object", properties: {}, additionalProperties: false };

/** Shows which keywords of JSON Schema 2020-12 come through tools/list. Here alone a schema names its dialect. */
export const RICH_INPUT = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** What the tool that logs has to say: levels and messages. */
export const LOGGED: [string, string][] = [
  ["debug", "Looking closely"],
  ["info", "Working"],
  ["warning", "Almost done"],
];

/** The names of the tool and the prompt that come and go. */
export const CHANGING_TOOL = "test_changing_tool";
export const CHANGING_PROMPT = "test_changing_prompt";

/** Gives the result of a tool that has a text to say. */
export function textResult(words: string): JsonObject {
  return result([textBlock(words)]);
}

/** Gives a block of text. */
export function textBlock(words: string): JsonObject {
  return { type: "text", text: words };
}

/** Gives a block with the image. */
export function imageBlock(): JsonObject {
  return { type: "image", data: imageData(), mimeType: IMAGE_TYPE };
}

function result(content: JsonObject[]): JsonObject {
  return complete({ content, isError: false });
}

function simpleText(): JsonObject {
  return textResult("This is a simple text.");
}

function image(): JsonObject {
  return result([imageBlock()]);
}

function audio(): JsonObject {
  return result([{ type: "audio", data: sound(), mimeType: SOUND_TYPE }]);
}

function embedded(): JsonObject {
  return result([{ type: "resource", resource: textContents("test://embedded-resource") }]);
}

function multiple(): JsonObject {
  const resource = { type: "resource", resource: textContents("test://mixed-content-resource") };
  return result([textBlock("Text, an image and a resource:"), imageBlock(), resource]);
}

function error(): JsonObject {
  throw new ToolFailure("This tool always fails, so that clients can try how they show a failure");
}

function progress(_state: State, request: Request): JsonObject {
  if (request.progressToken !== null) {
    for (const done of [0, 50, 100]) {
      const params = { progressToken: request.progressToken, progress: done, total: 100 };
      request.notices.push(notificationLine("notifications/progress", params));
    }
  }
  return textResult("Done, in three steps.");
}

function logging(_state: State, request: Request): JsonObject {
  // Only a request that names a level gets messages, and only those at or above it.
  for (const [level, words] of LOGGED) {
    if (request.logLevel !== null && LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(request.logLevel)) {
      const params = { level, logger: "test_logging_tool", data: { message: words } };
      request.notices.push(notificationLine("notifications/message", params));
    }
  }
  return textResult("Logged what there was to log.");
}

function changeTools(state: State): JsonObject {
  return change(state, "toolsListChanged", CHANGING_TOOL, state.catalog.toggleTool(CHANGING_TOOL));
}

function changePrompts(state: State): JsonObject {
  return change(state, "promptsListChanged", CHANGING_PROMPT, state.catalog.togglePrompt(CHANGING_PROMPT));
}

function change(state: State, flag: string, name: string, isListed: boolean): JsonObject {
  state.notes.changes.addOwn(new Change([flag], []));
  return textResult(name + (isListed ? " is listed now." : " is not listed any more."));
}

function changing(): JsonObject {
  return textResult("This tool comes and goes.");
}

function rich(_state: State, _request: Request, args: JsonObject): JsonObject {
  const fault = richFault(args);
  if (fault !== "") {
    throw new ToolFailure(fault);
  }
  return textResult("The arguments are good.");
}

function richFault(args: JsonObject): string {
  // What our own part of JSON Schema does not know of RICH_INPUT.
  const method = has(args, "contactMethod") ? (args["contactMethod"] as string) : "";
  if (has(args, "address")) {
    const fault = faultOf(RICH_INPUT.$defs.address, args["address"]!, "address");
    if (fault !== "") {
      return fault;
    }
  }
  if (has(args, "contactMethod") && !["phone", "email"].includes(method)) {
    return "Argument contactMethod must be phone or email";
  }
  const needed = method === "phone" ? "phone" : "email";
  return has(args, needed) ? "" : "Missing required argument " + needed;
}

/** What runs for each tool, and how it is shown: title, description, input. */
export const SIMPLE_TOOLS: Record<string, [Tool["execute"], string, string, JsonObject]> = {
  json_schema_2020_12_tool: [rich, "Rich schema", "Has a schema with many keywords of JSON Schema", RICH_INPUT],
  test_audio_content: [audio, "Audio content", "Gives a sound", NOTHING],
  test_embedded_resource: [embedded, "Embedded resource", "Gives a resource within its content", NOTHING],
  test_error_handling: [error, "Failure", "Fails, and says so as a tool does", NOTHING],
  test_image_content: [image, "Image content", "Gives an image", NOTHING],
  test_logging_tool: [logging, "Logging", "Logs if the request asked for it", NOTHING],
  test_multiple_content_types: [multiple, "Mixed content", "Gives text, an image and a resource", NOTHING],
  test_simple_text: [simpleText, "Simple text", "Gives a text", NOTHING],
  test_tool_with_progress: [progress, "Progress", "Tells how far it is, three times", NOTHING],
};

/** The tools that change a list: what runs, title, description. */
export const CHANGING_TOOLS: Record<string, [Tool["execute"], string, string]> = {
  test_trigger_prompt_change: [changePrompts, "Change the prompts", "Adds or removes a prompt"],
  test_trigger_tool_change: [changeTools, "Change the tools", "Adds or removes a tool"],
};

/** The tool that is there every other time that the list was changed. */
export const TOOLS_TO_COME: Record<string, [Tool["execute"], string, string]> = {
  [CHANGING_TOOL]: [changing, "Changing tool", "Comes and goes with test_trigger_tool_change"],
};
