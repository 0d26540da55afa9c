"""Subscriptions: one open listen per server, its acknowledgement, its events, and a new listen after a loss.

Nothing is heard of a change but through an open listen. The route exists before the request is written, the acknowledgement
comes first, and what comes earlier is dropped. Specification: basic/patterns/subscriptions.
"""

import threading
import time

from harness import wire
from harness.cache import READ
from harness.calls import other_version
from harness.errors import Closed, DeadlineExceeded, NotSent, OutcomeUnknown, ProtocolViolation
from harness.errors import SubscriptionRefused, Unwritable
from harness.events import Events
from harness.lists import CAPABILITY
from harness.settings import duration

#: How long an acknowledgement is waited for, and at the end the beginning of a listen that is being written, in seconds.
ACKNOWLEDGED_WITHIN = 10.0
BEGUN_WITHIN = 0.5

#: The longest URI of an update, in characters; many may wait to be taken.
MAX_URI = 65536

#: The kinds of notice, each with the member of the filter that asks for it.
NOTICES = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
    "notifications/resources/updated": "resourceSubscriptions",
}


class Subscription:
    """Events of one or more servers, taken by iterating or with next(); close() ends it."""

    def __init__(self, wanted, on_change):
        """Takes the filter and a function (peer, area, uri) that outdates what a notice concerns."""
        self.wanted, self.changed = wanted, on_change
        self._events = Events()
        self._lock = threading.Lock()
        self._closed = False
        self._routes = {}  # by peer, the latest listen of each that is to be opened again after a loss

    def open(self, peer, deadline):
        """Opens the listen on one peer and waits for its acknowledgement; raises SubscriptionRefused and others.

        Gives whether there was one to open: in this life of the peer it may have been opened already.
        """
        life = peer.life(deadline)
        if life.record.era != "modern":
            raise SubscriptionRefused("a legacy server has no listen", peer.name)
        route = _Route(self, peer, life)
        with self._lock:
            if self._closed:
                raise Closed("the subscription is closed", peer.name)
            if peer.name in self._routes and self._routes[peer.name].life is life:
                return False
            self._routes[peer.name] = route
        limit = time.monotonic() + ACKNOWLEDGED_WITHIN
        try:
            route.ask(self.wanted, min(limit, deadline or limit))
        except (SubscriptionRefused, ProtocolViolation, DeadlineExceeded, Unwritable):
            self.forget(route)
            raise
        return True

    def put(self, event):
        """Adds an event."""
        self._events.put(event)

    def next(self, timeout=None):
        """Gives the next event (an object with peer, event and details), or None if none comes in time."""
        return self._events.get(None if timeout is None else duration("timeout", timeout))

    def __iter__(self):
        """Gives event after event until the subscription is closed."""
        while True:
            try:
                yield self.next()
            except Closed:
                return

    def close(self):
        """Ends every listen and tells the servers; what has been heard can still be taken."""
        with self._lock:
            self._closed = True
            routes = list(self._routes.values())
        for route in routes:
            route.end()
        self._events.close()

    def covers(self, peer):
        """Tells whether a listen is open on this peer, or was until the peer was lost."""
        return peer.name in self._routes

    def given_up(self, peer):
        """Says that a lost peer does not come back."""
        with self._lock:
            found = self._routes.pop(peer.name, None)
        if found is not None:
            self.put({"peer": peer.name, "event": "ended", "why": f"the server does not come back: {peer.state}"})

    def kinds(self):
        """Gives the kinds of list whose changes are asked for."""
        return [kind for kind, topic in CAPABILITY.items() if self.wanted.get(f"{topic}ListChanged")]

    @property
    def closed(self):
        """Tells whether close was called."""
        return self._closed

    def forget(self, route):
        """Forgets a listen that is over by the server's own wish, or was never opened: it is not asked for again."""
        with self._lock:
            if self._routes.get(route.peer.name) is route:
                del self._routes[route.peer.name]


class _Route:
    """The listen of one life of one peer; the reader of that life brings it what comes."""

    def __init__(self, subscription, peer, life):
        self.subscription, self.peer, self.life = subscription, peer, life
        self.id = peer.settings.next_id()
        self._acknowledged = None
        self._refusal, self._failure, self._late_end = {}, None, False
        self._decided = threading.Event()
        self._asking = threading.Lock()  # else an end could be told before there is a beginning

    def ask(self, wanted, limit):
        record = self.life.record
        self._ask(wanted, limit, record.protocol_version)
        other = other_version(self.peer, record, record.protocol_version, self._refusal)
        if other is not None:
            self.id, self._failure = self.peer.settings.next_id(), None
            self._decided.clear()
            self._ask(wanted, limit, other)
        if self._failure is not None:
            raise self._failure

    def _ask(self, wanted, limit, version):
        message = self.peer.request("modern", self.id, "subscriptions/listen", {"notifications": wanted}, version)
        with self._asking:
            if self.subscription.closed:
                raise Closed("the subscription is closed", self.peer.name)
            self.life.listens[wire.id_key(self.id)] = self
            taken, size = self.peer.send(self.life.channel, message, limit)
        if taken < size:
            self._over()
            raise NotSent("the listen was not sent", self.peer.name)
        if self._late_end:  # it came while the beginning was stuck in the pipe
            self.peer.cancel(self.life.channel, self.id, "closed meanwhile")
        if self.life.over:
            self.lost("its stdout ended")
        if not self._decided.wait(max(0.0, limit - time.monotonic())):
            self.end()
            raise DeadlineExceeded(self.peer.name, "the acknowledgement of the listen", "total", None)

    def end(self):
        begun = self._asking.acquire(timeout=BEGUN_WITHIN)
        is_open, self._late_end = self._over(), not begun
        if begun:
            self._asking.release()
        if is_open:
            if begun:
                self.peer.cancel(self.life.channel, self.id, "closed")
            self._fail(Closed("the subscription is closed", self.peer.name))

    def told(self, method, params):
        if method == "notifications/subscriptions/acknowledged":
            self._acknowledge(params)
        elif self._acknowledged is None:
            self.peer.note(f"{method} before the acknowledgement was dropped")
        elif not self._acknowledged.get(NOTICES.get(method, "")):
            self.peer.note(f"{method} was not acknowledged and was dropped")
        elif method == "notifications/resources/updated":
            uri = params.get("uri")
            if not isinstance(uri, str) or len(uri) > MAX_URI:
                return self.peer.note(f"{method} without a uri, or with one that is too long, was dropped")
            self.subscription.changed(self.peer, READ, uri)
            self.subscription.put({"peer": self.peer.name, "event": "updated", "uri": uri})
        else:
            topic = method.split("/")[1]
            self.subscription.changed(self.peer, topic)
            self.subscription.put({"peer": self.peer.name, "event": "list_changed", "list": topic})
        return None

    def answered(self, message):
        fault, error = wire.answer_fault(message), message.get("error")
        if isinstance(message.get("id"), str):
            self._ended(ProtocolViolation("the answer came under a string for an integer id", self.peer.name))
        elif fault or "error" in message:
            self._refusal = message
            words = f"error {wire.code_of(message)}: {wire.shown(error.get('message'))}" if isinstance(error, dict) else fault
            self._ended(SubscriptionRefused(words, self.peer.name))
        elif self._acknowledged is None:
            self._ended(SubscriptionRefused("it was answered without an acknowledgement", self.peer.name))
        else:
            self._ended("the server ended the subscription with a result")

    def cancelled(self):
        words = "the server ended the subscription"
        self._ended(SubscriptionRefused(words, self.peer.name) if self._acknowledged is None else words)

    def lost(self, words):
        # It is opened again once the server is back.
        if self._over():
            self._fail(OutcomeUnknown(f"the listen was sent, and the server was lost: {words}", self.peer.name))
            if self._acknowledged is not None and not self.subscription.closed:
                self.subscription.put({"peer": self.peer.name, "event": "lost", "why": words})

    def _acknowledge(self, params):
        named, wanted = params.get("notifications"), self.subscription.wanted
        if self._acknowledged is not None or not isinstance(named, dict):
            return self.peer.note("a second or malformed acknowledgement was dropped")
        for name in [name for name, value in named.items() if value and not wanted.get(name)]:
            self.peer.note(f"the acknowledgement names {name[:100]}, which was not asked for")
        honoured = {name: value for name, value in named.items() if wanted.get(name) and _honours(name, value)}
        missing = sorted(name for name in wanted if name not in honoured)
        uris = honoured.get("resourceSubscriptions", wanted.get("resourceSubscriptions", []))
        missing += [uri for uri in wanted.get("resourceSubscriptions", []) if uri not in uris]
        event = {"peer": self.peer.name, "event": "acknowledged", "honoured": honoured}
        self.subscription.put({**event, "missing": missing} if missing else event)
        self._acknowledged = honoured
        return self._decided.set()

    def _ended(self, why):
        # The server's own wish: it is not asked again.
        self._over()
        self._fail(why)
        if self._acknowledged is not None:
            self.subscription.forget(self)
            self.subscription.put({"peer": self.peer.name, "event": "ended", "why": str(why)})

    def _fail(self, failure):
        if self._acknowledged is None:
            self._failure = failure
            self._decided.set()

    def _over(self):
        # Gives whether it was open until now.
        key = wire.id_key(self.id)
        self.life.ended_listens.add(key)
        return self.life.listens.pop(key, None) is not None


def _honours(name, value):
    return value is True if name != "resourceSubscriptions" else isinstance(value, list) and value != []
