"""The heart: one line in, a list of lines out.

The order of checks is that of the contract, section 3; the first that fails decides the answer. A request is judged on
what it carries, and nothing of it is remembered for the next one but the notes it wrote and the listen it opened.
"""

from server.catalog import Catalog
from server.context import State
from server.decode import NotJson, decode_line, is_blank
from server.errors import RpcError, ToolFailure, internal_error, invalid_request, parse_error
from server.importing import Import
from server.lines import MAX_LINE_BYTES, TOO_LONG, LineBuffer
from server.messages import check_request, error_line, is_notification, is_response, readable_id
from server.routing import route
from server.scopes import READ, is_granted
from server.subscriptions import Listens, cancelled_id
from server.tools import failed, succeeded
from server.values import cut, has, is_array, is_object, is_string, is_well_formed


class Server:
    """One server on one pair of streams: bytes in, lines out, no stream and no clock of its own."""

    def __init__(self, world, notes, modes):
        """Starts with the notes given; the world is what main lends, the modes say which optional parts there are."""
        self._buffer = LineBuffer()
        self._waiting = []  # lines whose turn has not come, the next one last
        self._request = None  # whose import is under way
        self._import = None
        self._looked = 0  # how many of the waiting lines are known not to call it off
        self._state = State(world, notes, Listens(), Catalog(modes), modes)

    def feed(self, chunk):
        """Takes the bytes of one read; the lines that are whole by now wait for their turn."""
        self._queue(self._buffer.feed(chunk))

    def has_work(self):
        """Tells whether there is anything to do before more bytes come."""
        return self._import is not None or len(self._waiting) > 0

    def is_busy(self):
        """Tells whether an import is between two slices, so that what has arrived should be fed before going on."""
        return self._import is not None

    def work(self):
        """Does the next piece of work and gives the lines to send: answers a line, or carries an import on."""
        if self._import is None:
            return self.handle(self._waiting.pop())
        request_id = self._request.id
        try:
            return self._go_on()
        except Exception as fault:
            self._request, self._import = None, None
            return self._close(self._broken(request_id, fault))

    def receive(self, chunk):
        """Takes the bytes of one read and gives the lines that answer what is whole by now."""
        self.feed(chunk)
        return self._work_off()

    def end(self):
        """Takes the end of input: answers a last line without newline, then ends every open listen."""
        self._queue(self._buffer.end())
        return self._work_off() + self._state.listens.end()

    def is_watching(self):
        """Tells whether somebody listens for what other processes may do, so that look should be called now and then."""
        return self._state.notes.is_shared() and not self._state.listens.is_empty()

    def look(self):
        """Looks at the store and gives the notifications for what other processes have changed."""
        try:
            self._state.notes.look()
            return self._tell(self._state.notes.changes.take_foreign())
        except Exception as fault:
            self._state.world.log("internal error: " + repr(fault))
            return []

    def handle(self, line):
        """Takes one line without its newline (or TOO_LONG) and gives the lines that answer it; never raises."""
        request_id = None
        try:
            if line is TOO_LONG:
                raise invalid_request("the line is longer than " + str(MAX_LINE_BYTES) + " bytes")
            if is_blank(line):
                return []
            message = decode_line(line)
            if not is_object(message):
                raise invalid_request("the message is not an object")
            if is_response(message):
                self._state.world.log("ignored a response; a server sends no requests")
                return []
            if is_notification(message):
                self._notified(message)
                return []
            request_id = readable_id(message)
            check_request(message)
            return self._answer(message, request_id)
        except NotJson:
            return [error_line(None, parse_error())]
        except RpcError as error:
            return [error_line(request_id, error)]
        except Exception as fault:
            return self._broken(request_id, fault)

    def _queue(self, lines):
        self._waiting = lines[::-1] + self._waiting

    def _work_off(self):
        answers = []
        while self.has_work():
            answers.extend(self.work())
        return answers

    def _notified(self, message):
        # Only a cancellation has an effect, and of all requests only a listen is still open when the next line is read.
        request_id = _cancelled_by(message)
        if request_id is not None and self._state.listens.cancel(request_id):
            self._log_reason(message)

    def _answer(self, message, request_id):
        handler, request = route(self._state, message, request_id)
        self._state.notes.look()
        told = self._tell(self._state.notes.changes.take_foreign())
        try:
            answer = handler(self._state, request)
        except RpcError as error:
            return told + self._close([request.dialect.error_line(request_id, error)])
        except Exception as fault:
            return told + self._close(self._broken(request_id, fault))
        if isinstance(answer, Import):
            self._request, self._import, self._looked = request, answer, 0
            return told + self._prepare()
        lines = answer if is_array(answer) else [request.dialect.result_line(request_id, answer)]
        return told + self._close(request.take_notices() + lines)

    def _prepare(self):
        # One slice of the import; after the last one its answer.
        if self._import.prepare():
            return self._request.take_notices()
        request, work = self._request, self._import
        self._request, self._import = None, None
        try:
            result = succeeded(work.finish(), False)
        except ToolFailure as failure:
            result = failed(failure.sentence)
        return self._close([*request.take_notices(), request.dialect.result_line(request.id, result)])

    def _go_on(self):
        # Of what has arrived meanwhile only a cancellation of this very request acts at once; all else waits its turn.
        fresh = self._waiting[: len(self._waiting) - self._looked]
        self._looked = len(self._waiting)
        for line in fresh:
            message = _notification_in(line)
            if message is not None and _cancelled_by(message) == self._request.id:
                self._log_reason(message)
                self._request, self._import = None, None
                return []
        return self._prepare()

    def _broken(self, request_id, fault):
        self._state.world.log("internal error: " + repr(fault))
        return [error_line(request_id, internal_error())]

    def _log_reason(self, message):
        params = message["params"]
        reason = params["reason"] if has(params, "reason") and is_string(params["reason"]) else "no reason given"
        self._state.world.log("the client cancelled: " + cut(reason))

    def _close(self, lines):
        # What others have done goes out ahead of the answer, what the request has done goes out behind it.
        changes = self._state.notes.changes
        return self._tell(changes.take_foreign()) + lines + self._tell(changes.take_own())

    def _tell(self, changes):
        readable = is_granted(self._state, READ)
        return self._state.listens.tell([change for change in changes if readable or len(change.note_ids) == 0])


def _cancelled_by(message):
    if message["method"] != "notifications/cancelled" or not is_well_formed(message):
        return None
    return cancelled_id(message)


def _notification_in(line):
    try:
        message = None if line is TOO_LONG or is_blank(line) else decode_line(line)
    except NotJson:
        return None
    return message if is_object(message) and is_notification(message) else None
