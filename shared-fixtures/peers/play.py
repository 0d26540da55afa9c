"""A server that does what a script says, for clients that want to see how they fare with it. Standard library only.

    python3 shared-fixtures/peers/play.py NAME|FILE [--journal FILE]

NAME is that of a script beside this file. The journal gets one JSON line for each thing that happens: what was received, what
was done, the end of input. The format of a script is described in README.md beside this file.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Player:
    """Plays one script on stdin and stdout."""

    def __init__(self, script, journal):
        """Takes the script and a file for the journal, or None."""
        self._script, self._journal = script, journal
        self._counts = {}
        self._kept = {}

    def run(self):
        """Plays until the end of input, or until the script ends it."""
        self.note(started=os.getpid(), argv=sys.argv[1:])
        self.do(self._script.get("start", []), {})
        rest = b""
        while chunk := os.read(0, 65536):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self.take(line)
        self.note(eof=True)
        self.do(self._script.get("eof", []), {})

    def take(self, line):
        """Takes one line: writes it down and does what the first rule that fits says."""
        try:
            message = json.loads(line)
        except ValueError:
            self.note(garbage=line.decode("utf-8", "backslashreplace"))
            return
        self.note(received=message)
        method = message.get("method", "")
        for number, rule in enumerate(self._script.get("rules", [])):
            if rule["when"] not in (method, "*") or self._counts.get(number, 0) >= rule.get("times", 1 << 60):
                continue
            self._counts[number] = self._counts.get(number, 0) + 1
            self.do(rule["do"], message, self._counts[number])
            return

    def do(self, actions, message, count=1):
        """Does the actions of a rule, in order."""
        values = {"$id": message.get("id"), "$n": count, "$params": message.get("params", {}), **self._kept}
        values["$id_text"] = str(message.get("id"))
        meta = message.get("params", {}).get("_meta", {}) if isinstance(message.get("params"), dict) else {}
        values["$token"] = meta.get("progressToken")
        for action in actions:
            (verb, value), *more = action.items()
            getattr(self, "do_" + verb)(filled(value, values), message, filled(dict(more), values))

    def do_result(self, value, message, more):
        """Answers with a result; id beside it answers under another id."""
        self.write({"jsonrpc": "2.0", "id": more.get("id", message.get("id")), "result": value})

    def do_error(self, value, message, more):
        """Answers with an error."""
        answer = {"jsonrpc": "2.0", "id": more.get("id", message.get("id")), "error": value}
        if more.get("no_id"):
            del answer["id"]
        self.write(answer)

    def do_nested(self, value, message, _more):
        """Answers with a result, in which 700 lists, one in the other, stand for the text $deep."""
        answer = json.dumps({"jsonrpc": "2.0", "id": message.get("id"), "result": value})
        os_write(1, answer.replace('"$deep"', "[" * 700 + "]" * 700).encode("utf-8") + b"\n")

    def do_message(self, value, _message, _more):
        """Writes any message."""
        self.write(value)

    def do_raw(self, value, _message, more):
        """Writes a text as it is, as often as times says."""
        os_write(1, (value * more.get("times", 1)).encode("utf-8", "surrogatepass"))

    def do_stderr(self, value, _message, more):
        """Writes a text to stderr, as often as times says."""
        os_write(2, (value * more.get("times", 1)).encode("utf-8"))

    def do_keep(self, value, message, _more):
        """Keeps the id of this request as $kept."""
        self._kept["$" + value] = message.get("id")

    def do_sleep(self, value, _message, _more):
        """Waits, in seconds."""
        time.sleep(value)

    def do_wait_for(self, value, _message, _more):
        """Waits until a file exists."""
        limit = time.monotonic() + 30
        while not os.path.exists(value) and time.monotonic() < limit:
            time.sleep(0.01)

    def do_exit(self, value, _message, _more):
        """Ends the process with this code; negative: by this signal."""
        self.note(exit=value)
        if value < 0:
            os.kill(os.getpid(), -value)
        os._exit(value)

    def do_close(self, value, _message, _more):
        """Closes stdin or stdout and stays alive."""
        os.close({"stdin": 0, "stdout": 1}[value])

    def do_child(self, _value, _message, _more):
        """Starts a child of its own that holds the pipes and sleeps."""
        import subprocess  # only here, since it costs a third of the start

        child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
        self.note(child=child.pid)

    def do_ignore(self, value, _message, _more):
        """Ignores a signal by name."""
        signal.signal(getattr(signal, value), signal.SIG_IGN)

    def do_environment(self, value, message, _more):
        """Answers with variables of the environment."""
        self.write({"jsonrpc": "2.0", "id": message.get("id"), "result": {name: os.environ.get(name) for name in value}})

    def write(self, message):
        """Writes a message on one line."""
        os_write(1, json.dumps(message, separators=(",", ":")).encode("utf-8") + b"\n")

    def note(self, **event):
        """Writes an event into the journal."""
        if self._journal is not None:
            self._journal.write(json.dumps({**event, "at": time.monotonic()}) + "\n")
            self._journal.flush()


def filled(value, values):
    """Puts values in place of the strings that name them; $n also counts inside a longer string."""
    if isinstance(value, str):
        return values[value] if value in values else value.replace("$n", str(values["$n"]))
    if isinstance(value, list):
        return [filled(item, values) for item in value]
    if isinstance(value, dict):
        return {name: filled(item, values) for name, item in value.items()}
    return value


def os_write(descriptor, data):
    """Writes all bytes; ends the process if nobody reads."""
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(descriptor, view) :]
    except OSError:
        os._exit(0)


def main(arguments):
    """Plays the script that the arguments name."""
    journal = None
    if "--journal" in arguments:
        place = arguments.index("--journal")
        journal = open(arguments[place + 1], "a", encoding="utf-8")
        arguments = arguments[:place] + arguments[place + 2 :]
    if len(arguments) != 1:
        sys.exit("usage: play.py NAME|FILE [--journal FILE]; there are " + ", ".join(names()))
    path = Path(arguments[0])
    path = path if path.suffix == ".json" else HERE / (arguments[0] + ".json")
    if not path.exists():
        sys.exit(f"there is no script {arguments[0]}; there are " + ", ".join(names()))
    script = json.loads(path.read_text(encoding="utf-8"))
    if "lives" in script:
        script = script["lives"][min(lives(journal), len(script["lives"]) - 1)]
    Player(script, journal).run()


def lives(journal):
    """Counts the starts in a journal; without one every life is the first."""
    return 0 if journal is None else Path(journal.name).read_text(encoding="utf-8").count('{"started"')


def names():
    """Gives the names of the scripts."""
    return sorted(path.stem for path in HERE.glob("*.json"))


if __name__ == "__main__":
    main(sys.argv[1:])
