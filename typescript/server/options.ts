/**
 * The command line and the environment of a server, read without touching either.
 *
 * main hands both in and does what the Plan says. A mistake is a Plan to fail, with the sentence to print.
 */

import { parseTime } from "./clock.ts";
import { Modes } from "./context.ts";
import { SERVER_INFO } from "./results.ts";
import { DEFAULT_SCOPES, SCOPES } from "./scopes.ts";
import { cut, has } from "./values.ts";

export const HELP = `usage: notes-server [--store FILE [--no-fsync]] [--live] [--legacy] [--everything]
       notes-server [--demo | --help | --version]

Serves notes over the Model Context Protocol 2026-07-28: one JSON-RPC message a line on stdin, answers on stdout,
diagnostics on stderr. It ends when stdin does.

  --store FILE  keep the notes in a file, which any number of servers may share; without it they last as long as this
                process, and begin with three samples
  --no-fsync    do not wait for the disk after each change: faster, and a power failure may take the last ones
  --live        tell listeners of changes to the notes, also of those that other servers make in the same store
  --legacy      serve clients of protocol 2025-11-25 too
  --everything  add fixtures of every kind, for testing clients
  --demo        print a commented tour of the protocol and end
  --help        print this text and end
  --version     print name and version and end

environment:
  NOTES_SCOPES     what the tools may do, a comma list of read, write and delete; read,write if it is not set
  NOTES_PRINCIPAL  for whom this server works; a confirmation is good for the same one only
  NOTES_STATE_KEY  64 lower-case hex digits that seal confirmations; all servers of one store need the same. If it is
                   not set, FILE.key is used, and made if need be
  NOTES_CLOCK      a fixed time for tests, such as 2026-07-28T00:00:00.000Z
`;

/** The options that stand alone, each with the action that it asks for. */
export const ACTIONS: Record<string, string> = { "--demo": "demo", "--help": "help", "--version": "version" };

/** The options that serving takes, each once. Only the store has a value. */
export const SWITCHES = ["--store", "--no-fsync", "--live", "--legacy", "--everything"];

export const SERVE = "serve";
export const FAIL = "fail";

const KEY = /^[0-9a-f]{64}$/;

/** What main is to do: an action, the text that it prints, and for serving all the rest. */
export class Plan {
  readonly action: string;
  readonly text: string;
  store: string | null;
  fsync: boolean;
  modes: Modes;
  scopes: string[];
  principal: string;
  key: string | null;
  fixedClock: number | null;

  /** Takes the action and the text; what serving needs is put in afterwards. */
  constructor(action: string, text: string) {
    this.action = action;
    this.text = text;
    this.store = null;
    this.fsync = true;
    this.modes = new Modes();
    this.scopes = DEFAULT_SCOPES;
    this.principal = "";
    this.key = null;
    this.fixedClock = null;
  }
}

/** Reads the arguments and the environment (names to values) into a Plan. */
export function plan(args: string[], environment: Record<string, string | undefined>): Plan {
  if (args.length === 1 && has(ACTIONS, args[0]!)) {
    return new Plan(ACTIONS[args[0]!]!, textFor(args[0]!));
  }
  const [given, mistake] = readSwitches(args);
  if (mistake !== "") {
    return new Plan(FAIL, mistake + "; --help shows the options there are");
  }
  const todo = new Plan(SERVE, "");
  todo.store = has(given, "--store") ? given["--store"]! : null;
  todo.fsync = !has(given, "--no-fsync");
  todo.modes = new Modes(has(given, "--live"), has(given, "--legacy"), has(given, "--everything"));
  const fault = readEnvironment(todo, environment);
  return fault === "" ? todo : new Plan(FAIL, fault);
}

function readSwitches(args: string[]): [Record<string, string>, string] {
  const given: Record<string, string> = {};
  let index = 0;
  while (index < args.length) {
    const name = args[index]!;
    if (has(ACTIONS, name)) {
      return [given, "give " + name + " alone"];
    }
    if (!SWITCHES.includes(name)) {
      return [given, "unknown option " + cut(name)];
    }
    if (has(given, name)) {
      return [given, "give " + name + " once"];
    }
    if (name === "--store") {
      index += 1;
    }
    if (index === args.length || args[index] === "") {
      return [given, "--store needs the path of a file"];
    }
    given[name] = args[index]!;
    index += 1;
  }
  if (has(given, "--no-fsync") && !has(given, "--store")) {
    return [given, "--no-fsync says how a store is written; give --store too"];
  }
  return [given, ""];
}

function readEnvironment(todo: Plan, environment: Record<string, string | undefined>): string {
  if (has(environment, "NOTES_CLOCK")) {
    todo.fixedClock = parseTime(environment["NOTES_CLOCK"]!);
    if (todo.fixedClock === null) {
      return "NOTES_CLOCK must be a real time of the form 2026-07-28T00:00:00.000Z";
    }
  }
  if (has(environment, "NOTES_SCOPES")) {
    const words = environment["NOTES_SCOPES"]!.split(",").map((word) => trimmed(word));
    todo.scopes = words.length === 1 && words[0] === "" ? [] : words;
    for (const scope of todo.scopes) {
      if (!SCOPES.includes(scope)) {
        return "NOTES_SCOPES must be a comma list of " + SCOPES.join(", ") + "; it has '" + cut(scope) + "'";
      }
    }
  }
  if (has(environment, "NOTES_PRINCIPAL")) {
    todo.principal = environment["NOTES_PRINCIPAL"]!;
  }
  if (has(environment, "NOTES_STATE_KEY")) {
    todo.key = environment["NOTES_STATE_KEY"]!;
    if (!KEY.test(todo.key)) {
      return "NOTES_STATE_KEY must be 64 lower-case hex digits";
    }
  }
  return "";
}

function trimmed(text: string): string {
  // Only ASCII white space; what else a runtime calls white space differs.
  return text.replace(/^[ \t\r\n]+/, "").replace(/[ \t\r\n]+$/, "");
}

function textFor(option: string): string {
  if (option === "--help") {
    return HELP;
  }
  return option === "--version" ? SERVER_INFO.name + " " + SERVER_INFO.version + "\n" : "";
}
