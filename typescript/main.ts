/**
 * The notes server on stdin and stdout: the only file of the server that touches the world outside.
 *
 * Streams, files, the clock, randomness and the environment are read here and handed to the core, which knows none of
 * them. Exit codes: 0 at the end of input or of output, 1 if a stream fails, 2 for a mistake on the command line
 * or in the environment, or a store that cannot be used.
 */

import { randomBytes } from "node:crypto";
import { fstatSync, writeSync } from "node:fs";

import { World } from "./server/context.ts";
import { demo } from "./server/demo.ts";
import { Diagnostics } from "./server/diagnostics.ts";
import { Server } from "./server/dispatch.ts";
import { Unusable, nameOf, openStore, sharedKey } from "./server/files.ts";
import { Journal } from "./server/journal.ts";
import { Notes, SAMPLES } from "./server/notes.ts";
import { FAIL, SERVE, plan } from "./server/options.ts";
import type { Plan } from "./server/options.ts";
import { mayBeJournal } from "./server/records.ts";

type Log = (text: string) => void;

interface Input {
  readonly chunks: AsyncIterator<Uint8Array>;
  next: Promise<IteratorResult<Uint8Array>>; // the chunk after those that were taken: never more than one is ahead
  arrived: boolean; // whether it is there, or the end is, or an error
  wake: () => void; // ends a wait for it
}

/** Errors that only say that the other side, or the stream itself, is not there any more. */
export const GONE = ["EPIPE", "EBADF", "ECONNRESET"];

/** How many bytes of answers are collected before they are written, also in the middle of a burst. */
export const BATCH = 1048576;

/** How long a change in a shared store stays unheard, in milliseconds, while somebody listens. */
export const WATCH = 100;

/** Does what the command line asks for and gives the exit code. */
export async function main(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  // Beyond the largest size allowed for a file a write fails, instead of killing the server.
  process.on("SIGXFSZ", () => {});
  const todo = plan(args, environment);
  const diagnostics = new Diagnostics();
  const logged = (text: string): void => log(diagnostics, text);
  try {
    if (todo.action === FAIL) {
      logged(todo.text);
      return 2;
    }
    if (todo.action === SERVE) {
      const notes = notesOf(todo, logged);
      const world = new World(clockOf(todo), todo.scopes, todo.principal, keyOf(todo, logged), logged);
      await serve(new Server(world, notes, todo.modes));
    } else {
      await write([Buffer.from(todo.action === "demo" ? demo() : todo.text, "utf-8")]);
    }
  } catch (fault) {
    if (fault instanceof Unusable) {
      logged(fault.message);
      return 2;
    }
    if (!GONE.includes(nameOf(fault))) {
      logged("cannot go on: " + nameOf(fault));
      return 1;
    }
  }
  return 0;
}

/** Carries bytes between the streams and the server until stdin ends; raises an error of the stream that fails. */
export async function serve(server: Server): Promise<void> {
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const input: Input = { chunks, next: chunks.next(), arrived: false, wake: () => {} };
  expect(input);
  try {
    let ended = false;
    while (!ended) {
      if (server.isWatching()) {
        // Before the wait, not after one in vain: a client that is never silent is to hear of changes as well.
        await write(server.look());
        if (!(await hasArrived(input, WATCH))) {
          continue;
        }
      }
      const chunk = await take(input);
      ended = chunk.length === 0;
      server.feed(chunk);
      await workOff(server, input);
    }
    for (const answer of server.end()) {
      await write([answer]);
    }
  } finally {
    // A read that still waits would keep the process alive.
    process.stdin.destroy();
  }
}

async function workOff(server: Server, input: Input): Promise<void> {
  // One write for all answers to one read: a burst of requests costs few system calls.
  let answers: Uint8Array[] = [];
  let size = 0;
  while (server.hasWork()) {
    for (const answer of server.work()) {
      answers.push(answer);
      size += answer.length;
    }
    if (server.isBusy() || size >= BATCH) {
      await write(answers);
      answers = [];
      size = 0;
    }
    if (server.isBusy() && (await hasArrived(input, 0))) {
      server.feed(await take(input));
    }
  }
  await write(answers);
}

function expect(input: Input): void {
  const settled = (): void => {
    input.arrived = true;
    input.wake();
  };
  input.arrived = false;
  input.next.then(settled, settled);
}

async function take(input: Input): Promise<Uint8Array> {
  const { done, value } = await input.next;
  if (done === true) {
    return new Uint8Array(0); // and so for ever after
  }
  input.next = input.chunks.next();
  expect(input);
  return value;
}

async function hasArrived(input: Input, milliseconds: number): Promise<boolean> {
  if (fstatSync(0).isFile()) {
    // A file has its next bytes, or its end, at any time.
    await Promise.allSettled([input.next]);
  } else if (milliseconds === 0) {
    // Whether there is something to read is found out once a turn, and this turn may be past that.
    for (let turn = 0; turn < 2 && !input.arrived; turn += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  } else if (!input.arrived) {
    // Not Promise.race: each of its calls would leave something with the promise of a chunk that may never come.
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      input.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  return input.arrived;
}

async function write(answers: Uint8Array[]): Promise<void> {
  const data = Buffer.concat(answers);
  if (data.length === 0) {
    return;
  }
  if (fstatSync(1).isFile()) {
    // A file may take less than it was given, and the stream would not say so.
    let view: Uint8Array = data;
    while (view.length > 0) {
      view = view.subarray(writeSync(1, view));
    }
    return;
  }
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(data, (fault) => (fault ? reject(fault) : resolve()));
  });
}

function log(diagnostics: Diagnostics, text: string): void {
  try {
    writeSync(2, diagnostics.line(text));
  } catch {
    // nobody reads stderr, and nobody has to
  }
}

function notesOf(todo: Plan, logged: Log): Notes {
  if (todo.store === null) {
    return new Notes(SAMPLES);
  }
  const file = openStore(todo.store, todo.fsync, logged);
  if (!mayBeJournal(file.read(0, 65536))) {
    throw new Unusable(
      "the store " + todo.store + " is no journal of notes and was left as it is; name another file",
    );
  }
  return new Notes([], new Journal(file, randomBytes(8).toString("hex"), logged));
}

function keyOf(todo: Plan, logged: Log): Uint8Array {
  if (todo.key !== null) {
    return Buffer.from(todo.key, "hex");
  }
  const fresh = randomBytes(32).toString("hex");
  if (todo.store !== null) {
    return Buffer.from(sharedKey(todo.store + ".key", fresh, randomBytes(8).toString("hex"), logged), "hex");
  }
  logged("NOTES_STATE_KEY is not set: no other process will accept the confirmations that this one asks for");
  return Buffer.from(fresh, "hex");
}

function clockOf(todo: Plan): () => number {
  return () => todo.fixedClock ?? Date.now();
}

process.stdout.on("error", () => {}); // each write hears of its own error
process.exitCode = await main(process.argv.slice(2), process.env);
