/** What the tests of several modules share: a state and a server of their own, and requests that lack nothing. */

import { Catalog } from "../server/catalog.ts";
import { Modes, Request, State, World } from "../server/context.ts";
import { Server } from "../server/dispatch.ts";
import { RpcError } from "../server/errors.ts";
import type { Import } from "../server/importing.ts";
import type { Journal } from "../server/journal.ts";
import { encode, resultLine } from "../server/messages.ts";
import { Notes, SAMPLES } from "../server/notes.ts";
import type { Constant } from "../server/results.ts";
import { MODERN } from "../server/routing.ts";
import { SCOPES } from "../server/scopes.ts";
import { Listens } from "../server/subscriptions.ts";
import type { Json, JsonObject } from "../server/values.ts";

type Answer = JsonObject | Constant | Import;
type Handler = (state: State, request: Request) => Answer;

/** The metadata that every request has to carry. */
export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The metadata that every result carries. */
export const SIGNED = { "io.modelcontextprotocol/serverInfo": { name: "notes-server", version: "2.0.0" } };

/** A server without any of the optional parts. */
export const PLAIN = new Modes();

/** Where the clock of the tests stands, in milliseconds and as a note shows it. */
export const NOW = 1785196800000;
export const NOW_TEXT = "2026-07-28T00:00:00.000Z";

/** Gives a world whose clock stands still and whose log is the list given. */
export function newWorld(log: string[]): World {
  return new World(() => NOW, SCOPES, "", new Uint8Array(32), (text) => void log.push(text));
}

/** Gives a state with the notes that the records make. */
export function newState(records: JsonObject[] = SAMPLES, modes: Modes = PLAIN): State {
  return new State(newWorld([]), new Notes(records), new Listens(), new Catalog(modes), modes);
}

/** Gives a server with the three samples. */
export function newServer(log: string[] = [], modes: Modes = PLAIN): Server {
  return new Server(newWorld(log), new Notes(SAMPLES), modes);
}

/** Gives a request whose params are the members and the metadata. */
export function newRequest(members: JsonObject, method = "tools/call"): Request {
  return new Request(1, method, { _meta: META, ...members }, MODERN);
}

/** Gives records for a number of notes; the titles run backwards, so that no order of titles is that of the ids. */
export function created(count: number): JsonObject[] {
  const at = "2026-07-01T09:00:00.000Z";
  return Array.from({ length: count }, (_, index) => {
    return { op: "create", title: "Title " + String(999 - index), body: "Body", at };
  });
}

/** Gives the ids of notes. */
export function idsOf(notes: JsonObject[]): Json[] {
  return notes.map((note) => note["id"]!);
}

/** Gives the result of a handler as a client reads it; the params are the members and the metadata. */
export function resultOf(handler: Handler, state: State, members: JsonObject): any {
  return readBack(handler(state, newRequest(members)));
}

/** Gives code, message and data of the protocol error that a call raises, or nothing if it raises none. */
export function errorOf(call: () => unknown): Json[] {
  try {
    call();
  } catch (error) {
    if (error instanceof RpcError) {
      return [error.code, error.message, error.data];
    }
    throw error;
  }
  return [];
}

/** Gives the error that a handler answers with, as code, message and data. */
export function refusalOf(handler: Handler, state: State, members: JsonObject): Json[] {
  return errorOf(() => resultOf(handler, state, members));
}

/** Gives the text of a request that has its metadata. */
export function requestText(requestId: string | number, method: string, members: JsonObject): string {
  return encode({ jsonrpc: "2.0", id: requestId, method, params: { _meta: META, ...members } });
}

/** For each method members of params that it answers with a result or, for a listen, with an acknowledgement. */
export const SOUND: Record<string, JsonObject> = {
  "server/discover": {},
  "tools/list": {},
  "tools/call": { name: "notes_read", arguments: { id: "note-1" } },
  "resources/list": {},
  "resources/templates/list": {},
  "resources/read": { uri: "notes://note-1" },
  "prompts/list": {},
  "prompts/get": { name: "review_note", arguments: { note_id: "note-1" } },
  "completion/complete": {
    ref: { type: "ref/prompt", name: "review_note" },
    argument: { name: "note_id", value: "" },
  },
  "subscriptions/listen": { notifications: {} },
};

/** Sends one line to a server and gives its answers as texts. */
export function ask(server: Server, text: string): string[] {
  return textsOf(server.receive(Buffer.from(text + "\n", "utf-8")));
}

/** Gives lines as texts. */
export function textsOf(lines: Uint8Array[]): string[] {
  return lines.map((line) => Buffer.from(line).toString("utf-8"));
}

/** Gives the answers that are one error; null stands for no id, and for no data. */
export function refused(id: string | number | null, code: number, message: string, data: Json = null): string[] {
  const head = id === null ? { jsonrpc: "2.0" } : { jsonrpc: "2.0", id };
  const error = { code, message, ...(data === null ? {} : { data }) };
  return [encode({ ...head, error }) + "\n"];
}

/** A journal whose records of others are put in by hand, and that can be made to fail. */
export class FakeJournal {
  readonly shared = true;
  others: JsonObject[];
  fault: Error | null = null;

  /** Starts with these records of others. */
  constructor(others: JsonObject[]) {
    this.others = others;
  }

  /** Gives the records of others once, or fails. */
  look(): JsonObject[] {
    if (this.fault !== null) {
      throw this.fault;
    }
    const taken = this.others;
    this.others = [];
    return taken;
  }

  /** Gives the records of others, and then the one given. */
  append(record: JsonObject): JsonObject[] {
    return [...this.look(), record];
  }
}

/** Gives a server with the samples in a journal, and the journal. */
export function sharedServer(modes = PLAIN, scopes = SCOPES, log: string[] = []): [Server, FakeJournal] {
  const journal = new FakeJournal(SAMPLES);
  const world = new World(() => NOW, scopes, "", new Uint8Array(32), (text) => void log.push(text));
  return [new Server(world, notesOn(journal), modes), journal];
}

/** Gives the notes of a journal. */
export function notesOn(journal: FakeJournal): Notes {
  return new Notes([], journal as unknown as Journal);
}

/** Gives the text of a request that imports a number of notes; null stands for no progress token. */
export function importing(count: number, requestId: string | number = "i", token: string | null = "p"): string {
  const notes = Array.from({ length: count }, () => ({ title: "t", body: "" }));
  const meta = token === null ? META : { ...META, progressToken: token };
  return requestText(requestId, "tools/call", { name: "notes_import", arguments: { notes }, _meta: meta });
}

/** Gives the text of a cancellation, with the id as it stands in JSON, and the rest of the params. */
export function cancelling(shown: string, rest = ""): string {
  return '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":' + shown + rest + "}}";
}

/** Gives for each line its method, or else the id that it answers. */
export function kindsOf(lines: (string | Uint8Array)[]): Json[] {
  const messages = lines.map((line) => JSON.parse(Buffer.from(line).toString()));
  return messages.map((message) => message.method ?? message.id ?? null);
}

/** A request that makes a note, and its kind. */
export const CREATING = requestText("c", "tools/call", { name: "notes_create", arguments: { title: "t", body: "" } });

/** Gives a state in which only these scopes are granted. */
export function granted(scopes: string[], records: JsonObject[] = SAMPLES, modes: Modes = PLAIN): State {
  const world = new World(() => NOW, scopes, "", new Uint8Array(32), () => {});
  return new State(world, new Notes(records), new Listens(), new Catalog(modes), modes);
}

/** Gives a request of a client with these capabilities. */
export function able(capabilities: JsonObject, members: JsonObject, method = "tools/call"): Request {
  const meta = { ...META, "io.modelcontextprotocol/clientCapabilities": capabilities };
  return newRequest({ _meta: meta, ...members }, method);
}

/** Gives a result, or a Constant, as a client reads it. */
export function readBack(answer: Answer): any {
  return JSON.parse(Buffer.from(resultLine(1, answer as JsonObject | Constant)).toString()).result;
}
