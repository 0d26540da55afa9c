"""subscriptions/listen: a request whose answer is a stream, open until one side ends it.

What is acknowledged is what was asked for and is advertised, which may be nothing; the listen stays open all the same.
Specification: basic/patterns/subscriptions and basic/patterns/cancellation.
"""

from server.errors import invalid_params, invalid_request
from server.messages import JSONRPC_VERSION, is_request_id, notification_line, result_line, to_request_id
from server.params import require_object
from server.resources import uri_of
from server.results import complete
from server.values import has, is_array, is_boolean, is_object, is_string

#: Where every message of a subscription carries the id of its listen.
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"

#: The members of the filter that ask for a kind of notification as a whole, with the notification.
FLAGS = {
    "toolsListChanged": "notifications/tools/list_changed",
    "promptsListChanged": "notifications/prompts/list_changed",
    "resourcesListChanged": "notifications/resources/list_changed",
}

#: The member of the filter that names single resources, with the notification.
URIS = "resourceSubscriptions"
UPDATED = "notifications/resources/updated"

#: Whether the end of a subscription is also told as notifications/cancelled. The page on cancellation demands it, the
#: page on subscriptions knows the result only; a client that has seen the result ignores what follows.
ENDS_WITH_CANCELLED = True


class Listens:
    """The listens that are open, in the order in which they were opened."""

    def __init__(self):
        """Starts with none."""
        self._opened = {}  # request id to what was acknowledged; an id is kept with its type

    def check_free(self, request_id):
        """Raises -32600 if a listen with this id is still open: two answers could not be told apart."""
        if request_id in self._opened:
            raise invalid_request("id is that of a listen that is still open")

    def open(self, request_id, acknowledged):
        """Opens a listen and gives the line that must come first on it."""
        self._opened[request_id] = acknowledged
        params = {"_meta": {SUBSCRIPTION_KEY: request_id}, "notifications": acknowledged}
        return notification_line("notifications/subscriptions/acknowledged", params)

    def cancel(self, request_id):
        """Forgets a listen at the client's wish and tells whether there was one; nothing more is sent for it."""
        return self._opened.pop(request_id, None) is not None

    def is_empty(self):
        """Tells whether nobody listens to anything."""
        return all(len(acknowledged) == 0 for acknowledged in self._opened.values())

    def tell(self, changes):
        """Gives the notifications that these changes call for: per listen the lists first, then the resources."""
        if len(changes) == 0:
            return []  # the usual case, which costs nothing however many listen
        flags = [flag for flag in FLAGS if any(flag in change.flags for change in changes)]
        uris = list(dict.fromkeys([uri_of(note_id) for change in changes for note_id in change.note_ids]))
        lines = []
        for request_id, acknowledged in self._opened.items():
            meta = {SUBSCRIPTION_KEY: request_id}
            for flag in flags:
                if has(acknowledged, flag):
                    lines.append(notification_line(FLAGS[flag], {"_meta": meta}))
            wanted = set(acknowledged[URIS]) if has(acknowledged, URIS) else set()
            lines.extend([notification_line(UPDATED, {"_meta": meta, "uri": uri}) for uri in uris if uri in wanted])
        return lines

    def end(self):
        """Ends all listens, in the order of opening, and gives the lines that say so."""
        lines = []
        for request_id in self._opened:
            result = complete({})
            result["_meta"] = {**result["_meta"], SUBSCRIPTION_KEY: request_id}
            lines.append(result_line(request_id, result))
            if ENDS_WITH_CANCELLED:
                params = {"_meta": {SUBSCRIPTION_KEY: request_id}, "requestId": request_id}
                lines.append(notification_line("notifications/cancelled", params))
        self._opened = {}
        return lines


def subscriptions_listen(state, request):
    """Opens a listen and gives its acknowledgement, the only line for now."""
    wanted = require_object(request.params, "notifications")
    for name in FLAGS:
        if has(wanted, name) and not is_boolean(wanted[name]):
            raise invalid_params("notifications." + name + " must be a boolean")
    if has(wanted, URIS) and not _is_list_of_strings(wanted[URIS]):
        raise invalid_params("notifications." + URIS + " must be an array of strings")
    return [state.listens.open(request.id, _acknowledged(wanted, state.catalog.announced))]


def cancelled_id(message):
    """Gives the id that a valid notifications/cancelled names, or null where the message has no effect."""
    if not has(message, "jsonrpc") or message["jsonrpc"] != JSONRPC_VERSION:
        return None
    if not has(message, "params") or not is_object(message["params"]):
        return None
    params = message["params"]
    if not has(params, "requestId") or not is_request_id(params["requestId"]):
        return None
    return to_request_id(params["requestId"])


def _acknowledged(wanted, announced):
    acknowledged = {flag: True for flag in FLAGS if flag in announced and has(wanted, flag) and wanted[flag]}
    # A URI that names nothing now may name something later.
    if URIS in announced and has(wanted, URIS) and len(wanted[URIS]) > 0:
        acknowledged[URIS] = wanted[URIS]
    return acknowledged


def _is_list_of_strings(value):
    return is_array(value) and all(is_string(item) for item in value)
