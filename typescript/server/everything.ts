/**
 * The everything mode: a fixture of every kind beside the notes, for those who write clients.
 *
 * The names are those that the official conformance suite looks for in a server under test. What is listed can be
 * changed by two of the tools; the change is the server's, and reaches everyone who listens. Contract, section 8.
 */

import { FIXTURE_PROMPTS, PROMPTS_TO_COME } from "./everything_prompts.ts";
import { ASKING_TOOLS } from "./everything_rounds.ts";
import { CHANGING_TOOLS, NOTHING, SIMPLE_TOOLS, TOOLS_TO_COME } from "./everything_tools.ts";
import { Prompt } from "./prompts.ts";
import { ASKS_NOTHING } from "./questions.ts";
import type { Asks } from "./questions.ts";
import { ADDS, READS, Tool } from "./toolset.ts";
import type { JsonObject } from "./values.ts";

/** Gives the tools that are there from the start. */
export function fixtureTools(): Tool[] {
  const simple = Object.entries(SIMPLE_TOOLS).map(([name, row]) => tool(name, ...row, READS, ASKS_NOTHING));
  const changing = Object.entries(CHANGING_TOOLS).map(([name, row]) => tool(name, ...row, NOTHING, ADDS, ASKS_NOTHING));
  return [...simple, ...changing, ...Object.entries(ASKING_TOOLS).map(([name, row]) => askingTool(name, ...row))];
}

/** Gives the tools that the change of the list brings and takes away. */
export function toolsToCome(): Tool[] {
  return Object.entries(TOOLS_TO_COME).map(([name, row]) => tool(name, ...row, NOTHING, READS, ASKS_NOTHING));
}

/** Gives the prompts that are there from the start. */
export function fixturePrompts(): Prompt[] {
  return Object.entries(FIXTURE_PROMPTS).map(([name, row]) => prompt(name, ...row));
}

/** Gives the prompts that the change of the list brings and takes away. */
export function promptsToCome(): Prompt[] {
  return Object.entries(PROMPTS_TO_COME).map(([name, row]) => prompt(name, ...row));
}

function tool(
  name: string,
  execute: Tool["execute"],
  title: string,
  description: string,
  schema: JsonObject,
  annotations: JsonObject,
  asks: Asks,
): Tool {
  return new Tool({ name, title, description, inputSchema: schema, annotations }, execute, false, asks);
}

function askingTool(name: string, execute: Tool["execute"], title: string, description: string, asks: Asks): Tool {
  return tool(name, execute, title, description, NOTHING, READS, asks);
}

function prompt(
  name: string,
  render: Prompt["render"],
  title: string,
  description: string,
  args: JsonObject[],
  asks: Asks,
): Prompt {
  const definition: JsonObject = { name, title, description };
  if (args.length > 0) {
    definition["arguments"] = args;
  }
  return new Prompt(definition, render, asks);
}
