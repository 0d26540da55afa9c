"""The command line and the environment of a server, read without touching either.

main hands both in and does what the Plan says.
"""

from server.clock import parse_time
from server.results import SERVER_INFO
from server.values import has

HELP = """usage: notes-server [--demo | --help | --version]

Serves notes over the Model Context Protocol 2026-07-28: one JSON-RPC message a line on stdin, answers on stdout,
diagnostics on stderr. It ends when stdin does.

  --demo      print a commented tour of the protocol and end
  --help      print this text and end
  --version   print name and version and end

environment:
  NOTES_CLOCK   a fixed time for tests, such as 2026-07-28T00:00:00.000Z
"""

#: The options, each with the action that it asks for.
OPTIONS = {"--demo": "demo", "--help": "help", "--version": "version"}

SERVE = "serve"
FAIL = "fail"


class Plan:
    """What main is to do: an action, the text that it prints, and the fixed clock in milliseconds or null."""

    def __init__(self, action, text, fixed_clock):
        """Takes the three."""
        self.action = action
        self.text = text
        self.fixed_clock = fixed_clock


def plan(arguments, environment):
    """Reads the arguments and the environment (names to values) into a Plan; a mistake is a Plan to fail."""
    for argument in arguments:
        if not has(OPTIONS, argument):
            return Plan(FAIL, "unknown option " + argument + "; --help shows the options there are", None)
    if len(arguments) > 1:
        return Plan(FAIL, "give one option at a time; --help shows the options there are", None)
    if len(arguments) == 1:
        return Plan(OPTIONS[arguments[0]], _text_for(arguments[0]), None)
    if not has(environment, "NOTES_CLOCK"):
        return Plan(SERVE, "", None)
    fixed = parse_time(environment["NOTES_CLOCK"])
    if fixed is None:
        return Plan(FAIL, "NOTES_CLOCK must be a real time of the form 2026-07-28T00:00:00.000Z", None)
    return Plan(SERVE, "", fixed)


def _text_for(option):
    if option == "--help":
        return HELP
    return SERVER_INFO["name"] + " " + SERVER_INFO["version"] + "\n" if option == "--version" else ""
