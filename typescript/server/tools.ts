/**
 * tools/list and tools/call.
 *
 * Order of checks in a call: the shape of the params, the tool's name, the request state, then the arguments. Up to
 * there a fault is the client's and an error; from the arguments on it is the model's to correct, and a result with
 * isError. Specification: server/tools.
 */

import { canonical } from "./canonical.ts";
import type { Request, State } from "./context.ts";
import { ToolFailure, invalidParams } from "./errors.ts";
import { Import } from "./importing.ts";
import { checkRetryForm, optionalObject, refuseCursor, requireString } from "./params.ts";
import { checkRetry } from "./questions.ts";
import { describe } from "./resources.ts";
import { complete } from "./results.ts";
import type { Constant } from "./results.ts";
import { faultOf } from "./schema.ts";
import { cut, has } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** Gives the definitions in ascending order of their names, whatever order they were put in. */
export function listTools(definitions: JsonObject[]): JsonObject[] {
  return [...definitions].sort((one, other) => (one["name"]! < other["name"]! ? -1 : 1));
}

/** Answers tools/list. */
export function toolsList(state: State, request: Request): Constant {
  refuseCursor(request.params);
  return state.catalog.listedTools;
}

/** Answers tools/call; gives the Import where one has begun. */
export function toolsCall(state: State, request: Request): JsonObject | Import {
  const name = requireString(request.params, "name");
  const args = optionalObject(request.params, "arguments");
  checkRetryForm(request.params);
  const tool = state.catalog.tools.get(name);
  if (tool === undefined) {
    throw invalidParams("unknown tool " + cut(name));
  }
  checkRetry(state, request, tool.asks);
  const fault = faultOf(tool.definition["inputSchema"] as JsonObject, args);
  if (fault !== "") {
    return failed(fault);
  }
  let outcome: JsonObject | Import;
  try {
    outcome = tool.execute(state, request, args);
  } catch (failure) {
    if (failure instanceof ToolFailure) {
      return failed(failure.sentence);
    }
    throw failure;
  }
  // An import goes on by itself, and an answer that is a result already needs no wrapping.
  return outcome instanceof Import || has(outcome, "resultType") ? outcome : succeeded(outcome, tool.links);
}

/** Gives the result of a tool that did its work; links tells whether it gave a note to link to. */
export function succeeded(structured: JsonObject, links: boolean): JsonObject {
  const content: JsonObject[] = [{ type: "text", text: canonical(structured) }];
  if (links) {
    content.push({ type: "resource_link", ...describe(structured) });
  }
  return complete({ content, structuredContent: structured, isError: false });
}

/** Gives the result of a tool that failed, with a sentence that the model can act on. */
export function failed(sentence: string): JsonObject {
  return complete({ content: [{ type: "text", text: sentence }], isError: true });
}
