"""The command line: options, signals, exit codes. What the subcommands do stands in commands, listing and watching."""

import json
import os
import signal
import sys
import traceback

from harness.cli import ask, explain
from harness.cli.arguments import RUNS, Shown, Usage, parse
from harness.errors import HarnessError, InputRequired, RpcError
from harness.cli.output import Output
from harness.cli.redact import Redactor
from harness.cli.session import Session, Told

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(KeyboardInterrupt):
    """A signal asks us to end."""

    def __init__(self, number):
        """Takes the signal."""
        super().__init__(number)
        self.code = 128 + number


class Signals:
    """Turns the first signal that asks us to end into Interrupted; the next ones do not cut short what it has begun."""

    def __init__(self):
        """Listens to SIGNALS, except for those that somebody chose to ignore, as under nohup."""
        self.armed = True
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._caught)

    def _caught(self, number, _frame):
        if self.armed:
            self.armed = False
            raise Interrupted(number)


def main(argv, environ=os.environ):
    """Does what the command line says and gives the exit code."""
    _open_standard_streams()
    output = Output(Redactor())
    try:
        return _main(argv, environ, output)
    except OSError as fault:
        output.error(f"client: stdout cannot be written: {fault.strerror}")
        return explain.UNEXPECTED


def _main(argv, environ, output):
    try:
        options = parse(argv)
    except Shown as shown:
        output.result(str(shown).rstrip())
        return explain.FINE
    except Usage as fault:
        output.error(f"client: {output.clean(fault)}\n  next: {fault.program} --help")
        return explain.USAGE
    colours, dumb = not options.no_color and not environ.get("NO_COLOR"), environ.get("TERM") == "dumb"
    return _run(options, Output(output.redactor, quiet=options.quiet, colours=colours, dumb=dumb))


def _run(options, output):
    session = fault = None
    signals = Signals()
    try:
        session = Session(options, output, ask.Answers(options.input, output, _is_terminal()))
        code = RUNS[options.subcommand](session)
    except Told as told:
        code = told.code
    except Interrupted as interrupted:
        code, fault = interrupted.code, interrupted
    except Exception as error:
        code, fault = explain.exit_of(error), error
    code = _close(session, code)
    signals.armed = False
    if fault is not None:
        _tell(output, session, fault)
    return code


def _close(session, code):
    # A signal may cut the closing short once; then it is done to the end.
    try:
        if session is not None:
            session.close()
    except Interrupted as interrupted:
        session.close()
        return interrupted.code
    return code


def _tell(output, session, fault):
    if isinstance(fault, Interrupted):
        output.error("interrupted")
        return
    if isinstance(fault, OSError):
        raise fault
    if not isinstance(fault, HarnessError):
        output.error(output.clean("".join(traceback.format_exception(fault)), block=True).rstrip())
        output.error("client: this is a mistake of the client, not of a server")
        return
    output.error("client: " + output.clean(explain.plain(str(fault))))
    if isinstance(fault, RpcError) and fault.data is not None:
        output.error("  data: " + output.clean(json.dumps(fault.data, ensure_ascii=False)))
    if isinstance(fault, InputRequired):
        for line in ask.questions(fault.requests):
            output.error("  " + output.clean(line))
        if session.answers.given:
            output.error(f"  {session.options.input} answers only {output.clean(', '.join(session.answers.given))}")
        sample = json.dumps(ask.example(fault.requests), ensure_ascii=False)
        output.error("  next: answer on a terminal, or write a file like this and give --input FILE")
        output.error("  " + output.clean(sample))
    elif step := explain.advice(fault, "" if session is None else session.hint):
        output.error(f"  next: {output.clean(step)}")


def _is_terminal():
    return sys.stdin is not None and os.isatty(0) and os.isatty(2)


def _open_standard_streams():
    # Else the pipes of the first server would take the place of a stream that was closed.
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
