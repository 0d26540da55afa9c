"""One transcript against one server: write what it says, keep every line that comes back.

Nothing is judged here. A line is kept as it came, also if it is not the expected one, so that both servers get the
whole transcript and can be compared with each other as well.
"""

import threading
from pathlib import Path

import served

#: The environment that every replay has, before that of the transcript.
FIXED_ENV = {
    "NOTES_CLOCK": "2026-07-28T00:00:00.000Z",
    "NOTES_STATE_KEY": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
}
SECONDS = 30

_stopped = threading.Event()
_running = set()


class Stopped(Exception):
    """Says that the run was stopped, and that no server is started any more."""


class Problem:
    """What kept a replay from its end: crash, timeout or not-run, in words, and the step at which it showed."""

    def __init__(self, kind, words, step):
        """Takes the three."""
        self.kind = kind
        self.words = words
        self.step = step


class Replay:
    """The raw lines that a server wrote, the problem there was, or None, and the last that it said on stderr."""

    def __init__(self, lines, problem, stderr=""):
        """Takes the three."""
        self.lines = lines
        self.problem = problem
        self.stderr = stderr

    def close(self):
        """Does nothing: a replay that never started holds no process."""


def store_args(transcript, folder, name):
    """Puts the store of a transcript into a folder, under a name, and gives the arguments that name it."""
    if transcript.store is None:
        return []
    path = Path(folder) / f"{name}.journal"
    path.write_text(transcript.store, encoding="utf-8", newline="")
    return ["--store", str(path)]


def start(transcript, argv, cwd, seconds=SECONDS):
    """Starts a server for a transcript; gives the process, or a Replay that was not run."""
    try:
        return serve([*argv, *transcript.args], {**FIXED_ENV, **transcript.env}, cwd, seconds)
    except Stopped:
        return Replay([], Problem("not-run", "the run was stopped", 1))
    except OSError as fault:
        return Replay([], Problem("not-run", f"{argv[0]}: {fault.strerror}", 1))


def serve(argv, env, cwd, seconds):
    """Starts a server that stop ends too; end takes it back. Raises OSError, or Stopped between stop and resume."""
    if _stopped.is_set():
        raise Stopped
    server = served.Served(argv, env, cwd, seconds)
    _running.add(server)
    if _stopped.is_set():  # it came too late to be among those that stop has ended
        server.close()
    return server


def end(server):
    """Ends a server that serve has started, whatever state it is in."""
    server.close()
    _running.discard(server)


def stop():
    """Ends every replay that is under way, and lets no other begin, until resume."""
    _stopped.set()
    for server in list(_running):
        server.close()


def resume():
    """Lets replays begin again."""
    _stopped.clear()


def finish(transcript, server):
    """Replays a transcript on a started process and gives the Replay; the process is gone afterwards."""
    if isinstance(server, Replay):
        return server
    lines = []
    number = 0
    server.begin()
    try:
        for number, step in enumerate(transcript.steps, 1):
            if step.bytes is not None:
                server.write(step.bytes)
            elif step.exit is not None:
                server.end_input()
            for _ in range(step.skip + (step.line is not None)):
                line = server.next_line()
                if line is None:
                    return Replay(lines, _crash(server, "stdout ended before the answer came", number))
                lines.append(line)
        while (line := server.next_line()) is not None:
            lines.append(line)
        expected = [step.exit for step in transcript.steps if step.exit is not None][0]
        code = server.wait()
        if code != expected:
            return Replay(lines, _crash(server, f"it ended, but not with exit code {expected}", number))
    except served.TimedOut:
        words = f"nothing came within {server.seconds:g} s" + _said(server)
        return Replay(lines, Problem("timeout", words, number))
    except served.TooMuch:
        words = f"it wrote more than {served.MAX_OUTPUT} bytes"
        return Replay(lines, Problem("noise", words, number))
    finally:
        end(server)
    return Replay(lines, None, _said(server))


def _crash(server, words, step):
    code = server.wait()
    ended = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
    return Problem("crash", f"{words}; {ended}" + _said(server), step)


def _said(server):
    tail = server.stderr_tail().strip().splitlines()[-8:]
    return "".join(f"\n    stderr: {line}" for line in tail)
