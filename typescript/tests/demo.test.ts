/** The tour: that it shows what it should, and that every line of it is what it seems to be. */

import { expect, test } from "vitest";

import { STEPS, demo } from "../server/demo.ts";
import { META, ask, newServer } from "./support.ts";

const SUPPORTED = { supported: ["2026-07-28"] };

/** Gives what the client sends and what the server answers, in pairs, without the marks. */
function exchanges(): [string, string][] {
  const lines = demo().split("\n");
  const sent = [...lines.keys()].filter((index) => lines[index]!.startsWith("> "));
  return sent.map((index) => [lines[index]!.slice(2), lines[index + 1]!.slice(2)]);
}

/** Gives the exchanges as values. */
function decoded(): [any, any][] {
  return exchanges().map(([sent, answer]) => [JSON.parse(sent), JSON.parse(answer)]);
}

/** Gives the answers to all requests for a method. */
function answersTo(method: string): any[] {
  return decoded().filter(([sent]) => sent.method === method).map(([, answer]) => answer);
}

test("the tour ends with a newline and is the same each time", () => {
  expect(demo().endsWith("}\n")).toBe(true);
  expect(demo()).not.toContain("\r");
  expect(demo()).toBe(demo());
});

test("each step is an empty line, a comment, a request and its answer", () => {
  const [first, ...rest] = demo().slice(0, -1).split("\n");
  expect(first!.startsWith("# ")).toBe(true);
  expect(rest.map((line) => line.slice(0, 2))).toEqual(STEPS.flatMap(() => ["", "# ", "> ", "< "]));
});

test("every line of client and server is one JSON object", () => {
  const marked = demo().split("\n").filter((line) => [">", "<"].includes(line.slice(0, 1)));
  expect(marked.length).toBe(2 * STEPS.length);
  for (const line of marked) {
    expect(Object.prototype.toString.call(JSON.parse(line.slice(2)))).toBe("[object Object]");
  }
});

test("each answer has the id of its request", () => {
  for (const [sent, answer] of decoded()) {
    expect([answer.jsonrpc, answer.id]).toEqual(["2.0", sent.id]);
  }
});

test("the answers are those of a real server", () => {
  const server = newServer();
  for (const [sent, answer] of exchanges()) {
    expect(ask(server, sent)).toEqual([answer + "\n"]);
  }
});

test("it begins with a discovery", () => {
  const [sent, answer] = decoded()[0]!;
  expect(sent.method).toBe("server/discover");
  expect(answer.result.supportedVersions).toEqual(["2026-07-28"]);
});

test("it shows a list that needs no discovery", () => {
  const [sent, answer] = exchanges()[1]!;
  expect(JSON.parse(sent).method).toBe("prompts/list");
  expect(ask(newServer(), sent)).toEqual([answer + "\n"]);
});

test("it shows a tool call, a tool error and a protocol error", () => {
  const [made, failed, refused, ...others] = answersTo("tools/call");
  expect(others).toEqual([]);
  expect(made.result.isError).toBe(false);
  expect(JSON.parse(made.result.content[0].text)).toEqual(made.result.structuredContent);
  expect(made.result.content[1].type).toBe("resource_link");
  expect(failed.result.isError).toBe(true);
  expect(failed.result.content[0].text).toContain("title");
  expect(refused.error.code).toBe(-32602);
  expect(refused.error.message).toContain("unknown tool");
});

test("it reads the note that the tool made as a resource", () => {
  const note = answersTo("tools/call")[0].result.structuredContent;
  const [contents] = answersTo("resources/read")[0].result.contents;
  expect([contents.uri, contents.text]).toEqual(["notes://" + note.id, note.body]);
});

test("it shows a prompt with an embedded resource", () => {
  const [answer] = answersTo("prompts/get");
  const kinds = answer.result.messages.map((message: any) => message.content.type);
  expect(kinds).toEqual(["text", "resource"]);
});

test("it shows missing metadata after seven requests that had it", () => {
  const names = Object.keys(META);
  const complete = decoded().map(([sent]) => names.every((name) => Object.hasOwn(sent.params._meta ?? {}, name)));
  expect(complete.slice(0, 8)).toEqual([true, true, true, true, true, true, true, false]);
  const [sent, answer] = decoded()[7]!;
  expect(sent.params).toEqual({});
  expect([answer.error.code, answer.error.data]).toEqual([-32602, SUPPORTED]);
});

test("it shows a version that is not served", () => {
  const errors = decoded().map(([, answer]) => answer.error).filter((error) => error?.code === -32022);
  expect(errors.map((error) => error.data)).toEqual([{ ...SUPPORTED, requested: "1900-01-01" }]);
});

test("it shows two clients that lend each other nothing", () => {
  const [ada, ben, adaAgain] = exchanges().slice(-3) as [[string, string], [string, string], [string, string]];
  const ids = [ada, ben, adaAgain].map(([sent]) => JSON.parse(sent).id);
  expect(ids).toEqual([1, 1, 1]);
  expect(ada).toEqual(adaAgain);
  expect(JSON.parse(ada[1])).toHaveProperty("result");
  const meta = JSON.parse(ben[0]).params._meta;
  expect(Object.keys(meta)).not.toContain("io.modelcontextprotocol/clientCapabilities");
  expect(JSON.parse(ben[1]).error.data).toEqual(SUPPORTED);
});
