"""The command line and the environment of a server, read without touching either.

main hands both in and does what the Plan says. A mistake is a Plan to fail, with the sentence to print.
"""

import re

from server.clock import parse_time
from server.context import Modes
from server.results import SERVER_INFO
from server.scopes import DEFAULT_SCOPES, SCOPES
from server.values import cut, has

HELP = """usage: notes-server [--store FILE [--no-fsync]] [--live] [--legacy] [--everything]
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
"""

#: The options that stand alone, each with the action that it asks for.
ACTIONS = {"--demo": "demo", "--help": "help", "--version": "version"}

#: The options that serving takes, each once. Only the store has a value.
SWITCHES = ["--store", "--no-fsync", "--live", "--legacy", "--everything"]

SERVE = "serve"
FAIL = "fail"

_KEY = re.compile("[0-9a-f]{64}")


class Plan:
    """What main is to do: an action, the text that it prints, and for serving all the rest."""

    def __init__(self, action, text):
        """Takes the action and the text; what serving needs is put in afterwards."""
        self.action = action
        self.text = text
        self.store = None
        self.fsync = True
        self.modes = Modes()
        self.scopes = DEFAULT_SCOPES
        self.principal = ""
        self.key = None
        self.fixed_clock = None


def plan(arguments, environment):
    """Reads the arguments and the environment (names to values) into a Plan."""
    if len(arguments) == 1 and has(ACTIONS, arguments[0]):
        return Plan(ACTIONS[arguments[0]], _text_for(arguments[0]))
    given, fault = _read_switches(arguments)
    if fault != "":
        return Plan(FAIL, fault + "; --help shows the options there are")
    todo = Plan(SERVE, "")
    todo.store = given["--store"] if has(given, "--store") else None
    todo.fsync = not has(given, "--no-fsync")
    todo.modes = Modes(has(given, "--live"), has(given, "--legacy"), has(given, "--everything"))
    fault = _read_environment(todo, environment)
    return todo if fault == "" else Plan(FAIL, fault)


def _read_switches(arguments):
    given = {}
    index = 0
    while index < len(arguments):
        name = arguments[index]
        if has(ACTIONS, name):
            return given, "give " + name + " alone"
        if name not in SWITCHES:
            return given, "unknown option " + cut(name)
        if has(given, name):
            return given, "give " + name + " once"
        if name == "--store":
            index += 1
        if index == len(arguments) or arguments[index] == "":
            return given, "--store needs the path of a file"
        given[name] = arguments[index]
        index += 1
    if has(given, "--no-fsync") and not has(given, "--store"):
        return given, "--no-fsync says how a store is written; give --store too"
    return given, ""


def _read_environment(todo, environment):
    if has(environment, "NOTES_CLOCK"):
        todo.fixed_clock = parse_time(environment["NOTES_CLOCK"])
        if todo.fixed_clock is None:
            return "NOTES_CLOCK must be a real time of the form 2026-07-28T00:00:00.000Z"
    if has(environment, "NOTES_SCOPES"):
        words = [_trimmed(word) for word in environment["NOTES_SCOPES"].split(",")]
        todo.scopes = [] if words == [""] else words
        for scope in todo.scopes:
            if scope not in SCOPES:
                return "NOTES_SCOPES must be a comma list of " + ", ".join(SCOPES) + "; it has '" + cut(scope) + "'"
    if has(environment, "NOTES_PRINCIPAL"):
        todo.principal = environment["NOTES_PRINCIPAL"]
    if has(environment, "NOTES_STATE_KEY"):
        todo.key = environment["NOTES_STATE_KEY"]
        if _KEY.fullmatch(todo.key) is None:
            return "NOTES_STATE_KEY must be 64 lower-case hex digits"
    return ""


def _trimmed(text):
    # Only ASCII white space; what else a runtime calls white space differs.
    return text.strip(" \t\r\n")


def _text_for(option):
    if option == "--help":
        return HELP
    return SERVER_INFO["name"] + " " + SERVER_INFO["version"] + "\n" if option == "--version" else ""
