/** What every result carries, and in which order. */

import { expect, test } from "vitest";

import { encode } from "../server/messages.ts";
import { Constant, PRIVATE, PUBLIC, cacheable, complete, inputRequired } from "../server/results.ts";
import type { JsonObject } from "../server/values.ts";

const SIGNATURE = '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}}';

test("a result says that it is complete and who made it", () => {
  expect(encode(complete({}))).toBe('{"resultType":"complete",' + SIGNATURE + "}");
});

test("the members of the method stand between type and signature", () => {
  const expected = '{"resultType":"complete","b":[1],"a":null,' + SIGNATURE + "}";
  expect(encode(complete({ b: [1], a: null }))).toBe(expected);
});

test("what may be kept says how long and by whom", () => {
  const listed = '{"resultType":"complete","tools":[],"ttlMs":300000,"cacheScope":"public",' + SIGNATURE + "}";
  expect(encode(cacheable({ tools: [] }, 300000, PUBLIC))).toBe(listed);
  const empty = '{"resultType":"complete","ttlMs":0,"cacheScope":"private",' + SIGNATURE + "}";
  expect(encode(cacheable({}, 0, PRIVATE))).toBe(empty);
});

test("the members that are wrapped stay as they were", () => {
  const payload = { b: 1, a: 2 };
  complete(payload);
  cacheable(payload, 1, PUBLIC);
  expect(encode(payload)).toBe('{"b":1,"a":2}');
});

test("what is added to one result is not in the next", () => {
  const result = complete({});
  (result["_meta"] as JsonObject)["subscription"] = 1;
  result["extra"] = 2;
  expect(encode(complete({}))).toBe('{"resultType":"complete",' + SIGNATURE + "}");
});

test("a constant holds the bytes of its result", () => {
  const expected = '{"resultType":"complete","title":"Käse",' + SIGNATURE + "}";
  const constant = new Constant(complete({ title: "Käse" }));
  expect([Buffer.from(constant.text).toString("utf-8"), encode(constant.result)]).toEqual([expected, expected]);
});

test("what asks the client says that input is required", () => {
  const expected = '{"resultType":"input_required","inputRequests":{},' + SIGNATURE + "}";
  expect(encode(inputRequired({ inputRequests: {} }))).toBe(expected);
});
