"""The command line as a user starts it: a process with arguments, two streams and an exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.harness.support import DISCOVERS, HINTS, ROOT, SECONDS, when

CLIENT = [sys.executable, "-S", str(ROOT / "python" / "client.py")]

#: A question that a server may ask within a call.
QUESTION = {
    "method": "elicitation/create",
    "params": {
        "message": "Who are you?",
        "requestedSchema": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "age": {"type": "integer", "default": 7}},
            "required": ["name"],
        },
    },
}


def asks():
    """Gives the rules of a server whose tool greet asks a question first, under the key who."""
    asked = {"resultType": "input_required", "inputRequests": {"who": QUESTION}, "requestState": "s"}
    told = {"resultType": "complete", "content": [{"type": "text", "text": "hello"}], "isError": False}
    calls = [when("tools/call", {"result": asked}, times=1), when("tools/call", {"result": told})]
    return [DISCOVERS, tools("greet"), *calls]


def tools(*names):
    """Gives a rule that lists tools that take anything."""
    listed = [{"name": name, "description": f"Does {name}.", "inputSchema": {"type": "object"}} for name in names]
    return when("tools/list", {"result": {"resultType": "complete", "tools": listed, **HINTS}})


def config(folder, **peers):
    """Writes a configuration with scripted peers, each perhaps as (peer, more members), and gives its path."""
    servers = {}
    for name, peer in peers.items():
        scripted, more = peer if isinstance(peer, tuple) else (peer, {})
        servers[name] = {"command": scripted.transport.command, "args": list(scripted.transport.args), **more}
    path = Path(folder) / f"config-{len(os.listdir(folder))}.json"
    path.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    return str(path)


def command(peer):
    """Gives the arguments that name a scripted peer as the ad-hoc server."""
    return ["--", peer.transport.command, *peer.transport.args]


def start(*arguments, **options):
    """Starts the command line; its streams are pipes unless the options say something else."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environ = {**os.environ, **options.pop("env", {})}
    return subprocess.Popen([*CLIENT, *arguments], env=environ, **{**pipes, **options})


def run(*arguments, **options):
    """Runs the command line to its end; gives (exit code, stdout, stderr) as texts."""
    with start(*arguments, **options) as client:
        try:
            stdout, stderr = client.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            client.kill()
            raise
    return client.returncode, (stdout or b"").decode(), (stderr or b"").decode()
