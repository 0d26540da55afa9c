/** Nothing of a request is remembered for the next one: what one declares, the other has to declare again. */

import { expect, test } from "vitest";

import { encode } from "../server/messages.ts";
import type { JsonObject } from "../server/values.ts";
import { META, SOUND, ask, newServer, refused, requestText } from "./support.ts";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const SUPPORTED = { supported: ["2026-07-28"] };
const LISTEN = "subscriptions/listen";

/** Gives the text of a request that has these params and nothing besides. */
function lacking(method: string, members: JsonObject): string {
  return encode({ jsonrpc: "2.0", id: 2, method, params: members });
}

/** Gives the text of a request whose metadata is changed. */
function withMeta(method: string, changes: JsonObject): string {
  return requestText(1, method, { ...SOUND[method], _meta: { ...META, ...changes } });
}

/** Checks that a request with these params is refused as by a new server, though complete ones came before. */
function checkForgotten(params: JsonObject, sentence: string): void {
  const expected = refused(2, -32602, "Invalid params: " + sentence, SUPPORTED);
  for (const [method, members] of Object.entries(SOUND)) {
    const server = newServer();
    const complete = requestText(1, method, members);
    const before = ask(server, complete);
    expect(before[0], method).not.toContain('"error"');
    expect(ask(server, lacking(method, { ...members, ...params })), method).toEqual(expected);
    expect(ask(newServer(), lacking(method, { ...members, ...params })), method).toEqual(expected);
    if (method !== LISTEN) {
      expect(ask(server, complete), method).toEqual(before);
    }
  }
}

test("the capabilities of the last request are not those of the next", () => {
  const sentence = '_meta["io.modelcontextprotocol/clientCapabilities"] must be an object';
  checkForgotten({ _meta: { [VERSION_KEY]: "2026-07-28" } }, sentence);
});

test("the version of the last request is not that of the next", () => {
  const sentence = '_meta["io.modelcontextprotocol/protocolVersion"] must be a string';
  checkForgotten({ _meta: { [CAPABILITIES_KEY]: {} } }, sentence);
  checkForgotten({ _meta: {} }, sentence);
});

test("the metadata of the last request is not that of the next", () => {
  checkForgotten({}, "params._meta must be an object");
});

test("no method lends what it was told to another one", () => {
  const server = newServer();
  for (const [method, members] of Object.entries(SOUND)) {
    ask(server, requestText(method, method, members));
  }
  const expected = refused(2, -32602, "Invalid params: params._meta must be an object", SUPPORTED);
  for (const method of Object.keys(SOUND)) {
    expect(ask(server, lacking(method, {})), method).toEqual(expected);
  }
});

test("a refused version is forgotten as well", () => {
  const server = newServer();
  const data = { ...SUPPORTED, requested: "2025-11-25" };
  for (const [method, members] of Object.entries(SOUND)) {
    const answer = ask(server, withMeta(method, { [VERSION_KEY]: "2025-11-25" }));
    expect(answer).toEqual(refused(1, -32022, "Unsupported protocol version", data));
    const complete = requestText(method, method, members);
    expect(ask(server, complete)).toEqual(ask(newServer(), complete));
  }
});

test("an initialize unlocks nothing", () => {
  const server = newServer();
  const params = { protocolVersion: "2026-07-28", capabilities: {}, clientInfo: { name: "x", version: "1" } };
  ask(server, encode({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
  ask(server, encode({ jsonrpc: "2.0", method: "notifications/initialized" }));
  const expected = refused(2, -32602, "Invalid params: params._meta must be an object", SUPPORTED);
  expect(ask(server, lacking("tools/list", {}))).toEqual(expected);
});

test("every method answers without a discover", () => {
  for (const [method, members] of Object.entries(SOUND)) {
    const complete = requestText("x", method, members);
    const server = newServer();
    ask(server, requestText("d", "server/discover", {}));
    expect(ask(newServer(), complete), method).toEqual(ask(server, complete));
  }
});

test("two clients that use the same ids get the answers that each gets alone", () => {
  const server = newServer();
  const ada = withMeta("tools/call", { [CAPABILITIES_KEY]: { sampling: {}, elicitation: {} } });
  const ben = withMeta("prompts/get", { [CAPABILITIES_KEY]: {} });
  const alone = [ask(newServer(), ada), ask(newServer(), ben)];
  expect([ada, ben, ben, ada].map((text) => ask(server, text))).toEqual([...alone, ...[...alone].reverse()]);
});

test("what a client declares changes no answer", () => {
  const plenty = {
    [CAPABILITIES_KEY]: { sampling: { tools: {} }, elicitation: { form: {} }, x: {} },
    "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
    "io.modelcontextprotocol/logLevel": "debug",
    progressToken: "p",
    "io.example/key": null,
  };
  for (const method of Object.keys(SOUND)) {
    expect(ask(newServer(), withMeta(method, plenty))).toEqual(ask(newServer(), withMeta(method, {})));
  }
});

test("two servers share nothing", () => {
  const one = newServer();
  const other = newServer();
  ask(one, requestText(1, "tools/call", { name: "notes_create", arguments: { title: "t", body: "" } }));
  ask(one, requestText("s", LISTEN, SOUND[LISTEN]!));
  const listing = requestText("s", "resources/list", {});
  expect(ask(other, listing)).toEqual(ask(newServer(), listing));
  expect(other.end()).toEqual([]);
});
