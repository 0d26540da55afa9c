/** The real program as a child process, for the tests of its command line, its streams and its files. */

import { spawn } from "node:child_process";
import type { ChildProcess, ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const FOLDER = fileURLToPath(new URL("..", import.meta.url));
export const PROGRAM = ["--import", "tsx", "main.ts"];

/** After so many milliseconds a child that has not ended is killed, which no test takes for an end. */
export const DEADLINE = 60000;

/** A key for all children that are not to say that they have none. */
export const KEY = "0123456789abcdef".repeat(4);

export type Environment = Record<string, string | undefined>;
export type Ended = [number | null, string, string];
type Lines = AsyncIterator<string>;

/** Gives the environment for a child: ours without what could change its answers, a key, and then the changes. */
export function environment(changes: Environment): NodeJS.ProcessEnv {
  const { LC_ALL: _all, LANG: _lang, NODE_OPTIONS: _options, ...ours } = process.env;
  const kept = Object.entries(ours).filter(([name]) => !name.startsWith("NOTES_"));
  return { ...Object.fromEntries(kept), NOTES_STATE_KEY: KEY, ...changes };
}

/** Starts the program on three pipes; it is killed at the deadline. */
export function start(
  args: string[] = [],
  changes: Environment = {},
  limits: string[] = [],
): ChildProcessWithoutNullStreams {
  const [command, ...rest] = [...limits, process.execPath, ...PROGRAM, ...args];
  const child = spawn(command!, rest, { cwd: FOLDER, env: environment(changes), timeout: DEADLINE });
  child.stdin.on("error", () => {}); // a child that has ended reads no more
  return child;
}

/** Waits for the end of a child and gives exit code, stdout and stderr. */
export async function ended(child: ChildProcess): Promise<Ended> {
  const [output, errors] = [textOf(child.stdout!), textOf(child.stderr!)];
  const [code] = await once(child, "close");
  return [code, await output, await errors];
}

/** Runs the program with these arguments and this input and gives exit code, stdout and stderr. */
export async function run(args: string[], input: string | Uint8Array, changes: Environment = {}): Promise<Ended> {
  const child = start(args, changes);
  child.stdin.end(input);
  return await ended(child);
}

/** Writes one line to a child. */
export function send(child: ChildProcessWithoutNullStreams, text: string): void {
  child.stdin.write(text + "\n");
}

/** Gives the lines of a child as they come. */
export function linesOf(child: ChildProcessWithoutNullStreams): Lines {
  return createInterface({ input: child.stdout })[Symbol.asyncIterator]();
}

/** Waits for the next line and gives it as a value; a child at its deadline gives none. */
export async function heard(lines: Lines): Promise<any> {
  return JSON.parse((await lines.next()).value);
}
