/** server/discover: one answer, the same for everyone. */

import { expect, test } from "vitest";

import { Modes } from "../server/context.ts";
import { announced, capabilities, discover } from "../server/discover.ts";
import { resultLine } from "../server/messages.ts";
import type { JsonObject } from "../server/values.ts";
import { created, newRequest, newState, resultOf } from "./support.ts";

/** The result of the contract, to the byte. */
const DISCOVERED =
  '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":false},' +
  '"resources":{"listChanged":false,"subscribe":false},"prompts":{"listChanged":false},"completions":{}},' +
  '"instructions":"A small store of Markdown notes. Find notes with notes_search or notes_list, read one with ' +
  'notes_read or as the resource notes://{id}, and change them with notes_create, notes_import, notes_update and ' +
  'notes_delete.",' +
  '"ttlMs":3600000,"cacheScope":"public",' +
  '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}}}';

test("the answer is that of the contract to the byte", () => {
  const line = resultLine("a", discover(newState(), newRequest({}, "server/discover")));
  expect(Buffer.from(line).toString()).toBe('{"jsonrpc":"2.0","id":"a","result":' + DISCOVERED + "}\n");
});

test("neither the notes nor the params nor an earlier call change the answer", () => {
  const state = newState();
  const first = resultOf(discover, state, {});
  expect(resultOf(discover, state, {})).toEqual(first);
  expect(resultOf(discover, newState(created(9)), {})).toEqual(first);
  expect(resultOf(discover, state, { cursor: "x", supportedVersions: ["1900-01-01"] })).toEqual(first);
});

test("nothing is advertised that would have to be announced", () => {
  const advertised: JsonObject = resultOf(discover, newState(), {}).capabilities;
  const flags = Object.values(advertised).flatMap((capability) => Object.values(capability as JsonObject));
  expect(flags).toEqual([false, false, false, false]);
});

test("live changes are advertised for resources only", () => {
  const expected = { ...capabilities(new Modes()), resources: { listChanged: true, subscribe: true } };
  expect(capabilities(new Modes(true))).toEqual(expected);
  expect(announced(new Modes(true))).toEqual(["resourcesListChanged", "resourceSubscriptions"]);
});

test("the everything mode advertises its lists and logging", () => {
  const changing = { tools: { listChanged: true }, prompts: { listChanged: true } };
  const found = capabilities(new Modes(false, false, true));
  expect(found).toEqual({ ...capabilities(new Modes()), ...changing, logging: {} });
  expect(Object.keys(found)).toEqual(["tools", "resources", "prompts", "completions", "logging"]);
  expect(announced(new Modes(false, false, true))).toEqual(["toolsListChanged", "promptsListChanged"]);
});

test("the adapter is not advertised and nothing is announced without modes", () => {
  expect(capabilities(new Modes(false, true))).toEqual(capabilities(new Modes()));
  expect(announced(new Modes(false, true))).toEqual([]);
  const state = newState(undefined, new Modes(false, true));
  expect(resultOf(discover, state, {})).toEqual(resultOf(discover, newState(), {}));
});
