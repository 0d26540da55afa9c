/** Request states: opened by whoever has the key, for the one request that they were made for. */

import { expect, test } from "vitest";

import { World } from "../server/context.ts";
import type { Request } from "../server/context.ts";
import { LIFETIME, seal, unseal } from "../server/seal.ts";
import type { JsonObject } from "../server/values.ts";
import { NOW, newRequest } from "./support.ts";

const KEY = Buffer.from("0123456789abcdef".repeat(4), "hex");
const ARGUMENTS = { id: "note-1" };

/** The state of the contract, section 6, computed apart from this code: for notes_delete of note-1, for ada, at NOW. */
const KNOWN =
  "WyJ0b29scy9jYWxsIiwibm90ZXNfZGVsZXRlIiwiMTE1ZGUwM2E0OTQ0M2Y5ODIyMjNlMWEzYmVmMjRlNDc1ZmM1ODg4ZjUzZDlkMmM4NmU1N2Zi" +
  "MTRhYWM3YWI4ZCIsImFkYSIsImNvbmZpcm0iLDE3ODUxOTcxMDAwMDBd.UjOUl_gWsczoAfndP1qenCyJ0wZzL_Lu_Qk37tr7teM";
const PAYLOAD =
  '["tools/call","notes_delete","115de03a49443f982223e1a3bef24e475fc5888f53d9d2c86e57fb14aac7ab8d",' +
  '"ada","confirm",1785197100000]';

/** Gives a world that differs from the usual one in what is given. */
function world(now = NOW, principal = "ada", key: Uint8Array = KEY): World {
  return new World(() => now, [], principal, key, () => {});
}

/** Gives a request, with a state if one is given. */
function request(
  state: string | null = null,
  name = "notes_delete",
  args: JsonObject = ARGUMENTS,
  method = "tools/call",
): Request {
  const members = { name, arguments: args };
  return newRequest(state === null ? members : { ...members, requestState: state }, method);
}

/** Checks that a state opens nothing in a world, for a request. */
function checkRefused(state: string, where = world(), changed = request(state)): void {
  expect(unseal(where, changed), state).toBeNull();
}

test("a state is what the contract says to the byte", () => {
  expect(seal(world(), request(), "confirm")).toBe(KNOWN);
  expect(Buffer.from(KNOWN.split(".")[0]!, "base64url").toString()).toBe(PAYLOAD);
});

test("a state brings its step back", () => {
  expect(unseal(world(), request(KNOWN))).toBe("confirm");
  for (const step of ["", "2Käse", '"\n\\', "💡", "null"]) {
    expect(unseal(world(), request(seal(world(), request(), step)))).toBe(step);
  }
});

test("any server with the key opens it as often as it likes", () => {
  for (let time = 0; time < 2; time += 1) {
    expect(unseal(world(NOW + 1000), request(KNOWN))).toBe("confirm");
  }
});

test("it is good for five minutes and not a millisecond more", () => {
  expect(LIFETIME).toBe(300000);
  expect(unseal(world(NOW + 299999), request(KNOWN))).toBe("confirm");
  checkRefused(KNOWN, world(NOW + 300000));
  checkRefused(KNOWN, world(NOW + 10 ** 9));
});

test("another request cannot use it", () => {
  checkRefused(KNOWN, world(), request(KNOWN, "notes_create"));
  checkRefused(KNOWN, world(), request(KNOWN, "notes_delete", ARGUMENTS, "prompts/get"));
  const others: JsonObject[] = [{}, { id: "note-2" }, { id: "note-1", x: null }, { ID: "note-1" }, { id: ["note-1"] }];
  for (const args of others) {
    checkRefused(KNOWN, world(), request(KNOWN, "notes_delete", args));
  }
});

test("the order of the arguments does not matter and absent ones are empty", () => {
  const ordered = seal(world(), request(null, "x", { b: 1, a: [2] }), "s");
  expect(unseal(world(), request(ordered, "x", { a: [2], b: 1 }))).toBe("s");
  const empty = seal(world(), request(null, "x", {}), "s");
  expect(unseal(world(), newRequest({ name: "x", requestState: empty }))).toBe("s");
});

test("another principal or another key cannot use it", () => {
  for (const principal of ["", "ben", "Ada", "ada "]) {
    checkRefused(KNOWN, world(NOW, principal));
  }
  for (const key of [new Uint8Array(32), Buffer.from(KEY).reverse(), KEY.subarray(1), Buffer.concat([KEY, KEY])]) {
    checkRefused(KNOWN, world(NOW, "ada", key));
  }
});

test("a change of any character is noticed", () => {
  for (const [index, character] of [...KNOWN].entries()) {
    for (const other of [character === "A" ? "B" : "A", ""]) {
      checkRefused(KNOWN.slice(0, index) + other + KNOWN.slice(index + 1));
    }
  }
});

test("only the very text that was given out is a state", () => {
  const [payload, signature] = KNOWN.split(".") as [string, string];
  const odd = ["", ".", "x", payload, payload + ".", "." + signature, KNOWN + ".", KNOWN + "="];
  odd.push(payload + "=." + signature, " " + KNOWN, KNOWN + "\n", KNOWN + "A", payload + ".\n" + signature);
  odd.push(KNOWN.replace("_", "/"), signature + "." + payload, PAYLOAD + "." + signature, KNOWN + "é", "é" + KNOWN);
  odd.push(payload + "\n." + signature, KNOWN.toLowerCase(), payload + ".." + signature, "💡." + signature);
  odd.push("\0." + signature);
  for (const state of odd) {
    checkRefused(state);
  }
});

test("arguments without a canonical form never have a state", () => {
  for (const value of [Infinity, "\ud800", { "\udfff": 1 }]) {
    checkRefused(KNOWN, world(), request(KNOWN, "notes_delete", { id: value }));
  }
});
