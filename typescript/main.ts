/**
 * The notes server on stdin and stdout: the only file of the server that touches the world outside.
 *
 * Streams, files, the clock, randomness and the environment are read here and handed to the core, which knows none of
 * them. Exit codes: 0 at the end of input or of output, 1 if a stream fails, 2 for a mistake on the command line
 * or in the environment.
 */

import { fstatSync, writeSync } from "node:fs";

import { World } from "./server/context.ts";
import { demo } from "./server/demo.ts";
import { Diagnostics } from "./server/diagnostics.ts";
import { Server } from "./server/dispatch.ts";
import { SAMPLES } from "./server/notes.ts";
import { FAIL, SERVE, plan } from "./server/options.ts";

/** Errors that only say that the other side, or the stream itself, is not there any more. */
export const GONE = ["EPIPE", "EBADF", "ECONNRESET"];

/** How many bytes of answers are collected before they are written, also in the middle of a burst. */
export const BATCH = 1048576;

/** Does what the command line asks for and gives the exit code. */
export async function main(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const todo = plan(args, environment);
  const diagnostics = new Diagnostics();
  if (todo.action === FAIL) {
    log(diagnostics, todo.text);
    return 2;
  }
  try {
    if (todo.action === SERVE) {
      const clock = clockOf(todo.fixedClock);
      const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));
      const world = new World(clock, ["read", "write"], random, (text) => log(diagnostics, text));
      await serve(new Server(world, SAMPLES));
    } else {
      await write([Buffer.from(todo.action === "demo" ? demo() : todo.text, "utf-8")]);
    }
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code ?? "";
    if (!GONE.includes(code)) {
      log(diagnostics, "cannot go on: " + code);
      return 1;
    }
  }
  return 0;
}

/** Carries bytes between the streams and the server until stdin ends; raises an error of the stream that fails. */
export async function serve(server: Server): Promise<void> {
  for await (const chunk of process.stdin) {
    let answers: Uint8Array[] = [];
    let size = 0;
    for (const line of server.feed(chunk as Uint8Array)) {
      for (const answer of server.handle(line)) {
        answers.push(answer);
        size += answer.length;
      }
      if (size >= BATCH) {
        await write(answers);
        answers = [];
        size = 0;
      }
    }
    // One write for all answers to one read: a burst of requests costs few system calls.
    await write(answers);
  }
  for (const answer of server.end()) {
    await write([answer]);
  }
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

function clockOf(fixed: number | null): () => number {
  return () => fixed ?? Date.now();
}

process.stdout.on("error", () => {}); // each write hears of its own error
process.exitCode = await main(process.argv.slice(2), process.env);
