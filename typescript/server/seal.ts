/**
 * Request states: what a question needs to know again, carried by the client and believed only under our seal.
 *
 * A state is base64url(payload) "." base64url(HMAC-SHA256 of the payload), without padding. The payload says for which
 * request it was made (method, name and a digest of the arguments), for whom, until when, and how far the questions
 * have come. Any server with the same key opens it, so that no retry depends on the process that asked. Specification:
 * basic/patterns/mrtr.
 */

import { createHash, createHmac, timingSafeEqual } from "node:crypto";

import { canonical } from "./canonical.ts";
import type { Request, World } from "./context.ts";
import { toBytes } from "./messages.ts";
import { has } from "./values.ts";
import type { Json } from "./values.ts";

/** How long a state is good, in milliseconds. */
export const LIFETIME = 300000;

/** Gives the state for a request; step is a text that says how far its questions have come. */
export function seal(world: World, request: Request, step: string): string {
  const payload = payloadOf(world, request, step, world.clock() + LIFETIME);
  return encode(payload) + "." + signature(world, payload);
}

/** Gives the step of the state that the request carries, or null unless it was sealed for this very request. */
export function unseal(world: World, request: Request): string | null {
  const sealed = request.params["requestState"] as string;
  const dot = sealed.includes(".") ? sealed.indexOf(".") : sealed.length;
  const payload = decode(sealed.slice(0, dot));
  if (payload === null) {
    return null;
  }
  const given = toBytes(sealed.slice(dot + 1));
  const due = toBytes(signature(world, payload));
  if (given.length !== due.length || !timingSafeEqual(given, due)) {
    return null;
  }
  // Whatever carries our seal was written by seal.
  const [step, expires] = (JSON.parse(Buffer.from(payload).toString("utf-8")) as Json[]).slice(-2) as [string, number];
  let expected: Uint8Array;
  try {
    expected = payloadOf(world, request, step, expires);
  } catch (fault) {
    if (fault instanceof RangeError) {
      return null; // the arguments have no canonical form, so nothing was ever sealed for them
    }
    throw fault;
  }
  return Buffer.compare(payload, expected) === 0 && world.clock() < expires ? step : null;
}

function payloadOf(world: World, request: Request, step: string, expires: number): Uint8Array {
  const args = has(request.params, "arguments") ? request.params["arguments"]! : {};
  const digest = createHash("sha256").update(toBytes(canonical(args))).digest("hex");
  return toBytes(canonical([request.method, request.params["name"]!, digest, world.principal, step, expires]));
}

function signature(world: World, payload: Uint8Array): string {
  return encode(createHmac("sha256", world.key).update(payload).digest());
}

function encode(data: Uint8Array): string {
  return Buffer.from(data).toString("base64url");
}

function decode(text: string): Uint8Array | null {
  // Decoders forgive much; only what we would write ourselves is a payload of ours.
  const data = Buffer.from(text, "base64url");
  return encode(data) === text ? data : null;
}
