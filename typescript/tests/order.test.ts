/** The order of checks (contract, section 3): a line breaks the rule of its step and, where it can, later ones. */

import { expect, test } from "vitest";

import { TOO_LONG } from "../server/lines.ts";
import { encode } from "../server/messages.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { META, ask, newServer, refused, requestText, textsOf } from "./support.ts";

const SUPPORTED = { supported: ["2026-07-28"] };
const REQUESTED = { ...SUPPORTED, requested: "2025-06-18" };
const OLD = { "io.modelcontextprotocol/protocolVersion": "2025-06-18" };
const HALF = '"x":"\\ud800"}';

/** Metadata that breaks one rule, two, and three. */
const LEVEL = { "io.modelcontextprotocol/logLevel": "loud" };
const INFO = { ...LEVEL, "io.modelcontextprotocol/clientInfo": 1 };
const TOKEN = { ...INFO, progressToken: null };

/** Gives the answers that are one -32600. */
function invalidRequest(requestId: string | number | null, sentence: string): string[] {
  return refused(requestId, -32600, "Invalid request: " + sentence);
}

/** Gives the answers that are one -32602 to the request 1. */
function invalidParams(sentence: string, data: Json = null): string[] {
  return refused(1, -32602, "Invalid params: " + sentence, data);
}

/** Gives the answers that are one failure of a tool to the request 1. */
function failed(sentence: string): string[] {
  const signature = '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}}';
  const content = '"content":[{"type":"text","text":"' + sentence + '"}],"isError":true,';
  return ['{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",' + content + signature + "}}\n"];
}

/** Gives the text of a request 1 without metadata of its own. */
function bare(method: string, params: Json): string {
  return encode({ jsonrpc: "2.0", id: 1, method, params });
}

/** Gives the text of a request 1 for tools/call whose metadata is changed. */
function call(params: JsonObject, changes: JsonObject): string {
  return bare("tools/call", { ...params, _meta: { ...META, ...changes } });
}

/** Checks rows of a line and its answers, on a server that has a listen with the id open. */
function check(rows: [string, string[]][]): void {
  const server = newServer();
  ask(server, requestText("open", "subscriptions/listen", { notifications: {} }));
  for (const [text, expected] of rows) {
    expect(ask(server, text), text).toEqual(expected);
  }
}

test("step 0: a line that is too long", () => {
  const expected = invalidRequest(null, "the line is longer than 4194304 bytes");
  expect(textsOf(newServer().handle(TOO_LONG))).toEqual(expected);
});

test("step 1: a blank line is ignored", () => {
  check([["", []], [" \t\r", []]]);
});

test("step 2: a line that is not JSON", () => {
  const sentence = "Parse error: the line is not one JSON text in UTF-8, at most 64 levels deep";
  const expected = refused(null, -32700, sentence);
  check([['{"id":1,"method":1', expected], ['[{"id":1}] x', expected], ["[".repeat(65) + "]".repeat(65), expected]]);
});

test("step 3: a message that is no object", () => {
  const expected = invalidRequest(null, "the message is not an object");
  check([['[{"id":1,"result":1}]', expected], ["[]", expected], ["null", expected], ['"x"', expected]]);
});

test("step 4: a response is ignored", () => {
  check([['{"id":null,"error":1,"params":null}', []], ['{"id":"open","result":{},' + HALF, []]]);
});

test("step 5: a notification is never answered", () => {
  check([['{"method":"no/such","params":null,' + HALF, []], ['{"method":"tools/list","result":1}', []]]);
});

test("step 6: the envelope of a request", () => {
  const start = '{"jsonrpc":"2.0",';
  const ids = "id must be a string or an integer within 2^53 - 1 of zero";
  check([
    ['{"id":null,"method":1,"params":null,' + HALF, invalidRequest(null, ids)],
    ['{"id":"\\ud800","method":1,"params":null}', invalidRequest(null, ids)],
    ["{}", invalidRequest(null, ids)],
    ['{"id":1,"method":1,"params":null,' + HALF, invalidRequest(1, "method must be a string")],
    ['{"id":1,"method":"x","params":null,' + HALF, invalidRequest(1, 'jsonrpc must be "2.0"')],
    [start + '"id":1,"method":"x","params":null,' + HALF, invalidRequest(1, "params must be an object")],
    [
      start + '"id":"open","method":"x",' + HALF,
      invalidRequest("open", "a string holds half of a surrogate pair"),
    ],
  ]);
});

test("step 6a: an id that is taken", () => {
  const text = '{"jsonrpc":"2.0","id":"open","method":"initialize"}';
  check([[text, invalidRequest("open", "id is that of a listen that is still open")]]);
});

test("step 7: an initialize without metadata", () => {
  const sentence = "initialize is not needed here; each request carries its version, served is 2026-07-28";
  const old = refused(1, -32022, "Unsupported protocol version: " + sentence, REQUESTED);
  const modern = refused(1, -32022, "Unsupported protocol version", REQUESTED);
  check([
    [bare("initialize", { protocolVersion: "2025-06-18", _meta: OLD }), old],
    [bare("initialize", { _meta: OLD }), invalidParams(sentence, SUPPORTED)],
    [bare("initialize", { _meta: { ...META, ...OLD } }), modern],
    [bare("initialize", { _meta: META }), refused(1, -32601, "Method not found: initialize")],
  ]);
});

test("step 8: metadata that is missing", () => {
  const version = '_meta["io.modelcontextprotocol/protocolVersion"] must be a string';
  const capabilities = '_meta["io.modelcontextprotocol/clientCapabilities"] must be an object';
  check([
    [bare("x", []), invalidParams("params must be an object that holds _meta", SUPPORTED)],
    [bare("x", {}), invalidParams("params._meta must be an object", SUPPORTED)],
    [bare("x", { _meta: {} }), invalidParams(version, SUPPORTED)],
    [bare("x", { _meta: OLD }), invalidParams(capabilities, SUPPORTED)],
  ]);
});

test("step 9: a version that is not served", () => {
  const text = bare("x", { _meta: { ...META, ...OLD, ...TOKEN } });
  check([[text, refused(1, -32022, "Unsupported protocol version", REQUESTED)]]);
});

test("step 10: an unknown method", () => {
  for (const method of ["x", "", "Tools/list", "tools/list ", "constructor", "__proto__", "toString"]) {
    const expected = refused(1, -32601, "Method not found: " + method);
    check([[bare(method, { _meta: { ...META, ...TOKEN } }), expected]]);
  }
});

test("step 11: optional metadata and then the params of the method", () => {
  const token = "_meta.progressToken must be a string or an integer within 2^53 - 1 of zero";
  const info = '_meta["io.modelcontextprotocol/clientInfo"] must be an object with a string name and a string version';
  const level = '_meta["io.modelcontextprotocol/logLevel"] must be one of ';
  const levels = "debug, info, notice, warning, error, critical, alert, emergency";
  check([
    [call({}, TOKEN), invalidParams(token)],
    [call({}, INFO), invalidParams(info)],
    [call({}, LEVEL), invalidParams(level + levels)],
    [call({ requestState: "x" }, {}), invalidParams("name must be a string")],
    [call({ name: "x", requestState: 1 }, {}), invalidParams("requestState must be a string")],
  ]);
});

test("step 12: what the params name does not exist", () => {
  check([[call({ name: "x", requestState: "x" }, {}), invalidParams("unknown tool x")]]);
});

test("step 13: a request state that was not given out", () => {
  const expected = invalidParams("requestState was not given out for this request, or has expired");
  check([[call({ name: "notes_read", requestState: "x" }, {}), expected]]);
});

test("step 15: arguments that break the schema", () => {
  const args = { id: "note-9", tag: "A" };
  const expected = failed("Argument tag must match ^[a-z0-9-]{1,32}$");
  check([[call({ name: "notes_update", arguments: args }, {}), expected]]);
});

test("step 16: a tool that fails", () => {
  const expected = failed("Note not found: note-9; notes_list shows the ids there are");
  check([[call({ name: "notes_update", arguments: { id: "note-9", tag: "a" } }, {}), expected]]);
});
