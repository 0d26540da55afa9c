"""Subscriptions: one open listen per server, its acknowledgement, its events, and a new listen after a loss.

Nothing is heard of a change but through an open listen. The route exists before the request is written, the acknowledgement
comes first, and what comes earlier is dropped. Specification: basic/patterns/subscriptions.
"""

import queue
import threading
import time

from harness import wire
from harness.errors import Closed, DeadlineExceeded, NotSent, SubscriptionRefused

#: How many events may wait to be taken; beyond that they are lost, and that is an event of its own.
BACKLOG = 1024

#: How long an acknowledgement is waited for, in seconds.
ACKNOWLEDGED_WITHIN = 10.0

#: The kinds of notice, each with the member of the filter that asks for it.
NOTICES = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
    "notifications/resources/updated": "resourceSubscriptions",
}

_END = object()


class Subscription:
    """Events of one or more servers, taken by iterating or with next(); close() ends it."""

    def __init__(self, wanted, on_change):
        """Takes the filter and a function (peer, topic) that outdates what a notice concerns."""
        self.wanted = wanted
        self._on_change = on_change
        self._events = queue.Queue(BACKLOG)
        self._overflow = False
        self._closed = threading.Event()
        self._routes = {}

    def open(self, peer, deadline):
        """Opens the listen on one peer and waits for its acknowledgement; raises SubscriptionRefused and others."""
        life = peer.life(deadline)
        if life.record.era != "modern":
            raise SubscriptionRefused("a legacy server has no listen", peer.name)
        route = _Route(self, peer, peer.settings.next_id())
        life.listens[wire.id_key(route.id)] = route
        self._routes[peer.name] = (route, life)
        message = peer.request("modern", route.id, "subscriptions/listen", {"notifications": self.wanted}, life.record.protocol_version)
        taken, size = peer.send(life.channel, message, deadline)
        if taken < size:
            life.listens.pop(wire.id_key(route.id), None)
            raise NotSent("the listen was not sent", peer.name)
        limit = time.monotonic() + ACKNOWLEDGED_WITHIN
        route.wait(limit if deadline is None else min(limit, deadline))
        return route.acknowledged

    def put(self, event):
        """Adds an event; once the backlog is full, one lost event takes the place of all that follow."""
        try:
            self._events.put_nowait(event)
            self._overflow = False
        except queue.Full:
            self._overflow = True

    def next(self, timeout=None):
        """Gives the next event (an object with peer, event and details), or None if none comes in time."""
        if self._overflow and self._events.empty():
            self._overflow = False
            return {"peer": None, "event": "lost", "why": "overflow"}
        try:
            event = self._events.get(timeout=timeout)
        except queue.Empty:
            return None
        if event is _END:
            self._events.put(_END)
            raise Closed("the subscription is closed")
        return event

    def __iter__(self):
        """Gives event after event until the subscription is closed."""
        while True:
            try:
                event = self.next()
            except Closed:
                return
            if event is not None:
                yield event

    def close(self):
        """Ends every listen and tells the servers."""
        if self._closed.is_set():
            return
        self._closed.set()
        for route, life in list(self._routes.values()):
            if life.listens.pop(wire.id_key(route.id), None) is not None:
                cancelled = wire.notification("notifications/cancelled", {"requestId": route.id})
                route.peer.send(life.channel, cancelled, time.monotonic() + 0.5)
        try:
            self._events.put_nowait(_END)
        except queue.Full:
            self._events.get_nowait()
            self._events.put_nowait(_END)

    def covers(self, peer):
        """Tells whether a listen was ever opened on this peer."""
        return peer.name in self._routes

    def kinds(self):
        """Gives the kinds of list whose changes are asked for."""
        flags = {"toolsListChanged": "tool", "promptsListChanged": "prompt", "resourcesListChanged": "resource"}
        return [kind for name, kind in flags.items() if self.wanted.get(name)]

    @property
    def closed(self):
        """Tells whether close was called."""
        return self._closed.is_set()

    def changed(self, peer, topic):
        """Outdates what a notice concerns."""
        self._on_change(peer, topic)


class _Route:
    """The listen of one life of one peer."""

    def __init__(self, subscription, peer, request_id):
        self.subscription, self.peer, self.id = subscription, peer, request_id
        self.acknowledged = None
        self._failure = None
        self._decided = threading.Event()

    def wait(self, limit):
        if not self._decided.wait(max(0.0, limit - time.monotonic())):
            self._forget()
            cancelled = wire.notification("notifications/cancelled", {"requestId": self.id})
            self.peer.send(self.peer.life(limit + 1).channel, cancelled, time.monotonic() + 0.5)
            raise DeadlineExceeded(self.peer.name, "the acknowledgement of the listen", "total", None)
        if self._failure is not None:
            raise self._failure

    def told(self, method, params):
        if method == "notifications/subscriptions/acknowledged":
            self._acknowledge(params)
        elif self.acknowledged is None:
            self.peer.note(f"{method} before the acknowledgement was dropped")
        elif method == "notifications/cancelled":
            self._ended("the server ended the subscription")
        elif not self.acknowledged.get(NOTICES.get(method, "")):
            self.peer.note(f"{str(method)[:100]} was not acknowledged and was dropped")
        elif method == "notifications/resources/updated":
            self.subscription.changed(self.peer, params.get("uri"))
            self.subscription.put({"peer": self.peer.name, "event": "updated", "uri": params.get("uri")})
        else:
            topic = method.split("/")[1]
            self.subscription.changed(self.peer, topic)
            self.subscription.put({"peer": self.peer.name, "event": "list_changed", "list": topic})

    def answered(self, message):
        if "error" in message:
            error = message["error"] if isinstance(message["error"], dict) else {}
            self._fail(SubscriptionRefused(f"error {error.get('code')}: {error.get('message')}", self.peer.name))
        elif self.acknowledged is None:
            self._fail(SubscriptionRefused("it was answered without an acknowledgement", self.peer.name))
        else:
            self._ended("the server ended the subscription with a result")

    def lost(self, words):
        self._fail(SubscriptionRefused(f"the server was lost: {words}", self.peer.name))
        if self.acknowledged is not None and not self.subscription.closed:
            self.subscription.put({"peer": self.peer.name, "event": "lost", "why": words})

    def _acknowledge(self, params):
        honoured = params.get("notifications")
        if self.acknowledged is not None or not isinstance(honoured, dict):
            self.peer.note("a second or malformed acknowledgement was dropped")
            return
        self.acknowledged = honoured
        missing = sorted(name for name, value in self.subscription.wanted.items() if value and not honoured.get(name))
        event = {"peer": self.peer.name, "event": "acknowledged", "honoured": honoured}
        self.subscription.put({**event, "missing": missing} if missing else event)
        self._decided.set()

    def _ended(self, words):
        # The server's own wish: it is not asked again.
        self._forget()
        self.subscription.put({"peer": self.peer.name, "event": "ended", "why": words})

    def _fail(self, failure):
        if self.acknowledged is None:
            self._failure = failure
            self._forget()
            self._decided.set()

    def _forget(self):
        self.peer.forget_listen(self.id)


