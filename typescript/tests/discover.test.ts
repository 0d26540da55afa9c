/** server/discover: one answer, the same for everyone. */

import { expect, test } from "vitest";

import { Request } from "../server/context.ts";
import { discover } from "../server/discover.ts";
import { resultLine } from "../server/messages.ts";
import type { JsonObject } from "../server/values.ts";
import { META, created, newState, resultOf } from "./support.ts";

/** The result of the contract, to the byte. */
const DISCOVERED =
  '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":false},' +
  '"resources":{"listChanged":false,"subscribe":false},"prompts":{"listChanged":false},"completions":{}},' +
  '"instructions":"A small store of Markdown notes. Find notes with notes_search or notes_list, read one with ' +
  'notes_read or as the resource notes://{id}, and change them with notes_create and notes_update.",' +
  '"ttlMs":3600000,"cacheScope":"public",' +
  '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}}}';

test("the answer is that of the contract to the byte", () => {
  const line = resultLine("a", discover(newState(), new Request("a", { _meta: META })));
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
  const capabilities: JsonObject = resultOf(discover, newState(), {}).capabilities;
  const flags = Object.values(capabilities).flatMap((capability) => Object.values(capability as JsonObject));
  expect(flags).toEqual([false, false, false, false]);
});
