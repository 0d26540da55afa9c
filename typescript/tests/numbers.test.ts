/**
 * The first 100,000 numbers of the sequence that was published with RFC 8785, by hash.
 *
 * The sequence: numbers at the edges, then 2,000 doubles that follow each other, then the doubles in an endless chain
 * of SHA-256 digests, each the digest of the one before and the first of 32 zero bytes, without zeros and what is not
 * finite.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { formatNumber } from "../server/canonical.ts";

const VECTORS = new URL("../../shared-fixtures/canonical/", import.meta.url);

const BYTES = Buffer.alloc(8);

/** Gives the published doubles, which never end. */
function* sequence(description: any): Generator<number, never> {
  yield* description.first.map((bits: string) => doubleOf(BigInt("0x" + bits)));
  const start = BigInt("0x" + description.from);
  for (let count = 0; count < description.then; count += 1) {
    yield doubleOf(start + BigInt(count));
  }
  let block = Buffer.alloc(32);
  while (true) {
    block = createHash("sha256").update(block).digest();
    const numbers = [0, 8, 16, 24].map((offset) => block.readDoubleLE(offset));
    yield* numbers.filter((number) => number !== 0 && Number.isFinite(number));
  }
}

function doubleOf(bits: bigint): number {
  BYTES.writeBigUInt64LE(bits);
  return BYTES.readDoubleLE();
}

/** Gives the 64 bits of a double in hex, without leading zeros. */
function bitsOf(number: number): string {
  BYTES.writeDoubleLE(number);
  return BYTES.readBigUInt64LE().toString(16);
}

test("the first 100,000 published numbers have the published hash", () => {
  const description = JSON.parse(readFileSync(new URL("numbers.json", VECTORS), "utf-8")).sequence;
  const numbers = sequence(description);
  let text = "";
  for (let count = 0; count < 100000; count += 1) {
    const number = numbers.next().value;
    text += bitsOf(number) + "," + formatNumber(number) + "\n";
  }
  expect(text.length).toBe(4031728);
  expect(createHash("sha256").update(text).digest("hex")).toBe(description.sha256["100000"]);
});
