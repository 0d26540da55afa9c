"""What is said and what comes back: one line, and the answer to one request."""

from conform import wire


class Event:
    """One line that was written (>) or read (<), with its value, or NOT_JSON."""

    def __init__(self, direction, data):
        self.direction = direction
        self.data = data
        self.value = wire.parse(data)


class Reply:
    """What came back for one request: the event, or None and why there is none."""

    def __init__(self, sent, event=None, why="", without_id=False):
        self.sent = sent
        self.event = event
        self.why = why
        self.without_id = without_id  # an error that does not say what it answers, and nothing else came

    @property
    def value(self):
        """The whole answer, or an empty object."""
        return self.event.value if self.event else {}

    @property
    def result(self):
        """The result if it is an object, else None."""
        found = self.value.get("result")
        return found if isinstance(found, dict) else None

    @property
    def error(self):
        """The error if it is an object, else None."""
        found = self.value.get("error")
        return found if isinstance(found, dict) else None

    @property
    def code(self):
        """The code of the error, or None."""
        return self.error.get("code") if self.error else None

    @property
    def events(self):
        """What was sent and what came, for a report."""
        return [event for event in (self.sent, self.event) if event]
