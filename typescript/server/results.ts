/**
 * Every success is typed, signed with the server's identity and, where the method allows it, cacheable.
 *
 * One wrapper makes every result, so that no method can forget a member. Order on the wire: resultType, the method's
 * own members, ttlMs, cacheScope, _meta. Specification: basic/index, "ResultType", and server/utilities/caching.
 */

import { encode, toBytes } from "./messages.ts";
import type { JsonObject } from "./values.ts";

/** Where a result carries the identity of the server. */
export const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";

/** Who answers. A client shows it and never decides by it. */
export const SERVER_INFO = { name: "notes-server", version: "2.0.0" };

export const PUBLIC = "public";
export const PRIVATE = "private";

/** Wraps the members of a success into a complete result. */
export function complete(payload: JsonObject): JsonObject {
  return { resultType: "complete", ...payload, _meta: { [SERVER_INFO_KEY]: SERVER_INFO } };
}

/** Wraps the members of an answer that asks the client for input. */
export function inputRequired(payload: JsonObject): JsonObject {
  return { resultType: "input_required", ...payload, _meta: { [SERVER_INFO_KEY]: SERVER_INFO } };
}

/** Wraps the members of a success that may be kept for some milliseconds, by anyone (public) or by one caller. */
export function cacheable(payload: JsonObject, ttlMs: number, scope: string): JsonObject {
  return complete({ ...payload, ttlMs, cacheScope: scope });
}

/** A result that does not change, with its text, so that it is written only once. */
export class Constant {
  readonly result: JsonObject;
  readonly text: Uint8Array;

  /** Takes the result. */
  constructor(result: JsonObject) {
    this.result = result;
    this.text = toBytes(encode(result));
  }
}
