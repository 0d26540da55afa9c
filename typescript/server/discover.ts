/**
 * server/discover: what the server is and can do, for clients that ask first.
 *
 * Asking is optional and unlocks nothing. Specification: server/discover.
 */

import type { Modes, Request, State } from "./context.ts";
import { SUPPORTED_VERSIONS } from "./meta.ts";
import { PUBLIC, cacheable } from "./results.ts";
import type { Constant } from "./results.ts";
import type { JsonObject } from "./values.ts";

/** What a model is told of the server as a whole. */
export const INSTRUCTIONS =
  "A small store of Markdown notes. Find notes with notes_search or notes_list, read one with notes_read or as the " +
  "resource notes://{id}, and change them with notes_create, notes_import, notes_update and notes_delete.";

/** Gives what a server with these modes advertises; it announces changes only of what can change in them. */
export function capabilities(modes: Modes): JsonObject {
  const advertised: JsonObject = {
    tools: { listChanged: modes.everything },
    resources: { listChanged: modes.live, subscribe: modes.live },
    prompts: { listChanged: modes.everything },
    completions: {},
  };
  if (modes.everything) {
    advertised["logging"] = {};
  }
  return advertised;
}

/** Gives the members of a listen's filter that a server with these modes acknowledges. */
export function announced(modes: Modes): string[] {
  const lists = modes.everything ? ["toolsListChanged", "promptsListChanged"] : [];
  return [...lists, ...(modes.live ? ["resourcesListChanged", "resourceSubscriptions"] : [])];
}

/** Gives the result of server/discover for a server with these modes. */
export function discovered(modes: Modes): JsonObject {
  const offer = {
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: capabilities(modes),
    instructions: INSTRUCTIONS,
  };
  return cacheable(offer, 3600000, PUBLIC);
}

/** Answers server/discover. */
export function discover(state: State, _request: Request): Constant {
  return state.catalog.discovered;
}
