"""The notifications: each belongs to a request that is in progress and asked for it, or to an open listen."""

from conform import wire
from conform.pack import NotObserved, check
from conform.shapes import IDENTIFIER, NUMBER, TEXT, URI, faults, one_of

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
CHANGES = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
    "notifications/resources/updated": "resourceSubscriptions",
}
ACK = "notifications/subscriptions/acknowledged"
PROGRESS = "basic/patterns/progress"
LISTEN = "basic/patterns/subscriptions"


def _params(value):
    found = value.get("params")
    return found if isinstance(found, dict) else {}


class Open:
    """The requests that are in progress, as far as the client can know."""

    def __init__(self):
        self._open = []  # pairs of a request and, once it is cancelled, the ids of what was asked after that

    def take(self, event):
        """Takes the next event."""
        value = event.value
        if event.direction == ">" and wire.is_request(value):
            for _, later in self._open:
                if later is not None:
                    later.append(value["id"])
            self._open.append((value, None))
        elif event.direction == ">" and wire.is_notification(value) and value["method"] == "notifications/cancelled":
            gone = _params(value).get("requestId")
            self._open = [(each, []) if wire.same(each["id"], gone) else (each, later) for each, later in self._open]
        elif event.direction == "<" and wire.is_response(value):
            # What was on its way when a cancellation was written is no fault, until something later is answered.
            answered = value.get("id")
            self._open = [(each, later) for each, later in self._open
                          if not wire.same(each["id"], answered) and answered not in (later or ())]  # fmt: skip

    def messages(self):
        """Gives the requests."""
        return [each for each, _ in self._open]


def _told(case, *names):
    """Gives (open requests at that moment, event) of every notification of these names."""
    found = [entry for entry in case.bench.once(_all_told) if entry[1].value["method"] in names]
    if not found:
        raise NotObserved("there was no such notification")
    return found


def _all_told(bench):
    found = []
    for client in bench.clients:
        requests = Open()
        for event in client.events:
            requests.take(event)
            if event.direction == "<" and wire.is_notification(event.value):
                found.append((requests.messages(), event))
    return found


def _meta(message):
    found = _params(message).get("_meta")
    return found if isinstance(found, dict) else {}


@check("traffic-progress-token", "MUST", "Progress is told for the token of a request that is in progress",
       "progress.active-token progress.stops", f"{PROGRESS} # Behavior Requirements")  # fmt: skip
def progress_token(case):
    for open_, event in _told(case, "notifications/progress"):
        token = _params(event.value).get("progressToken")
        if not any(wire.same(_meta(each).get("progressToken", wire.OMIT), token) for each in open_):
            case.wrong(f"no request in progress has the token {token!r}", "a token that was given", event)


@check("traffic-progress-shape", "MUST", "Progress has a token, a number that rises, and perhaps a total and a message",
       "progress.shape progress.increasing", f"{PROGRESS} # Progress Flow")  # fmt: skip
def progress_shape(case):
    shape = {"progressToken!": IDENTIFIER, "progress!": NUMBER, "total": NUMBER, "message": TEXT}
    last = {}
    for open_, event in _told(case, "notifications/progress"):
        for pointer, words in faults(event.value.get("params"), shape, "/params"):
            case.wrong(f"{pointer} {words}", "progress as the schema defines it", event)
        # A token may serve one request after another, so it is told apart by the requests that are open.
        key = repr((_params(event.value).get("progressToken"), [each["id"] for each in open_]))
        now = _params(event.value).get("progress")
        if NUMBER.fits(now) and key in last and now <= last[key]:
            case.wrong(f"{now} after {last[key]}", "a number that rises", event)
        last[key] = now if NUMBER.fits(now) else last.get(key, 0)


@check("traffic-progress-untagged", "MUST NOT", "Progress carries no subscription id", "progress.no-subscription-id",
       "schema # NotificationMetaObject")  # fmt: skip
def progress_untagged(case):
    for _, event in _told(case, "notifications/progress"):
        if wire.SUBSCRIPTION_ID in _meta(event.value):
            case.wrong("it carries a subscription id", "none", event)


@check("traffic-log-opt-in", "MUST NOT", "Nothing is logged to a client unless a request in progress asked for it",
       "logging.opt-in logging.request-scoped", "server/utilities/logging # Per-request log level")  # fmt: skip
def log_opt_in(case):
    for open_, event in _told(case, "notifications/message"):
        if not any(wire.LOG_LEVEL in _meta(each) for each in open_):
            case.wrong("no request in progress has a logLevel", "silence", event)


@check("traffic-log-shape", "MUST", "A log message has a level of syslog and data, and the capability is advertised",
       "logging.shape logging.capability logging.threshold", "schema # LoggingMessageNotificationParams")  # fmt: skip
def log_shape(case):
    for open_, event in _told(case, "notifications/message"):
        params = event.value.get("params")
        for pointer, words in faults(params, {"level!": one_of(*LEVELS), "logger": TEXT}, "/params"):
            case.wrong(f"{pointer} {words}", "a log message as the schema defines it", event)
        if isinstance(params, dict) and "data" not in params:
            case.wrong("/params has no data", "data", event)
        if "logging" not in case.facts.capabilities:
            case.wrong("logging is not advertised", "the capability logging", event)
        asked = [_meta(each)[wire.LOG_LEVEL] for each in open_ if wire.LOG_LEVEL in _meta(each)]
        ranks = [LEVELS.index(level) for level in asked if level in LEVELS]
        if ranks and _params(event.value).get("level") in LEVELS[: min(ranks)]:
            case.wrong(f"the level is below {LEVELS[min(ranks)]}", "the level that was asked for, or above", event)


@check("traffic-changes-tagged", "MUST",
       "A change is told on an open, acknowledged listen that asked for it, under its id",
       "subscriptions.id-on-every-notification subscriptions.only-requested tools.list-changed-shape "
       "resources.updated-only-subscribed resources.updated-shape", f"{LISTEN} # Receiving Notifications")  # fmt: skip
def changes_tagged(case):
    for open_, event in _told(case, *CHANGES):
        tagged = wire.subscription_of(event.value)
        listens = [each for each in open_ if each["method"] == "subscriptions/listen" and wire.same(each["id"], tagged)]
        flag = CHANGES[event.value["method"]]
        if tagged is wire.OMIT or not listens:
            case.wrong("it belongs to no open listen", "the id of an open listen in _meta", event)
        elif not _params(listens[-1]).get("notifications", {}).get(flag):
            case.wrong(f"the listen did not ask for {flag}", "what was asked for", event)
        if flag == "resourceSubscriptions":
            for pointer, words in faults(event.value.get("params"), {"uri!": URI}, "/params"):
                case.wrong(f"{pointer} {words}", "the URI of the resource", event)


@check("traffic-acknowledgements", "MUST", "An acknowledgement belongs to an open listen", "subscriptions.id-value "
       "subscriptions.ack-shape", f"{LISTEN} # Acknowledgment")  # fmt: skip
def acknowledgements(case):
    for open_, event in _told(case, ACK):
        tagged = wire.subscription_of(event.value)
        if not any(each["method"] == "subscriptions/listen" and wire.same(each["id"], tagged) for each in open_):
            case.wrong(
                f"no open listen has the id {tagged if tagged is not wire.OMIT else None!r}",
                "the id of a listen",
                event,
            )


@check("traffic-cancelled", "MUST NOT", "The server cancels nothing but a listen", "cancel.server-only-listen "
       "cancel.server-references-listen cancel.shape", "basic/patterns/cancellation # Cancellation")  # fmt: skip
def cancelled(case):
    for client in case.bench.clients:
        listens = [event.value["id"] for event in client.events if event.direction == ">" and wire.is_request(event.value)
                   and event.value["method"] == "subscriptions/listen"]  # fmt: skip
        for event in client.events:
            told = event.direction == "<" and wire.is_notification(event.value)
            if not told or event.value["method"] != "notifications/cancelled":
                continue
            if not any(wire.same(each, _params(event.value).get("requestId")) for each in listens):
                case.wrong("it names no listen", "the id of a listen", event)
    _told(case, "notifications/cancelled")
