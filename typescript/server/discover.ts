/**
 * server/discover: what the server is and can do, for clients that ask first.
 *
 * Asking is optional and unlocks nothing. Specification: server/discover.
 */

import type { Request, State } from "./context.ts";
import { SUPPORTED_VERSIONS } from "./meta.ts";
import { PUBLIC, cacheable, constant } from "./results.ts";

/** What is advertised; nothing changes while the server runs, so nothing is announced. */
export const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  prompts: { listChanged: false },
  completions: {},
};

/** What a model is told of the server as a whole. */
export const INSTRUCTIONS =
  "A small store of Markdown notes. Find notes with notes_search or notes_list, read one with notes_read or as the " +
  "resource notes://{id}, and change them with notes_create and notes_update.";

/** Answers server/discover. */
export function discover(_state: State, _request: Request): Uint8Array {
  return DISCOVERED;
}

const DISCOVERED = constant(
  cacheable(
    { supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions: INSTRUCTIONS },
    3600000,
    PUBLIC,
  ),
);
