/**
 * Resources of every kind: text, binary, and one behind a template.
 *
 * They stand behind the notes in resources/list. Part of the everything mode; specification: server/resources.
 */

import { IMAGE_TYPE, image } from "./everything_media.ts";
import { encode } from "./messages.ts";
import type { JsonObject } from "./values.ts";

export const TEXT_URI = "test://static-text";
export const BINARY_URI = "test://static-binary";
export const TEMPLATE_START = "test://template/";
export const TEMPLATE_END = "/data";

export const RESOURCES = [
  {
    uri: BINARY_URI,
    name: "static-binary",
    title: "Static image",
    description: "An image of one pixel",
    mimeType: IMAGE_TYPE,
  },
  {
    uri: TEXT_URI,
    name: "static-text",
    title: "Static text",
    description: "A text that never changes",
    mimeType: "text/plain",
  },
];

export const TEMPLATES = [
  {
    uriTemplate: TEMPLATE_START + "{id}" + TEMPLATE_END,
    name: "template",
    title: "Data by id",
    description: "Data that repeats the id; any id will do",
    mimeType: "application/json",
  },
];

/** Gives the contents of a text resource with this URI. */
export function textContents(uri: string): JsonObject {
  return { uri, mimeType: "text/plain", text: "The text of " + uri + "." };
}

/** Gives the contents of the fixture with this URI, or null. */
export function readFixture(uri: string): JsonObject | null {
  if (uri === TEXT_URI) {
    return textContents(uri);
  }
  if (uri === BINARY_URI) {
    return { uri, mimeType: IMAGE_TYPE, blob: image() };
  }
  if (!uri.startsWith(TEMPLATE_START) || !uri.endsWith(TEMPLATE_END)) {
    return null;
  }
  // One segment, as it is: nothing is decoded.
  const given = uri.slice(TEMPLATE_START.length, -TEMPLATE_END.length);
  if (given === "" || given.includes("/")) {
    return null;
  }
  return { uri, mimeType: "application/json", text: encode({ id: given }) };
}
