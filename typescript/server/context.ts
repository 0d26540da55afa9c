/**
 * What a handler is given: the world outside, the state of the server, and one request.
 *
 * The core reads no clock, no random source, no file and no environment of its own; main hands them in as a World. A
 * Request lives as long as its answer takes, and with it everything that its metadata said.
 */

import type { Catalog } from "./catalog.ts";
import type { RpcError } from "./errors.ts";
import { toRequestId } from "./messages.ts";
import { CAPABILITIES_KEY, LOG_LEVEL_KEY } from "./meta.ts";
import type { Notes } from "./notes.ts";
import type { Constant } from "./results.ts";
import type { Listens } from "./subscriptions.ts";
import { has } from "./values.ts";
import type { Json, JsonObject } from "./values.ts";

type ResultLine = (requestId: string | number, result: JsonObject | Constant) => Uint8Array;
type ErrorLine = (requestId: string | number, error: RpcError) => Uint8Array;

/** What main lends to the core. */
export class World {
  readonly clock: () => number;
  readonly scopes: string[];
  readonly principal: string;
  readonly key: Uint8Array;
  readonly log: (text: string) => void;

  /** Takes a clock (milliseconds since 1970), the granted scopes, who calls, the key of states, a log (text). */
  constructor(clock: () => number, scopes: string[], principal: string, key: Uint8Array, log: (text: string) => void) {
    this.clock = clock;
    this.scopes = scopes;
    this.principal = principal;
    this.key = key;
    this.log = log;
  }
}

/** Which optional parts a server has. */
export class Modes {
  readonly live: boolean;
  readonly legacy: boolean;
  readonly everything: boolean;

  /** Takes a switch for each: live changes, the adapter for earlier clients, and the fixtures of every kind. */
  constructor(live = false, legacy = false, everything = false) {
    this.live = live;
    this.legacy = legacy;
    this.everything = everything;
  }
}

/** What outlives a request: the notes, what is offered, and the requests that are still open. */
export class State {
  readonly world: World;
  readonly notes: Notes;
  readonly listens: Listens;
  readonly catalog: Catalog;
  readonly modes: Modes;
  legacyOpened = false; // set by an initialize of the earlier era, where the adapter is on

  /** Takes the world, the notes, the open listens, the catalog and the modes. */
  constructor(world: World, notes: Notes, listens: Listens, catalog: Catalog, modes: Modes) {
    this.world = world;
    this.notes = notes;
    this.listens = listens;
    this.catalog = catalog;
    this.modes = modes;
  }
}

/** How an era of the protocol writes an answer. */
export class Dialect {
  readonly resultLine: ResultLine;
  readonly errorLine: ErrorLine;

  /** Takes two functions: an id and a result, or an id and an error, to a line. */
  constructor(resultLine: ResultLine, errorLine: ErrorLine) {
    this.resultLine = resultLine;
    this.errorLine = errorLine;
  }
}

/** One request that has passed the checks of its envelope and its metadata. */
export class Request {
  readonly id: string | number;
  readonly method: string;
  readonly params: JsonObject;
  readonly dialect: Dialect;
  readonly capabilities: JsonObject;
  readonly progressToken: string | number | null;
  step: string | null; // of the state that came along, once it has been opened
  notices: Uint8Array[]; // lines that go out ahead of the answer
  readonly logLevel: Json;

  /** Takes the id to answer under, the method, the params, which hold the metadata, and the dialect. */
  constructor(requestId: string | number, method: string, params: JsonObject, dialect: Dialect) {
    const meta = has(params, "_meta") ? (params["_meta"] as JsonObject) : {};
    this.id = requestId;
    this.method = method;
    this.params = params;
    this.dialect = dialect;
    this.capabilities = has(meta, CAPABILITIES_KEY) ? (meta[CAPABILITIES_KEY] as JsonObject) : {};
    this.progressToken = has(meta, "progressToken") ? toRequestId(meta["progressToken"] as string | number) : null;
    this.step = null;
    this.notices = [];
    this.logLevel = has(meta, LOG_LEVEL_KEY) ? meta[LOG_LEVEL_KEY]! : null;
  }

  /** Gives the lines that go out ahead of the answer, once. */
  takeNotices(): Uint8Array[] {
    const taken = this.notices;
    this.notices = [];
    return taken;
  }
}
