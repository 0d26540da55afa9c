"""What a peer says, brought to where it belongs: answers to calls, notices to listens, progress to whoever asked."""

import time

from harness import wire


def take(peer, life, message):
    """Brings one message of a peer to the call, the listen or the person that it is for."""
    if "method" not in message:
        listen = life.listens.get(wire.id_key(message.get("id")))
        if listen is not None:
            listen.answered(message)
        else:
            life.table.answer(message)
    elif "id" in message:
        _asked(peer, life, message)
    else:
        _told(peer, life, message)


def _asked(peer, life, message):
    if life.record.era == "modern":
        peer.note(f"a request of a modern server was not answered: {str(message['method'])[:100]}")
        return
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] == "ping":
        answer["result"] = {}
    else:
        answer["error"] = {"code": -32601, "message": "Method not found"}
    peer.send(life.channel, answer, time.monotonic() + 1)


def _told(peer, life, message):
    params = message.get("params") if isinstance(message.get("params"), dict) else {}
    meta = params.get("_meta") if isinstance(params.get("_meta"), dict) else {}
    method = message["method"]
    if method == "notifications/progress":
        pending = life.table.by_token(params.get("progressToken"))
        if pending is not None and pending.on_progress is not None:
            pending.alive()
            peer.settings.dispatcher.put(pending.on_progress, dict(params))
    elif method == "notifications/message":
        peer.settings.event(peer.name, "log", params=params)
    elif wire.SUBSCRIPTION_KEY in meta:
        listen = life.listens.get(wire.id_key(meta[wire.SUBSCRIPTION_KEY]))
        if listen is not None:
            listen.told(method, params)
        else:
            peer.note(f"{method} for no open listen was dropped")
    elif method == "notifications/cancelled" and wire.id_key(params.get("requestId")) in life.listens:
        life.listens[wire.id_key(params["requestId"])].told(method, params)
    elif life.record.era == "legacy" and str(method).endswith("list_changed"):
        peer.on_changed(peer, str(method).split("/")[1])
    elif life.record.era == "modern":
        peer.note(f"{str(method)[:100]} without a subscription was dropped")
