"""The servers of one command: from the options to connected peers, and to the end of all of them.

What happens on the way goes to stderr; which servers the command stands or falls with is decided here.
"""

import json
import time

from harness.cli import explain
from harness.config import Configured, read_config
from harness.errors import ConfigError
from harness.harness import Harness
from harness.negotiate import Negotiation
from harness.cli.output import Relay, Trace
from harness.cli.redact import assigned
from harness.transport import StdioTransport

#: The name of the server whose command is given after --.
AD_HOC = "server"

#: How long lists, prompts and resources are waited for without --timeout, in seconds.
PATIENCE = 60.0


class Session:
    """The servers of one command, and what is known of them; close() ends them all."""

    def __init__(self, options, output, answers):
        """Takes the options, where to write, and who answers; raises ConfigError. Nothing is started yet."""
        self.options, self.out, self.answers = options, output, answers
        self.deadline = None if options.timeout is None else time.monotonic() + options.timeout
        self.records = {}
        self.hint = ""  # what may be wrong with the arguments, if it goes wrong
        self._servers = self._chosen(self._declared())
        self._trace = self._open_trace()
        self._relay = Relay(output, None if self._trace is None else self._relayed)
        self.harness = Harness(
            collision=options.collision,
            handlers=answers.handlers(),
            on_event=self._event,
            trace=None if self._trace is None else self._trace.line,
        )
        for server in self._servers:
            if server.transport is not None:
                server.transport.on_stderr = self._relay.of(server.name)
                allowed = server.options.get("allow_legacy", False) or server.name in options.allow_legacy
                more = {**server.options, "required": False, "allow_legacy": allowed}
                self.harness.add_server(server.name, server.transport, **more)

    def next_step(self, record):
        """Says what can be done about a server that cannot be used, or gives ""."""
        return explain.next_step(record, self.options.command is not None and record.peer == AD_HOC)

    @property
    def names(self):
        """Gives the names of the servers in their declared order."""
        return [server.name for server in self._servers]

    @property
    def answerable(self):
        """Gives the servers that the command stands or falls with: required ones, addressed ones, or the only one."""
        required = [server.name for server in self._servers if server.options.get("required")]
        named = [*self.options.peer, *([] if self.options.command is None else [AD_HOC])]
        found = [name for name in self.names if name in required + named or len(self.names) == 1]
        usable = [name for name, record in self.records.items() if record.available]
        return found if usable or not self.records else self.names

    def connect(self):
        """Starts all servers and negotiates; gives their records by name, in order, also of those that failed."""
        self.out.progress(f"connecting to {len(self._servers)} server{'s' if len(self._servers) > 1 else ''} …")
        lists_too = self.options.collision == "reject-on-collision"
        found = self.harness.connect(2 * PATIENCE if self.deadline is None and lists_too else self.left())
        for server in self._servers:
            if server.transport is None:
                lost = Negotiation(server.name, 0, "unknown", False, "not_started", detail=server.problem)
                found[server.name] = lost
        self.records = {name: found[name] for name in self.names}
        self._relay.flush()
        return self.records

    def verdict(self):
        """Gives the exit code that the negotiations alone lead to."""
        codes = {explain.exit_of_record(self.records[name]) for name in self.answerable}
        if codes - {explain.FINE} and self.expired():
            return explain.DEADLINE
        return next((code for code in (explain.UNAVAILABLE, explain.AMBIGUOUS) if code in codes), explain.FINE)

    def require(self):
        """Connects, tells of each server that cannot be used, and raises Told if the command needs one."""
        self.connect()
        lost = [record for record in self.records.values() if not record.available]
        code = self.verdict()
        for record in lost:
            tell = self.out.error if code and record.peer in self.answerable else self.out.status
            self.tell_of(record, tell)
        for record in self.records.values():
            for words in record.violations:
                self._event({"peer": record.peer, "event": "violation", "words": words})
        if code == explain.DEADLINE:
            raise explain.TooLate("starting the servers")
        if code:
            raise Told(code)

    def tell_of(self, record, tell):
        """Tells why one server cannot be used and what to do next."""
        out = self.out
        tell(out.colour(f"{record.peer} is {out.clean(explain.why(record))}", "31", stdout=False))
        tail = explain.last_words(record)[-explain.TAIL :]
        if out.quiet and len(tail) > 1:  # otherwise it stands above already
            for line in tail:
                tell(f"  [{record.peer}] {out.clean(line)}")
        if step := self.next_step(record):
            tell(f"  next: {step}")

    def left(self):
        """Gives the seconds that --timeout leaves, or None."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def expired(self):
        """Tells whether the time of --timeout is over."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def patience(self, peer=None, usual=PATIENCE):
        """Gives how long a request may take: what --timeout leaves, what was configured, or the usual."""
        if self.deadline is not None:
            return self.left()
        configured = [each.options.get("request_timeout_ms") for each in self._servers if each.name == peer]
        return configured[0] / 1000 if configured and configured[0] else usual

    def close(self):
        """Ends every server; may be called again."""
        self.harness.close()
        self._relay.close()
        if self._trace is not None:
            self._trace.close()
            if self._trace.failed is not None:
                self.out.error(f"the trace is not whole: {self.options.trace}: {self._trace.failed.strerror}")

    def _declared(self):
        options, found = self.options, []
        if options.config is not None:
            found, warnings = read_config(options.config)
            for warning in warnings:
                self.out.status(f"{options.config}: {self.out.clean(warning)}")
        if options.command is not None:
            command, *arguments = options.command
            found.append(Configured(AD_HOC, StdioTransport(command, arguments)))
            found[-1].secrets.update(assigned([command, *arguments]))
        if not found and options.config is not None:
            raise ConfigError(f'{options.config}: names no server in "mcpServers", or only disabled ones')
        if not found:
            raise ConfigError("there is no server: name a file with --config FILE, or a command after --")
        for server in found:
            self.out.redactor.add(server.secrets)
        return found

    def _chosen(self, servers):
        names = [server.name for server in servers]
        for name in [*self.options.peer, *self.options.allow_legacy]:
            if name not in names:
                raise ConfigError(f"there is no server called {name}; the servers are {', '.join(names)}")
        return [server for server in servers if not self.options.peer or server.name in self.options.peer]

    def _open_trace(self):
        path = self.options.trace
        try:
            return None if path is None else Trace(path, self.out.redactor)
        except OSError as fault:
            raise ConfigError(f"--trace {path}: {fault.strerror}") from None

    def _relayed(self, peer, line):
        self._trace.line(peer, "stderr", line)

    def _event(self, event):
        out, peer, kind = self.out, event["peer"], event["event"]
        if kind == "log":
            params = event["params"]
            data = params.get("data")
            words = data if isinstance(data, str) else json.dumps(data)
            out.status(f"[{peer}] {out.clean(params.get('level', 'log'))}: {out.clean(words)}")
        elif kind == "violation":
            out.status(f"[{peer}] note: {out.clean(event['words'])}")
        elif kind == "lost":
            out.status(f"{peer} was lost, {out.clean(explain.plain(event['why']))}; it is started again")
        elif event.get("negotiation") is not None and event["negotiation"].generation > 1:
            record = event["negotiation"]
            out.status(f"{peer} is back" if record.available else f"{peer} is {out.clean(explain.why(record))}")


class Told(Exception):
    """The command ends with this code; why was told already."""

    def __init__(self, code):
        """Takes the exit code."""
        super().__init__(code)
        self.code = code
