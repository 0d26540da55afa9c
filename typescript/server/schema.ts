/**
 * The part of JSON Schema 2020-12 that the tools use, with sentences a model can correct itself by.
 *
 * Keywords: type, required, properties, additionalProperties (false), items, minItems, maxItems, minLength, maxLength,
 * pattern, minimum, maximum. Lengths are code points. One fault is named: missing members in the order of the schema,
 * then properties in that order, then unknown names sorted by code point.
 */

import {
  codePoints,
  cut,
  has,
  isArray,
  isBoolean,
  isInteger,
  isNumber,
  isObject,
  isString,
  sortedNames,
} from "./values.ts";
import type { Json, JsonObject } from "./values.ts";

/** How each type is tested, and what it is called in a sentence. */
export const TYPES: Record<string, [(value: Json) => boolean, string]> = {
  object: [isObject, "an object"],
  array: [isArray, "an array"],
  string: [isString, "a string"],
  integer: [isInteger, "an integer"],
  number: [isNumber, "a number"],
  boolean: [isBoolean, "a boolean"],
  null: [(value) => value === null, "null"],
};

/** Gives the sentence for the first rule of the schema that the value breaks, or an empty string. */
export function faultOf(schema: JsonObject, value: Json, path = ""): string {
  if (has(schema, "type") && !hasType(schema["type"]!, value)) {
    const names = listOf(schema["type"]!).map((name) => TYPES[name]![1]);
    return named(path) + " must be " + names.join(" or ");
  }
  if (isObject(value)) {
    return objectFault(schema, value, path);
  }
  if (isArray(value)) {
    return arrayFault(schema, value, path);
  }
  if (isString(value)) {
    return stringFault(schema, value, path);
  }
  if (isNumber(value)) {
    return numberFault(schema, value, path);
  }
  return "";
}

function objectFault(schema: JsonObject, value: JsonObject, path: string): string {
  for (const name of (schema["required"] ?? []) as string[]) {
    if (!has(value, name)) {
      return "Missing required argument " + joined(path, name);
    }
  }
  const properties = (schema["properties"] ?? {}) as Record<string, JsonObject>;
  for (const name of Object.keys(properties)) {
    if (has(value, name)) {
      const fault = faultOf(properties[name]!, value[name]!, joined(path, name));
      if (fault !== "") {
        return fault;
      }
    }
  }
  if (schema["additionalProperties"] === false) {
    for (const name of sortedNames(Object.keys(value))) {
      if (!has(properties, name)) {
        return "Unknown argument " + joined(path, cut(name));
      }
    }
  }
  return "";
}

function arrayFault(schema: JsonObject, value: Json[], path: string): string {
  if (has(schema, "minItems") && value.length < (schema["minItems"] as number)) {
    return named(path) + " must have at least " + counted(schema["minItems"]!, "item");
  }
  if (has(schema, "maxItems") && value.length > (schema["maxItems"] as number)) {
    return named(path) + " must have at most " + counted(schema["maxItems"]!, "item");
  }
  if (has(schema, "items")) {
    for (const [index, item] of value.entries()) {
      const fault = faultOf(schema["items"] as JsonObject, item, path + "[" + String(index) + "]");
      if (fault !== "") {
        return fault;
      }
    }
  }
  return "";
}

function stringFault(schema: JsonObject, value: string, path: string): string {
  if (has(schema, "minLength") && codePoints(value) < (schema["minLength"] as number)) {
    return named(path) + " must have at least " + counted(schema["minLength"]!, "character");
  }
  if (has(schema, "maxLength") && codePoints(value) > (schema["maxLength"] as number)) {
    return named(path) + " must have at most " + counted(schema["maxLength"]!, "character");
  }
  if (has(schema, "pattern") && !matches(schema["pattern"] as string, value)) {
    return named(path) + " must match " + (schema["pattern"] as string);
  }
  return "";
}

function numberFault(schema: JsonObject, value: number, path: string): string {
  if (has(schema, "minimum") && value < (schema["minimum"] as number)) {
    return named(path) + " must be at least " + String(schema["minimum"]);
  }
  if (has(schema, "maximum") && value > (schema["maximum"] as number)) {
    return named(path) + " must be at most " + String(schema["maximum"]);
  }
  return "";
}

/** Tells whether an anchored pattern matches the whole text; a newline at the end is not overlooked. */
export function matches(pattern: string, text: string): boolean {
  return new RegExp(pattern, "u").test(text);
}

function hasType(names: Json, value: Json): boolean {
  return listOf(names).some((name) => TYPES[name]![0](value));
}

function listOf(names: Json): string[] {
  return (isArray(names) ? names : [names]) as string[];
}

function named(path: string): string {
  return path !== "" ? "Argument " + path : "The arguments";
}

function joined(path: string, name: string): string {
  return path === "" ? name : path + "." + name;
}

function counted(number: Json, noun: string): string {
  return String(number) + " " + noun + (number === 1 ? "" : "s");
}
