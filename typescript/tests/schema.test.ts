/** The part of JSON Schema that the tools use, and the sentence for the first rule that is broken. */

import { expect, test } from "vitest";

import { faultOf, matches } from "../server/schema.ts";
import type { JsonObject } from "../server/values.ts";

const PERSON = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer", minimum: 0 }, toString: { type: "null" } },
  required: ["name", "age"],
  additionalProperties: false,
};

/** Gives the fault of a value that is given as JSON, with each number a double, as it comes off a line. */
function faultIn(schema: JsonObject, text: string): string {
  return faultOf(schema, JSON.parse(text));
}

/** Checks rows of a schema, a value as JSON and the sentence that is to come. */
function check(rows: [JsonObject, string, string][]): void {
  for (const [schema, text, sentence] of rows) {
    expect(faultIn(schema, text), text).toBe(sentence);
  }
}

test("each type takes its own values and no others", () => {
  const values = ["{}", "[]", '"1"', "1", "1.5", "true", "null"];
  const taken = {
    object: ["{}"],
    array: ["[]"],
    string: ['"1"'],
    integer: ["1"],
    number: ["1", "1.5"],
    boolean: ["true"],
    null: ["null"],
  };
  for (const [name, good] of Object.entries(taken)) {
    const fitting = values.filter((text) => faultIn({ type: name }, text) === "");
    expect(fitting, name).toEqual(good);
  }
});

test("a wrong type is told with the name of the argument", () => {
  const sentences: [string, string][] = [
    ["object", "an object"],
    ["array", "an array"],
    ["string", "a string"],
    ["integer", "an integer"],
    ["number", "a number"],
    ["boolean", "a boolean"],
  ];
  for (const [name, words] of sentences) {
    expect(faultOf({ type: name }, null, "x")).toBe("Argument x must be " + words);
  }
  expect(faultOf({ type: "null" }, false, "x")).toBe("Argument x must be null");
  expect(faultOf({ type: "object" }, null)).toBe("The arguments must be an object");
});

test("a number without fractional part is an integer", () => {
  check([
    [{ type: "integer" }, "10.0", ""],
    [{ type: "integer" }, "1e2", ""],
    [{ type: "integer" }, "-0", ""],
    [{ type: "integer" }, "0.5", "The arguments must be an integer"],
    [{ type: "integer" }, "1e400", "The arguments must be an integer"],
    [{ type: "integer" }, "true", "The arguments must be an integer"],
    [{ type: "number" }, "false", "The arguments must be a number"],
  ]);
});

test("one of several types is enough", () => {
  const schema = { type: ["string", "null"], pattern: "^a$" };
  check([
    [schema, "null", ""],
    [schema, '"a"', ""],
    [schema, '"b"', "The arguments must match ^a$"],
    [schema, "1", "The arguments must be a string or null"],
    [schema, "[]", "The arguments must be a string or null"],
  ]);
});

test("a schema without keywords takes anything", () => {
  for (const text of ["{}", '{"a":[null]}', "[1]", '""', "0", "true", "null"]) {
    expect(faultIn({}, text)).toBe("");
  }
});

test("the first fault is the one that is told", () => {
  check([
    [PERSON, '{"zip":1,"age":"x"}', "Missing required argument name"],
    [PERSON, '{"zip":1,"name":7}', "Missing required argument age"],
    [PERSON, '{"zip":1,"age":-1,"name":7}', "Argument name must be a string"],
    [PERSON, '{"zip":1,"age":-1,"name":"x"}', "Argument age must be at least 0"],
    [PERSON, '{"zip":1,"age":0,"name":"x"}', "Unknown argument zip"],
    [PERSON, '{"age":0,"name":"x"}', ""],
  ]);
});

test("unknown members are named in the order of code points", () => {
  const sound = '"name":"x","age":1';
  check([
    [PERSON, "{" + sound + ',"b":1,"a":1,"B":1}', "Unknown argument B"],
    [PERSON, "{" + sound + ',"😀":1,"ﬀ":1}', "Unknown argument ﬀ"],
    [PERSON, "{" + sound + ',"":1}', "Unknown argument "],
  ]);
});

test("a long unknown name is cut to 200 code points", () => {
  const schema = { additionalProperties: false };
  expect(faultOf(schema, { ["😀".repeat(201)]: 1 })).toBe("Unknown argument " + "😀".repeat(200));
  expect(faultOf(schema, { ["x".repeat(200)]: 1 })).toBe("Unknown argument " + "x".repeat(200));
});

test("only a closed object refuses unknown members", () => {
  check([
    [{ properties: { a: { type: "string" } } }, '{"b":1}', ""],
    [{ properties: {}, additionalProperties: false }, '{"b":1}', "Unknown argument b"],
    [{ additionalProperties: false }, "{}", ""],
  ]);
});

test("names that objects of the language know are names like any other", () => {
  const sound = '"name":"x","age":1';
  for (const name of ["constructor", "__proto__", "hasOwnProperty", "keys", "__class__"]) {
    check([[PERSON, "{" + sound + ',"' + name + '":{}}', "Unknown argument " + name]]);
    check([[{ required: [name] }, "{}", "Missing required argument " + name]]);
    check([[{ required: [name] }, '{"' + name + '":1}', ""]]);
  }
  check([[PERSON, "{" + sound + ',"toString":1}', "Argument toString must be null"]]);
});

test("a member that is null is not missing", () => {
  check([[PERSON, '{"name":null,"age":1}', "Argument name must be a string"]]);
});

test("lengths are counted in code points", () => {
  check([
    [{ minLength: 1 }, '""', "The arguments must have at least 1 character"],
    [{ minLength: 2 }, '"💡"', "The arguments must have at least 2 characters"],
    [{ minLength: 2 }, '"ab"', ""],
    [{ maxLength: 2 }, '"💡💡"', ""],
    [{ maxLength: 2 }, '"💡💡💡"', "The arguments must have at most 2 characters"],
    [{ maxLength: 1 }, '"e\u0301"', "The arguments must have at most 1 character"],
  ]);
});

test("a pattern is matched against the whole text", () => {
  const rows: [string, boolean][] = [["ab", true], ["a", true], ["", false], ["abc", false]];
  rows.push(["ab\n", false], ["\nab", false], ["xab", false]);
  for (const [text, expected] of rows) {
    expect(matches("^[ab]{1,2}$", text), JSON.stringify(text)).toBe(expected);
  }
  expect(faultOf({ pattern: "^a$" }, "a\n", "tag")).toBe("Argument tag must match ^a$");
});

test("a character beyond 16 bits is one character of a pattern", () => {
  expect(matches("^.$", "💡")).toBe(true);
});

test("bounds of numbers are inclusive", () => {
  check([
    [{ minimum: 1 }, "1", ""],
    [{ minimum: 1 }, "0.5", "The arguments must be at least 1"],
    [{ maximum: 100 }, "100", ""],
    [{ maximum: 100 }, "101", "The arguments must be at most 100"],
  ]);
});

test("an array is bounded and each item is looked at", () => {
  const schema = { type: "array", minItems: 1, maxItems: 2, items: PERSON };
  const person = '{"name":"x","age":1}';
  check([
    [schema, "[]", "The arguments must have at least 1 item"],
    [schema, "[1,2,3]", "The arguments must have at most 2 items"],
    [{ minItems: 2 }, "[1]", "The arguments must have at least 2 items"],
    [{ minItems: 2 }, "[1,2]", ""],
    [{ maxItems: 1 }, "[1,2]", "The arguments must have at most 1 item"],
    [schema, "[" + person + ",7]", "Argument [1] must be an object"],
    [schema, "[" + person + ',{"name":"x"}]', "Missing required argument [1].age"],
    [schema, "[" + person + "," + person + "]", ""],
  ]);
});

test("a fault deep inside is named by its path", () => {
  const schema = { properties: { people: { type: "array", items: PERSON }, one: PERSON } };
  check([
    [schema, '{"people":[{"name":1,"age":1}]}', "Argument people[0].name must be a string"],
    [schema, '{"people":[{"name":"x","age":1,"z":1}]}', "Unknown argument people[0].z"],
    [schema, '{"one":{"age":1}}', "Missing required argument one.name"],
    [schema, '{"one":{"name":"x","age":-1}}', "Argument one.age must be at least 0"],
  ]);
});

test("a keyword for another type says nothing", () => {
  const schema = { minLength: 9, pattern: "^x$", minimum: 9, minItems: 9, required: ["x"] };
  for (const text of ["true", "null"]) {
    expect(faultIn(schema, text)).toBe("");
  }
  check([
    [schema, "[]", "The arguments must have at least 9 items"],
    [schema, "{}", "Missing required argument x"],
    [schema, "8", "The arguments must be at least 9"],
    [schema, '"x"', "The arguments must have at least 9 characters"],
  ]);
});
