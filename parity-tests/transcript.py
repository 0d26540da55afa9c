"""Golden transcripts: reading, checking and turning them into bytes.

The format is described in shared-fixtures/README.md. Standard library only.
"""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "shared-fixtures"

FORMAT = 1
MAX_STEPS = 12

HEADER = ("format", "id", "title", "why", "requires", "let", "server", "steps")
NEEDED = ("format", "id", "title", "requires", "steps")
SERVER = ("args", "env", "store")
#: Each verb of a step with the keys that may stand beside it.
VERBS = {
    "send": {"repeat", "note"},
    "notify": {"note"},
    "raw": {"note"},
    "raw_hex": {"note"},
    "raw_repeat": {"note"},
    "expect": {"skip", "note"},
    "eof": {"note"},
}

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_VARIABLE = re.compile(r"\$[a-z_]+")


class FixtureError(Exception):
    """Says what is wrong with a fixture and where."""


class Transcript:
    """One transcript: its header, and its steps as the runner takes them."""

    def __init__(self, path, data):
        """Takes the path of the file and its parsed text."""
        self.path = path
        self.area = path.parent.name
        self.id = data["id"]
        self.title = data["title"]
        self.requires = data["requires"]
        self.args = data.get("server", {}).get("args", [])
        self.env = data.get("server", {}).get("env", {})
        #: The text of the journal that the servers find, or None: then they have no store.
        self.store = "\n".join(data["server"]["store"]) if "store" in data.get("server", {}) else None
        self.steps = [Step(step, data.get("let", {})) for step in data["steps"]]

    def expected(self):
        """Gives the raw lines that the goldens ask for, None where one is skipped."""
        lines = []
        for step in self.steps:
            lines.extend([None] * step.skip)
            if step.line is not None:
                lines.append(step.line)
        return lines

    def place(self, index):
        """Gives the number of the step that the line with this index belongs to, counted from 1."""
        seen = 0
        for number, step in enumerate(self.steps, 1):
            seen += step.skip + (step.line is not None)
            if index < seen:
                return number
        return len(self.steps)

    def request_before(self, number):
        """Gives what the nearest writing step before this step number wrote, for a failure report."""
        for step in reversed(self.steps[: number - 1]):
            if step.bytes is not None:
                return step.bytes
        return b""


class Step:
    """One step: bytes to write, or a line to expect, or the end of input."""

    def __init__(self, step, variables):
        """Takes the step as written and the variables of the transcript."""
        self.verb = verb_of(step)
        self.skip = step.get("skip", 0)
        self.bytes = _bytes_of(self.verb, step, variables)
        self.line = compact(step["expect"]) + b"\n" if self.verb == "expect" else None
        self.exit = step["eof"].get("exit", 0) if self.verb == "eof" else None


def compact(value):
    """Writes a value as a server would: compact, UTF-8, members in the order of the file."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")


def pretty(value):
    """Writes a value as a fixture file: two spaces, UTF-8, a newline at the end."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def verb_of(step):
    """Gives the one verb of a step, or None if there is none or more than one."""
    verbs = [key for key in step if key in VERBS]
    return verbs[0] if len(verbs) == 1 else None


def _bytes_of(verb, step, variables):
    if verb in ("send", "notify"):
        times = step.get("repeat")
        if times is None:
            return compact(substitute(step[verb], variables)) + b"\n"
        return b"".join(
            compact(substitute(step[verb], {**variables, "$n": number})) + b"\n" for number in range(1, times + 1)
        )
    if verb == "raw":
        return step["raw"].encode("utf-8")
    if verb == "raw_hex":
        return bytes.fromhex(step["raw_hex"])
    if verb == "raw_repeat":
        return (step["raw_repeat"]["text"] * step["raw_repeat"]["times"]).encode("utf-8")
    return None


def substitute(value, variables):
    """Puts the variables in place of the strings that name them; $n also counts inside a longer string."""
    if isinstance(value, str):
        if value in variables:
            return variables[value]
        return value.replace("$n", str(variables["$n"])) if "$n" in variables else value
    if isinstance(value, list):
        return [substitute(item, variables) for item in value]
    if isinstance(value, dict):
        return {name: substitute(item, variables) for name, item in value.items()}
    return value


def load(path):
    """Reads one transcript and checks everything that can be seen in it alone; raises FixtureError."""
    try:
        text = path.read_text(encoding="utf-8")
        data = json.loads(text)
    except ValueError as fault:
        raise FixtureError(f"{path}: not a JSON text in UTF-8: {fault}") from None
    faults = list(_faults(path, data, text))
    if faults:
        raise FixtureError("\n".join(f"{path}: {fault}" for fault in faults))
    return Transcript(path, data)


def load_all(folder=FIXTURES / "transcripts", manifest=FIXTURES / "manifest.json"):
    """Reads all transcripts in the order of their paths; raises FixtureError with all faults.

    The manifest lists the ids of each area. A transcript that it does not name, or names and is not there, is a fault:
    one that has vanished must not go unnoticed.
    """
    transcripts, faults = [], []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or (path.is_dir() != (path.parent == folder)):
            faults.append(f"{path}: transcripts are files in <area>/, and nothing is a link")
        elif not path.is_dir():
            try:
                transcripts.append(load(path))
            except FixtureError as fault:
                faults.append(str(fault))
    if not faults:
        faults.extend(_manifest_faults(transcripts, json.loads(manifest.read_text(encoding="utf-8"))))
    if faults:
        raise FixtureError("\n".join(faults))
    return transcripts


def _manifest_faults(transcripts, manifest):
    there = [(item.area, item.id) for item in transcripts]
    listed = [(area, name) for area, names in manifest.items() for name in names]
    for area, name in sorted(set(listed) - set(there)):
        yield f"{area}/{name}.json is missing; manifest.json names it"
    for area, name in sorted(set(there) - set(listed)):
        yield f"{area}/{name}.json is not named in manifest.json; add it there"
    names = [name for _, name in there]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name}: two transcripts have this id"


def _faults(path, data, text):
    if not isinstance(data, dict) or any(key not in data for key in NEEDED):
        yield f"needs the keys {', '.join(NEEDED)}"
        return
    for key in data:
        if key not in HEADER:
            yield f"unknown key {key}"
    if data["format"] != FORMAT:
        yield f"format must be {FORMAT}"
    if path.name != f"{data['id']}.json" or _ID.fullmatch(data["id"]) is None:
        yield "id must be the name of the file without .json, in lower-case words with hyphens"
    if not data["requires"] or not all(isinstance(item, str) for item in data["requires"]):
        yield "requires must name at least one requirement"
    if len(set(data["requires"])) != len(data["requires"]):
        yield "requires names a requirement twice"
    yield from _server_faults(data.get("server", {}))
    if len(data["steps"]) > MAX_STEPS:
        yield f"more than {MAX_STEPS} steps are hard to read; make two transcripts of it"
    yield from _variable_faults(data)
    for number, step in enumerate(data["steps"], 1):
        for fault in _step_faults(step):
            yield f"step {number}: {fault}"
    ends = sum("eof" in step for step in data["steps"])
    if ends != 1 or verb_of(data["steps"][-1]) not in ("eof", "expect"):
        yield "there must be exactly one eof, with nothing but expect steps after it"
    elif any(verb_of(step) != "expect" for step in data["steps"][_eof_index(data["steps"]) + 1 :]):
        yield "only expect steps may stand after eof"
    if text != pretty(data):
        yield "not formatted; run: python3 parity-tests/run.py format"


def _eof_index(steps):
    return [verb_of(step) for step in steps].index("eof")


def _server_faults(server):
    for key in server:
        if key not in SERVER:
            yield f"server takes {', '.join(SERVER)}, not {key}"
    for key in ("args", "store"):
        if not all(isinstance(item, str) for item in server.get(key, [])):
            yield f"server.{key} must be a list of strings"
    if "--store" in server.get("args", []):
        yield "the runner names the store itself; put its lines into server.store"


def _variable_faults(data):
    used = json.dumps([step.get("send", step.get("notify")) for step in data["steps"]])
    for name in data.get("let", {}):
        if _VARIABLE.fullmatch(name) is None or name == "$n":
            yield f"{name} is no name for a variable"
        elif json.dumps(name) not in used:
            yield f"the variable {name} is not used"


def _step_faults(step):
    verb = verb_of(step)
    if verb is None:
        yield f"needs exactly one of {', '.join(VERBS)}"
        return
    for key in step:
        if key != verb and key not in VERBS[verb]:
            yield f"{key} cannot stand beside {verb}"
    if verb == "send" and "id" not in step["send"]:
        yield "send is for requests; without an id use notify"
    if verb == "notify" and "id" in step["notify"]:
        yield "notify is for messages without an id"
    if verb == "eof" and set(step["eof"]) - {"exit"}:
        yield "eof takes nothing but exit"
