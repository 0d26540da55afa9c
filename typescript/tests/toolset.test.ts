/** The tools of the notes: for each definition what runs, whether it links, and what it asks. */

import { expect, test } from "vitest";

import { ELICIT } from "../server/questions.ts";
import { DELETE_INPUT, IMPORT_INPUT, NOTE_OUTPUT, READ_INPUT } from "../server/schemas.ts";
import { toolsCall } from "../server/tools.ts";
import { DEFINITIONS, EXECUTORS, TOOLS } from "../server/toolset.ts";
import type { JsonObject } from "../server/values.ts";
import { errorOf, newRequest, newState, readBack } from "./support.ts";

const NAMES = ["create", "delete", "import", "list", "read", "search", "update"].map((verb) => "notes_" + verb);

test("each tool has what runs for it", () => {
  expect(Object.keys(EXECUTORS).sort()).toEqual(NAMES);
  expect(TOOLS.map((tool) => tool.definition["name"])).toEqual(NAMES);
  for (const tool of TOOLS) {
    const [execute, links, asks] = EXECUTORS[tool.definition["name"] as string]!;
    expect([tool.execute, tool.links, tool.asks]).toEqual([execute, links, asks]);
  }
});

test("only what makes or changes one note links to it", () => {
  expect(NAMES.filter((name) => EXECUTORS[name]![1])).toEqual(["notes_create", "notes_update"]);
});

test("only deleting asks and seals what it asked", () => {
  for (const { definition, asks } of TOOLS) {
    const deletes = definition["name"] === "notes_delete";
    const expected = deletes ? [{ confirm: ELICIT }, [ELICIT], true] : [{}, [], false];
    expect([asks.questions, asks.needs, asks.seals]).toEqual(expected);
  }
});

test("the schemas are those that are applied", () => {
  const schemas = new Map(DEFINITIONS.map((tool) => [tool["name"], [tool["inputSchema"], tool["outputSchema"]]]));
  expect(schemas.get("notes_delete")![0]).toBe(DELETE_INPUT);
  expect(schemas.get("notes_import")![0]).toBe(IMPORT_INPUT);
  expect(schemas.get("notes_read")).toEqual([READ_INPUT, NOTE_OUTPUT]);
});

test("every description tells a model what it is for and what else there is", () => {
  for (const definition of DEFINITIONS) {
    const words = definition["description"] as string;
    const others = NAMES.filter((name) => name !== definition["name"] && words.includes(name));
    expect(others.length, words).toBeGreaterThan(0);
    expect(words.endsWith("."), words).toBe(true);
  }
});

test("whoever is in the table runs", () => {
  const args: Record<string, JsonObject> = { notes_create: { title: "t", body: "" }, notes_search: { query: "x" } };
  args["notes_list"] = {};
  for (const name of NAMES) {
    const members = { name, arguments: args[name] ?? { id: "note-1" } };
    if (name === "notes_delete") {
      expect(errorOf(() => toolsCall(newState(), newRequest(members)))[0]).toBe(-32021);
    } else if (name !== "notes_import") {
      expect(readBack(toolsCall(newState(), newRequest(members))).isError, name).toBe(false);
    }
  }
});
