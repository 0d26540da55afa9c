/** The adapter for protocol 2025-11-25: who is answered by it, and in which words. */

import { expect, test } from "vitest";

import { Modes } from "../server/context.ts";
import type { Server } from "../server/dispatch.ts";
import { encode } from "../server/messages.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { META, SOUND, ask, newServer, refused, requestText } from "./support.ts";

const LEGACY = new Modes(false, true);
const WITH_FIXTURES = new Modes(false, true, true);
const INITIALIZE = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } };
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const SUPPORTED = { supported: ["2026-07-28"] };
const NO_META = "Invalid params: params._meta must be an object";
const CANNOT_ASK = "its user has to be asked first, which this server does in protocol 2026-07-28 only";

/** Gives the text of a request as an earlier client writes it. */
function textOf(method: string, params: Json = null): string {
  return encode({ jsonrpc: "2.0", id: 1, method, ...(params === null ? {} : { params }) });
}

/** Gives a server whose earlier era is open. */
function opened(modes = LEGACY): Server {
  const server = newServer([], modes);
  ask(server, textOf("initialize", INITIALIZE));
  return server;
}

/** Gives the result of a request as an earlier client reads it. */
function result(server: Server, method: string, params: Json = null): any {
  return JSON.parse(ask(server, textOf(method, params))[0]!).result;
}

test("an initialize is answered as the contract says", () => {
  const found = result(newServer([], LEGACY), "initialize", { ...INITIALIZE, protocolVersion: "1900-01-01" });
  expect(Object.keys(found)).toEqual(["protocolVersion", "capabilities", "serverInfo", "instructions"]);
  expect([found.protocolVersion, found.serverInfo.name]).toEqual(["2025-11-25", "notes-server"]);
  const plain = JSON.parse(ask(newServer(), requestText(1, "server/discover", {}))[0]!).result;
  expect([found.capabilities, found.instructions]).toEqual([plain.capabilities, plain.instructions]);
});

test("nothing that could be announced is advertised in any mode", () => {
  const plain = result(opened(), "initialize", INITIALIZE);
  expect(result(newServer([], new Modes(true, true, true)), "initialize", INITIALIZE)).toEqual(plain);
});

test("the first fault of an initialize is refused and opens nothing", () => {
  const client = "clientInfo must have a string name and a string version";
  const table: [Json, string][] = [
    [null, "protocolVersion must be a string"],
    [{}, "protocolVersion must be a string"],
    [{ protocolVersion: "x" }, "capabilities must be an object"],
    [{ protocolVersion: "x", capabilities: {} }, "clientInfo must be an object"],
    [{ ...INITIALIZE, clientInfo: { name: "c" } }, client],
    [{ ...INITIALIZE, clientInfo: { name: 1, version: "1" } }, client],
  ];
  for (const [params, sentence] of table) {
    const server = newServer([], LEGACY);
    const answer = ask(server, textOf("initialize", params));
    expect(answer).toEqual(refused(1, -32602, "Invalid params: " + sentence));
    expect(JSON.parse(ask(server, textOf("ping"))[0]!)).toHaveProperty("error");
  }
});

test("before an initialize a request without metadata is refused", () => {
  for (const method of ["ping", "tools/list", "no/such"]) {
    const answer = ask(newServer([], LEGACY), textOf(method, {}));
    expect(answer).toEqual(refused(1, -32602, NO_META, SUPPORTED));
  }
});

test("without the mode there is no adapter", () => {
  const server = opened(new Modes(true, false, true));
  expect(ask(server, textOf("ping", {}))).toEqual(refused(1, -32602, NO_META, SUPPORTED));
});

test("a ping gives nothing", () => {
  for (const params of [null, {}, { _meta: {} }]) {
    expect(ask(opened(), textOf("ping", params))).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}\n']);
  }
});

test("an initialize may come again", () => {
  const server = opened();
  expect(result(server, "initialize", INITIALIZE)).toEqual(result(opened(), "initialize", INITIALIZE));
  expect(result(server, "ping")).toEqual({});
});

test("results are those of the modern protocol without its members", () => {
  for (const [method, members] of Object.entries(SOUND)) {
    if (method !== "server/discover" && method !== "subscriptions/listen") {
      const modern: JsonObject = JSON.parse(ask(newServer(), requestText(1, method, members))[0]!).result;
      const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest } = modern;
      expect(Object.entries(result(opened(), method, members))).toEqual(Object.entries(rest));
    }
  }
});

test("params may be absent", () => {
  expect(result(opened(), "tools/list").tools.length).toBe(7);
});

test("any other method does not exist", () => {
  for (const method of ["server/discover", "subscriptions/listen", "logging/setLevel", "toString"]) {
    expect(ask(opened(), textOf(method, {}))).toEqual(refused(1, -32601, "Method not found: " + method));
  }
});

test("a resource that is not there has the code of that revision", () => {
  const uri = "notes://" + "9".repeat(250);
  const message = "Resource not found: " + uri.slice(0, 200);
  expect(ask(opened(), textOf("resources/read", { uri }))).toEqual(refused(1, -32002, message, { uri }));
});

test("other errors are the same", () => {
  const answer = ask(opened(), textOf("tools/call", { name: "x" }));
  expect(answer).toEqual(refused(1, -32602, "Invalid params: unknown tool x"));
});

test("the members of a retry are ignored whatever they hold", () => {
  const params = { name: "notes_read", arguments: { id: "note-1" } };
  const found = result(opened(), "tools/call", { ...params, requestState: 1, inputResponses: null });
  expect(found).toEqual(result(opened(), "tools/call", params));
});

test("a tool that has to ask fails and says why", () => {
  for (const capabilities of [{}, { elicitation: {} }]) {
    const server = newServer([], LEGACY);
    ask(server, textOf("initialize", { ...INITIALIZE, capabilities }));
    const found = result(server, "tools/call", { name: "notes_delete", arguments: { id: "note-1" } });
    const words = "This tool cannot be used here: " + CANNOT_ASK;
    expect(found).toEqual({ content: [{ type: "text", text: words }], isError: true });
  }
});

test("a prompt that has to ask is refused", () => {
  const message = textOf("prompts/get", { name: "test_input_required_result_prompt" });
  const expected = refused(1, -32602, "Invalid params: " + CANNOT_ASK);
  expect(ask(opened(WITH_FIXTURES), message)).toEqual(expected);
});

test("a request with any modern metadata never comes to the adapter", () => {
  const metas: JsonObject[] = [META, { [VERSION]: null }, { [CAPABILITIES]: null }, { [VERSION]: "2025-11-25" }];
  for (const meta of [...metas, { [CAPABILITIES]: {} }]) {
    for (const method of ["tools/list", "ping", "initialize"]) {
      const message = textOf(method, { ...INITIALIZE, _meta: meta });
      expect(ask(opened(), message)).toEqual(ask(newServer(), message));
    }
  }
});

test("what is neither legacy nor modern is refused as modern", () => {
  for (const params of [[], { _meta: null }, { _meta: [] }]) {
    const message = textOf("tools/list", params);
    expect(ask(opened(), message)).toEqual(ask(newServer(), message));
  }
});

test("a progress token is checked and a log level asks for nothing", () => {
  const sentence = "Invalid params: _meta.progressToken must be a string or an integer within 2^53 - 1 of zero";
  const answer = ask(opened(), textOf("ping", { _meta: { progressToken: 1.5 } }));
  expect(answer).toEqual(refused(1, -32602, sentence));
  const meta = { "io.modelcontextprotocol/logLevel": "debug" };
  const message = textOf("tools/call", { name: "test_logging_tool", _meta: meta });
  expect(ask(opened(WITH_FIXTURES), message).length).toBe(1);
});

test("an import tells its progress and answers in the words of that revision", () => {
  const notes = new Array(501).fill({ title: "t", body: "" });
  const params = { name: "notes_import", arguments: { notes }, _meta: { progressToken: "p" } };
  const lines = ask(opened(), textOf("tools/call", params)).map((line) => JSON.parse(line));
  expect(lines.slice(0, -1).map((line) => line.params.progress)).toEqual([500, 501]);
  expect(Object.keys(lines.at(-1).result)).toEqual(["content", "structuredContent", "isError"]);
});

test("the modern protocol stays as it is beside it", () => {
  for (const [method, members] of Object.entries(SOUND)) {
    const message = requestText(1, method, members);
    expect(ask(opened(), message), method).toEqual(ask(newServer(), message));
  }
});
