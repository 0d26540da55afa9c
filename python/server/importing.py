"""notes_import: many notes at once, in slices, so that a long import tells how far it is and can be called off.

All of the notes are kept or none: the slices prepare, and one record after the last of them makes the notes. Contract,
section 6; specification: basic/patterns/progress and basic/patterns/cancellation.
"""

from server.clock import format_time
from server.messages import notification_line
from server.scopes import WRITE, require_scope
from server.values import has

#: How many notes are prepared before the next look at what has arrived.
SLICE = 500


class Import:
    """An import under way."""

    def __init__(self, state, request, notes):
        """Takes the notes as the arguments hold them."""
        self._state = state
        self._request = request
        self._given = notes
        self._prepared = []

    def prepare(self):
        """Prepares a slice, tells the client how far it is, and gives whether there is more to prepare."""
        done = len(self._prepared)
        self._prepared.extend([_prepared(note) for note in self._given[done : done + SLICE]])
        if self._request.progress_token is not None:
            self._request.notices.append(self._progress())
        return len(self._prepared) < len(self._given)

    def finish(self):
        """Keeps the notes and gives the structured content of the answer; raises ToolFailure."""
        record = {"op": "import", "notes": self._prepared, "at": format_time(self._state.world.clock())}
        ids = self._state.notes.append(record)
        return {"count": len(ids), "firstId": ids[0], "lastId": ids[-1]}

    def _progress(self):
        params = {"progressToken": self._request.progress_token, "progress": len(self._prepared)}
        return notification_line("notifications/progress", {**params, "total": len(self._given)})


def import_notes(state, request, arguments):
    """Begins an import and gives it; the server carries it on."""
    require_scope(state, WRITE)
    return Import(state, request, arguments["notes"])


def _prepared(note):
    record = {"title": note["title"], "body": note["body"]}
    if has(note, "tag"):
        record["tag"] = note["tag"]
    return record
