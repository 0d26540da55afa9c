/**
 * The tour that --demo prints: real lines through a real server, client lines marked > and server lines <.
 *
 * The clock stands still and nothing is random, so the tour is the same in both languages, to the byte.
 */

import { Modes, World } from "./context.ts";
import { Server } from "./dispatch.ts";
import { encode } from "./messages.ts";
import { Notes, SAMPLES } from "./notes.ts";
import { DEFAULT_SCOPES } from "./scopes.ts";
import type { JsonObject } from "./values.ts";

const VERSION = "2026-07-28";

function meta(version = VERSION, name = "tour"): JsonObject {
  return {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name, version: "1.0.0" },
  };
}

function request(requestId: string | number, method: string, params: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id: requestId, method, params };
}

/** The steps: what the reader should look at, and what the client sends. */
export const STEPS: [string, JsonObject][] = [
  [
    "Discovery: a client may ask what the server is. It need not, and nothing is unlocked by it.",
    request("discover-1", "server/discover", { _meta: meta() }),
  ],
  [
    "A list without discovery: the request brings its own metadata, so it is answered on its own.",
    request(2, "prompts/list", { _meta: meta() }),
  ],
  [
    "A tool call: structured content, the same JSON as text, and a link to the note that was made.",
    request(3, "tools/call", {
      _meta: meta(),
      name: "notes_create",
      arguments: { title: "From the tour", body: "Grüße\n", tag: "tour" },
    }),
  ],
  [
    "A tool error: the call was sound, its argument was not. The model reads the sentence and tries again.",
    request(4, "tools/call", {
      _meta: meta(),
      name: "notes_create",
      arguments: { title: "", body: "Untitled" },
    }),
  ],
  [
    "A protocol error: there is no such tool. That is the client's affair, not the model's.",
    request(5, "tools/call", { _meta: meta(), name: "notes_shred", arguments: {} }),
  ],
  [
    "A resource: the note from before, by its URI. cacheScope private: not for other users.",
    request(6, "resources/read", { _meta: meta(), uri: "notes://note-4" }),
  ],
  [
    "A prompt: the note comes along as an embedded resource.",
    request(7, "prompts/get", { _meta: meta(), name: "review_note", arguments: { note_id: "note-2" } }),
  ],
  [
    "Missing metadata: refused, though seven requests on this pipe had it. Nothing is remembered.",
    request(8, "tools/list", {}),
  ],
  [
    "A version that is not served: the error names those that are.",
    request(9, "tools/list", { _meta: meta("1900-01-01") }),
  ],
  [
    "Two clients on one process: ada counts from 1, and so does ben. Each answer depends on its request alone.",
    request(1, "resources/templates/list", { _meta: meta(VERSION, "ada") }),
  ],
  [
    "ben declares no capabilities and is refused; what ada declared a moment ago is not lent to him.",
    request(1, "resources/templates/list", {
      _meta: { "io.modelcontextprotocol/protocolVersion": VERSION },
    }),
  ],
  [
    "ada asks again: the answer is the same, to the byte.",
    request(1, "resources/templates/list", { _meta: meta(VERSION, "ada") }),
  ],
];

/** Gives the whole tour as one text. */
export function demo(): string {
  const world = new World(() => 1785196800000, DEFAULT_SCOPES, "", new Uint8Array(32), () => {});
  const server = new Server(world, new Notes(SAMPLES), new Modes());
  const heading = ": > is what a client writes, < what the server answers.";
  const lines = ["# notes-server over stdio, protocol " + VERSION + heading];
  for (const [comment, message] of STEPS) {
    const sent = encode(message);
    lines.push("", "# " + comment, "> " + sent);
    for (const answer of server.receive(Buffer.from(sent + "\n", "utf-8"))) {
      lines.push("< " + Buffer.from(answer.subarray(0, -1)).toString("utf-8"));
    }
  }
  return lines.join("\n") + "\n";
}
