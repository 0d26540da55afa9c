/**
 * The command line and the environment of a server, read without touching either.
 *
 * main hands both in and does what the Plan says.
 */

import { parseTime } from "./clock.ts";
import { SERVER_INFO } from "./results.ts";
import { has } from "./values.ts";

export const HELP = `usage: notes-server [--demo | --help | --version]

Serves notes over the Model Context Protocol 2026-07-28: one JSON-RPC message a line on stdin, answers on stdout,
diagnostics on stderr. It ends when stdin does.

  --demo      print a commented tour of the protocol and end
  --help      print this text and end
  --version   print name and version and end

environment:
  NOTES_CLOCK   a fixed time for tests, such as 2026-07-28T00:00:00.000Z
`;

/** The options, each with the action that it asks for. */
export const OPTIONS: Record<string, string> = { "--demo": "demo", "--help": "help", "--version": "version" };

export const SERVE = "serve";
export const FAIL = "fail";

/** What main is to do: an action, the text that it prints, and the fixed clock in milliseconds or null. */
export class Plan {
  readonly action: string;
  readonly text: string;
  readonly fixedClock: number | null;

  /** Takes the three. */
  constructor(action: string, text: string, fixedClock: number | null) {
    this.action = action;
    this.text = text;
    this.fixedClock = fixedClock;
  }
}

/** Reads the arguments and the environment (names to values) into a Plan; a mistake is a Plan to fail. */
export function plan(args: string[], environment: Record<string, string | undefined>): Plan {
  for (const argument of args) {
    if (!has(OPTIONS, argument)) {
      return new Plan(FAIL, "unknown option " + argument + "; --help shows the options there are", null);
    }
  }
  if (args.length > 1) {
    return new Plan(FAIL, "give one option at a time; --help shows the options there are", null);
  }
  if (args.length === 1) {
    return new Plan(OPTIONS[args[0]!]!, textFor(args[0]!), null);
  }
  if (!has(environment, "NOTES_CLOCK")) {
    return new Plan(SERVE, "", null);
  }
  const fixed = parseTime(environment["NOTES_CLOCK"]!);
  if (fixed === null) {
    return new Plan(FAIL, "NOTES_CLOCK must be a real time of the form 2026-07-28T00:00:00.000Z", null);
  }
  return new Plan(SERVE, "", fixed);
}

function textFor(option: string): string {
  if (option === "--help") {
    return HELP;
  }
  return option === "--version" ? SERVER_INFO.name + " " + SERVER_INFO.version + "\n" : "";
}
