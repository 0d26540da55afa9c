"""What may stand on the command line, and what it says when something else does."""

import argparse
import re

from harness.cli import commands, listing, watching
from harness.cli.values import Usage, count, json_object, seconds, take_pairs
from harness.merge import POLICIES

ABOUT = """\
A client of several MCP servers at once, over stdio: it finds out which revision each server speaks,
merges what they offer, and routes what is asked of them. stdout carries the result alone; status,
progress and the servers' own stderr go to stderr.
"""

EXAMPLES = """\
subcommands:
  probe                          negotiate with every server, and say what was decided and why
  list                           what all servers offer together: --tools (usual), --prompts, --resources
  call NAME [KEY=TEXT | KEY:=JSON ...] [--args JSON] [--input FILE]
                                 call a tool by the name that list shows
  read URI                       read a resource by the name that list shows, or by its URI
  get PROMPT [KEY=TEXT ...]      render a prompt
  watch [--tools] [--prompts] [--resources] [--uri URI ...] [--count N] [--for S]
                                 hold a listen open and print one event a line

examples:
  python3 python/client.py probe -- python3 python/main.py
  python3 python/client.py --config mcp.json list
  python3 python/client.py --config mcp.json call notes_search query=coffee limit:=5
  python3 python/client.py --config mcp.json --json call notes_read --args '{"id": "note-1"}'
  python3 python/client.py read notes://note-1 -- python3 python/main.py
  python3 python/client.py --config mcp.json watch --tools --count 1
  python3 python/client.py probe -- env TOKEN=... npx some-server

The file is the one that MCP hosts use: {"mcpServers": {"notes": {"command": "python3", "args":
["python/main.py"]}}}. In it or here, a server from before revision 2026-07-28 must be allowed by
name; it is never guessed. A server gets HOME, LOGNAME, PATH, SHELL, TERM and USER of the
environment, and what "env" and "inheritEnv" add. The command after -- is a server called "server".

exit codes:
  0 fine   1 unexpected   2 usage or configuration   4 a server that is needed is unavailable
  5 it failed, was refused, or does not exist   10 a server may be a legacy one and is not allowed
  to be   11 collision under reject-on-collision   12 out of time   13 sent, and the outcome is
  unknown   14 input was asked for and not given   130 interrupted (143 by SIGTERM, 129 by SIGHUP)
A server is needed if it is required in the file, named with --peer or given after --, if it is the
only one, or if no other can be used either.
"""

RUNS = {
    "probe": commands.probe,
    "list": listing.list_all,
    "call": commands.call,
    "read": commands.read,
    "get": commands.get,
    "watch": watching.watch,
}


#: The options that may stand before and after the subcommand, as they are if nobody gives them.
DEFAULTS = {"config": None, "peer": [], "json": False, "collision": POLICIES[0], "allow_legacy": [], "trace": None}
DEFAULTS |= {"timeout": None, "quiet": False, "no_color": False, "input": None, "subcommand": None}


class Shown(Exception):
    """Help was asked for; its text is the argument."""


class Parser(argparse.ArgumentParser):
    """A parser that writes nothing and ends nothing."""

    def error(self, message):
        """Raises Usage, in plainer words."""
        if match := re.match("argument SUBCOMMAND: invalid choice: '(.*?)'", message):
            message = f"{match[1]} is no subcommand; there are {', '.join(RUNS)}"
        message = message.replace("the following arguments are required", "missing")
        raise Usage(message.removeprefix("argument "), self.prog)

    def print_help(self, file=None):
        """Raises Shown."""
        raise Shown(self.format_help())


def parse(argv):
    """Gives the options; raises Usage, or Shown with the help."""
    command = None
    if "--" in argv:
        place = argv.index("--")
        argv, command = argv[:place], argv[place + 1 :]
        if not command:
            raise Usage("a command must follow --")
    options, rest = _parser().parse_known_args(argv, argparse.Namespace(**DEFAULTS))
    # argparse takes the pairs up to the first option; those behind it are left over.
    takes_pairs = hasattr(options, "pairs")
    unknown = [each for each in rest if each.startswith("-") or not takes_pairs]
    if options.subcommand is None and not unknown:
        behind = "" if command is None else "; it stands before --"
        raise Usage(f"name a subcommand: {', '.join(RUNS)}{behind}")
    try:
        if unknown:
            hint = "" if unknown[0].startswith("-") else "; the command of a server stands after --"
            raise Usage(f"{unknown[0]} is not understood{hint}")
        options.command, options.texts = command, {}
        if takes_pairs:
            take_pairs(options, [*options.pairs, *rest])
    except Usage as fault:
        raise Usage(str(fault), f"client.py {options.subcommand or ''}".rstrip()) from None
    return options


def _parser():
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS, allow_abbrev=False)
    group = common.add_argument_group("options, before or after the subcommand")
    group.add_argument("--config", metavar="FILE", help="servers, as MCP hosts write them")
    group.add_argument("--peer", metavar="NAME", action=_Append, help="use only this server (may be given again)")
    group.add_argument("--json", action="store_true", help="print the result as JSON")
    group.add_argument("--collision", choices=POLICIES, help=f"what becomes of equal names (usual: {POLICIES[0]})")
    words = "this server may be spoken to in a revision before 2026-07-28 (may be given again)"
    group.add_argument("--allow-legacy", metavar="NAME", action=_Append, help=words)
    group.add_argument("--trace", metavar="FILE", help="write every line, sent or received, to this file as NDJSON")
    group.add_argument("--timeout", metavar="S", type=seconds, help="give up after so many seconds in all")
    group.add_argument("--quiet", action="store_true", help="nothing on stderr but errors")
    group.add_argument("--no-color", action="store_true", help="no colours on a terminal (NO_COLOR does the same)")
    about = {"description": ABOUT, "epilog": EXAMPLES, "formatter_class": argparse.RawDescriptionHelpFormatter}
    parser = Parser("client.py", parents=[common], allow_abbrev=False, usage=_usage("SUBCOMMAND ..."), **about)
    subs = parser.add_subparsers(dest="subcommand", metavar="SUBCOMMAND", help=argparse.SUPPRESS)

    def add(name, words, usage=""):
        more = {"usage": _usage(f"{name} {usage}".strip()), "description": words, "prog": f"client.py {name}"}
        return subs.add_parser(name, parents=[common], allow_abbrev=False, **more)

    add("probe", "Negotiates with every server and says what was decided, why, and after how many milliseconds.")
    sub = add("list", "Shows what all servers offer together (? marks what may be left out), collisions, gaps, caches.")
    _kinds(sub, "list")
    usage = "NAME [KEY=TEXT | KEY:=JSON ...] [--args JSON] [--input FILE]"
    sub = add("call", "Calls a tool by the name that list shows.", usage)
    sub.add_argument("name", metavar="NAME", help="the name of the tool")
    form = "KEY=TEXT | KEY:=JSON"
    sub.add_argument("pairs", nargs="*", default=[], metavar=form, help="an argument, as text or as JSON")
    words = "an object with arguments; pairs come on top"
    sub.add_argument("--args", type=json_object, default={}, metavar="JSON", help=words)
    _input(sub)
    sub = add("read", "Reads a resource by the name that list shows, or by a URI if there is one server.", "URI")
    sub.add_argument("uri", metavar="URI")
    _input(sub)
    sub = add("get", "Renders a prompt by the name that list shows.", "PROMPT [KEY=TEXT ...]")
    sub.add_argument("name", metavar="PROMPT")
    sub.add_argument("pairs", nargs="*", default=[], metavar="KEY=TEXT", help="an argument")
    _input(sub)
    sub = add("watch", "Holds a listen open and prints one event a line; without a choice all lists are watched.")
    _kinds(sub, "watch")
    words = "watch this resource (may be given again)"
    sub.add_argument("--uri", action=_Append, default=[], metavar="URI", help=words)
    sub.add_argument("--count", type=count, metavar="N", default=None, help="end after so many events")
    words = "end after so many seconds, which is fine (with --timeout it is not)"
    sub.add_argument("--for", type=seconds, metavar="S", default=None, dest="span", help=words)
    return parser


class _Append(argparse.Action):
    # Options may stand before and after the subcommand; to argparse those are two lists, of which one would win.
    def __init__(self, **options):
        super().__init__(**options)
        self._found = []

    def __call__(self, parser, namespace, value, option=None):
        self._found.append(value)
        setattr(namespace, self.dest, self._found)


def _usage(rest):
    return f"client.py [options] {rest} [-- command args...]"


def _kinds(sub, verb):
    for kind in ("tools", "prompts", "resources"):
        sub.add_argument(f"--{kind}", action="store_true", default=False, help=f"{verb} {kind}")


def _input(sub):
    words = 'answers for what the server may ask, by key: {"KEY": {"action": "accept", "content": {...}}}'
    sub.add_argument("--input", metavar="FILE", default=argparse.SUPPRESS, help=words)
