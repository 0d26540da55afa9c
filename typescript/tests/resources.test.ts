/** Notes as resources: their lists, their pages, their contents, and the URIs that name them. */

import { expect, test } from "vitest";

import type { State } from "../server/context.ts";
import { Notes, SAMPLES } from "../server/notes.ts";
import {
  TEMPLATES,
  contentsOf,
  describe,
  findByUri,
  listTemplates,
  resourcesList,
  resourcesRead,
  templatesList,
} from "../server/resources.ts";
import type { Json, JsonObject } from "../server/values.ts";
import { SIGNED, created, newState, refusalOf, resultOf } from "./support.ts";

const TEMPLATE = {
  uriTemplate: "notes://{id}",
  name: "note",
  title: "Note",
  description: "One note by its id, such as notes://note-1",
  mimeType: "text/markdown",
};
const UNKNOWN_CURSOR = [-32602, "Invalid params: cursor is none of this list; start again without one", null];

/** What looks like the URI of a note and is none. */
const ODD_URIS = ["", "note-1", "notes://", "notes://note-4", "notes://note-01", "notes:///note-1", "notes:note-1"];
ODD_URIS.push("notes://note-1/", "notes://note-1?", "notes://note-1#x", "notes://note%2D1", "notes://NOTE-1");
ODD_URIS.push("NOTES://note-1", " notes://note-1", "notes://note-1\n", "file://note-1", "notes://{id}");

/** Gives the names of the resources on one page, and its cursor or an empty string. */
function listed(state: State, members: JsonObject): [string[], string] {
  const page = resultOf(resourcesList, state, members);
  return [page.resources.map((resource: JsonObject) => resource["name"]), page.nextCursor ?? ""];
}

test("templates are listed in order whatever order they were put in", () => {
  const first = { ...TEMPLATE, uriTemplate: "a://{id}" };
  const last = { ...TEMPLATE, uriTemplate: "z://{id}" };
  const expected = [first, TEMPLATE, last];
  for (const templates of [[last, ...TEMPLATES, first], [first, ...TEMPLATES, last], [...TEMPLATES, last, first]]) {
    const given = [...templates];
    expect(listTemplates(templates)).toEqual(expected);
    expect(templates).toEqual(given);
  }
  expect(listTemplates([...TEMPLATES].reverse())).toEqual(TEMPLATES);
});

test("the one template is that of the contract", () => {
  const result = resultOf(templatesList, newState(), {});
  expect(Object.keys(result)).toEqual(["resultType", "resourceTemplates", "ttlMs", "cacheScope", "_meta"]);
  const members = { ttlMs: 300000, cacheScope: "public", _meta: SIGNED };
  expect(result).toEqual({ resultType: "complete", resourceTemplates: [TEMPLATE], ...members });
  expect(Object.keys(result.resourceTemplates[0])).toEqual(Object.keys(TEMPLATE));
});

test("templates fit on one page and take no cursor", () => {
  for (const cursor of ["", "x", "cmVzb3VyY2VzL2xpc3Q6MQ"]) {
    expect(refusalOf(templatesList, newState(), { cursor })).toEqual(UNKNOWN_CURSOR);
  }
  const expected = [-32602, "Invalid params: cursor must be a string", null];
  expect(refusalOf(templatesList, newState(), { cursor: 1 })).toEqual(expected);
});

test("a note is described as the contract says", () => {
  const note = new Notes(SAMPLES).find("note-3")!;
  const members = [["uri", "notes://note-3"], ["name", "note-3"], ["title", "Ideas 💡"], ["mimeType", "text/markdown"]];
  expect(Object.entries(describe(note))).toEqual(members);
  const contents = [["uri", "notes://note-3"], ["mimeType", "text/markdown"], ["text", note["body"]]];
  expect(Object.entries(contentsOf(note))).toEqual(contents);
});

test("a URI names a note only if it is the scheme and the id", () => {
  const notes = new Notes(SAMPLES);
  expect(findByUri(notes, "notes://note-2")).toEqual(notes.find("note-2"));
  for (const uri of ODD_URIS) {
    expect(findByUri(notes, uri), uri).toBeNull();
  }
});

test("the list is complete and for one caller only", () => {
  const result = resultOf(resourcesList, newState(), {});
  expect(Object.keys(result)).toEqual(["resultType", "resources", "ttlMs", "cacheScope", "_meta"]);
  expect([result.ttlMs, result.cacheScope, result._meta]).toEqual([5000, "private", SIGNED]);
  expect(result.resources[0]).toEqual(describe(new Notes(SAMPLES).find("note-1")!));
  expect(result.resources.map((resource: JsonObject) => resource["name"])).toEqual(["note-1", "note-2", "note-3"]);
  expect(listed(newState([]), {})).toEqual([[], ""]);
});

test("a page has 50 resources, and a cursor only if there are more", () => {
  for (const [count, sizes] of [[49, [49]], [50, [50]], [51, [50, 1]], [120, [50, 50, 20]]] as const) {
    const state = newState(created(count));
    let [names, cursor] = listed(state, {});
    const pages = [names];
    while (cursor !== "") {
      [names, cursor] = listed(state, { cursor });
      pages.push(names);
    }
    expect(pages.map((page) => page.length)).toEqual(sizes);
    expect(pages.flat()).toEqual(Array.from({ length: count }, (_, index) => "note-" + String(index + 1)));
  }
});

test("the cursor stands after the resources", () => {
  const page = resultOf(resourcesList, newState(created(51)), {});
  expect(Object.keys(page).slice(0, 4)).toEqual(["resultType", "resources", "nextCursor", "ttlMs"]);
  expect(page.nextCursor).toBe("cmVzb3VyY2VzL2xpc3Q6NTA"); // resources/list:50 in base64url
});

test("resources are listed by number, whichever came first", () => {
  const expected = Array.from({ length: 12 }, (_, index) => "note-" + String(index + 1));
  for (const records of [created(12), created(12).reverse()]) {
    const page: JsonObject[] = resultOf(resourcesList, newState(records), {}).resources;
    expect(page.map((resource) => resource["name"])).toEqual(expected);
    expect(page.map((resource) => resource["title"])).toEqual(records.map((record) => record["title"]));
  }
});

test("a cursor that this list did not give out is refused", () => {
  // notes_list:1, resources/list:4 (not given yet), resources/list:0, resources/list:01, and a padded one
  const cursors = ["bm90ZXNfbGlzdDox", "cmVzb3VyY2VzL2xpc3Q6NA", "cmVzb3VyY2VzL2xpc3Q6MA", "cmVzb3VyY2VzL2xpc3Q6MDE"];
  for (const cursor of [...cursors, "cmVzb3VyY2VzL2xpc3Q6MQ==", "", "x"]) {
    expect(refusalOf(resourcesList, newState(), { cursor }), cursor).toEqual(UNKNOWN_CURSOR);
  }
  expect(listed(newState(), { cursor: "cmVzb3VyY2VzL2xpc3Q6MQ" })).toEqual([["note-2", "note-3"], ""]);
  for (const cursor of [null, 1, [], {}]) {
    const expected = [-32602, "Invalid params: cursor must be a string", null];
    expect(refusalOf(resourcesList, newState(), { cursor })).toEqual(expected);
  }
});

test("a note is read by its URI", () => {
  const result = resultOf(resourcesRead, newState(), { uri: "notes://note-2" });
  expect(Object.keys(result)).toEqual(["resultType", "contents", "ttlMs", "cacheScope", "_meta"]);
  const contents = [{ uri: "notes://note-2", mimeType: "text/markdown", text: "- coffee\n- bread\n- Käse\n" }];
  const members = { ttlMs: 5000, cacheScope: "private", _meta: SIGNED };
  expect(result).toEqual({ resultType: "complete", contents, ...members });
});

test("an empty body is text as well", () => {
  const state = newState([{ ...created(1)[0]!, body: "" }]);
  const contents = resultOf(resourcesRead, state, { uri: "notes://note-1" }).contents;
  expect(contents).toEqual([{ uri: "notes://note-1", mimeType: "text/markdown", text: "" }]);
});

test("a URI without a note is refused with the URI as data", () => {
  for (const uri of ODD_URIS) {
    const expected = [-32602, "Invalid params: resource not found: " + uri, { uri }];
    expect(refusalOf(resourcesRead, newState(), { uri })).toEqual(expected);
  }
});

test("a long URI is cut in the sentence and whole in the data", () => {
  const uri = "😀".repeat(201);
  const expected = [-32602, "Invalid params: resource not found: " + "😀".repeat(200), { uri }];
  expect(refusalOf(resourcesRead, newState(), { uri })).toEqual(expected);
});

test("the first fault of the params is refused", () => {
  const bad: JsonObject = { inputResponses: null, requestState: null };
  const table: [JsonObject, string, Json][] = [
    [{}, "uri must be a string", null],
    [{ uri: null }, "uri must be a string", null],
    [{ uri: "x" }, "inputResponses must be an object", null],
    [{ inputResponses: {} }, "requestState must be a string", null],
    [{ requestState: "x" }, "resource not found: x", { uri: "x" }],
  ];
  for (const [mended, sentence, data] of table) {
    Object.assign(bad, mended);
    expect(refusalOf(resourcesRead, newState(), bad)).toEqual([-32602, "Invalid params: " + sentence, data]);
  }
});

test("the members of a retry are ignored once they have their form", () => {
  const params = { uri: "notes://note-1", inputResponses: { a: {} }, requestState: "x" };
  const expected = resultOf(resourcesRead, newState(), { uri: "notes://note-1" });
  expect(resultOf(resourcesRead, newState(), params)).toEqual(expected);
});
