/**
 * subscriptions/listen: a request whose answer is a stream, open until one side ends it.
 *
 * What is acknowledged is what was asked for and is advertised, which may be nothing; the listen stays open all the
 * same. Specification: basic/patterns/subscriptions and basic/patterns/cancellation.
 */

import type { Change } from "./changes.ts";
import type { Request, State } from "./context.ts";
import { invalidParams, invalidRequest } from "./errors.ts";
import { JSONRPC_VERSION, isRequestId, notificationLine, resultLine, toRequestId } from "./messages.ts";
import { requireObject } from "./params.ts";
import { uriOf } from "./resources.ts";
import { complete } from "./results.ts";
import { has, isArray, isBoolean, isObject, isString } from "./values.ts";
import type { Json, JsonObject } from "./values.ts";

/** Where every message of a subscription carries the id of its listen. */
export const SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";

/** The members of the filter that ask for a kind of notification as a whole, with the notification. */
export const FLAGS: Record<string, string> = {
  toolsListChanged: "notifications/tools/list_changed",
  promptsListChanged: "notifications/prompts/list_changed",
  resourcesListChanged: "notifications/resources/list_changed",
};

/** The member of the filter that names single resources, with the notification. */
export const URIS = "resourceSubscriptions";
export const UPDATED = "notifications/resources/updated";

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

  /** Forgets a listen at the client's wish and tells whether there was one; nothing more is sent for it. */
  cancel(requestId: string | number): boolean {
    return this.opened.delete(requestId);
  }

  /** Tells whether nobody listens to anything. */
  isEmpty(): boolean {
    return [...this.opened.values()].every((acknowledged) => Object.keys(acknowledged).length === 0);
  }

  /** Gives the notifications that these changes call for: per listen the lists first, then the resources. */
  tell(changes: Change[]): Uint8Array[] {
    if (changes.length === 0) {
      return []; // the usual case, which costs nothing however many listen
    }
    const flags = Object.keys(FLAGS).filter((flag) => changes.some((change) => change.flags.includes(flag)));
    const uris = new Set(changes.flatMap((change) => change.noteIds.map((noteId) => uriOf(noteId))));
    const lines: Uint8Array[] = [];
    for (const [requestId, acknowledged] of this.opened) {
      const meta = { [SUBSCRIPTION_KEY]: requestId };
      for (const flag of flags) {
        if (has(acknowledged, flag)) {
          lines.push(notificationLine(FLAGS[flag]!, { _meta: meta }));
        }
      }
      const wanted = new Set(has(acknowledged, URIS) ? (acknowledged[URIS] as string[]) : []);
      for (const uri of uris) {
        if (wanted.has(uri)) {
          lines.push(notificationLine(UPDATED, { _meta: meta, uri }));
        }
      }
    }
    return lines;
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
  for (const name of Object.keys(FLAGS)) {
    if (has(wanted, name) && !isBoolean(wanted[name])) {
      throw invalidParams("notifications." + name + " must be a boolean");
    }
  }
  if (has(wanted, URIS) && !isListOfStrings(wanted[URIS]!)) {
    throw invalidParams("notifications." + URIS + " must be an array of strings");
  }
  return [state.listens.open(request.id, acknowledged(wanted, state.catalog.announced))];
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

function acknowledged(wanted: JsonObject, announced: string[]): JsonObject {
  const granted: JsonObject = {};
  for (const flag of Object.keys(FLAGS)) {
    if (announced.includes(flag) && has(wanted, flag) && wanted[flag] === true) {
      granted[flag] = true;
    }
  }
  // A URI that names nothing now may name something later.
  if (announced.includes(URIS) && has(wanted, URIS) && (wanted[URIS] as string[]).length > 0) {
    granted[URIS] = wanted[URIS]!;
  }
  return granted;
}

function isListOfStrings(value: Json): boolean {
  return isArray(value) && value.every((item) => isString(item));
}
