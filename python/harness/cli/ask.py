"""What a server asks in the middle of a call, answered from a file by key, else by the person at the terminal.

The person sees which server asks, may decline or cancel whatever it is, and gives values that fit what was asked for.
"""

import json
import sys

from harness.cli import forms
from harness.errors import ConfigError

ELICIT, SAMPLE, ROOTS = "elicitation/create", "sampling/createMessage", "roots/list"

#: For each kind of question a member by which an answer to it is known, and an example of an answer.
KINDS = {
    ELICIT: ("action", {"action": "accept", "content": {}}),
    SAMPLE: ("model", {"role": "assistant", "content": {"type": "text", "text": "…"}, "model": "…"}),
    ROOTS: ("roots", {"roots": [{"uri": "file:///…"}]}),
}

#: What a person can do about a question.
ACTIONS = ("accept", "decline", "cancel")


class Answers:
    """The answers that one call can give; peer is set to the server that is called."""

    def __init__(self, path, output, terminal):
        """Takes the file or None, where questions are shown, and whether a person is there; raises ConfigError."""
        self.given = {} if path is None else read_answers(path)
        self.peer = ""
        self._output, self._terminal = output, terminal

    def handlers(self):
        """Gives the handlers of a Harness: only for what can be answered, since they say what we may be asked."""
        kinds = [kind for kind, (mark, _) in KINDS.items() if any(mark in each for each in self.given.values())]
        found = {kind: lambda params, key: None for kind in kinds}
        return {**found, ELICIT: self._elicit} if self._terminal else found

    def _elicit(self, params, _key):
        fields, out = forms.fields(params), self._output
        if fields is None:
            return None
        out.error(f"{self.peer} asks: {out.clean(params.get('message', ''))}")
        try:
            action = self._line("answer? yes, decline or cancel [y/d/c] ", _action)
            if action != "accept":
                return {"action": action}
            if fields:
                out.error("  (Ctrl-D on an empty line cancels)")
            content = {name: self._field(name, *each) for name, each in fields.items()}
        except EOFError:
            out.error("")
            return {"action": "cancel"}
        except KeyboardInterrupt:
            out.error("")  # what comes next stands on a line of its own
            raise
        return {"action": "accept", "content": {k: each for k, each in content.items() if each is not forms.ABSENT}}

    def _field(self, name, schema, required):
        words = [str(schema.get("title") or name), f"({forms.described(schema)}{'' if required else ', optional'})"]
        words += [str(schema["description"])] if schema.get("description") else []
        words += [] if forms.default(schema) is None else [f"[{forms.default(schema)}]"]
        question = "  " + self._output.clean(" ".join(words)) + " > "
        return self._line(question, lambda text: forms.value(text, schema, required))

    def _line(self, question, read):
        # Asks until the answer can be read; raises EOFError at the end of input.
        while True:
            self._output.prompt(question)
            try:
                line = sys.stdin.readline()
                if line:
                    return read(line.strip())
                raise EOFError
            except ValueError as fault:
                self._output.error("    " + self._output.clean(fault))


def read_answers(path):
    """Reads a file with answers by key; raises ConfigError."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            given = json.load(file)
    except OSError as fault:
        raise ConfigError(f"{path}: {fault.strerror}") from None
    except (ValueError, RecursionError) as fault:
        raise ConfigError(f"{path}: not usable as JSON: {fault}") from None
    if not isinstance(given, dict) or not all(isinstance(each, dict) for each in given.values()):
        shown = json.dumps({"KEY": KINDS[ELICIT][1]})
        raise ConfigError(f"{path}: needs an object with one answer for each key that is asked, such as {shown}")
    for key, answer in given.items():
        if not any(mark in answer for mark, _ in KINDS.values()):
            shown = json.dumps(KINDS[ELICIT][1])
            raise ConfigError(f"{path}: {key} is no answer to anything; one to a question looks like {shown}")
        if "action" in answer and answer["action"] not in ACTIONS:
            raise ConfigError(f"{path}: {key}.action must be one of {', '.join(ACTIONS)}")
    return given


def questions(requests):
    """Gives the lines that say what was asked, by key, in the server's words."""
    lines = []
    for key, request in requests.items():
        params = request.get("params", {})
        said = " ".join(str(params[name]) for name in ("message", "url") if name in params)
        lines.append(f"{key} ({request['method']})" + (f": {said}" if said else ""))
        for name, (schema, required) in (forms.fields(params) or {}).items():
            lines.append(f"  {name}: {forms.described(schema)}{', required' if required else ''}")
    return lines


def example(requests):
    """Gives what a file with answers to these requests looks like."""
    found = {}
    for key, request in requests.items():
        _, answer = KINDS.get(request["method"], ("", {}))
        found[key] = dict(answer)
        if request["method"] == ELICIT:
            fields = forms.fields(request.get("params", {}))
            content = {name: forms.sample(schema) for name, (schema, _) in (fields or {}).items()}
            found[key] = {"action": "accept", "content": content} if fields is not None else {"action": "accept"}
    return found


def _action(text):
    words = {"y": "accept", "yes": "accept", "d": "decline", "decline": "decline", "c": "cancel", "cancel": "cancel"}
    if text.lower() not in words:
        raise ValueError("y, d or c")
    return words[text.lower()]
