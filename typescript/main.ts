/**
 * The notes server on stdin and stdout: the only file of the server that touches the world outside.
 *
 * Streams, files, the clock, randomness and the environment are read here and handed to the core, which knows none of
 * them. Exit codes: 0 at the end of input or of output, 1 if stdin cannot be read, 2 for a mistake on the command line
 * or in the environment.
 */

import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";

import { World } from "./server/context.ts";
import { demo } from "./server/demo.ts";
import { Diagnostics } from "./server/diagnostics.ts";
import { Server } from "./server/dispatch.ts";
import { SAMPLES } from "./server/notes.ts";
import { FAIL, SERVE, plan } from "./server/options.ts";

/** Errors that only say that the other side, or the stream itself, is not there any more. */
export const GONE = ["EPIPE", "EBADF"];

/** Does what the command line asks for and gives the exit code. */
export async function main(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const todo = plan(args, environment);
  const diagnostics = new Diagnostics();
  if (todo.action === FAIL) {
    log(diagnostics, todo.text);
    return 2;
  }
  if (todo.action === SERVE) {
    const world = new World(clockOf(todo.fixedClock), ["read", "write"], randomBytes, (text) => log(diagnostics, text));
    return await serve(new Server(world, SAMPLES), diagnostics);
  }
  await write(Buffer.from(todo.action === "demo" ? demo() : todo.text, "utf-8"));
  return 0;
}

/** Carries bytes between the streams and the server until one of the streams ends; gives the exit code. */
export async function serve(server: Server, diagnostics: Diagnostics): Promise<number> {
  try {
    for await (const chunk of process.stdin) {
      // One write for all answers to one read: a burst of requests costs few system calls.
      await write(Buffer.concat(server.receive(chunk as Uint8Array)));
    }
    await write(Buffer.concat(server.end()));
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code ?? "";
    if (GONE.includes(code)) {
      return 0;
    }
    log(diagnostics, "cannot go on: " + code);
    return 1;
  }
  return 0;
}

function write(data: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
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
