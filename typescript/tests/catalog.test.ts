/** What a server offers, with and without its fixtures. */

import { expect, test } from "vitest";

import { Catalog } from "../server/catalog.ts";
import { completionComplete } from "../server/completion.ts";
import { Modes } from "../server/context.ts";
import { resourcesList, resourcesRead } from "../server/resources.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { PLAIN, created, newState, refusalOf, resultOf } from "./support.ts";

const WHOLE = new Modes(false, false, true);
const TOOL = "test_changing_tool";
const PROMPT = "test_changing_prompt";

/** Gives the values of one member of each object in a list. */
function each(list: Json | undefined, name: string): Json[] {
  return (list as JsonObject[]).map((item) => item[name]!);
}

/** Gives the names of the tools and of the prompts that are listed. */
function listed(catalog: Catalog): [Json[], Json[]] {
  const { listedTools, listedPrompts } = catalog;
  return [each(listedTools.result["tools"], "name"), each(listedPrompts.result["prompts"], "name")];
}

test("without the everything mode there are the notes only", () => {
  const catalog = new Catalog(new Modes(true, true));
  const counts = [catalog.tools.size, [...catalog.prompts.keys()].sort()];
  expect(counts).toEqual([7, ["review_note", "summarize_notes"]]);
  expect([catalog.templates.length, catalog.resources]).toEqual([1, []]);
  expect(listed(catalog)[0].every((name) => (name as string).startsWith("notes_"))).toBe(true);
});

test("with it the fixtures stand among the rest in the order of names", () => {
  const [tools, prompts] = listed(new Catalog(WHOLE));
  expect([tools.length, prompts.length]).toEqual([28, 7]);
  expect([tools, prompts]).toEqual([[...tools].sort(), [...prompts].sort()]);
  const expected = ["json_schema_2020_12_tool", "notes_create", "test_trigger_tool_change"];
  expect([tools[0], tools[1], tools.at(-1)]).toEqual(expected);
  expect(tools).not.toContain(TOOL);
  expect(prompts).not.toContain(PROMPT);
});

test("templates are listed in ascending order", () => {
  const templates = new Catalog(WHOLE).listedTemplates.result["resourceTemplates"];
  expect(each(templates, "uriTemplate")).toEqual(["notes://{id}", "test://template/{id}/data"]);
});

test("lists are public for five minutes", () => {
  const catalog = new Catalog(WHOLE);
  for (const constant of [catalog.listedTools, catalog.listedPrompts, catalog.listedTemplates]) {
    expect([constant.result["ttlMs"], constant.result["cacheScope"]]).toEqual([300000, "public"]);
  }
});

test("a tool comes and goes and the list with it", () => {
  const catalog = new Catalog(WHOLE);
  const before = catalog.listedTools.text;
  expect(catalog.toggleTool(TOOL)).toBe(true);
  expect(listed(catalog)[0]).toContain(TOOL);
  expect(listed(catalog)[0]).toEqual([...listed(catalog)[0]].sort());
  expect(catalog.tools.has(TOOL)).toBe(true);
  expect(catalog.toggleTool(TOOL)).toBe(false);
  expect(catalog.tools.has(TOOL)).toBe(false);
  expect(catalog.listedTools.text).toEqual(before);
});

test("a prompt comes and goes and the list with it", () => {
  const catalog = new Catalog(WHOLE);
  const before = catalog.listedPrompts.text;
  expect(catalog.togglePrompt(PROMPT)).toBe(true);
  expect(listed(catalog)[1]).toContain(PROMPT);
  expect(catalog.prompts.has(PROMPT)).toBe(true);
  expect(catalog.togglePrompt(PROMPT)).toBe(false);
  expect(catalog.prompts.has(PROMPT)).toBe(false);
  expect(catalog.listedPrompts.text).toEqual(before);
});

test("two servers do not share what comes and goes", () => {
  const [one, other] = [new Catalog(WHOLE), new Catalog(WHOLE)];
  one.toggleTool(TOOL);
  one.togglePrompt(PROMPT);
  expect(other.tools.has(TOOL)).toBe(false);
  expect(other.prompts.has(PROMPT)).toBe(false);
  expect(new Catalog(WHOLE).tools.size).toBe(28);
});

test("fixtures stand on the last page of resources behind the notes", () => {
  const state = newState(created(60), WHOLE);
  const first = resultOf(resourcesList, state, {});
  expect(first.resources.length).toBe(50);
  const second = resultOf(resourcesList, state, { cursor: first.nextCursor }).resources;
  const expected = ["notes://note-60", "test://static-binary", "test://static-text"];
  expect(each(second, "uri").slice(9)).toEqual(expected);
  expect(resultOf(resourcesList, newState([], WHOLE), {}).resources.length).toBe(2);
});

test("fixtures can be read in their mode only", () => {
  const found = resultOf(resourcesRead, newState(undefined, WHOLE), { uri: "test://static-text" });
  expect(found.contents[0].uri).toBe("test://static-text");
  const table: [Modes, string][] = [[PLAIN, "test://static-text"], [WHOLE, "test://no-such"]];
  table.push([WHOLE, "notes://note-9"]);
  for (const [modes, uri] of table) {
    const expected = [-32602, "Invalid params: resource not found: " + uri, { uri }];
    expect(refusalOf(resourcesRead, newState(undefined, modes), { uri })).toEqual(expected);
  }
});

test("arguments of one prompt are completed from its own values", () => {
  const catalog = new Catalog(WHOLE);
  const table: [string, string, string[]][] = [["arg1", "a", ["alpha", "amber"]]];
  table.push(["arg1", "", ["alpha", "amber", "beta"]], ["arg2", "t", ["three", "two"]], ["arg1", "A", []]);
  table.push(["arg3", "", []], ["constructor", "", []]);
  for (const [argument, prefix, values] of table) {
    expect(catalog.candidates("test_prompt_with_arguments", argument, prefix)).toEqual(values);
  }
  expect(catalog.candidates("test_simple_prompt", "arg1", "")).toEqual([]);
  expect(new Catalog(PLAIN).candidates("test_prompt_with_arguments", "arg1", "")).toEqual([]);
});

test("completion knows the fixtures", () => {
  const state = newState(undefined, WHOLE);
  const table: [JsonObject, string[]][] = [
    [{ type: "ref/prompt", name: "test_prompt_with_arguments" }, ["alpha", "amber"]],
    [{ type: "ref/resource", uri: "test://template/{id}/data" }, []],
    [{ type: "ref/resource", uri: "test://static-text" }, []],
  ];
  for (const [ref, values] of table) {
    const found = resultOf(completionComplete, state, { ref, argument: { name: "arg1", value: "a" } }).completion;
    expect(found).toEqual({ values, total: values.length, hasMore: false });
  }
});
