/** The codes and sentences of errors. */

import { expect, test } from "vitest";

import {
  ERRORS,
  RpcError,
  internalError,
  invalidParams,
  invalidRequest,
  methodNotFound,
  missingCapability,
  parseError,
  unsupportedVersion,
} from "../server/errors.ts";
import type { JsonObject } from "../server/values.ts";

function check(error: RpcError, code: number, message: string, data: JsonObject | null = null): void {
  expect(error).toBeInstanceOf(RpcError);
  expect([error.code, error.message, error.data]).toEqual([code, message, data]);
}

test("each code has its own first words", () => {
  const expected = {
    [-32700]: "Parse error",
    [-32600]: "Invalid request",
    [-32601]: "Method not found",
    [-32602]: "Invalid params",
    [-32603]: "Internal error",
    [-32002]: "Resource not found",
    [-32021]: "Missing required client capability",
    [-32022]: "Unsupported protocol version",
  };
  expect(ERRORS).toEqual(expected);
});

test("what is not JSON has one sentence", () => {
  const message = "Parse error: the line is not one JSON text in UTF-8, at most 64 levels deep";
  check(parseError(), -32700, message);
});

test("a detail stands behind the first words", () => {
  check(invalidRequest("id must be a number"), -32600, "Invalid request: id must be a number");
  check(invalidParams("uri must be a string"), -32602, "Invalid params: uri must be a string");
});

test("an unknown method is named", () => {
  check(methodNotFound("tools/lists"), -32601, "Method not found: tools/lists");
  check(methodNotFound(""), -32601, "Method not found: ");
});

test("a long method is cut between code points", () => {
  check(methodNotFound("a".repeat(200)), -32601, "Method not found: " + "a".repeat(200));
  check(methodNotFound("a".repeat(201)), -32601, "Method not found: " + "a".repeat(200));
  check(methodNotFound("a" + "😂".repeat(200)), -32601, "Method not found: a" + "😂".repeat(199));
});

test("params that cannot be accepted may have data", () => {
  check(invalidParams("no", { uri: "notes://x" }), -32602, "Invalid params: no", { uri: "notes://x" });
});

test("a fault of the server does not tell what happened", () => {
  check(internalError(), -32603, "Internal error: the server failed to answer; its stderr says more");
});

test("what the client lacks is named and comes as data", () => {
  const names = {
    "elicitation.form": { elicitation: { form: {} } },
    sampling: { sampling: {} },
    "elicitation.form, elicitation.url, roots": { elicitation: { form: {}, url: {} }, roots: {} },
  };
  for (const [words, required] of Object.entries(names)) {
    const message = "Missing required client capability: " + words;
    check(missingCapability(required), -32021, message, { requiredCapabilities: required });
  }
});

test("a version that is not served comes with those that are", () => {
  const error = unsupportedVersion(null, ["2026-07-28"], "2025-11-25");
  const data = { supported: ["2026-07-28"], requested: "2025-11-25" };
  check(error, -32022, "Unsupported protocol version", data);
  expect(JSON.stringify(error.data)).toBe(JSON.stringify(data));
});

test("a version that is not served may have a detail", () => {
  const error = unsupportedVersion("not here", ["2026-07-28"], "");
  const data = { supported: ["2026-07-28"], requested: "" };
  check(error, -32022, "Unsupported protocol version: not here", data);
});

test("an error tells its message when it is raised", () => {
  const raise = (): void => {
    throw invalidRequest("no");
  };
  expect(raise).toThrow("Invalid request: no");
});
