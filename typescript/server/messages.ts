/**
 * JSON-RPC shapes: what a decoded line is, and how a message of ours becomes a line.
 *
 * Specification: basic/index, "Messages". A member that is absent differs from one that is null: only a message without
 * an id member is a notification.
 */

import { invalidRequest } from "./errors.ts";
import type { RpcError } from "./errors.ts";
import type { Constant } from "./results.ts";
import { has, isArray, isObject, isSafeInteger, isString, isWellFormed, toInteger } from "./values.ts";
import type { Json, JsonObject } from "./values.ts";

export const JSONRPC_VERSION = "2.0";

/** Tells whether a message is a response, which a client must not send to a server. */
export function isResponse(message: JsonObject): boolean {
  return (has(message, "result") || has(message, "error")) && !has(message, "method");
}

/** Tells whether a message is a notification: it has a method and no id member at all. */
export function isNotification(message: JsonObject): boolean {
  return !has(message, "id") && has(message, "method") && isString(message["method"]);
}

/** Tells whether a value can be a request id or a progress token: a string, or an integer within the safe range. */
export function isRequestId(value: Json | undefined): value is string | number {
  return (isString(value) && isWellFormed(value)) || isSafeInteger(value);
}

/** Gives an id as it is compared and echoed: the same string, or the integer (1.0 is 1). */
export function toRequestId(value: string | number): string | number {
  return isString(value) ? value : toInteger(value);
}

/** Gives the id to answer under, or null where the message has none that can be read. */
export function readableId(message: JsonObject): string | number | null {
  if (has(message, "id") && isRequestId(message["id"])) {
    return toRequestId(message["id"]);
  }
  return null;
}

/** Raises -32600 unless the message is a well-formed request (step 6 of the order of checks). */
export function checkRequest(message: JsonObject): void {
  if (!has(message, "id") || !isRequestId(message["id"])) {
    throw invalidRequest("id must be a string or an integer within 2^53 - 1 of zero");
  }
  if (!has(message, "method") || !isString(message["method"])) {
    throw invalidRequest("method must be a string");
  }
  if (!has(message, "jsonrpc") || message["jsonrpc"] !== JSONRPC_VERSION) {
    throw invalidRequest('jsonrpc must be "2.0"');
  }
  if (has(message, "params") && !isObject(message["params"]) && !isArray(message["params"])) {
    throw invalidRequest("params must be an object");
  }
  if (!isWellFormed(message)) {
    throw invalidRequest("a string holds half of a surrogate pair");
  }
}

/** Writes a JSON value compactly, members in the order they were put in, everything beyond ASCII as it is. */
export function encode(value: Json): string {
  return JSON.stringify(value);
}

/** Makes the line that answers a request with a result, given as a value or as a Constant. */
export function resultLine(requestId: string | number, result: JsonObject | Constant): Uint8Array {
  // Only a Constant has bytes: a JSON value knows none.
  const body = result.text instanceof Uint8Array ? result.text : toBytes(encode(result as JsonObject));
  return Buffer.concat([toBytes('{"jsonrpc":"2.0","id":' + encode(requestId) + ',"result":'), body, toBytes("}\n")]);
}

/** Makes the line that answers with an error; without a readable id it has no id member. */
export function errorLine(requestId: string | number | null, error: RpcError): Uint8Array {
  const member = requestId === null ? "" : '"id":' + encode(requestId) + ",";
  const body: JsonObject = { code: error.code, message: error.message };
  if (error.data !== null) {
    body["data"] = error.data;
  }
  return toBytes('{"jsonrpc":"2.0",' + member + '"error":' + encode(body) + "}\n");
}

/** Makes the line of a notification. */
export function notificationLine(method: string, params: JsonObject): Uint8Array {
  return toBytes('{"jsonrpc":"2.0","method":' + encode(method) + ',"params":' + encode(params) + "}\n");
}

/** Gives the bytes of a text in UTF-8. */
export function toBytes(text: string): Uint8Array {
  return Buffer.from(text, "utf-8");
}
