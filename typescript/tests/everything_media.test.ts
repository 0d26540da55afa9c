/** The image and the sound: real files, checked by what knows their formats. */

import { inflateSync } from "node:zlib";

import { expect, test } from "vitest";

import { IMAGE_TYPE, SOUND_TYPE, image, sound } from "../server/everything_media.ts";

/** The checksums of the chunks, computed apart from this code. */
const CHECKSUMS = ["907753de", "8d1de582", "ae426082"];

/** Gives the chunks of the image as kind, data and checksum, both in hex. */
function chunks(): [string, string, string][] {
  let rest = Buffer.from(image(), "base64").subarray(8);
  const found: [string, string, string][] = [];
  while (rest.length > 0) {
    const end = 8 + rest.readUInt32BE(0);
    found.push([rest.toString("latin1", 4, 8), rest.toString("hex", 8, end), rest.toString("hex", end, end + 4)]);
    rest = rest.subarray(end + 4);
  }
  return found;
}

test("the image is a PNG whose chunks have the right checksums", () => {
  const data = Buffer.from(image(), "base64");
  expect([data.toString("hex", 0, 8), data.toString("base64")]).toEqual(["89504e470d0a1a0a", image()]);
  expect(chunks().map(([kind]) => kind)).toEqual(["IHDR", "IDAT", "IEND"]);
  expect(chunks().map(([, , checksum]) => checksum)).toEqual(CHECKSUMS);
});

test("it shows one red pixel", () => {
  const [header, pixels, end] = chunks().map(([, data]) => data);
  expect(header).toBe("00000001000000010802000000");
  expect(inflateSync(Buffer.from(pixels!, "hex")).toString("hex")).toBe("00ff0000");
  expect(end).toBe("");
});

test("the sound is a wave of eight silent samples", () => {
  const data = Buffer.from(sound(), "base64");
  const head = ["52494646", "2c000000", "57415645", "666d7420", "10000000", "0100", "0100"];
  head.push("401f0000", "401f0000", "0100", "0800", "64617461", "08000000");
  expect(data.toString("hex")).toBe(head.join("") + "80".repeat(8));
  expect([data.length, data.toString("base64")]).toEqual([44 + 8, sound()]);
});

test("both are the same each time and named by their types", () => {
  expect([image(), sound()]).toEqual([image(), sound()]);
  expect([IMAGE_TYPE, SOUND_TYPE]).toEqual(["image/png", "audio/wav"]);
});
