/** The metadata of a request: steps 7, 8, 9 and the first half of 11, row by row. */

import { expect, test } from "vitest";

import { decodeLine } from "../server/decode.ts";
import { checkOptional, checkRequired } from "../server/meta.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { META, errorOf } from "./support.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const CLIENT = "io.modelcontextprotocol/clientInfo";
const LEVEL = "io.modelcontextprotocol/logLevel";

const SUPPORTED = { supported: ["2026-07-28"] };

const PARAMS_FAULT = "params must be an object that holds _meta";
const META_FAULT = "params._meta must be an object";
const VERSION_FAULT = '_meta["io.modelcontextprotocol/protocolVersion"] must be a string';
const CAPABILITIES_FAULT = '_meta["io.modelcontextprotocol/clientCapabilities"] must be an object';
const CAPABILITY_FAULT = "client capability a must be an object";
const TOKEN_FAULT = "_meta.progressToken must be a string or an integer within 2^53 - 1 of zero";
const CLIENT_FAULT =
  '_meta["io.modelcontextprotocol/clientInfo"] must be an object with a string name and a string version';
const LEVEL_FAULT =
  '_meta["io.modelcontextprotocol/logLevel"] must be one of ' +
  "debug, info, notice, warning, error, critical, alert, emergency";
const HANDSHAKE = ": initialize is not needed here; each request carries its version, served is 2026-07-28";

const NO_OBJECTS: Json[] = [null, true, false, 0, 1.5, "", "{}", [], [{}]];
const NO_STRINGS: Json[] = [null, true, 0, 20260728, [], ["2026-07-28"], {}];

/** Gives a request with these params. */
function request(params: Json, method = "tools/list"): JsonObject {
  return { jsonrpc: "2.0", id: 1, method, params };
}

/** Gives a request with these client capabilities. */
function withCapabilities(capabilities: Json): JsonObject {
  return request({ _meta: { ...META, [CAPABILITIES]: capabilities } });
}

function check(message: JsonObject, expected: Json[]): void {
  expect(errorOf(() => checkRequired(message)), JSON.stringify(message)).toEqual(expected);
}

function checkServed(message: JsonObject): void {
  check(message, []);
}

function checkFault(message: JsonObject, sentence: string): void {
  check(message, [-32602, "Invalid params: " + sentence, SUPPORTED]);
}

function checkCapabilityFault(capabilities: Json, named: string): void {
  checkFault(withCapabilities(capabilities), "client capability " + named + " must be an object");
}

function checkOptionalGives(meta: JsonObject, sentence: string | null): void {
  const expected = sentence === null ? [] : [-32602, "Invalid params: " + sentence, null];
  expect(errorOf(() => checkOptional(meta)), JSON.stringify(meta)).toEqual(expected);
}

test("the required metadata is enough", () => {
  checkServed(request({ _meta: META }));
  checkServed(request({ _meta: { ...META, extra: null }, other: 1 }, "no/such/method"));
});

test("params must be an object that holds the metadata", () => {
  checkFault({ jsonrpc: "2.0", id: 1, method: "tools/list" }, PARAMS_FAULT);
  checkFault(request([]), PARAMS_FAULT);
  checkFault(request([{ _meta: META }]), PARAMS_FAULT);
});

test("the metadata must be an object", () => {
  checkFault(request({}), META_FAULT);
  checkFault(request(META), META_FAULT);
  for (const value of NO_OBJECTS) {
    checkFault(request({ _meta: value }), META_FAULT);
  }
});

test("the version must be a string", () => {
  checkFault(request({ _meta: { [CAPABILITIES]: {} } }), VERSION_FAULT);
  checkFault(request({ _meta: { [CAPABILITIES]: {}, protocolVersion: "2026-07-28" } }), VERSION_FAULT);
  for (const value of NO_STRINGS) {
    checkFault(request({ _meta: { ...META, [VERSION]: value } }), VERSION_FAULT);
  }
});

test("the capabilities must be an object", () => {
  checkFault(request({ _meta: { [VERSION]: "2026-07-28" } }), CAPABILITIES_FAULT);
  for (const value of NO_OBJECTS) {
    checkFault(withCapabilities(value), CAPABILITIES_FAULT);
  }
});

test("each capability must be an object, known or not", () => {
  for (const name of ["elicitation", "experimental", "extensions", "roots", "sampling", "x", "", "constructor", "😂"]) {
    checkServed(withCapabilities({ [name]: {} }));
    for (const value of NO_OBJECTS) {
      checkCapabilityFault({ [name]: value }, name);
    }
  }
});

test("each known mode must be an object", () => {
  for (const [name, mode] of [
    ["elicitation", "form"], ["elicitation", "url"], ["sampling", "context"], ["sampling", "tools"],
    ["experimental", "anything"], ["extensions", "com.example/ui"], ["extensions", ""],
  ] as const) {
    checkServed(withCapabilities({ [name]: { [mode]: {} } }));
    checkServed(withCapabilities({ [name]: { [mode]: { deep: [null] } } }));
    for (const value of NO_OBJECTS) {
      checkCapabilityFault({ [name]: { [mode]: value } }, name + "." + mode);
    }
  }
});

test("other members of a capability may be anything", () => {
  for (const value of NO_OBJECTS) {
    checkServed(withCapabilities({ elicitation: { tools: value }, sampling: { form: value } }));
    checkServed(withCapabilities({ roots: { listChanged: value }, x: { form: value } }));
    checkServed(withCapabilities({ constructor: { name: value }, toString: { length: value } }));
  }
});

test("capabilities and their modes are looked at by code point", () => {
  checkCapabilityFault({ b: 1, a: 2 }, "a");
  checkCapabilityFault({ "😂": 1, "\ufb33": 2 }, "\ufb33");
  checkCapabilityFault({ sampling: { tools: 1 }, elicitation: { url: 2 } }, "elicitation.url");
  checkCapabilityFault({ elicitation: { url: 1, form: 2 } }, "elicitation.form");
  checkCapabilityFault({ sampling: { tools: 1, context: 2 } }, "sampling.context");
  checkCapabilityFault({ experimental: { "😂": 1, "\ufb33": 2 } }, "experimental.\ufb33");
});

test("the modes of a capability come before the next capability", () => {
  checkCapabilityFault({ a: {}, elicitation: { form: 1 }, f: 2 }, "elicitation.form");
  checkCapabilityFault({ a: 1, elicitation: { form: 1 } }, "a");
});

test("a capability named __proto__ is one like any other", () => {
  for (const text of ['{"__proto__":1}', '{"__proto__":null}']) {
    checkCapabilityFault(decodeLine(Buffer.from(text)), "__proto__");
  }
  checkServed(withCapabilities(decodeLine(Buffer.from('{"__proto__":{"form":1}}'))));
});

test("a long name is cut between code points", () => {
  checkCapabilityFault({ ["a".repeat(201)]: 1 }, "a".repeat(200));
  checkCapabilityFault({ ["a" + "😂".repeat(200)]: 1 }, "a" + "😂".repeat(199));
});

test("the first fault of the required metadata is the one that is told", () => {
  const meta = { [VERSION]: 1, [CAPABILITIES]: [], progressToken: null };
  checkFault(request({ _meta: meta }), VERSION_FAULT);
  checkFault(request({ _meta: { ...meta, [VERSION]: "1999-01-01" } }), CAPABILITIES_FAULT);
  checkFault(request({ _meta: { ...meta, [VERSION]: "1999-01-01", [CAPABILITIES]: { a: 1 } } }), CAPABILITY_FAULT);
});

test("a version that is not served is refused with those that are", () => {
  for (const version of ["2025-11-25", "2024-11-05", "", "2026-07-28 ", "2026-07-2", "constructor", "😂"]) {
    const expected = [-32022, "Unsupported protocol version", { ...SUPPORTED, requested: version }];
    for (const method of ["tools/list", "no/such/method", "initialize"]) {
      check(request({ _meta: { ...META, [VERSION]: version } }, method), expected);
    }
  }
});

test("an initialize without metadata is told that it is not needed", () => {
  const expected = [-32602, "Invalid params" + HANDSHAKE, SUPPORTED];
  check({ jsonrpc: "2.0", id: 1, method: "initialize" }, expected);
  const incomplete: Json[] = [[], {}, { _meta: null }, { _meta: { [VERSION]: "2026-07-28" } }];
  for (const params of [...incomplete, { protocolVersion: "2026-07-28" }]) {
    check(request(params, "initialize"), expected);
  }
  for (const version of NO_STRINGS) {
    check(request({ protocolVersion: version }, "initialize"), expected);
  }
});

test("an initialize that names a version of its own is told which one is served", () => {
  for (const version of ["2025-11-25", "2025-06-18", "", "constructor"]) {
    const expected = [-32022, "Unsupported protocol version" + HANDSHAKE, { ...SUPPORTED, requested: version }];
    const incomplete: JsonObject[] = [{}, { progressToken: 1 }, { [VERSION]: "2026-07-28" }];
    for (const meta of [...incomplete, { ...META, [CAPABILITIES]: { roots: 1 } }]) {
      check(request({ protocolVersion: version, capabilities: {}, _meta: meta }, "initialize"), expected);
    }
  }
});

test("an initialize with all metadata is a method like any other", () => {
  checkServed(request({ _meta: META }, "initialize"));
  checkServed(request({ _meta: META, protocolVersion: "2025-11-25" }, "initialize"));
});

test("no other method is asked for a version beside the metadata", () => {
  checkFault(request({ protocolVersion: "2025-11-25" }), META_FAULT);
  checkFault(request({ protocolVersion: "2025-11-25" }, "initialized"), META_FAULT);
});

test("a progress token has the form of an id", () => {
  for (const value of ["", "a", "😂", 0, -0.0, 1.0, 9007199254740991, -9007199254740991]) {
    checkOptionalGives({ progressToken: value }, null);
  }
  for (const value of [null, true, false, 1.5, 9007199254740992, -9007199254740992, Infinity, [], ["a"], {}]) {
    checkOptionalGives({ progressToken: value }, TOKEN_FAULT);
  }
});

test("client info has a string name and a string version", () => {
  for (const extra of [{}, { title: null, icons: 1 }]) {
    checkOptionalGives({ [CLIENT]: { name: "", version: "1", ...extra } }, null);
  }
  for (const value of [...NO_OBJECTS, {}, { name: "a" }, { version: "1" }, { name: "a", Version: "1" }] as Json[]) {
    checkOptionalGives({ [CLIENT]: value }, CLIENT_FAULT);
  }
  for (const value of NO_STRINGS) {
    checkOptionalGives({ [CLIENT]: { name: value, version: "1" } }, CLIENT_FAULT);
    checkOptionalGives({ [CLIENT]: { name: "a", version: value } }, CLIENT_FAULT);
  }
});

test("the log level is one of syslog", () => {
  for (const value of ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]) {
    checkOptionalGives({ [LEVEL]: value }, null);
  }
  for (const value of [...NO_OBJECTS, {}, ["debug"], "Debug", "DEBUG", "warn", "trace", "debug ", "length", 7]) {
    checkOptionalGives({ [LEVEL]: value }, LEVEL_FAULT);
  }
});

test("the first fault of the optional metadata is the one that is told", () => {
  checkOptionalGives({ [LEVEL]: "no", [CLIENT]: null, progressToken: null }, TOKEN_FAULT);
  checkOptionalGives({ [LEVEL]: "no", [CLIENT]: null, progressToken: 1 }, CLIENT_FAULT);
  checkOptionalGives({ [LEVEL]: "no", [CLIENT]: { name: "a", version: "1" }, progressToken: 1 }, LEVEL_FAULT);
});

test("other keys are ignored whatever they hold", () => {
  for (const value of [...NO_OBJECTS, {}]) {
    const meta = { clientInfo: value, logLevel: value, traceparent: value, "": value, "com.example/x": value };
    checkOptionalGives(meta, null);
    checkServed(request({ _meta: { ...META, ...meta } }));
  }
  checkOptionalGives({}, null);
});
