"""What a peer says, brought to where it belongs: answers to calls, notices to listens, progress to whoever asked."""

import time

from harness import wire
from harness.errors import Unwritable
from harness.transport import Ended

#: What a legacy server tells without being listened to.
LISTS_CHANGED = tuple(f"notifications/{topic}/list_changed" for topic in ("tools", "prompts", "resources"))


def read(peer, life):
    """Reads what a peer says until its channel has ended."""
    while True:
        try:
            line = life.channel.receive(None)
        except Ended:
            return
        if line is None:
            peer.note("a message over the size limit was dropped")
            continue
        peer.settings.trace(peer.name, "received", line)
        message = wire.decode(line)
        if message is not None and wire.is_message(message):
            take(peer, life, message, len(line))
        elif not wire.is_blank(line):
            peer.note(f"noise on stdout: {wire.quoted(line)}")


def take(peer, life, message, size):
    """Brings one message of a peer, of a size in bytes, to the call, the listen or the person that it is for."""
    if "method" not in message:
        key = wire.id_key(message.get("id"))
        own = [each for each in list(life.listens.values()) if key in (wire.id_key(each.id), ("string", str(each.id)))]
        if own:
            own[0].answered(message)
        elif not life.table.answer(message):
            peer.dropped += 1
    elif "id" in message:
        _asked(peer, life, message)
    else:
        params = message.get("params") if isinstance(message.get("params"), dict) else {}
        _told(peer, life, wire.shown(message["method"], 100), params, size)


def _asked(peer, life, message):
    if life.record.era == "modern":
        peer.note(f"a request of a modern server was not answered: {wire.shown(message['method'], 100)}")
        return
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] == "ping":
        answer["result"] = {}
    else:
        answer["error"] = {"code": -32601, "message": "Method not found"}
    try:
        peer.send(life.channel, answer, time.monotonic() + 1)
    except Unwritable:  # half of a surrogate pair, or a number that JSON does not have
        peer.note(f"a {wire.shown(message['method'], 100)} under an id that cannot be sent back")


def _told(peer, life, method, params, size):
    meta = params.get("_meta") if isinstance(params.get("_meta"), dict) else {}
    if method == "notifications/progress":
        pending = life.table.by_token(params.get("progressToken"))
        if pending is not None:
            pending.alive()
            peer.settings.dispatcher.put(pending.on_progress, dict(params), size=size)
    elif method == "notifications/cancelled":
        listen = life.listens.get(wire.id_key(params.get("requestId")))
        if listen is not None:  # any other has crossed an answer of its server, and means nothing
            listen.cancelled()
    elif method == "notifications/message":
        peer.settings.event(peer.name, "log", size, params=params)
    elif wire.SUBSCRIPTION_KEY in meta:
        _heard(peer, life, method, params, wire.id_key(meta[wire.SUBSCRIPTION_KEY]))
    elif life.record.era == "modern":
        peer.note(f"{method} without a subscription was dropped")
    elif method in LISTS_CHANGED:
        peer.on_changed(peer, method.split("/")[1])


def _heard(peer, life, method, params, key):
    listen = life.listens.get(key)
    if listen is not None:
        listen.told(method, params)
    elif key in life.ended_listens:
        peer.dropped += 1  # it was on its way when the listen ended
    else:
        peer.note(f"{method} for no open listen was dropped")
