/**
 * Which handler answers a request, after the checks that all methods share (steps 6a to 11 of the order of checks).
 *
 * Validation is per request: nothing that an earlier one said is lent to this one. Contract, section 3.
 */

import { completionComplete } from "./completion.ts";
import { Dialect, Request } from "./context.ts";
import type { State } from "./context.ts";
import { discover } from "./discover.ts";
import { methodNotFound } from "./errors.ts";
import type { Import } from "./importing.ts";
import { isLegacy, legacyErrorLine, legacyHandler, legacyParams, legacyResultLine } from "./legacy.ts";
import { errorLine, resultLine } from "./messages.ts";
import { checkOptional, checkRequired } from "./meta.ts";
import { promptsGet, promptsList } from "./prompts.ts";
import { resourcesList, resourcesRead, templatesList } from "./resources.ts";
import type { Constant } from "./results.ts";
import { subscriptionsListen } from "./subscriptions.ts";
import { toolsCall, toolsList } from "./tools.ts";
import { has } from "./values.ts";
import type { JsonObject } from "./values.ts";

type Handler = (state: State, request: Request) => JsonObject | Constant | Import | Uint8Array[];

/** Every method there is. A handler gives a result, and where no result is due yet: lines, or an Import. */
export const METHODS: Record<string, Handler> = {
  "server/discover": discover,
  "tools/list": toolsList,
  "tools/call": toolsCall,
  "resources/list": resourcesList,
  "resources/templates/list": templatesList,
  "resources/read": resourcesRead,
  "prompts/list": promptsList,
  "prompts/get": promptsGet,
  "completion/complete": completionComplete,
  "subscriptions/listen": subscriptionsListen,
};

export const MODERN = new Dialect(resultLine, errorLine);
export const LEGACY = new Dialect(legacyResultLine, legacyErrorLine);

/** Gives the handler for a well-formed message and the request to hand to it; raises the error that is due. */
export function route(state: State, message: JsonObject, requestId: string | number): [Handler, Request] {
  state.listens.checkFree(requestId);
  const method = message["method"] as string;
  if (state.modes.legacy && isLegacy(state, message)) {
    return [legacyHandler(message), new Request(requestId, method, legacyParams(message), LEGACY)];
  }
  checkRequired(message);
  if (!has(METHODS, method)) {
    throw methodNotFound(method);
  }
  const params = message["params"] as JsonObject;
  checkOptional(params["_meta"] as JsonObject);
  return [METHODS[method]!, new Request(requestId, method, params, MODERN)];
}
