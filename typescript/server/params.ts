/**
 * Checks of a method's own params that several methods share (steps 11 and 12 of the order of checks).
 *
 * Each raises -32602 with a sentence that names the member.
 */

import { invalidParams } from "./errors.ts";
import type { RpcError } from "./errors.ts";
import { has, isObject, isString } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** Gives the string member with this name; it must be there. */
export function requireString(params: JsonObject, name: string, path = ""): string {
  const value = has(params, name) ? params[name] : null;
  if (!isString(value)) {
    throw invalidParams(path + name + " must be a string");
  }
  return value;
}

/** Gives the object member with this name; it must be there. */
export function requireObject(params: JsonObject, name: string, path = ""): JsonObject {
  const value = has(params, name) ? params[name] : null;
  if (!isObject(value)) {
    throw invalidParams(path + name + " must be an object");
  }
  return value;
}

/** Gives the object member with this name, or an empty object where it is absent; null is not absent. */
export function optionalObject(params: JsonObject, name: string, path = ""): JsonObject {
  return has(params, name) ? requireObject(params, name, path) : {};
}

/** Refuses any cursor, for a list that fits on one page and never gives one out. */
export function refuseCursor(params: JsonObject): void {
  if (has(params, "cursor")) {
    requireString(params, "cursor");
    throw unknownCursor();
  }
}

/** The error for a cursor that this list did not give out. */
export function unknownCursor(): RpcError {
  return invalidParams("cursor is none of this list; start again without one");
}

/** Checks the form of the two members by which a client answers a question of the server. */
export function checkRetryForm(params: JsonObject): void {
  optionalObject(params, "inputResponses");
  if (has(params, "requestState")) {
    requireString(params, "requestState");
  }
}
