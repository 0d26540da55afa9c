/** Telling: which changes reach which listen, in which order, and where they stand beside an answer. */

import { expect, test } from "vitest";

import { Change } from "../server/changes.ts";
import { Modes } from "../server/context.ts";
import { Server } from "../server/dispatch.ts";
import { Notes, SAMPLES } from "../server/notes.ts";
import { FLAGS, Listens } from "../server/subscriptions.ts";
import type { JsonObject } from "../server/values.ts";
import {
  CREATING,
  NOW_TEXT,
  ask,
  cancelling,
  created,
  importing,
  kindsOf,
  newServer,
  newWorld,
  requestText,
  sharedServer,
  textsOf,
} from "./support.ts";

const LIVE = new Modes(true, false, true);
const LISTING = requestText("after", "prompts/list", {});
const LISTED = "notifications/resources/list_changed";
const UPDATED = "notifications/resources/updated";
const PROGRESS = "notifications/progress";

/** Gives the notification of a change, with the id of its listen as it stands in JSON. */
function told(shown: string, name: string, uri = ""): string {
  const rest = uri === "" ? "}" : ',"uri":"' + uri + '"}';
  const params = '{"_meta":{"io.modelcontextprotocol/subscriptionId":' + shown + "}" + rest;
  return '{"jsonrpc":"2.0","method":"notifications/' + name + '","params":' + params + "}\n";
}

/** Gives the text of a request that opens a listen. */
function listening(requestId: string, wanted: JsonObject): string {
  return requestText(requestId, "subscriptions/listen", { notifications: wanted });
}

/** Sends one line to a server and gives the kinds of its answers. */
function kindsTo(server: Server, text: string): unknown[] {
  return kindsOf(ask(server, text));
}

test("a change is told to all that asked in the order of opening", () => {
  const listens = new Listens();
  listens.open("b", { resourcesListChanged: true, resourceSubscriptions: ["notes://note-2", "notes://note-1"] });
  listens.open("silent", {});
  listens.open(1, { resourceSubscriptions: ["notes://note-1"] });
  listens.open("a", { resourcesListChanged: true });
  const lines = textsOf(listens.tell([new Change(["resourcesListChanged"], ["note-1", "note-2", "note-3"])]));
  expect(lines).toEqual([
    told('"b"', "resources/list_changed"),
    told('"b"', "resources/updated", "notes://note-1"),
    told('"b"', "resources/updated", "notes://note-2"),
    told("1", "resources/updated", "notes://note-1"),
    told('"a"', "resources/list_changed"),
  ]);
});

test("several changes are told as one and lists come first", () => {
  const listens = new Listens();
  const flags = Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, true]));
  listens.open("s", { ...flags, resourceSubscriptions: ["notes://note-1"] });
  const changes = [new Change(["resourcesListChanged"], ["note-1"]), new Change(["toolsListChanged"], [])];
  changes.push(new Change([], ["note-1"]));
  const lists = ["tools/list_changed", "resources/list_changed"].map((name) => told('"s"', name));
  const expected = [...lists, told('"s"', "resources/updated", "notes://note-1")];
  expect(textsOf(listens.tell(changes))).toEqual(expected);
  const lines = textsOf(listens.tell([new Change(["promptsListChanged"], [])]));
  expect(lines).toEqual([told('"s"', "prompts/list_changed")]);
  expect(listens.tell([])).toEqual([]);
});

test("who is not there any more hears nothing", () => {
  const listens = new Listens();
  listens.open("s", { resourcesListChanged: true });
  listens.cancel("s");
  expect(listens.tell([new Change(["resourcesListChanged"], [])])).toEqual([]);
});

test("a change of this server follows its answer", () => {
  const server = newServer([], LIVE);
  ask(server, listening("s", { resourcesListChanged: true, resourceSubscriptions: ["notes://note-4"] }));
  expect(kindsTo(server, CREATING)).toEqual(["c", LISTED, UPDATED]);
  expect(kindsTo(server, importing(1))).toEqual([PROGRESS, "i", LISTED]);
});

test("changes of others come before the next answer and our own behind it", () => {
  const [server, journal] = sharedServer(LIVE);
  ask(server, listening("s", { resourcesListChanged: true }));
  journal.others = created(2);
  expect(kindsTo(server, LISTING)).toEqual([LISTED, "after"]);
  journal.others = created(1);
  expect(kindsTo(server, CREATING)).toEqual([LISTED, "c", LISTED]);
  expect(kindsTo(server, LISTING)).toEqual(["after"]);
});

test("what an answer logs stands between changes of others and the answer", () => {
  const [server, journal] = sharedServer(LIVE);
  ask(server, listening("s", { resourcesListChanged: true }));
  journal.others = created(1);
  expect(kindsTo(server, importing(1))).toEqual([LISTED, PROGRESS, "i", LISTED]);
});

test("a request that is refused tells what others did all the same", () => {
  const [server, journal] = sharedServer(LIVE);
  ask(server, listening("s", { resourcesListChanged: true }));
  journal.others = created(1);
  expect(kindsTo(server, requestText("x", "tools/call", { name: "no" }))).toEqual([LISTED, "x"]);
});

test("a request sees what others have done", () => {
  const [server, journal] = sharedServer(LIVE);
  journal.others = [{ op: "delete", id: "note-1", at: NOW_TEXT }];
  const { result } = JSON.parse(ask(server, requestText(1, "resources/list", {}))[0]!);
  const names = result.resources.map((each: JsonObject) => each["name"]);
  expect(names.slice(0, 2)).toEqual(["note-2", "note-3"]);
});

test("a listen does not hear of what was there before it", () => {
  const [server, journal] = sharedServer(LIVE);
  journal.others = created(1);
  const opened = kindsTo(server, listening("s", { resourcesListChanged: true }));
  expect(opened).toEqual(["notifications/subscriptions/acknowledged"]);
  expect(server.look()).toEqual([]);
});

test("a look tells what others did once", () => {
  const [server, journal] = sharedServer(LIVE);
  ask(server, listening("s", { resourcesListChanged: true, resourceSubscriptions: ["notes://note-1"] }));
  journal.others = [{ op: "update", id: "note-1", body: "x", at: NOW_TEXT }];
  expect(kindsOf(server.look())).toEqual([UPDATED]);
  expect(server.look()).toEqual([]);
});

test("a look that fails is logged and not fatal", () => {
  const log: string[] = [];
  const [server, journal] = sharedServer(LIVE, undefined, log);
  journal.fault = new Error("disk is gone");
  expect([server.look(), log.length]).toEqual([[], 1]);
  expect(log[0]).toContain("disk is gone");
});

test("a request that breaks the server tells what others did all the same", () => {
  const [server, journal] = sharedServer(LIVE, undefined, []);
  ask(server, listening("s", { resourcesListChanged: true }));
  journal.others = created(1);
  journal.append = () => {
    throw new Error("disk is gone");
  };
  expect(kindsTo(server, CREATING)).toEqual([LISTED, "c"]);
});

test("without a change no listen is looked at", () => {
  const listens = new Listens();
  listens.open("s", null as unknown as JsonObject);
  expect(listens.tell([])).toEqual([]);
});

test("a server watches while somebody listens to a shared store", () => {
  const [server] = sharedServer(LIVE);
  expect(server.isWatching()).toBe(false);
  ask(server, listening("silent", {}));
  expect(server.isWatching()).toBe(false);
  ask(server, listening("s", { resourcesListChanged: true }));
  expect(server.isWatching()).toBe(true);
  ask(server, cancelling('"s"'));
  expect(server.isWatching()).toBe(false);
  const alone = new Server(newWorld([]), new Notes(SAMPLES), LIVE);
  ask(alone, listening("s", { resourcesListChanged: true }));
  expect(alone.isWatching()).toBe(false);
});

test("without the scope to read nothing is heard of notes", () => {
  const [server, journal] = sharedServer(LIVE, ["write"]);
  ask(server, listening("s", { resourcesListChanged: true, toolsListChanged: true }));
  journal.others = created(1);
  expect([server.look(), kindsTo(server, CREATING)]).toEqual([[], ["c"]]);
  const trigger = requestText("t", "tools/call", { name: "test_trigger_tool_change", arguments: {} });
  expect(kindsTo(server, trigger)).toEqual(["t", "notifications/tools/list_changed"]);
});
