"""Events that wait to be taken. They cannot make their server wait, so too many are lost, but never in silence."""

import collections
import threading

from harness.errors import Closed

#: How many events may wait to be taken.
BACKLOG = 1024

#: Stands in place of all events that found no room.
LOST = {"peer": None, "event": "lost", "why": "overflow"}


class Events:
    """A line of events; usable from several threads."""

    def __init__(self):
        """Begins with none."""
        self._waiting = collections.deque()
        self._lost = self._closed = False
        self._changed = threading.Condition()

    def put(self, event):
        """Adds an event, or notes that there was no room for it."""
        with self._changed:
            if self._closed:
                return
            if len(self._waiting) >= BACKLOG:
                self._lost = True
                return
            if self._lost:
                self._waiting.append(dict(LOST))
                self._lost = False
            self._waiting.append(event)
            self._changed.notify_all()

    def get(self, timeout):
        """Takes the next event, or None if none comes in time; raises Closed after the last one."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._lost or self._closed, timeout)
            if self._waiting:
                return self._waiting.popleft()
            if self._lost:
                self._lost = False
                return dict(LOST)
            if self._closed:
                raise Closed("the subscription is closed")
            return None

    def close(self):
        """Says that no more will be added; what is there can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
