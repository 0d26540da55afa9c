"""The subcommand watch: a listen on every server that can be listened to, one event a line."""

import datetime
import time

from harness.cli import explain
from harness.errors import Closed, DeadlineExceeded, SubscriptionRefused

#: How often a watch looks whether there is still anyone to hear from, in seconds.
LOOK = 0.5

_WORDS = {
    "list_changed": lambda event: f"{event['list']} changed",
    "updated": lambda event: f"updated {event['uri']}",
    "relistened": lambda event: "listens again; changes may have been missed in between",
    "lost": lambda event: f"lost: {explain.plain(event['why'])}",
    "ended": lambda event: f"ended: {event['why']}",
}

#: Events that are told on stderr: they say how the listen stands, and are no changes.
ASIDE = ("acknowledged", "refused")


def watch(session):
    """Shows events until enough have come, the time is over, or nobody is left who could send any."""
    options = session.options
    session.require()
    every = not (options.tools or options.prompts or options.resources or options.uri)
    kinds = {name: every or getattr(options, name) for name in ("tools", "prompts", "resources")}
    try:
        subscription = session.harness.listen(**kinds, uris=options.uri, timeout=session.patience())
    except (SubscriptionRefused, DeadlineExceeded) as fault:
        fault.args = (f"cannot listen: {fault}",)
        raise
    try:
        return _follow(session, subscription)
    finally:
        subscription.close()


def _follow(session, subscription):
    out, options, count = session.out, session.options, 0
    until = None if options.span is None else time.monotonic() + options.span
    listening = set()
    while not out.gone and (options.count is None or count < options.count):
        if until is not None and time.monotonic() >= until:
            return explain.FINE
        if session.expired():
            raise explain.TooLate("watching (with --for it would end without complaint)")
        limits = [limit - time.monotonic() for limit in (until, session.deadline) if limit is not None]
        try:
            event = subscription.next(max(0.0, min([LOOK, *limits])))
        except Closed:
            return explain.FINE
        if event is None:
            if not listening:
                out.error("no server announces any of what is watched")
                return explain.FAILED
            if not _alive(session, listening):
                out.error("no server is left to listen to")
                return explain.UNAVAILABLE
            continue
        if event["event"] in ASIDE:
            _aside(out, event, listening)
            continue
        _show(session, event)
        count += 1
        if event["event"] == "ended":
            listening.discard(event["peer"])
            if not listening:
                return explain.FINE
    return explain.FINE


def _alive(session, listening):
    health = session.harness.health()
    return any(health[peer]["state"] in ("up", "restarting", "connecting") for peer in listening)


def _aside(out, event, listening):
    if event["event"] == "refused":
        out.status(f"not listening: {out.clean(explain.plain(event['why']))}")
        return
    honoured = ", ".join(name for name, value in event["honoured"].items() if value)
    words = [f"listening to {honoured}"] if honoured else []
    words += [f"it does not announce {', '.join(event['missing'])}"] if event.get("missing") else []
    if honoured:
        listening.add(event["peer"])
    out.status(f"{event['peer']}: {out.clean('; '.join(words))}")


def _show(session, event):
    out = session.out
    now = datetime.datetime.now().astimezone()
    if session.options.json:
        event = {**event, "why": out.quoted(event["why"])} if "why" in event else event
        out.json({"time": now.isoformat(timespec="milliseconds"), **event}, compact=True)
        return
    words = _WORDS.get(event["event"], lambda event: f"{event['event']} {event.get('why', '')}")(event)
    out.result(f"{now:%H:%M:%S}  {event['peer'] or '-'}  {out.clean(words)}")
