"""Scripted servers for the tests of the harness, and their journals, on which the tests assert."""

import contextlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from harness.harness import Harness
from harness.transport import StdioTransport

ROOT = Path(__file__).resolve().parents[3]
PEERS = ROOT / "shared-fixtures" / "peers"
SECONDS = 20

VERSION = "2026-07-28"
INFO = {"io.modelcontextprotocol/serverInfo": {"name": "scripted", "version": "1"}}
HINTS = {"ttlMs": 0, "cacheScope": "private"}
DISCOVERED = {
    "resultType": "complete",
    "supportedVersions": [VERSION],
    "capabilities": {"tools": {"listChanged": True}, "prompts": {}, "resources": {"subscribe": True}},
    **HINTS,
    "_meta": INFO,
}
INITIALIZED = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "old", "version": "1"}}


def when(method, *actions, **more):
    """Gives a rule of a script."""
    return {"when": method, "do": list(actions), **more}


#: A rule that makes a peer modern.
DISCOVERS = when("server/discover", {"result": DISCOVERED})


def tool(name, **more):
    """Gives the definition of a tool."""
    return {"name": name, "inputSchema": {"type": "object"}, **more}


def lists_tools(*tools, **more):
    """Gives a rule that lists tools on one page."""
    return when("tools/list", {"result": {"resultType": "complete", "tools": list(tools), **HINTS, **more}})


def answers_calls(text="done"):
    """Gives a rule that answers every tool call."""
    result = {"resultType": "complete", "content": [{"type": "text", "text": text}], "isError": False}
    return when("tools/call", {"result": result})


class Scripted:
    """A server played from a script: rules, or the name of one in shared-fixtures/peers."""

    def __init__(self, folder, *rules, start=(), eof=(), name=None, lives=None):
        """Takes a folder for the journal, and the rules in order, those of each life, or the name of a script."""
        number = len(list(Path(folder).iterdir()))
        self._journal = Path(folder) / f"journal-{number}"
        self._journal.touch()
        script = str(PEERS / f"{name}.json")
        if name is None:
            script = str(Path(folder) / f"script-{number}.json")
            content = {"start": list(start), "rules": list(rules), "eof": list(eof)}
            if lives is not None:
                content = {"lives": [{"rules": list(each)} for each in lives]}
            Path(script).write_text(json.dumps(content))
        args = ["-S", str(PEERS / "play.py"), script, "--journal", str(self._journal)]
        self.transport = StdioTransport(sys.executable, args)

    def events(self):
        """Gives everything that the server wrote down, over all of its lives."""
        return [json.loads(line) for line in self._journal.read_text(encoding="utf-8").splitlines()]

    def received(self, method=None):
        """Gives the messages that the server received, or those of one method."""
        found = [event["received"] for event in self.events() if "received" in event]
        return [message for message in found if method in (None, message.get("method"))]

    def methods(self):
        """Gives the methods of the messages that the server received, in order."""
        return [message.get("method") for message in self.received()]

    def pids(self):
        """Gives the numbers of the processes that were started."""
        return [event["started"] for event in self.events() if "started" in event]


@contextlib.contextmanager
def folder():
    """Gives a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        yield name


@contextlib.contextmanager
def connected(**peers):
    """Gives a harness with scripted peers by name, connected; a peer may come with options as (Scripted, options)."""
    with Harness() as harness:
        add(harness, **peers)
        harness.connect(SECONDS)
        yield harness


def entered(test, manager):
    """Enters a context manager until a test is over, and gives its value."""
    value = manager.__enter__()
    test.addCleanup(manager.__exit__, None, None, None)
    return value


def add(harness, **peers):
    """Adds scripted peers by name."""
    for name, peer in peers.items():
        scripted, options = peer if isinstance(peer, tuple) else (peer, {})
        harness.add_server(name, scripted.transport, **options)


def until(condition, seconds=SECONDS):
    """Waits until a condition holds and gives its value; fails at the deadline."""
    limit = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > limit:
            raise AssertionError("the deadline passed before the condition held")
        time.sleep(0.005)
    return value


def is_running(pid):
    """Tells whether a process runs; a zombie that its parent has yet to reap does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def descriptors():
    """Counts the open descriptors of this process."""
    return len(os.listdir("/proc/self/fd"))
