/**
 * The errors of the protocol: one table of codes, one class, and every sentence that an error can carry.
 *
 * The sentences are ours and fixed; a parser's words never reach the wire. A name or URI that the client sent may be
 * quoted, cut to 200 code points. Codes: specification, basic/index, "Error Codes".
 */

import { cut } from "./values.ts";
import type { JsonObject } from "./values.ts";

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
export const RESOURCE_NOT_FOUND = -32002;
export const MISSING_CLIENT_CAPABILITY = -32021;
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/** The first words of each message, by code. */
export const ERRORS: Record<number, string> = {
  [PARSE_ERROR]: "Parse error",
  [INVALID_REQUEST]: "Invalid request",
  [METHOD_NOT_FOUND]: "Method not found",
  [INVALID_PARAMS]: "Invalid params",
  [INTERNAL_ERROR]: "Internal error",
  [RESOURCE_NOT_FOUND]: "Resource not found", // of the earlier revision; only its adapter says so
  [MISSING_CLIENT_CAPABILITY]: "Missing required client capability",
  [UNSUPPORTED_PROTOCOL_VERSION]: "Unsupported protocol version",
};

/** A JSON-RPC error on its way to the client: code, message and, where the contract has some, data. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: JsonObject | null;

  /** Takes a code of the table, the sentence after its first words or nothing, and the data or nothing. */
  constructor(code: number, detail: string | null, data: JsonObject | null = null) {
    super(detail === null ? ERRORS[code] : ERRORS[code] + ": " + detail);
    this.code = code;
    this.data = data;
  }
}

/** A failure of the tool itself, told to the model as a result with isError (specification: server/tools). */
export class ToolFailure extends Error {
  readonly sentence: string;

  /** Takes the sentence that the model reads. */
  constructor(sentence: string) {
    super(sentence);
    this.sentence = sentence;
  }
}

/** A line that is not one JSON text (-32700); the same message for every such line. */
export function parseError(): RpcError {
  return new RpcError(PARSE_ERROR, "the line is not one JSON text in UTF-8, at most 64 levels deep");
}

/** A message that is no well-formed request (-32600). */
export function invalidRequest(detail: string): RpcError {
  return new RpcError(INVALID_REQUEST, detail);
}

/** A method that this server does not have (-32601). */
export function methodNotFound(method: string): RpcError {
  return new RpcError(METHOD_NOT_FOUND, cut(method));
}

/** Params that the method cannot accept (-32602). */
export function invalidParams(detail: string, data: JsonObject | null = null): RpcError {
  return new RpcError(INVALID_PARAMS, detail, data);
}

/** A client capability that the request needs and did not declare (-32021), with what is missing. */
export function missingCapability(required: Record<string, JsonObject>): RpcError {
  const names = modesOf(required).map(([name, mode]) => (mode !== "" ? name + "." + mode : name));
  return new RpcError(MISSING_CLIENT_CAPABILITY, names.join(", "), { requiredCapabilities: required });
}

/** A fault of the server itself (-32603); what happened goes to stderr only. */
export function internalError(): RpcError {
  return new RpcError(INTERNAL_ERROR, "the server failed to answer; its stderr says more");
}

/** A protocol version that is not served (-32022), with the versions that are. */
export function unsupportedVersion(detail: string | null, supported: string[], requested: string): RpcError {
  return new RpcError(UNSUPPORTED_PROTOCOL_VERSION, detail, { supported, requested });
}

function modesOf(capabilities: Record<string, JsonObject>): [string, string][] {
  return Object.entries(capabilities).flatMap(([name, capability]) => {
    const modes = Object.keys(capability);
    return (modes.length > 0 ? modes : [""]).map((mode): [string, string] => [name, mode]);
  });
}
