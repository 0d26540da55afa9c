/** The heart: bytes in, lines out, one answer to each request in its order, and never an exception. */

import { expect, onTestFinished, test } from "vitest";

import { TOO_LONG } from "../server/lines.ts";
import { METHODS } from "../server/routing.ts";
import { SOUND, ask, newServer, refused, requestText, textsOf } from "./support.ts";

const LISTING = requestText("after", "tools/list", {});
const INTERNAL = "Internal error: the server failed to answer; its stderr says more";

/** Gives the ids of answers, null where there is none. */
function idsOf(lines: Uint8Array[]): unknown[] {
  return textsOf(lines).map((line) => JSON.parse(line).id ?? null);
}

/** Gives the text of a request that opens a listen. */
function listen(requestId: string | number): string {
  return requestText(requestId, "subscriptions/listen", { notifications: {} });
}

/** Gives the text of a cancellation, with the id as it stands in JSON. */
function cancel(shown: string): string {
  return '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":' + shown + "}}";
}

/** Fails as no handler should. */
function raising(): never {
  throw new Error("disk is gone");
}

/** Puts a handler that raises into the methods until the test is over. */
function withRaisingHandler(): void {
  METHODS["test/raises"] = raising;
  onTestFinished(() => {
    delete METHODS["test/raises"];
  });
}

test("there are exactly the ten methods of the contract and each answers", () => {
  expect(Object.keys(METHODS).length).toBe(10);
  expect(Object.keys(METHODS).sort()).toEqual(Object.keys(SOUND).sort());
  for (const [method, members] of Object.entries(SOUND)) {
    const answers = ask(newServer(), requestText("x", method, members));
    expect(answers.length).toBe(1);
    expect(answers[0]).not.toContain('"error"');
  }
});

test("an id is echoed with its type", () => {
  const table = [["1", "1"], ['"1"', '"1"'], ["1.0", "1"], ["-0", "0"], ['""', '""'], ["1e2", "100"]] as const;
  for (const [written, echoed] of table) {
    const text = '{"jsonrpc":"2.0","id":' + written + LISTING.slice(LISTING.indexOf(',"method"'));
    const [answer] = ask(newServer(), text);
    expect(answer!.startsWith('{"jsonrpc":"2.0","id":' + echoed + ',"result":'), answer).toBe(true);
  }
});

test("an unexpected error is answered under the id and logged", () => {
  withRaisingHandler();
  const log: string[] = [];
  const answers = ask(newServer(log), requestText("x", "test/raises", {}));
  expect(answers).toEqual(refused("x", -32603, INTERNAL));
  expect(log.length).toBe(1);
  expect(log[0]).toContain("disk is gone");
});

test("after an unexpected error the next request is answered", () => {
  withRaisingHandler();
  const server = newServer();
  const chunk = requestText(1, "test/raises", {}) + "\n" + LISTING + "\n";
  const answers = textsOf(server.receive(Buffer.from(chunk)));
  expect(answers).toEqual([...refused(1, -32603, INTERNAL), ...ask(newServer(), LISTING)]);
  expect(ask(server, LISTING)).toEqual(ask(newServer(), LISTING));
});

test("an error of the protocol is not logged", () => {
  const log: string[] = [];
  const server = newServer(log);
  for (const text of ["{", "[]", "{}", requestText(1, "no/such", {}), requestText(1, "tools/call", { name: "x" })]) {
    expect(ask(server, text).length).toBe(1);
  }
  server.handle(TOO_LONG);
  expect(log).toEqual([]);
});

test("a response is logged and not answered", () => {
  const log: string[] = [];
  const server = newServer(log);
  expect(ask(server, '{"jsonrpc":"2.0","id":1,"result":{}}')).toEqual([]);
  expect(log.length).toBe(1);
  expect(ask(server, '{"id":1,"error":null}')).toEqual([]);
  expect(log.length).toBe(2);
});

test("a notification does nothing, whatever it names", () => {
  const server = newServer();
  const members = { name: "notes_create", arguments: { title: "t", body: "" } };
  const text = requestText(1, "tools/call", members).replace('"id":1,', "");
  for (const notification of [text, listen(1).replace('"id":1,', ""), '{"method":"x"}', '{"method":""}']) {
    expect(ask(server, notification)).toEqual([]);
  }
  const listing = requestText(1, "resources/list", {});
  expect(ask(server, listing)).toEqual(ask(newServer(), listing));
  expect(server.end()).toEqual([]);
});

test("many lines in one chunk are answered one by one in their order", () => {
  const texts = Array.from({ length: 100 }, (_, number) => requestText(number, "resources/templates/list", {}));
  texts.splice(10, 0, "", '{"method":"x"}');
  texts.splice(50, 0, "{");
  const lines = newServer().receive(Buffer.from(texts.join("\n") + "\n"));
  const numbers: (number | null)[] = Array.from({ length: 100 }, (_, number) => number);
  numbers.splice(48, 0, null);
  expect(idsOf(lines)).toEqual(numbers);
  expect(textsOf(lines).every((line) => line.endsWith("}\n") && line.split("\n").length === 2)).toBe(true);
});

test("the answers are the same however the bytes come", () => {
  const texts = Object.entries(SOUND).map(([method, members]) => requestText("é😀", method, members));
  const data = Buffer.from([...texts, "{", "[]"].join("\r\n") + "\n");
  const whole = textsOf(newServer().receive(data));
  expect(whole.length).toBe(12);
  for (const size of [1, 2, 7, 1000]) {
    const server = newServer();
    const lines: Uint8Array[] = [];
    for (let start = 0; start < data.length; start += size) {
      lines.push(...server.receive(data.subarray(start, start + size)));
    }
    expect(textsOf(lines)).toEqual(whole);
  }
});

test("nothing is answered before its line ends", () => {
  const server = newServer();
  expect(server.receive(Buffer.from(LISTING))).toEqual([]);
  expect(textsOf(server.receive(Buffer.from("\n")))).toEqual(ask(newServer(), LISTING));
});

test("a line over the limit is answered and the next one too", () => {
  const server = newServer();
  const tooLong = refused(null, -32600, "Invalid request: the line is longer than 4194304 bytes");
  expect(textsOf(server.handle(TOO_LONG))).toEqual(tooLong);
  expect(ask(server, "x".repeat(4194305))).toEqual(tooLong);
  expect(ask(server, LISTING + " ".repeat(4194304 - LISTING.length))).toEqual(ask(newServer(), LISTING));
});

test("the end answers a last line without newline", () => {
  let server = newServer();
  server.receive(Buffer.from(LISTING));
  expect(textsOf(server.end())).toEqual(ask(newServer(), LISTING));
  server = newServer();
  server.receive(Buffer.from('{"id":1'));
  expect(idsOf(server.end())).toEqual([null]);
});

test("the end without a last line says nothing", () => {
  expect(newServer().end()).toEqual([]);
  const server = newServer();
  server.receive(Buffer.from(LISTING + "\n"));
  expect(server.end()).toEqual([]);
});

test("the end closes every open listen after the last answer", () => {
  const server = newServer();
  ask(server, listen("b"));
  ask(server, listen(1));
  server.receive(Buffer.from(LISTING));
  const lines = server.end();
  expect(idsOf(lines)).toEqual(["after", "b", null, 1, null]);
  const ended = textsOf([lines[2]!, lines[4]!]).map((line) => JSON.parse(line).params.requestId);
  expect(ended).toEqual(["b", 1]);
  expect(server.end()).toEqual([]);
});

test("a listen on the last line is acknowledged and closed", () => {
  const server = newServer();
  server.receive(Buffer.from(listen("s")));
  const messages = textsOf(server.end()).map((line) => JSON.parse(line));
  const methods = messages.map((message) => message.method ?? "result");
  expect(methods).toEqual(["notifications/subscriptions/acknowledged", "result", "notifications/cancelled"]);
});

test("a cancelled listen is silent and its id is free", () => {
  const server = newServer();
  const acknowledged = ask(server, listen("s"));
  const inUse = refused("s", -32600, "Invalid request: id is that of a listen that is still open");
  expect(ask(server, listen("s"))).toEqual(inUse);
  expect(ask(server, cancel('"s"'))).toEqual([]);
  expect(ask(server, listen("s"))).toEqual(acknowledged);
  expect(ask(server, cancel('"s"'))).toEqual([]);
  expect(server.end()).toEqual([]);
});

test("a cancellation of something else ends no listen", () => {
  const server = newServer();
  ask(server, listen(1));
  const half = cancel('1,"x":"\\ud800"');
  const other = cancel("1").replace("notifications/cancelled", "notifications/initialized");
  for (const text of [cancel('"1"'), cancel("2"), cancel("null"), cancel("true"), cancel("1.5"), half, other]) {
    expect(ask(server, text)).toEqual([]);
  }
  expect(idsOf(server.end())).toEqual([1, null]);
});

test("a listen is cancelled under whichever id it has", () => {
  for (const [requestId, written] of [[1, "1.0"], [0, "-0"], ["", '""'], ["é", '"\\u00e9"']] as const) {
    const server = newServer();
    ask(server, listen(requestId));
    expect(ask(server, cancel(written))).toEqual([]);
    expect(server.end(), written).toEqual([]);
  }
});

test("other requests are answered while a listen is open", () => {
  const server = newServer();
  ask(server, listen("s"));
  expect(ask(server, LISTING)).toEqual(ask(newServer(), LISTING));
});
