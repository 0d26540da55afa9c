"""All subscriptions of one harness: opened side by side, opened again in the next life of a server, closed together."""

import threading

from harness.calls import Limits
from harness.catalogs import side_by_side
from harness.errors import Closed, HarnessError, SubscriptionRefused
from harness.listen import Subscription

#: How long a new listen, and each list that follows it, may take after a restart, in seconds.
RELISTEN = 30.0


class Subscriptions:
    """Knows every subscription that is not closed; usable from several threads."""

    def __init__(self, catalogs):
        """Takes the lists that a change outdates."""
        self._catalogs = catalogs
        self._lock = threading.Lock()
        self._all = []
        self._closed = False

    def open(self, wanted, peers, limits, every):
        """Opens a Subscription on the peers; every tells whether one that refuses fails all. Raises SubscriptionRefused."""
        subscription = Subscription(wanted, self._catalogs.outdate)
        with self._lock:
            if self._closed:
                raise Closed("the harness is closed")
            # Known before anything is sent, so that a server that is lost at once is listened to again.
            self._all = [each for each in self._all if not each.closed] + [subscription]
        faults = []

        def work(peer):
            try:
                subscription.open(peer, limits.within(peer.request_timeout).deadline)
            except HarnessError as fault:
                faults.append(fault)
                subscription.put({"peer": peer.name, "event": "refused", "why": str(fault)})

        side_by_side(work, peers)
        if len(faults) == len(peers) or (faults and every):
            subscription.close()
            if faults and (every or len(faults) == 1):
                raise faults[0]
            raise SubscriptionRefused("; ".join(["no server can be listened to", *map(str, faults)]))
        return subscription

    def relisten(self, peer):
        """Opens the listens on a peer again, in its new life."""
        # A change may have been missed while nobody listened, so the lists are asked for again before anyone is told.
        self._catalogs.cache.forget(peer.name)
        for subscription in [each for each in self._all if each.covers(peer)]:
            try:
                if not subscription.open(peer, Limits(RELISTEN).deadline):
                    continue
            except HarnessError as fault:
                if not subscription.covers(peer):  # refused; if it was lost again, the next life opens it
                    subscription.put({"peer": peer.name, "event": "ended", "why": str(fault)})
                continue
            faults = [self._catalogs.again(peer, kind, Limits(RELISTEN)) for kind in subscription.kinds()]
            event = {"peer": peer.name, "event": "relistened", "gap": True}
            subscription.put({**event, "errors": [each for each in faults if each]} if any(faults) else event)

    def given_up(self, peer):
        """Tells every subscription that a peer does not come back."""
        for subscription in self._all:
            subscription.given_up(peer)

    def close(self):
        """Closes all of them side by side, since each may wait for a server that reads no more; none is opened later."""
        with self._lock:
            self._closed = True
        side_by_side(lambda subscription: subscription.close(), self._all)
