"""The heart: one line in, a list of lines out.

The order of checks is that of the contract, section 3; the first that fails decides the answer. A request is judged on
what it carries, and nothing of it is remembered for the next one but the notes it wrote and the listen it opened.
"""

from server.completion import completion_complete
from server.context import Request, State
from server.decode import NotJson, decode_line, is_blank
from server.discover import discover
from server.errors import RpcError, internal_error, invalid_request, method_not_found, parse_error
from server.lines import MAX_LINE_BYTES, TOO_LONG, LineBuffer
from server.messages import check_request, error_line, is_notification, is_response, readable_id, result_line
from server.meta import check_optional, check_required
from server.notes import Notes
from server.prompts import prompts_get, prompts_list
from server.resources import resources_list, resources_read, templates_list
from server.subscriptions import Listens, cancelled_id, subscriptions_listen
from server.tools import tools_call, tools_list
from server.values import has, is_array, is_object, is_well_formed

#: Every method there is. A handler gives a result; only subscriptions/listen gives lines, and no result for now.
METHODS = {
    "server/discover": discover,
    "tools/list": tools_list,
    "tools/call": tools_call,
    "resources/list": resources_list,
    "resources/templates/list": templates_list,
    "resources/read": resources_read,
    "prompts/list": prompts_list,
    "prompts/get": prompts_get,
    "completion/complete": completion_complete,
    "subscriptions/listen": subscriptions_listen,
}


class Server:
    """One server on one pair of streams: bytes in, lines out, no stream and no clock of its own."""

    def __init__(self, world, records):
        """Starts with the notes that the records make; the world is what main lends."""
        self._buffer = LineBuffer()
        self._state = State(world, Notes(records), Listens())

    def feed(self, chunk):
        """Takes the bytes of one read and gives the lines that are whole by now, for handle."""
        return self._buffer.feed(chunk)

    def receive(self, chunk):
        """Takes the bytes of one read and gives the lines that answer what is whole by now."""
        return self._handle_all(self.feed(chunk))

    def end(self):
        """Takes the end of input: answers a last line without newline, then ends every open listen."""
        return self._handle_all(self._buffer.end()) + self._state.listens.end()

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
            return self._answer(message, request_id)
        except NotJson:
            return [error_line(None, parse_error())]
        except RpcError as error:
            return [error_line(request_id, error)]
        except Exception as fault:
            self._state.world.log("internal error: " + repr(fault))
            return [error_line(request_id, internal_error())]

    def _handle_all(self, lines):
        answers = []
        for line in lines:
            answers.extend(self.handle(line))
        return answers

    def _notified(self, message):
        # Only a cancellation has an effect, and of all requests only a listen is ever still open.
        if message["method"] == "notifications/cancelled" and is_well_formed(message):
            request_id = cancelled_id(message)
            if request_id is not None:
                self._state.listens.cancel(request_id)

    def _answer(self, message, request_id):
        check_request(message)
        self._state.listens.check_free(request_id)
        check_required(message)
        method = message["method"]
        if not has(METHODS, method):
            raise method_not_found(method)
        params = message["params"]
        check_optional(params["_meta"])
        answer = METHODS[method](self._state, Request(request_id, params))
        return answer if is_array(answer) else [result_line(request_id, answer)]
