"""The real program as a child process, for the tests of its command line, its streams and its files."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
PROGRAM = [sys.executable, "main.py"]

#: After so many seconds a child that has not ended is killed, which no test takes for an end.
DEADLINE = 60

#: A key for all children that are not to say that they have none.
KEY = "0123456789abcdef" * 4


def environment(changes):
    """Gives the environment for a child: ours without what could change its answers, a key, and then the changes."""
    ours = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LANG")}
    kept = {name: value for name, value in ours.items() if not name.startswith(("PYTHON", "NOTES_"))}
    changed = {**kept, "NOTES_STATE_KEY": KEY, **changes}
    return {name: value for name, value in changed.items() if value is not None}


def run(arguments, text, changes=None):
    """Runs the program with these arguments and this input and gives exit code, stdout and stderr."""
    child = subprocess.run(
        PROGRAM + arguments,
        input=text.encode("utf-8"),
        capture_output=True,
        cwd=FOLDER,
        env=environment(changes or {}),
        timeout=DEADLINE,
    )
    return child.returncode, child.stdout.decode("utf-8"), child.stderr.decode("utf-8")


def start(case, arguments, changes=None, limits=()):
    """Starts the program on three pipes; it is killed at the deadline, and its pipes are closed with the test case."""
    pipe = subprocess.PIPE
    command = [*limits, *PROGRAM, *arguments]
    streams = {"stdin": pipe, "stdout": pipe, "stderr": pipe}
    child = subprocess.Popen(command, bufsize=0, cwd=FOLDER, env=environment(changes or {}), **streams)
    timer = threading.Timer(DEADLINE, child.kill)
    timer.start()
    for step in (child.stderr.close, child.stdout.close, child.stdin.close, child.wait, child.kill, timer.cancel):
        case.addCleanup(step)
    return child


def send(child, text):
    """Writes one line to a child."""
    child.stdin.write((text + "\n").encode("utf-8"))


def heard(child):
    """Waits for the next line of a child and gives it as a value; a child at its deadline gives none."""
    return json.loads(child.stdout.readline())
