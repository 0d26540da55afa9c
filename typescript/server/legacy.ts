/**
 * The adapter for clients of the handshake era: protocol 2025-11-25, beside the modern protocol and apart from it.
 *
 * An initialize without modern metadata opens that era for this server. From then on a request without modern metadata
 * is answered here: the same handlers do the work, and what they give is told in the words of the earlier revision. A
 * request with modern metadata never comes here, and nothing modern leaves from here. Contract, section 8.
 */

import { completionComplete } from "./completion.ts";
import { Modes } from "./context.ts";
import type { Request, State } from "./context.ts";
import { INSTRUCTIONS, capabilities } from "./discover.ts";
import {
  MISSING_CLIENT_CAPABILITY,
  RESOURCE_NOT_FOUND,
  RpcError,
  invalidParams,
  methodNotFound,
} from "./errors.ts";
import type { Import } from "./importing.ts";
import { errorLine, resultLine } from "./messages.ts";
import { CAPABILITIES_KEY, LOG_LEVEL_KEY, VERSION_KEY, checkProgressToken, isImplementation } from "./meta.ts";
import { optionalObject, requireObject, requireString } from "./params.ts";
import { promptsGet, promptsList } from "./prompts.ts";
import { resourcesList, resourcesRead, templatesList } from "./resources.ts";
import { Constant, SERVER_INFO } from "./results.ts";
import { failed, toolsCall, toolsList } from "./tools.ts";
import { cut, has, isObject } from "./values.ts";
import type { JsonObject } from "./values.ts";

type Handler = (state: State, request: Request) => JsonObject | Constant | Import;

/** The one revision that the adapter speaks. */
export const LEGACY_VERSION = "2025-11-25";

/** What a modern result has and a legacy one has not. */
export const MODERN_MEMBERS = ["resultType", "ttlMs", "cacheScope", "_meta"];

/** What a modern request may have to answer a question, and a legacy one has not. */
export const RETRY_MEMBERS = ["inputResponses", "requestState"];

export const CANNOT_ASK = "its user has to be asked first, which this server does in protocol 2026-07-28 only";

/** Tells whether a request is for the adapter: it has nothing modern, and opens the era or comes after that. */
export function isLegacy(state: State, message: JsonObject): boolean {
  const params = has(message, "params") ? message["params"] : {};
  if (!isObject(params) || (has(params, "_meta") && !isObject(params["_meta"]))) {
    return false;
  }
  const meta = has(params, "_meta") ? (params["_meta"] as JsonObject) : {};
  if (has(meta, VERSION_KEY) || has(meta, CAPABILITIES_KEY)) {
    return false;
  }
  return message["method"] === "initialize" || state.legacyOpened;
}

/** Gives the handler of a legacy request; raises -32601. */
export function legacyHandler(message: JsonObject): Handler {
  const method = message["method"] as string;
  if (!has(LEGACY_METHODS, method)) {
    throw methodNotFound(method);
  }
  return LEGACY_METHODS[method]!;
}

/** Gives the params of a legacy request, without what only a modern one can say; raises -32602. */
export function legacyParams(message: JsonObject): JsonObject {
  const params = has(message, "params") ? (message["params"] as JsonObject) : {};
  const meta = optionalObject(params, "_meta");
  checkProgressToken(meta);
  const kept = Object.entries(params).filter(([name]) => !RETRY_MEMBERS.includes(name));
  // Logging is not offered here, so a level in the modern way asks for nothing.
  const asked = Object.entries(meta).filter(([name]) => name !== LOG_LEVEL_KEY);
  return { ...Object.fromEntries(kept), _meta: Object.fromEntries(asked) };
}

/** Makes the line that answers a legacy request with a result. */
export function legacyResultLine(requestId: string | number, result: JsonObject | Constant): Uint8Array {
  const whole = result instanceof Constant ? result.result : result;
  const kept = Object.entries(whole).filter(([name]) => !MODERN_MEMBERS.includes(name));
  return resultLine(requestId, Object.fromEntries(kept));
}

/** Makes the line that answers a legacy request with an error. */
export function legacyErrorLine(requestId: string | number, error: RpcError): Uint8Array {
  if (error.code === MISSING_CLIENT_CAPABILITY) {
    return errorLine(requestId, invalidParams(CANNOT_ASK));
  }
  if (error.data !== null && has(error.data, "uri")) {
    return errorLine(requestId, new RpcError(RESOURCE_NOT_FOUND, cut(error.data["uri"] as string), error.data));
  }
  return errorLine(requestId, error);
}

function initialize(state: State, request: Request): JsonObject {
  requireString(request.params, "protocolVersion");
  requireObject(request.params, "capabilities");
  if (!isImplementation(requireObject(request.params, "clientInfo"))) {
    throw invalidParams("clientInfo must have a string name and a string version");
  }
  state.legacyOpened = true;
  return {
    protocolVersion: LEGACY_VERSION,
    capabilities: capabilities(new Modes()),
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  };
}

function ping(_state: State, _request: Request): JsonObject {
  return {};
}

function call(state: State, request: Request): JsonObject | Import {
  try {
    return toolsCall(state, request);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== MISSING_CLIENT_CAPABILITY) {
      throw error;
    }
    return failed("This tool cannot be used here: " + CANNOT_ASK);
  }
}

export const LEGACY_METHODS: Record<string, Handler> = {
  initialize,
  ping,
  "tools/list": toolsList,
  "tools/call": call,
  "resources/list": resourcesList,
  "resources/templates/list": templatesList,
  "resources/read": resourcesRead,
  "prompts/list": promptsList,
  "prompts/get": promptsGet,
  "completion/complete": completionComplete,
};
