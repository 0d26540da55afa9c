/** Turns: a line is a piece of work, an import is several, and only its cancellation may come between them. */

import { expect, test, vi } from "vitest";

import { isBlank } from "../server/decode.ts";
import type { Server } from "../server/dispatch.ts";
import { ToolFailure } from "../server/errors.ts";
import {
  CREATING,
  ask,
  cancelling,
  importing,
  kindsOf,
  newServer,
  refused,
  requestText,
  sharedServer,
  textsOf,
} from "./support.ts";

const LISTING = requestText("after", "prompts/list", {});
const PROGRESS = "notifications/progress";

vi.mock("../server/decode.ts", { spy: true });
const looked = vi.mocked(isBlank);

/** Feeds lines to a server. */
function feed(server: Server, ...texts: string[]): void {
  server.feed(Buffer.from(texts.join("\n") + "\n"));
}

/** Gives the kinds of what a server answers to lines that come in one read. */
function received(server: Server, ...texts: string[]): unknown[] {
  return kindsOf(server.receive(Buffer.from(texts.join("\n") + "\n")));
}

test("each line is one piece of work in its turn", () => {
  const server = newServer();
  expect(server.hasWork()).toBe(false);
  feed(server, LISTING, "", "{", LISTING.replace("after", "last"));
  const done = [];
  while (server.hasWork()) {
    expect(server.isBusy()).toBe(false);
    done.push(kindsOf(server.work()));
  }
  expect(done).toEqual([["after"], [], [null], ["last"]]);
});

test("what is fed later waits behind what was fed before", () => {
  const server = newServer();
  feed(server, LISTING);
  feed(server, LISTING.replace("after", "b"), LISTING.replace("after", "c"));
  expect([1, 2, 3].map(() => kindsOf(server.work()))).toEqual([["after"], ["b"], ["c"]]);
});

test("an import is worked off slice by slice", () => {
  const server = newServer();
  feed(server, importing(1200));
  for (const [lines, busy] of [[[PROGRESS], true], [[PROGRESS], true], [[PROGRESS, "i"], false]]) {
    expect(kindsOf(server.work())).toEqual(lines);
    expect([server.isBusy(), server.hasWork()]).toEqual([busy, busy]);
  }
});

test("an import without a token is silent until its answer", () => {
  const server = newServer();
  feed(server, importing(501, "i", null));
  expect([kindsOf(server.work()), kindsOf(server.work())]).toEqual([[], ["i"]]);
});

test("an import is called off between two slices and keeps nothing", () => {
  const log: string[] = [];
  const server = newServer(log);
  feed(server, importing(501));
  expect(kindsOf(server.work())).toEqual([PROGRESS]);
  feed(server, LISTING, cancelling('"i"', ',"reason":"enough"'));
  expect([server.work(), server.isBusy()]).toEqual([[], false]);
  expect(kindsOf(server.work())).toEqual(["after"]);
  expect([server.work(), server.hasWork()]).toEqual([[], false]);
  expect(log).toEqual(["the client cancelled: enough"]);
  const answer = JSON.parse(ask(server, CREATING)[0]!);
  expect(answer.result.structuredContent.id).toBe("note-4");
});

test("what cancels something else does not stop an import", () => {
  const others = [cancelling('"j"'), cancelling("1"), cancelling("null"), "{", "[]", "", "null"];
  others.push(cancelling('"i"').replace("2.0", "1.0"));
  others.push(cancelling('"i"').replace("cancelled", "initialized"), cancelling('"i"', ',"x":"\\ud800"'));
  others.push("x".repeat(4194305), cancelling('"i"').replace("{", '{"id":1,'));
  const server = newServer();
  feed(server, importing(501));
  server.work();
  feed(server, ...others);
  expect(kindsOf(server.work())).toEqual([PROGRESS, "i"]);
});

test("what waited through one import is looked at again for the next", () => {
  const server = newServer();
  feed(server, importing(1001), importing(501, "j"), cancelling('"j"'), LISTING);
  const lines = [1, 2, 3, 4, 5, 6].map(() => kindsOf(server.work()));
  expect(lines).toEqual([[PROGRESS], [PROGRESS], [PROGRESS, "i"], [PROGRESS], [], []]);
  expect(kindsOf(server.work())).toEqual(["after"]);
});

test("a line that waits is looked at once in an import", () => {
  const server = newServer();
  feed(server, importing(2001), "{", "{");
  looked.mockClear();
  for (let slice = 1; slice <= 4; slice += 1) {
    server.work();
  }
  feed(server, "{");
  expect([kindsOf(server.work()), looked.mock.calls.length]).toEqual([[PROGRESS, "i"], 1 + 3]);
});

test("a cancellation after the last slice is too late", () => {
  expect(received(newServer(), importing(1), cancelling('"i"'))).toEqual([PROGRESS, "i"]);
});

test("an import under a number is called off by the same number", () => {
  expect(received(newServer(), importing(501, 7), cancelling("7.0"), LISTING)).toEqual([PROGRESS, "after"]);
});

test("a line that comes meanwhile waits for the end of the import", () => {
  const kinds = received(newServer(), importing(501), LISTING, cancelling('"j"'));
  expect(kinds).toEqual([PROGRESS, PROGRESS, "i", "after"]);
});

test("the end of input finishes an import", () => {
  const server = newServer();
  feed(server, importing(1001));
  server.work();
  expect(kindsOf(server.end())).toEqual([PROGRESS, PROGRESS, "i"]);
});

test("an import that cannot be kept fails as a tool", () => {
  const [server, journal] = sharedServer();
  feed(server, importing(501));
  server.work();
  journal.fault = new ToolFailure("no");
  const { result } = JSON.parse(textsOf(server.work()).at(-1)!);
  expect([result.isError, result.content[0].text, server.isBusy()]).toEqual([true, "no", false]);
});

test("an import that breaks is answered and over", () => {
  const log: string[] = [];
  const [server, journal] = sharedServer(undefined, undefined, log);
  feed(server, importing(501), LISTING);
  server.work();
  journal.fault = new Error("disk is gone");
  const internal = "Internal error: the server failed to answer; its stderr says more";
  expect(textsOf(server.work()).slice(-1)).toEqual(refused("i", -32603, internal));
  journal.fault = null;
  expect([server.isBusy(), kindsOf(server.work())]).toEqual([false, ["after"]]);
  expect(log[0]).toContain("disk is gone");
});
