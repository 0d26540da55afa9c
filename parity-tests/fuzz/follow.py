"""What follows from an answer: the next page, the answer to a question, the end of a listen."""

import json
import re

from fuzz.values import TEXTS

_ID = re.compile(rb'\{"jsonrpc":"2.0","id":("(?:[^"\\]|\\.)*"|-?\d+),')
_CURSOR = re.compile(rb'"nextCursor":"([\w-]*)"')
_LISTEN = re.compile(
    rb'acknowledged","params":\{"_meta":\{"io.modelcontextprotocol/subscriptionId":("(?:[^"\\]|\\.)*"|-?\d+)'
)
_ASKS = b'"resultType":"input_required"'

#: How many threads are kept; the oldest go first.
KEPT = 12


class Threads:
    """What the answers so far have left open."""

    def __init__(self, some):
        """Takes a random source."""
        self._some = some
        self._open = []
        self._listens = []

    def hear(self, asked, answer):
        """Takes what was asked (label and message by id) and all that was answered."""
        for line in answer.splitlines():
            cursor, asks = _CURSOR.search(line), _ASKS in line
            listen = _LISTEN.search(line)
            if listen is not None:
                self._listens = [*self._listens, json.loads(listen.group(1))][-KEPT:]
            found = _ID.match(line) if cursor or asks else None
            before = asked.get(str(json.loads(found.group(1)))) if found else None
            if before is not None and cursor:
                self._open.append((before, "page", cursor.group(1).decode()))
            elif before is not None:
                self._open.append((before, "ask", json.loads(line)["result"]))
        self._open = self._open[-KEPT:]

    def open_id(self, otherwise):
        """Gives the id of a listen that may be open, or what is given if there was none."""
        return self._some.choice(self._listens) if self._listens else otherwise

    def next(self):
        """Gives the label and the message with which one of the threads goes on, or None if there is none."""
        if not self._open:
            return None
        spot = self._some.randrange(len(self._open))
        # A thread may be taken up again: a state and a cursor are good more than once.
        (label, message), kind, found = self._open.pop(spot) if self._some.random() < 0.6 else self._open[spot]
        params = message.get("params")
        if not isinstance(params, dict):
            return label, message
        changes = self._page(label, params, found) if kind == "page" else self._retry(found)
        return label, {**message, "params": {**params, **changes}}

    def _page(self, label, params, cursor):
        if self._some.random() < 0.1:
            cursor = self._some.choice((cursor + "=", cursor[:-1], cursor.swapcase(), "", *TEXTS[-10:]))
        if label.startswith("tools/call"):
            arguments = params.get("arguments")
            return {"arguments": {**(arguments if isinstance(arguments, dict) else {}), "cursor": cursor}}
        return {"cursor": cursor}

    def _retry(self, result):
        some = self._some
        answers = {}
        for key, asked in result.get("inputRequests", {}).items():
            if some.random() < 0.93:
                answers[key] = self._answer(asked)
        changes = {"inputResponses": answers}
        state = result.get("requestState")
        if state is not None and some.random() < 0.93:
            changes["requestState"] = state
        if state is not None and some.random() < 0.1:
            spot = some.randrange(len(state))
            changes["requestState"] = some.choice(
                (state[:spot] + "A" + state[spot + 1 :], state + "=", state[:-1], state + ".", "." + state)
            )
        return changes

    def _answer(self, asked):
        some = self._some
        if asked["method"] == "roots/list":
            return {"roots": some.choice(([], [{"uri": "file:///a"}], [{"uri": "file:///é"}, {"uri": ""}], [{}], None))}
        if asked["method"] == "sampling/createMessage":
            content = some.choice(
                ({"type": "text", "text": "Paris"}, [{"type": "text", "text": "a"}, {"type": "x"}], [], {}, "x")
            )
            return {
                "role": some.choice(("assistant", "assistant", "user", "x")),
                "content": content,
                "model": some.choice(("m", "m", None)),
            }
        action = some.choice(("accept",) * 6 + ("decline", "cancel", "Accept", None))
        fields = asked["params"]["requestedSchema"]["properties"]
        content = {name: some.choice(self._fits(field)) for name, field in fields.items()}
        return some.choice(
            ({"action": action, "content": content},) * 5
            + ({"action": action}, {"action": action, "content": [content]}, action)
        )

    def _fits(self, field):
        if field.get("type") == "boolean":
            return (True, True, True, False, 1, "true", None)
        return ("Ada", "Ada", "", "é", "x" * 300, 7, ["a"], [1], None, {}, "\ud800")
