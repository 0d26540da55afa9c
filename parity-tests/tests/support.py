"""What several test modules of the runner need."""

import io
import sys
from pathlib import Path

import replay
import run
import transcript
from report import Report

FAKE = Path(__file__).resolve().parent / "fake_server.py"


def golden(**changes):
    """Gives a transcript of two requests against the fake server."""
    result = {"a": 1, "b": "é"}
    data = {
        "format": 1,
        "id": "fake-two",
        "title": "Two requests get two answers",
        "requires": ["base.response-id-echo"],
        "steps": [
            {"send": {"jsonrpc": "2.0", "id": 1, "method": "one"}},
            {"expect": {"jsonrpc": "2.0", "id": 1, "result": result}},
            {"send": {"jsonrpc": "2.0", "id": 2, "method": "two"}},
            {"expect": {"jsonrpc": "2.0", "id": 2, "result": result}},
            {"eof": {"exit": 0}},
        ],
        **changes,
    }
    return transcript.Transcript(Path("fake") / "fake-two.json", data)


def fake(mode):
    """Gives the command of a fake server."""
    return [sys.executable, "-S", str(FAKE), mode]


def replayed(mode, seconds=20, item=None):
    """Replays the golden on a fake server."""
    item = item or golden()
    return replay.finish(item, replay.start(item, fake(mode), ".", seconds))


def parity(python, typescript, seconds=20, item=None, environ=None, stream=None):
    """Runs the runner over one transcript with two fake servers; gives whether it was green and what it printed."""
    stream = stream or io.StringIO()
    requirements = {"base.response-id-echo": {"level": "MUST", "text": "The id comes back."}}
    report = Report(1, requirements, stream, environ or {})
    servers = {"python": fake(python), "typescript": fake(typescript)}
    green = run.replay_all([item or golden()], lambda each: run.replay_one(each, servers, seconds), report)
    return green, stream.getvalue()
