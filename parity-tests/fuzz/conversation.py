"""A conversation as it grows: requests in batches, each batch made with what the answers so far have handed out."""

import re

from fuzz.follow import Threads
from fuzz.mutate import corrupt, spoil
from fuzz.strategies import NOTE, URI
from fuzz.values import line_of, raw

#: Metadata that passes, for what the conversation says itself.
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}

LINE_LIMIT = 4194304

#: An import in slices looks at what has arrived between them, so it and what follows must come in one read.
SLICED = 60000

#: The ways to go on, and how often each is taken.
SHARES = {
    "_valid": 32,
    "_follow": 22,
    "_spoilt": 28,
    "_corrupted": 7,
    "_odd_metadata": 5,
    "_notified": 4,
    "_legacy": 2,
    "_sliced": 0.3,
    "_large": 0.12,
    "_long": 0.02,
}

_NOTE_ID = re.compile(rb'"(?:firstId|lastId|id)":"note-(\d{1,6})"')


class Write:
    """Bytes that go out in one piece, and what was asked in them: label and message by the JSON text of the id."""

    def __init__(self, data, asked=None):
        """Takes both."""
        self.data = data
        self.asked = asked or {}


class Talk:
    """The client's side of a conversation; every choice comes from one random source."""

    def __init__(self, some, pools, setting):
        """Takes the source, the pools to draw from and the setting of the servers."""
        self._some = some
        self._pools = pools
        self._legacy_often = "--legacy" in setting.args
        everything = 8 if "--everything" in setting.args else 0
        self._labels = [label for label in pools.requests for _ in range(everything if "everything" in label else 1)]
        self._threads = Threads(some)
        self._count = 0
        self._notes = 3

    def next_batch(self, limit):
        """Gives the next writes, at most as many as limit."""
        batch = []
        wanted = min(limit, self._some.choice((1, 4, 16, 32, 48)))
        while len(batch) < wanted:
            name = self._some.choices(list(SHARES), SHARES.values())[0]
            if name in ("_sliced", "_large", "_long"):
                return [*batch, getattr(self, name)()]
            batch.append(getattr(self, name)())
        return batch

    def hear(self, batch, answer):
        """Takes what one of the twins has answered to a batch."""
        for number in _NOTE_ID.findall(answer):
            self._notes = max(self._notes, min(int(number), 30000))
        self._threads.hear({text: asked for write in batch for text, asked in write.asked.items()}, answer)

    def last_words(self):
        """Gives a line without its end, or nothing."""
        return self._valid().data[: self._some.choice((-1, -2, 10))] if self._some.random() < 0.3 else b""

    def _request(self, label=None):
        label = label or self._some.choice(self._labels)
        if label == "tools/list" and self._some.random() < 0.5:
            label = "tools/call notes_update"  # the longest answer of all teaches little the second time
        params = self._filled(self._some.choice(self._pools.requests[label]))
        meta = META if self._some.random() < 0.6 else self._some.choice(self._pools.metas)
        method = (
            label.partition(" ")[0]
            if not label.startswith("(")
            else self._some.choice(("ping", "x", "logging/setLevel", "toString"))
        )
        return label, {"jsonrpc": "2.0", "id": self._next_id(), "method": method, "params": {**params, "_meta": meta}}

    def _next_id(self):
        self._count += 1
        if self._some.random() < 0.85:
            return self._count
        return self._some.choice(
            (f"r-{self._count}", -self._count, raw(f"{self._count}.0"), f"é{self._count}", self._threads.open_id(0))
        )

    def _filled(self, value):
        if isinstance(value, dict):
            return {name: self._filled(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self._filled(item) for item in value]
        if value in (NOTE, URI) and isinstance(value, str):
            note = f"note-{self._some.randint(1, self._notes)}"
            return note if value == NOTE else "notes://" + note
        return value

    def _written(self, label, message):
        line = line_of(message, self._some.random() < 0.5, self._some.random() < 0.1)
        request_id = message.get("id")
        return Write(line, {str(request_id).removeprefix("@raw:").removesuffix(".0@"): (label, message)})

    def _valid(self):
        return self._written(*self._request())

    def _follow(self):
        thread = self._threads.next()
        if thread is None:
            return self._valid()
        label, message = thread
        return self._written(label, {**message, "id": self._next_id()} if "id" in message else message)

    def _spoilt(self):
        label, message = self._request() if self._some.random() < 0.7 else self._threads.next() or self._request()
        spoilt = spoil(message, self._some, self._pools.values)
        return self._written(label, spoilt)

    def _corrupted(self):
        write = self._valid() if self._some.random() < 0.8 else self._spoilt()
        return Write(corrupt(write.data, self._some), write.asked)

    def _odd_metadata(self):
        label, message = self._request()
        meta = spoil({"_meta": self._some.choice(self._pools.metas)}, self._some, self._pools.values)
        return self._written(label, {**message, "params": {**message["params"], **meta}})

    def _notified(self):
        some = self._some
        request_id = some.choice(
            (self._threads.open_id(1), some.randint(0, self._count), str(self._count), raw("1.0"), None)
        )
        params = {"requestId": request_id, "reason": some.choice(("enough", "", "\n", "\ud800", None))}
        method = some.choice(
            (
                "notifications/cancelled",
                "notifications/cancelled",
                "notifications/initialized",
                "notifications/x",
                "tools/list",
            )
        )
        message = {"jsonrpc": some.choice(("2.0", "2.0", "2.0", "1.0")), "method": method, "params": params}
        return self._written(
            "notification", message if some.random() < 0.8 else spoil(message, some, self._pools.values)
        )

    def _legacy(self):
        label, message = self._request()
        message = {**message, "params": {name: value for name, value in message["params"].items() if name != "_meta"}}
        if self._some.random() < (0.5 if self._legacy_often else 0.2):
            info = {"name": "x", "version": "1"}
            version = self._some.choice(("2025-11-25", "2024-11-05", "2026-07-28"))
            params = {"protocolVersion": version, "capabilities": {}, "clientInfo": info}
            label, message = "initialize", {**message, "method": "initialize", "params": params}
        return self._written(
            label, message if self._some.random() < 0.8 else spoil(message, self._some, self._pools.values)
        )

    def _sliced(self):
        label, message = self._request("tools/call notes_import")
        notes = [{"title": "a", "body": ""}] * self._some.choice((499, 500, 501, 1000, 1001, 1500))
        message["params"] = {**message["params"], "arguments": {"notes": notes}}
        message["params"]["_meta"] = {**META, "progressToken": self._some.choice(("p", 1, raw("2.0")))}
        write = self._written(label, message)
        if self._some.random() < 0.5:
            cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": message["id"]}}
            write.data += self._valid().data + line_of(cancel)
        return write if len(write.data) < SLICED else self._valid()

    def _large(self):
        label, message = self._request(self._some.choice(("tools/call notes_create", "tools/call notes_update")))
        body = self._some.choice(("x", "💡", "\n")) * self._some.choice((99999, 100000, 100001))
        arguments = {**message["params"]["arguments"], "body": body}
        return self._written(label, {**message, "params": {**message["params"], "arguments": arguments}})

    def _long(self):
        write = self._valid()
        size = LINE_LIMIT + self._some.choice((-1, 0, 1))
        return Write(write.data[:-1].ljust(size, self._some.choice((b" ", b"x"))) + b"\n", write.asked)
