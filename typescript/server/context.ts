/**
 * What a handler is given: the world outside, the state of the server, and one request.
 *
 * The core reads no clock, no random source, no file and no environment of its own; main hands them in as a World. A
 * Request lives as long as its answer takes, and with it everything that its metadata said.
 */

import type { Notes } from "./notes.ts";
import type { Listens } from "./subscriptions.ts";
import type { JsonObject } from "./values.ts";

type Random = (count: number) => Uint8Array;

/** What main lends to the core. */
export class World {
  readonly clock: () => number;
  readonly scopes: string[];
  readonly random: Random;
  readonly log: (text: string) => void;

  /** Takes a clock (milliseconds since 1970), the granted scopes, a random source (count to bytes), a log (text). */
  constructor(clock: () => number, scopes: string[], random: Random, log: (text: string) => void) {
    this.clock = clock;
    this.scopes = scopes;
    this.random = random;
    this.log = log;
  }
}

/** What outlives a request: the notes, and the requests that are still open. */
export class State {
  readonly world: World;
  readonly notes: Notes;
  readonly listens: Listens;

  /** Takes the world, the notes and the open listens. */
  constructor(world: World, notes: Notes, listens: Listens) {
    this.world = world;
    this.notes = notes;
    this.listens = listens;
  }
}

/** One request that has passed the checks of its envelope and its metadata. */
export class Request {
  readonly id: string | number;
  readonly params: JsonObject;

  /** Takes the id to answer under and the params. */
  constructor(requestId: string | number, params: JsonObject) {
    this.id = requestId;
    this.params = params;
  }
}
