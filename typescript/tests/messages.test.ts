/** What a message is taken for, the checks of its envelope (step 6), and the lines of answers. */

import { expect, test } from "vitest";

import { internalError, invalidParams } from "../server/errors.ts";
import {
  checkRequest,
  encode,
  errorLine,
  isNotification,
  isRequestId,
  isResponse,
  notificationLine,
  readableId,
  resultLine,
  toBytes,
  toRequestId,
} from "../server/messages.ts";
import { Constant } from "../server/results.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { errorOf } from "./support.ts";

const REQUEST: JsonObject = { jsonrpc: "2.0", id: 1, method: "m" };

const IDS = [
  "", "a", "1", "é😂", "\u0000", "a".repeat(1000), 0, -0.0, 1, 1.0, -1, 9007199254740991, -9007199254740991,
];

const NO_IDS: Json[] = [
  null, true, false, 0.5, -1.5, 9007199254740992, -9007199254740992, 1e300, Infinity, -Infinity, [], [1], {},
  { id: 1 }, "\ud83d", "a\ude02",
];

const ID = "id must be a string or an integer within 2^53 - 1 of zero";
const METHOD = "method must be a string";
const JSONRPC = 'jsonrpc must be "2.0"';
const PARAMS = "params must be an object";
const SURROGATE = "a string holds half of a surrogate pair";

/** Gives the request without one of its members. */
function without(name: string): JsonObject {
  return Object.fromEntries(Object.entries(REQUEST).filter(([key]) => key !== name));
}

function checkFault(message: JsonObject, sentence: string): void {
  const expected = [-32600, "Invalid request: " + sentence, null];
  expect(errorOf(() => checkRequest(message)), JSON.stringify(message)).toEqual(expected);
}

function checkLine(line: Uint8Array, expected: string): void {
  expect(Buffer.from(line).toString("utf-8")).toBe(expected);
}

test("a response has a result or an error and no method", () => {
  for (const message of [{ result: null }, { error: 0 }, { id: 1, result: {} }, { id: null, error: {}, x: 1 }]) {
    expect(isResponse(message), JSON.stringify(message)).toBe(true);
  }
  for (const message of [{}, { id: 1 }, { result: 1, method: "m" }, { error: 1, method: null }, { results: 1 }]) {
    expect(isResponse(message as JsonObject), JSON.stringify(message)).toBe(false);
  }
});

test("a notification has a method and no id at all", () => {
  for (const message of [{ method: "m" }, { method: "" }, { method: "m", params: 1, jsonrpc: "1.0", result: 1 }]) {
    expect(isNotification(message), JSON.stringify(message)).toBe(true);
  }
  for (const message of [{}, { id: 1 }, { method: null }, { method: 1 }, { method: ["m"] }, { jsonrpc: "2.0" }]) {
    expect(isNotification(message as JsonObject), JSON.stringify(message)).toBe(false);
  }
  for (const id of [null, 0, "", [], false]) {
    expect(isNotification({ method: "m", id }), JSON.stringify(id)).toBe(false);
  }
});

test("an id is a string or a safe integer", () => {
  for (const value of IDS) {
    expect(isRequestId(value), JSON.stringify(value)).toBe(true);
  }
  for (const value of NO_IDS) {
    expect(isRequestId(value), JSON.stringify(value)).toBe(false);
  }
});

test("an id is compared and echoed with its type", () => {
  const rows: [string | number, string][] = [
    ["1", '"1"'], ["1.0", '"1.0"'], ["", '""'], [1, "1"], [1.0, "1"], [-7.0, "-7"], [0.0, "0"], [-0.0, "0"],
    [9007199254740991.0, "9007199254740991"], ["é\n", '"é\\n"'],
  ];
  for (const [value, expected] of rows) {
    expect(encode(toRequestId(value))).toBe(expected);
  }
  expect(toRequestId(-0.0)).toBe(0);
});

test("an id that cannot be one is not read", () => {
  for (const value of NO_IDS) {
    expect(readableId({ ...REQUEST, id: value }), JSON.stringify(value)).toBe(null);
  }
  expect(readableId(without("id"))).toBe(null);
});

test("an id is read whatever else the message holds", () => {
  const rows: [JsonObject, string][] = [[{ id: 0.0 }, "0"], [{ id: "" }, '""'], [{ id: "a", method: null }, '"a"']];
  for (const [message, expected] of rows) {
    expect(encode(readableId(message))).toBe(expected);
  }
});

test("a well formed request passes", () => {
  for (const id of IDS) {
    checkRequest({ ...REQUEST, id });
  }
  for (const params of [{}, { _meta: null }, { a: ["😂", { é: "\uffff" }] }]) {
    checkRequest({ ...REQUEST, params } as JsonObject);
  }
  checkRequest({ ...REQUEST, method: "", extra: null, result: 1, error: 2 });
});

test("a request must have an id", () => {
  checkFault(without("id"), ID);
  for (const id of NO_IDS) {
    checkFault({ ...REQUEST, id }, ID);
  }
});

test("the method must be a string", () => {
  checkFault(without("method"), METHOD);
  for (const method of [null, true, 0, 1.5, [], ["m"], {}]) {
    checkFault({ ...REQUEST, method }, METHOD);
  }
});

test("jsonrpc must be 2.0", () => {
  checkFault(without("jsonrpc"), JSONRPC);
  for (const jsonrpc of [null, true, 2, 2.0, "", "2", "1.0", "2.00", "2.0 ", [], ["2.0"], {}]) {
    checkFault({ ...REQUEST, jsonrpc }, JSONRPC);
  }
});

test("params must not be null and no scalar", () => {
  for (const params of [null, true, false, 0, 1.5, "", "{}"]) {
    checkFault({ ...REQUEST, params }, PARAMS);
  }
});

test("params that are an array are left to the check of the metadata", () => {
  checkRequest({ ...REQUEST, params: [] });
});

test("half of a surrogate pair is refused wherever it stands", () => {
  for (const half of ["\ud83d", "a\ude02", "\ude02\ud83d"]) {
    checkFault({ ...REQUEST, method: half }, SURROGATE);
    checkFault({ ...REQUEST, [half]: 1 }, SURROGATE);
    checkFault({ ...REQUEST, extra: [half] }, SURROGATE);
    checkFault({ ...REQUEST, params: [half] }, SURROGATE);
    checkFault({ ...REQUEST, params: { _meta: { a: [0, { b: half }] } } }, SURROGATE);
    checkFault({ ...REQUEST, params: { _meta: { [half]: {} } } }, SURROGATE);
  }
});

test("the first fault of an envelope is the one that is told", () => {
  let message: JsonObject = { jsonrpc: 2, params: null, extra: "\ud83d" };
  for (const [sentence, repair] of [
    [ID, { id: 1 }],
    [METHOD, { method: "m" }],
    [JSONRPC, { jsonrpc: "2.0" }],
    [PARAMS, { params: {} }],
    [SURROGATE, { extra: "😂" }],
  ] as [string, JsonObject][]) {
    checkFault(message, sentence);
    message = { ...message, ...repair };
  }
  checkRequest(message);
});

test("names that every object inherits are no members", () => {
  checkFault({ constructor: 1, toString: 2 }, ID);
  expect(isResponse({ __class__: 1 })).toBe(false);
});

test("a value is written compactly in the order of its members", () => {
  const value = { b: [1, -2, null, true, false], a: { z: {}, y: [] }, B: "c d" };
  expect(encode(value)).toBe('{"b":[1,-2,null,true,false],"a":{"z":{},"y":[]},"B":"c d"}');
});

test("only what must be escaped is escaped", () => {
  expect(encode('"\\/\b\t\n\f\r\x00\x1f')).toBe('"\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f"');
  for (const text of ["'<&>", "\x7f\x80", "é", "\u2028\u2029", "\ufeff\uffff", "😂"]) {
    expect(encode({ [text]: [text] })).toBe('{"' + text + '":["' + text + '"]}');
  }
});

test("a text becomes UTF-8", () => {
  expect(Buffer.from(toBytes("aé€😂")).toString("hex")).toBe("61c3a9e282acf09f9882");
});

test("a result becomes one line", () => {
  const expected = '{"jsonrpc":"2.0","id":1,"result":{"b":"é\\n","a":1}}\n';
  checkLine(resultLine(1, { b: "é\n", a: 1 }), expected);
  checkLine(resultLine(1, new Constant({ b: "é\n", a: 1 })), expected);
});

test("every id stands in the line of its result", () => {
  for (const [id, written] of [[0, "0"], ["", '""'], ["0", '"0"'], [-5, "-5"], ['"\n😂', '"\\"\\n😂"']] as const) {
    checkLine(resultLine(id, {}), '{"jsonrpc":"2.0","id":' + written + ',"result":{}}\n');
  }
});

test("an error becomes one line with its data if there are any", () => {
  const body = '"error":{"code":-32602,"message":"Invalid params: é\\n"';
  checkLine(errorLine("a", invalidParams("é\n")), '{"jsonrpc":"2.0","id":"a",' + body + "}}\n");
  const error = invalidParams("é\n", { supported: ["😂"], a: 1 });
  const data = '{"supported":["😂"],"a":1}';
  checkLine(errorLine(7, error), '{"jsonrpc":"2.0","id":7,' + body + ',"data":' + data + "}}\n");
  checkLine(errorLine(7, invalidParams("é\n", {})), '{"jsonrpc":"2.0","id":7,' + body + ',"data":{}}}\n');
});

test("an error without a readable id has no id member", () => {
  const message = "Internal error: the server failed to answer; its stderr says more";
  const body = '"error":{"code":-32603,"message":"' + message + '"}}\n';
  checkLine(errorLine(null, internalError()), '{"jsonrpc":"2.0",' + body);
  checkLine(errorLine(0, internalError()), '{"jsonrpc":"2.0","id":0,' + body);
  checkLine(errorLine("", internalError()), '{"jsonrpc":"2.0","id":"",' + body);
});

test("a notification becomes one line without an id", () => {
  const line = notificationLine("notifications/cancelled", { _meta: { é: 1 }, requestId: "a\nb" });
  const params = '{"_meta":{"é":1},"requestId":"a\\nb"}';
  checkLine(line, '{"jsonrpc":"2.0","method":"notifications/cancelled","params":' + params + "}\n");
});
