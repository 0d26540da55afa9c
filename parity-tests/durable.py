"""A property that no transcript can see: a change is on the disk before it is answered.

The server runs with a hook (hooks/) that writes down its own calls in their order. A change is one append, then one
fsync, then the answer; with --no-fsync there is no fsync. Contract, section 7.
"""

import os
import subprocess
import tempfile
import threading
from pathlib import Path

import replay
import transcript as transcripts

HOOKS = Path(__file__).resolve().parent / "hooks"
SECONDS = 30
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def calls(twin, argv, *options):
    """Gives the calls of a server that makes two notes in a new store, as a list of append, fsync and answer."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "calls"
        server = subprocess.Popen(
            [*_hooked(twin, argv), "--store", str(Path(folder) / "notes.journal"), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=transcripts.ROOT,
            env={**os.environ, **replay.FIXED_ENV, "WATCH_LOG": str(log)},
        )
        patience = threading.Timer(SECONDS, server.kill)
        patience.start()
        try:
            for number in (1, 2):
                # The second one waits for the answer to the first, so that each has an answer of its own.
                server.stdin.write(_create(number))
                server.stdin.flush()
                server.stdout.readline()
            server.communicate()
        except BrokenPipeError:
            pass  # it is gone; what it did before that is written down
        finally:
            patience.cancel()
            server.kill()
            server.wait()
            server.stdout.close()
        return log.read_text(encoding="utf-8").split() if log.exists() else []


def fault(twin, argv):
    """Gives a sentence about a server that answers what is not on the disk, or an empty string."""
    for options, due in (((), ["append", "fsync", "answer"] * 2), (("--no-fsync",), ["append", "answer"] * 2)):
        # What comes before the first append belongs to the making of the file.
        seen = calls(twin, argv, *options)
        begun = seen[seen.index("append") :] if "append" in seen else seen
        if begun != due:
            return f"{' '.join(options) or 'by default'}: due {', '.join(due)}; seen {', '.join(begun) or 'nothing'}"
    return ""


def _hooked(twin, argv):
    if twin == "python":
        return [*argv[:-1], str(HOOKS / "watch.py"), argv[-1]]
    return [argv[0], "--import", str(HOOKS / "watch.mjs"), *argv[1:]]


def _create(number):
    params = {"_meta": META, "name": "notes_create", "arguments": {"title": f"Note {number}", "body": ""}}
    return transcripts.compact({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}) + b"\n"
