/** The fixtures among the resources: what they hold, and which URIs name them. */

import { expect, test } from "vitest";

import { image } from "../server/everything_media.ts";
import { RESOURCES, TEMPLATES, readFixture, textContents } from "../server/everything_resources.ts";

test("a text and an image are listed and can be read", () => {
  expect(RESOURCES.map((each) => each["uri"])).toEqual(["test://static-binary", "test://static-text"]);
  for (const each of RESOURCES) {
    expect(Object.keys(each)).toEqual(["uri", "name", "title", "description", "mimeType"]);
    const contents = readFixture(each["uri"])!;
    expect([contents["uri"], contents["mimeType"]]).toEqual([each["uri"], each["mimeType"]]);
  }
});

test("a text has text and an image has a blob", () => {
  const text = { uri: "test://static-text", mimeType: "text/plain", text: "The text of test://static-text." };
  expect(readFixture("test://static-text")).toEqual(text);
  expect(textContents("test://static-text")).toEqual(text);
  const blob = { uri: "test://static-binary", mimeType: "image/png", blob: image() };
  expect(readFixture("test://static-binary")).toEqual(blob);
});

test("the template takes any id that has no slash", () => {
  expect(TEMPLATES.map((each) => each["uriTemplate"])).toEqual(["test://template/{id}/data"]);
  const table = [["1", '{"id":"1"}'], ['é"', '{"id":"é\\""}'], ["%2F", '{"id":"%2F"}'], [" ", '{"id":" "}']];
  for (const [given, text] of table) {
    const uri = "test://template/" + given + "/data";
    expect(readFixture(uri)).toEqual({ uri, mimeType: "application/json", text });
  }
});

test("any other URI names nothing", () => {
  const odd = ["", "test://", "test://static-text/", "TEST://static-text", "test://static", "notes://note-1"];
  odd.push("test://template/data", "test://template//data", "test://template/a/b/data", "test://template/1");
  odd.push("test://template/1/data/", "test://template/1/Data", "test://template/{id}/date", "template/1/data");
  for (const uri of odd) {
    expect(readFixture(uri), uri).toBeNull();
  }
});
