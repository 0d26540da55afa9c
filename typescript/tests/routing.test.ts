/** Routing: the checks that all methods share, in their order, and the request that comes out of them. */

import { expect, test } from "vitest";

import { Modes } from "../server/context.ts";
import type { State } from "../server/context.ts";
import { legacyErrorLine, legacyResultLine } from "../server/legacy.ts";
import { errorLine, resultLine } from "../server/messages.ts";
import { LEGACY, MODERN, route } from "../server/routing.ts";
import { toolsList } from "../server/tools.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { META, errorOf, newState } from "./support.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** Gives a request with this metadata. */
function message(meta: JsonObject = META, method = "tools/list"): JsonObject {
  return { jsonrpc: "2.0", id: 1, method, params: { _meta: meta, cursor: "x" } };
}

/** Gives code and message of the error that a message is refused with, or nothing. */
function fault(state: State, given: JsonObject): Json[] {
  return errorOf(() => route(state, given, 1)).slice(0, 2);
}

/** Gives a state whose earlier era is open. */
function legacyState(): State {
  const state = newState(undefined, new Modes(false, true));
  state.legacyOpened = true;
  return state;
}

test("a modern request comes with its handler and its dialect", () => {
  const [handler, request] = route(newState(), message(), 1);
  expect(handler).toBe(toolsList);
  expect([request.id, request.method, request.params]).toEqual([1, "tools/list", message()["params"]]);
  expect(request.dialect).toBe(MODERN);
  expect([MODERN.resultLine, MODERN.errorLine]).toEqual([resultLine, errorLine]);
});

test("a request holds what its metadata says", () => {
  const meta = { [VERSION]: "2026-07-28", [CAPABILITIES]: { roots: {} }, progressToken: -0 };
  const [, request] = route(newState(), message({ ...meta, "io.modelcontextprotocol/logLevel": "info" }), 1);
  expect([request.capabilities, request.logLevel]).toEqual([{ roots: {} }, "info"]);
  expect([request.progressToken, request.step]).toEqual([0, null]);
});

test("a request without optional metadata has none", () => {
  const [, request] = route(newState(), message(), 1);
  expect([request.capabilities, request.logLevel, request.progressToken]).toEqual([{}, null, null]);
});

test("notices are taken once", () => {
  const [, request] = route(newState(), message(), 1);
  const line = Buffer.from("x");
  request.notices.push(line);
  expect([request.takeNotices(), request.takeNotices()]).toEqual([[line], []]);
});

test("the first check that fails decides", () => {
  const state = newState();
  state.listens.open(1, {});
  const meta: JsonObject = { [VERSION]: "1900-01-01", [CAPABILITIES]: {}, progressToken: null };
  const bad = message(meta, "no/such");
  expect(fault(state, bad)[0]).toBe(-32600);
  state.listens.cancel(1);
  expect(fault(state, bad)[0]).toBe(-32022);
  meta[VERSION] = "2026-07-28";
  expect(fault(state, bad)).toEqual([-32601, "Method not found: no/such"]);
  bad["method"] = "tools/list";
  expect(fault(state, bad)[0]).toBe(-32602);
  meta["progressToken"] = "p";
  expect(fault(state, bad)).toEqual([]);
});

test("a method is known by exactly its name", () => {
  for (const method of ["", "Tools/list", "tools/list ", "initialize", "ping", "constructor", "__proto__"]) {
    expect(fault(newState(), message(META, method))).toEqual([-32601, "Method not found: " + method]);
  }
});

test("a legacy request comes with the dialect of its era", () => {
  const state = legacyState();
  const [handler, request] = route(state, { jsonrpc: "2.0", id: 1, method: "tools/list" }, 1);
  expect(handler).toBe(toolsList);
  expect(request.dialect).toBe(LEGACY);
  expect(request.capabilities).toEqual({});
  expect([LEGACY.resultLine, LEGACY.errorLine]).toEqual([legacyResultLine, legacyErrorLine]);
  expect(route(state, message(), 1)[1].dialect).toBe(MODERN);
});

test("an id that is taken is refused in either era", () => {
  const state = legacyState();
  state.listens.open(1, {});
  for (const given of [{ jsonrpc: "2.0", id: 1, method: "ping" }, message()]) {
    const expected = [-32600, "Invalid request: id is that of a listen that is still open"];
    expect(fault(state, given)).toEqual(expected);
  }
});
