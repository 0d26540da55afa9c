/** subscriptions/listen: acknowledged at once, open until one side ends it. */

import { expect, test } from "vitest";

import { Modes, Request } from "../server/context.ts";
import type { State } from "../server/context.ts";
import { MODERN } from "../server/routing.ts";
import { FLAGS, Listens, cancelledId, subscriptionsListen } from "../server/subscriptions.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { META, errorOf, newState } from "./support.ts";

const IN_USE = [-32600, "Invalid request: id is that of a listen that is still open", null];

/** Gives the line that acknowledges a listen, with its id as it stands in JSON. */
function acknowledged(shown: string): string {
  const params = '{"_meta":{"io.modelcontextprotocol/subscriptionId":' + shown + '},"notifications":{}}';
  return '{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":' + params + "}\n";
}

/** Gives the two lines that end a listen, with its id as it stands in JSON. */
function ended(shown: string): string[] {
  const signature = '"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}';
  const key = '"io.modelcontextprotocol/subscriptionId":' + shown;
  const result = '{"resultType":"complete","_meta":{' + signature + "," + key + "}}";
  const params = '{"_meta":{' + key + '},"requestId":' + shown + "}";
  return [
    '{"jsonrpc":"2.0","id":' + shown + ',"result":' + result + "}\n",
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":' + params + "}\n",
  ];
}

/** Gives lines as texts. */
function shown(lines: Uint8Array[]): string[] {
  return lines.map((line) => Buffer.from(line).toString());
}

/** Opens a listen and gives its lines as texts. */
function listen(state: State, requestId: string | number, notifications: JsonObject): string[] {
  const params = { _meta: META, notifications };
  return shown(subscriptionsListen(state, new Request(requestId, "subscriptions/listen", params, MODERN)));
}

test("a listen is acknowledged at once with nothing", () => {
  expect(listen(newState(), "s", {})).toEqual([acknowledged('"s"')]);
  expect(listen(newState(), 0, {})).toEqual([acknowledged("0")]);
});

test("whatever is wanted, nothing is acknowledged", () => {
  const wanted: JsonObject[] = [
    { toolsListChanged: true, promptsListChanged: false, resourcesListChanged: true },
    { resourceSubscriptions: ["notes://note-1", ""] },
    { resourceSubscriptions: [] },
    { unknown: 1, tools: { listChanged: true }, constructor: null },
  ];
  for (const notifications of wanted) {
    expect(listen(newState(), "s", notifications)).toEqual([acknowledged('"s"')]);
  }
});

test("the first fault of the filter is refused", () => {
  const names = ["resourcesListChanged", "promptsListChanged", "toolsListChanged"];
  const bad: JsonObject = { resourceSubscriptions: null, ...Object.fromEntries(names.map((name) => [name, null])) };
  const table: [JsonObject, string][] = [
    [{}, "notifications.toolsListChanged must be a boolean"],
    [{ toolsListChanged: true }, "notifications.promptsListChanged must be a boolean"],
    [{ promptsListChanged: false }, "notifications.resourcesListChanged must be a boolean"],
    [{ resourcesListChanged: true }, "notifications.resourceSubscriptions must be an array of strings"],
    [{ resourceSubscriptions: {} }, "notifications.resourceSubscriptions must be an array of strings"],
    [{ resourceSubscriptions: ["x", 1] }, "notifications.resourceSubscriptions must be an array of strings"],
  ];
  for (const [mended, sentence] of table) {
    Object.assign(bad, mended);
    const expected = [-32602, "Invalid params: " + sentence, null];
    expect(errorOf(() => listen(newState(), "s", bad))).toEqual(expected);
  }
  for (const value of [1, 0, "true", null, [], {}]) {
    const expected = [-32602, "Invalid params: notifications.toolsListChanged must be a boolean", null];
    expect(errorOf(() => listen(newState(), "s", { toolsListChanged: value }))).toEqual(expected);
  }
});

test("the filter must be there and an object", () => {
  const expected = [-32602, "Invalid params: notifications must be an object", null];
  for (const params of [{}, { notifications: null }, { notifications: [] }, { notifications: true }]) {
    const request = new Request("s", "subscriptions/listen", { _meta: META, ...params }, MODERN);
    expect(errorOf(() => subscriptionsListen(newState(), request))).toEqual(expected);
  }
});

test("a refused listen is not open", () => {
  const state = newState();
  errorOf(() => listen(state, "s", { toolsListChanged: null }));
  expect(errorOf(() => state.listens.checkFree("s"))).toEqual([]);
  expect(state.listens.end()).toEqual([]);
});

test("an id is taken while its listen is open", () => {
  const listens = new Listens();
  listens.open("s", {});
  expect(errorOf(() => listens.checkFree("s"))).toEqual(IN_USE);
  listens.cancel("s");
  expect(errorOf(() => listens.checkFree("s"))).toEqual([]);
  listens.open("s", {});
  listens.end();
  expect(errorOf(() => listens.checkFree("s"))).toEqual([]);
});

test("ids compare by type and value", () => {
  const listens = new Listens();
  listens.open(1, {});
  listens.open("2", {});
  for (const free of ["1", 2, "", 0, "2 "]) {
    expect(errorOf(() => listens.checkFree(free))).toEqual([]);
  }
  for (const cancelled of ["1", 2]) {
    listens.cancel(cancelled);
  }
  expect(shown(listens.end())).toEqual([...ended("1"), ...ended('"2"')]);
});

test("all listens end in the order of opening", () => {
  const listens = new Listens();
  for (const requestId of ["b", 10, "a", 2]) {
    listens.open(requestId, {});
  }
  const expected = [...ended('"b"'), ...ended("10"), ...ended('"a"'), ...ended("2")];
  expect(shown(listens.end())).toEqual(expected);
  expect(listens.end()).toEqual([]);
});

test("a listen that is opened again goes to the end", () => {
  const listens = new Listens();
  listens.open("a", {});
  listens.open("b", {});
  listens.cancel("a");
  listens.open("a", {});
  expect(shown(listens.end())).toEqual([...ended('"b"'), ...ended('"a"')]);
});

test("a cancelled listen ends without another word", () => {
  const listens = new Listens();
  listens.open("a", {});
  listens.open("b", {});
  listens.cancel("a");
  listens.cancel("a");
  listens.cancel("never opened");
  expect(shown(listens.end())).toEqual(ended('"b"'));
});

test("what a listen acknowledges is what it was opened with", () => {
  const line = Buffer.from(new Listens().open("s", { toolsListChanged: true })).toString();
  const params = '"notifications":{"toolsListChanged":true}';
  expect(line).toBe(acknowledged('"s"').replace('"notifications":{}', params));
});

test("a valid cancellation names an id", () => {
  for (const [written, expected] of [["a", "a"], ["", ""], [1, 1], [-0, 0], [2 ** 53 - 1, 2 ** 53 - 1]] as const) {
    const message = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: written } };
    expect(cancelledId(message)).toBe(expected);
  }
});

test("any other cancellation has no effect", () => {
  const sound: JsonObject = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "a" } };
  expect(cancelledId(sound)).toBe("a");
  const ids: Json[] = [null, true, 1.5, 2 ** 53, [], {}, "\ud800"];
  const changes: JsonObject[] = [
    ...["1.0", 2, null].map((other) => ({ jsonrpc: other })),
    ...([null, [], ["a"], "a", {}, { id: "a" }] as Json[]).map((other) => ({ params: other })),
    ...ids.map((other) => ({ params: { requestId: other } })),
  ];
  for (const change of changes) {
    expect(cancelledId({ ...sound, ...change }), JSON.stringify(change)).toBeNull();
  }
  for (const name of ["jsonrpc", "params"]) {
    const lacking = Object.fromEntries(Object.entries(sound).filter(([other]) => other !== name));
    expect(cancelledId(lacking)).toBeNull();
  }
});

test("what is announced and asked for is acknowledged in its order", () => {
  const wanted: JsonObject = { resourceSubscriptions: ["notes://note-9", "x"] };
  Object.assign(wanted, { resourcesListChanged: true, toolsListChanged: true });
  const state = newState(undefined, new Modes(true, false, true));
  const inner = '"toolsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["notes://note-9","x"]';
  const all = acknowledged('"s"').replace('"notifications":{}', '"notifications":{' + inner + "}");
  expect(listen(state, "s", wanted)).toEqual([all]);
  wanted["resourcesListChanged"] = false;
  wanted["resourceSubscriptions"] = [];
  const some = acknowledged('"t"').replace('"notifications":{}', '"notifications":{"toolsListChanged":true}');
  expect(listen(state, "t", wanted)).toEqual([some]);
});

test("each mode announces what can change in it", () => {
  const flags = Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, true]));
  const table: [Modes, string[]][] = [
    [new Modes(true), ["resourcesListChanged", "resourceSubscriptions"]],
    [new Modes(false, false, true), ["toolsListChanged", "promptsListChanged"]],
    [new Modes(false, true), []],
  ];
  for (const [modes, names] of table) {
    const [line] = listen(newState(undefined, modes), "s", { ...flags, resourceSubscriptions: ["x"] });
    expect(Object.keys(JSON.parse(line!).params.notifications)).toEqual(names);
  }
});

test("nobody listens until something was acknowledged", () => {
  const listens = new Listens();
  expect(listens.isEmpty()).toBe(true);
  listens.open("s", {});
  expect(listens.isEmpty()).toBe(true);
  listens.open("t", { toolsListChanged: true });
  expect(listens.isEmpty()).toBe(false);
  listens.cancel("t");
  expect(listens.isEmpty()).toBe(true);
});

test("a cancellation tells whether there was a listen", () => {
  const listens = new Listens();
  listens.open("s", {});
  expect([listens.cancel("t"), listens.cancel("s"), listens.cancel("s")]).toEqual([false, true, false]);
});
