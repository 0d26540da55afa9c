"""Workers that share a store: both servers as processes, driven by hand."""

import json

import build
import run
import served
import transcript

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}
ENV = {"NOTES_SCOPES": "read,write,delete"}


def commands():
    """Gives the commands of both servers, built, by name."""
    build.build()
    return run.implementations()


def line_of(request_id, method, **params):
    """Gives a request as the line that goes on the pipe."""
    message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": {"_meta": META, **params}}
    return transcript.compact(message) + b"\n"


def call_of(request_id, name, **arguments):
    """Gives a tool call as the line that goes on the pipe."""
    return line_of(request_id, "tools/call", name=name, arguments=arguments)


class Worker:
    """One server on a store; every wait has a deadline."""

    def __init__(self, argv, store, *options, env=ENV, seconds=120):
        """Starts it; raises OSError if that fails."""
        self.process = served.Served([*argv, "--store", str(store), *options], env, transcript.ROOT, seconds)

    def send(self, *lines):
        """Writes lines, and gives whether all were taken."""
        return self.process.write(b"".join(lines))

    def next(self):
        """Gives the next message, or None at the end; what a kill cut off is no message."""
        line = self.process.next_line()
        return None if line is None or not line.endswith(b"\n") else json.loads(line)

    def ask(self, line):
        """Sends one request and gives the message that answers it."""
        self.send(line)
        wanted = json.loads(line)["id"]
        while (message := self.next()) is not None:
            if message.get("id") == wanted:
                return message
        return None

    def call(self, name, **arguments):
        """Calls a tool and gives its result."""
        return self.ask(call_of("call", name, **arguments))["result"]

    def titles(self):
        """Gives the titles of all notes by id, in the order of the list."""
        titles, cursor = {}, {}
        while cursor is not None:
            page = self.call("notes_list", limit=100, **cursor)["structuredContent"]
            titles.update({note["id"]: note["title"] for note in page["notes"]})
            cursor = {"cursor": page["nextCursor"]} if "nextCursor" in page else None
        return titles

    def finish(self):
        """Ends its input and gives the exit code."""
        self.process.end_input()
        while self.process.next_line() is not None:
            pass
        return self.process.wait()
