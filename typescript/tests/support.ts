/** What the tests of several modules share: a state and a server of their own, and requests that lack nothing. */

import { Request, State, World } from "../server/context.ts";
import { Server } from "../server/dispatch.ts";
import { RpcError } from "../server/errors.ts";
import { encode, resultLine } from "../server/messages.ts";
import { Notes, SAMPLES } from "../server/notes.ts";
import { Listens } from "../server/subscriptions.ts";
import type { Json, JsonObject } from "../server/values.ts";

type Handler = (state: State, request: Request) => Parameters<typeof resultLine>[1];

/** The metadata that every request has to carry. */
export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The metadata that every result carries. */
export const SIGNED = { "io.modelcontextprotocol/serverInfo": { name: "notes-server", version: "2.0.0" } };

/** Where the clock of the tests stands, in milliseconds and as a note shows it. */
export const NOW = 1785196800000;
export const NOW_TEXT = "2026-07-28T00:00:00.000Z";

/** Gives a world whose clock stands still and whose log is the list given. */
export function newWorld(log: string[]): World {
  return new World(() => NOW, [], (count) => new Uint8Array(count), (text) => void log.push(text));
}

/** Gives a state with the notes that the records make. */
export function newState(records: JsonObject[] = SAMPLES): State {
  return new State(newWorld([]), new Notes(records), new Listens());
}

/** Gives a server with the three samples. */
export function newServer(log: string[] = []): Server {
  return new Server(newWorld(log), SAMPLES);
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
  const line = resultLine(1, handler(state, new Request(1, { _meta: META, ...members })));
  return JSON.parse(Buffer.from(line).toString()).result;
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
