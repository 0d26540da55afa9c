/**
 * subscriptions/listen: a request whose answer is a stream, open until one side ends it.
 *
 * Nothing in this server changes on its own account, so nothing is advertised; the listen is acknowledged with an empty
 * filter all the same and stays open. Specification: basic/patterns/subscriptions and basic/patterns/cancellation.
 */

import type { Request, State } from "./context.ts";
import { invalidParams, invalidRequest } from "./errors.ts";
import { JSONRPC_VERSION, isRequestId, notificationLine, resultLine, toRequestId } from "./messages.ts";
import { requireObject } from "./params.ts";
import { complete } from "./results.ts";
import { has, isArray, isBoolean, isObject, isString } from "./values.ts";
import type { Json, JsonObject } from "./values.ts";

/** Where every message of a subscription carries the id of its listen. */
export const SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";

/** The members of the filter that ask for a kind of notification as a whole. */
export const FLAGS = ["toolsListChanged", "promptsListChanged", "resourcesListChanged"];

/**
 * Whether the end of a subscription is also told as notifications/cancelled. The page on cancellation demands it, the
 * page on subscriptions knows the result only; a client that has seen the result ignores what follows.
 */
export const ENDS_WITH_CANCELLED = true as boolean;

/** The listens that are open, in the order in which they were opened. */
export class Listens {
  private opened: Map<string | number, JsonObject>; // request id to what was acknowledged; an id is kept with its type

  /** Starts with none. */
  constructor() {
    this.opened = new Map();
  }

  /** Raises -32600 if a listen with this id is still open: two answers could not be told apart. */
  checkFree(requestId: string | number): void {
    if (this.opened.has(requestId)) {
      throw invalidRequest("id is that of a listen that is still open");
    }
  }

  /** Opens a listen and gives the line that must come first on it. */
  open(requestId: string | number, acknowledged: JsonObject): Uint8Array {
    this.opened.set(requestId, acknowledged);
    const params = { _meta: { [SUBSCRIPTION_KEY]: requestId }, notifications: acknowledged };
    return notificationLine("notifications/subscriptions/acknowledged", params);
  }

  /** Forgets a listen at the client's wish; nothing more is sent for it. An unknown id is ignored. */
  cancel(requestId: string | number): void {
    this.opened.delete(requestId);
  }

  /** Ends all listens, in the order of opening, and gives the lines that say so. */
  end(): Uint8Array[] {
    const lines: Uint8Array[] = [];
    for (const requestId of this.opened.keys()) {
      const result = complete({});
      result["_meta"] = { ...(result["_meta"] as JsonObject), [SUBSCRIPTION_KEY]: requestId };
      lines.push(resultLine(requestId, result));
      if (ENDS_WITH_CANCELLED) {
        const params = { _meta: { [SUBSCRIPTION_KEY]: requestId }, requestId };
        lines.push(notificationLine("notifications/cancelled", params));
      }
    }
    this.opened = new Map();
    return lines;
  }
}

/** Opens a listen and gives its acknowledgement, the only line for now. */
export function subscriptionsListen(state: State, request: Request): Uint8Array[] {
  const wanted = requireObject(request.params, "notifications");
  for (const name of FLAGS) {
    if (has(wanted, name) && !isBoolean(wanted[name])) {
      throw invalidParams("notifications." + name + " must be a boolean");
    }
  }
  if (has(wanted, "resourceSubscriptions") && !isListOfStrings(wanted["resourceSubscriptions"]!)) {
    throw invalidParams("notifications.resourceSubscriptions must be an array of strings");
  }
  return [state.listens.open(request.id, {})];
}

/** Gives the id that a valid notifications/cancelled names, or null where the message has no effect. */
export function cancelledId(message: JsonObject): string | number | null {
  if (!has(message, "jsonrpc") || message["jsonrpc"] !== JSONRPC_VERSION) {
    return null;
  }
  if (!has(message, "params") || !isObject(message["params"])) {
    return null;
  }
  const params = message["params"];
  if (!has(params, "requestId") || !isRequestId(params["requestId"])) {
    return null;
  }
  return toRequestId(params["requestId"]);
}

function isListOfStrings(value: Json): boolean {
  return isArray(value) && value.every((item) => isString(item));
}
