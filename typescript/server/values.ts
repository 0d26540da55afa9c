/**
 * What kinds of JSON value there are, asked the same way in both languages.
 *
 * A decoded JSON text is made of null, boolean, number (every number is an IEEE double), string, array and object.
 */

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [name: string]: Json };

/** The largest integer that every JSON reader can hold exactly (I-JSON, RFC 7493 section 2.2). */
export const MAX_SAFE_INTEGER = 2 ** 53 - 1;

const SURROGATE = /\p{Surrogate}/u;

/** Tells whether the value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Tells whether the value is a JSON array. */
export function isArray(value: Json | undefined): value is Json[] {
  return Array.isArray(value);
}

/** Tells whether the value is a JSON string. */
export function isString(value: Json | undefined): value is string {
  return typeof value === "string";
}

/** Tells whether the value is true or false. */
export function isBoolean(value: Json | undefined): value is boolean {
  return typeof value === "boolean";
}

/** Tells whether the value is a JSON number, which a boolean never is. */
export function isNumber(value: Json | undefined): value is number {
  return typeof value === "number";
}

/** Tells whether the value is a number without a fractional part, so that 1.0 counts as 1. */
export function isInteger(value: Json | undefined): value is number {
  return isNumber(value) && Number.isInteger(value);
}

/** Tells whether the value is an integer within plus or minus (2^53 - 1). */
export function isSafeInteger(value: Json | undefined): value is number {
  return isInteger(value) && Math.abs(value) <= MAX_SAFE_INTEGER;
}

/** Gives the integer behind a number that has no fractional part, written without a point from then on. */
export function toInteger(value: number): number {
  return value === 0 ? 0 : value; // -0 becomes 0
}

/** Tells whether an object has a member of its own with this name. */
export function has(value: object, name: string): boolean {
  return Object.hasOwn(value, name);
}

/** Gives the names in ascending order of their code points. */
export function sortedNames(names: Iterable<string>): string[] {
  // JavaScript compares UTF-16 code units; spreading a string gives its code points.
  const compare = (one: string, other: string): number => {
    const points = [...other];
    let index = 0;
    for (const character of one) {
      const point = points[index];
      if (point === undefined) {
        return 1;
      }
      if (character !== point) {
        return character.codePointAt(0)! - point.codePointAt(0)!;
      }
      index += 1;
    }
    return index - points.length;
  };
  return [...names].sort(compare);
}

/** Counts the code points of a string. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}

/** Cuts a string to a number of code points, for a name that an error message quotes. */
export function cut(text: string, limit = 200): string {
  // A code point has two code units at most, so that no more than twice the limit has to be looked at.
  return [...text.slice(0, 2 * limit)].slice(0, limit).join("");
}

/** Tells whether no string and no key anywhere in the value holds a lone surrogate. */
export function isWellFormed(value: Json): boolean {
  if (isString(value)) {
    return !SURROGATE.test(value);
  }
  if (isArray(value)) {
    return value.every((item) => isWellFormed(item));
  }
  if (isObject(value)) {
    return Object.entries(value).every(([name, item]) => isWellFormed(name) && isWellFormed(item));
  }
  return true;
}
