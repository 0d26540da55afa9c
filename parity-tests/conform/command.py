"""The command conform: the protocol pack against any server that a command starts.

    python3 parity-tests/run.py conform [options] -- CMD ARGS…

Only tools that say of themselves that they only read are called, and those that --tool names.
"""

import argparse
import json
import os
import shlex

import options
import reports
import result as results
from conform import pack, runner
from conform.words import Words

CANNOT_SPEAK = 3
#: How long an answer may take, in seconds, unless --timeout says so.
PATIENCE = 5.0

WORDS = "Holds a server against the rules of MCP 2026-07-28 over stdio. Its command stands behind --."
CODES = """exit codes: 0 no MUST failed and all checks ran, warnings and what was not observed notwithstanding; 1 a MUST
failed, or a check did not run; 2 a mistake in the call, or a report could not be written; 3 the server does not speak
this revision, or cannot be started"""


def main(arguments):
    """Runs the command with what stands behind its name and gives the exit code; raises UsageError."""
    place = arguments.index("--") if "--" in arguments else len(arguments)
    parsed, argv = _parser().parse_args(arguments[:place]), arguments[place + 1 :]
    checks = pack.load()
    only = [each for given in parsed.only for each in given.split(",") if each]
    _know(only, checks)
    if parsed.list or parsed.requirements:
        chosen = [check for check in checks if not only or check.id in only or check.area in only]
        (_print_checks if parsed.list else _print_requirements)(chosen)
        return 0
    if not argv:
        raise options.UsageError("there is no command to run; it stands behind --")
    outputs = options.outputs(parsed)
    words = Words(options.stream_for_people(outputs))
    bench = runner.bench_for(argv, dict(parsed.env), parsed.cwd or os.getcwd(), parsed.timeout, parsed.tool)
    try:
        result = runner.run(bench, "server", argv, only, words.progress)
    except runner.CannotSpeak as fault:
        words.say(f"conform: {fault}")
        return CANNOT_SPEAK
    tools = [part for name, value in parsed.tool for part in ("--tool", f"{name}={json.dumps(value)}")]
    given = tools + [part for name, value in parsed.env for part in ("--env", f"{name}={value}")]
    given += ["--cwd", parsed.cwd] if parsed.cwd else []
    given += ["--timeout", f"{parsed.timeout:g}"] if parsed.timeout != PATIENCE else []
    for item in result["checks"]:
        # What is said of all traffic needs all of it.
        only = [] if item["group"] == "traffic" else ["--only", item["id"]]
        again = ["python3", "parity-tests/run.py", "conform", *only, *given, "--", *argv]
        item["again"] = " ".join(map(shlex.quote, again))
    words.summary(result)
    try:
        reports.write(result, outputs)
    except reports.WriteError as fault:
        raise options.UsageError(str(fault)) from None
    return results.exit_code(result)


def _parser():
    parser = options.parser("conform", WORDS)
    parser.epilog = CODES
    parser.usage = "run.py conform [options] -- COMMAND …"
    parser.add_argument("--list", action="store_true", help="print the checks, and run nothing")
    parser.add_argument("--requirements", action="store_true", help="print what the checks rest on, and run nothing")
    parser.add_argument(
        "--only", action="append", default=[], metavar="AREA|ID", help="narrow it; commas allowed, and again"
    )
    parser.add_argument(
        "--tool",
        action="append",
        default=[],
        type=_call,
        metavar="NAME=JSON",
        help="call this tool too, with these arguments",
    )
    parser.add_argument(
        "--env", action="append", default=[], type=_pair, metavar="NAME=VALUE", help="for the server's environment"
    )
    parser.add_argument("--cwd", type=_folder, metavar="FOLDER", help="where the server runs")
    parser.add_argument(
        "--timeout", default=PATIENCE, type=_seconds, metavar="SECONDS", help="how long an answer may take; 5"
    )
    return parser


def _pair(text):
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise argparse.ArgumentTypeError(f"{text}: NAME=VALUE is needed")
    return name, value


def _call(text):
    name, arguments = _pair(text)
    try:
        value = json.loads(arguments)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"{text}: the arguments must be a JSON object")
    return name, value


def _folder(text):
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"{text}: no folder")
    return text


def _seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 600:
        raise argparse.ArgumentTypeError(f"{text}: a number of seconds is needed, more than 0 and at most 600")
    return value


def _know(names, checks):
    known = {check.id for check in checks} | {check.area for check in checks}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise options.UsageError(f"no check and no area is called {', '.join(unknown)}; areas: {', '.join(pack.AREAS)}")


def _print_checks(checks):
    for check in checks:
        print(f"{check.id:<36} {check.level:<10} {check.title}")
    levels = sorted(check.level for check in checks)
    print(f"{len(checks)} checks: " + ", ".join(f"{levels.count(level)} {level}" for level in dict.fromkeys(levels)))


def _print_requirements(checks):
    known = runner.requirements()
    cited = sorted({each for check in checks for each in check.requires})
    for each in cited:
        print(
            f"{each:<36} {known[each]['level']:<10} {', '.join(check.id for check in checks if each in check.requires)}"
        )
    print(f"{len(cited)} requirements")
