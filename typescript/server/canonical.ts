/**
 * One value, one text: the JSON Canonicalization Scheme (RFC 8785).
 *
 * Tools answer with structured content and with the same JSON as text; the text is canonical, so that it does not
 * depend on how a language orders members or prints numbers.
 */

import { encode } from "./messages.ts";
import { isArray, isNumber, isObject, isString, isWellFormed } from "./values.ts";
import type { Json } from "./values.ts";

/** Gives the canonical text of a JSON value; raises an error where RFC 8785 knows none. */
export function canonical(value: Json): string {
  if (isObject(value)) {
    const names = Object.keys(value).sort((one, other) => (utf16(one) < utf16(other) ? -1 : 1));
    return "{" + names.map((name) => quoted(name) + ":" + canonical(value[name]!)).join(",") + "}";
  }
  if (isArray(value)) {
    return "[" + value.map((item) => canonical(item)).join(",") + "]";
  }
  if (isString(value)) {
    return quoted(value);
  }
  if (isNumber(value)) {
    return formatNumber(value);
  }
  return encode(value);
}

/** Writes a number as ECMAScript does (RFC 8785 section 3.2.2.3); raises an error if it is not finite. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) {
    throw new RangeError("only a finite number has a canonical form");
  }
  return String(value); // -0 becomes "0", as it should
}

function quoted(text: string): string {
  if (!isWellFormed(text)) {
    throw new RangeError("a lone surrogate has no canonical form");
  }
  return encode(text);
}

function utf16(name: string): string {
  // RFC 8785 sorts by UTF-16 code units (U+1F602 comes before U+FB33); JavaScript compares them anyway.
  return name;
}
