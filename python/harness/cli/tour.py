"""A tour of the command line with five servers: make harness. Finite, and exits with 0 only if all went as it says.

The servers are the twins, a legacy server, one that dies of the probe, and one that announces a change after a restart;
the last three are played from scripts. Every command is run as it is shown, from the root of the repository.
"""

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PLAY = "shared-fixtures/peers/play.py"
HINTS = {"ttlMs": 0, "cacheScope": "private"}


def main():
    """Shows everything and gives the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        tour = Tour(Path(folder))
        try:
            tour.show()
        except Surprise as surprise:
            print(f"\nThe tour has ended early: {surprise}", file=sys.stderr)
            return 1
    return 0


class Surprise(Exception):
    """Something did not go as the tour says."""


class Tour:
    """The tour, in a folder of its own."""

    def __init__(self, folder):
        """Takes the folder for its configuration, its journal and its trace."""
        self._folder = folder
        self._journal, self._trace = folder / "journal", folder / "trace"
        self._journal.touch()
        script = folder / "announcer.json"
        script.write_text(json.dumps(announcer()), encoding="utf-8")
        played = {"command": sys.executable}
        servers = {
            "notes-py": {"command": sys.executable, "args": ["python/main.py"]},
            "notes-ts": {"command": "node", "args": ["typescript/build/main.js"]},
            "old-files": {**played, "args": [PLAY, "legacy-right"]},
            "fragile": {**played, "args": [PLAY, "dies-of-the-probe"]},
            "announcer": {**played, "args": [PLAY, str(script), "--journal", str(self._journal)]},
        }
        self._config = folder / "tour.json"
        self._config.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
        self._servers = servers

    def show(self):
        """Shows the steps one after the other; raises Surprise."""
        say(
            "Five servers, in a file as MCP hosts write it. The twins are modern; two come from before 2026-07-28, and",
            "nobody has allowed them.",
        )
        for name, server in self._servers.items():
            print(f"    {name}: {shlex.join([Path(server['command']).name, *server['args'][:2]])}")
        say(
            "What is each of them? One server/discover tells. An error, silence or an exit proves nothing, so the last",
            "resort, initialize, is not sent to a server that was not allowed by name.",
        )
        self.run(0, "probe")
        say("The legacy server, allowed by name: it is asked, gives a valid answer, and only then counts as legacy.")
        self.run(0, "probe", "--peer", "old-files", "--allow-legacy", "old-files")
        say(
            "The tools of all servers, merged. Where two have the same name the first server keeps it and the second",
            "one is prefixed; nothing is overwritten. A server that cannot be used takes nobody with it.",
        )
        self.run(0, "list", "--quiet")
        say("A collision may also be an error.")
        twins = ("--peer", "notes-py", "--peer", "notes-ts")
        self.run(11, "list", *twins, "--collision", "reject-on-collision")
        say("A call goes to the owner of the name, under the name that the owner knows.")
        self.run(0, "call", "notes-ts/notes_search", "query=coffee", *twins, "--trace", str(self._trace))
        say("This is what was sent for it, from the trace. Every request carries its metadata itself.")
        self.show_call()
        say(
            "Changes are heard through an open listen. Now the server is killed: the harness starts it again,",
            "negotiates again, listens under a new id, asks for the list again, and hears of the change that follows.",
        )
        self.watch()
        say("That was all. python3 python/client.py --help has the rest.")

    def run(self, wanted, *arguments):
        """Runs the command line and shows it with its output; raises Surprise if it ends otherwise than it should."""
        client = self.start(*arguments)
        for line in client.stdout:
            print(("    " + line).rstrip())
        self.end(client, wanted)

    def watch(self):
        """Watches the server that announces a change in its second life, and ends its first."""
        client = self.start("watch", "--tools", "--peer", "announcer", "--count", "3", "--timeout", "30")
        killed = False
        for line in client.stdout:
            print(("    " + line).rstrip())
            if "listening" in line and not killed:
                killed = True
                pid = [event["started"] for event in self.events() if "started" in event][-1]
                print(f"    $ kill -KILL {pid}")
                os.kill(pid, signal.SIGKILL)
        self.end(client, 0)
        lives = len([event for event in self.events() if "started" in event])
        if lives < 2:
            raise Surprise("the server was not started again")

    def show_call(self):
        """Shows the line of the trace with the call."""
        entries = [json.loads(line) for line in self._trace.read_text(encoding="utf-8").splitlines()]
        calls = [each for each in entries if each["direction"] == "sent" and '"tools/call"' in each["text"]]
        if [each["peer"] for each in calls] != ["notes-ts"]:
            raise Surprise("the call went elsewhere")
        print(textwrap.indent(json.dumps(json.loads(calls[0]["text"]), indent=2), "    "))

    def start(self, *arguments):
        """Starts the command line with both of its streams in one pipe, and shows the command."""
        shown = shlex.join(arguments).replace(str(self._folder) + "/", "")
        print(f"    $ python3 python/client.py --config tour.json {shown}")
        command = [sys.executable, "python/client.py", "--config", str(self._config), *arguments]
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        sys.stdout.flush()
        return subprocess.Popen(command, cwd=ROOT, encoding="utf-8", **streams)

    def end(self, client, wanted):
        """Waits for the end of a command and checks how it ended."""
        client.stdout.close()
        code = client.wait()
        print(f"    -> exit code {code}")
        if code != wanted:
            raise Surprise(f"exit code {code} in place of {wanted}")

    def events(self):
        """Gives what the server that announces has written down."""
        return [json.loads(line) for line in self._journal.read_text(encoding="utf-8").splitlines()]


def announcer():
    """Gives the script of a server that acknowledges a listen and announces a change in its second life."""
    discovered = {"resultType": "complete", "supportedVersions": ["2026-07-28"], **HINTS}
    discovered["capabilities"] = {"tools": {"listChanged": True}}
    tools = {"resultType": "complete", "tools": [{"name": "clock", "inputSchema": {"type": "object"}}], **HINTS}
    acknowledged = notice("subscriptions/acknowledged", "$id", notifications={"toolsListChanged": True})
    begin = [
        {"when": "server/discover", "do": [{"result": discovered}]},
        {"when": "subscriptions/listen", "do": [{"keep": "listen"}, {"message": acknowledged}]},
    ]
    changed = [{"sleep": 0.2}, {"message": notice("tools/list_changed", "$listen")}]
    first = {"when": "tools/list", "do": [{"result": tools}]}
    second = {"when": "tools/list", "do": [{"result": tools}, *changed]}
    return {"lives": [{"rules": [*begin, first]}, {"rules": [*begin, second]}]}


def notice(kind, subscription, **params):
    """Gives a notification of a listen."""
    meta = {"io.modelcontextprotocol/subscriptionId": subscription}
    return {"jsonrpc": "2.0", "method": f"notifications/{kind}", "params": {**params, "_meta": meta}}


def say(*lines):
    """Prints a comment, after a blank line."""
    print("\n" + "\n".join(f"# {line}" for line in lines))


if __name__ == "__main__":
    sys.exit(main())
