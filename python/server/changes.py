"""What has changed since the last answer, kept until the listens that asked for it have been told.

Specification: basic/patterns/subscriptions.
"""


class Change:
    """One change: the flags of the filters that it concerns, and the ids of the notes that are not as they were."""

    def __init__(self, flags, note_ids):
        """Takes both."""
        self.flags = flags
        self.note_ids = note_ids


class Changes:
    """The changes that were not told yet: those of other processes, and those of the request in hand."""

    def __init__(self):
        """Starts with none."""
        self._foreign = []
        self._own = []

    def add_foreign(self, change):
        """Takes a change that another process made."""
        self._foreign.append(change)

    def add_own(self, change):
        """Takes a change that the request in hand made."""
        self._own.append(change)

    def take_foreign(self):
        """Gives the changes of other processes, once."""
        taken = self._foreign
        self._foreign = []
        return taken

    def take_own(self):
        """Gives the changes of the request in hand, once."""
        taken = self._own
        self._own = []
        return taken
