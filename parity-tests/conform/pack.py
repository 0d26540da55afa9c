"""What a check is, and the table of all checks."""

import importlib

from conform import wire

AREAS = (
    "framing", "envelope", "metadata", "version", "discovery", "routing", "lists", "cursors", "names", "calls",
    "inputs", "completion", "cancellation", "subscriptions", "stateless", "shutdown", "traffic",
)  # fmt: skip

#: In the order in which they run; traffic comes last, since it looks at all that was said before.
CHECKS = {}


class NotObserved(Exception):
    """Says why a check could not be made."""


class Enough(Exception):
    """Says that a check has found the same thing so often that the rest would only take time."""


class Check:
    """One rule: its id, which begins with its area, its level, what it states, what it rests on."""

    def __init__(self, name, level, title, requires, page, run):
        self.id = name
        self.area = name.partition("-")[0]
        self.level = level
        self.title = title
        self.requires = requires.split()
        self.page = page  # of the specification: page # heading, or schema # type
        self.run = run


def check(name, level, title, requires, page):
    """Puts a function that takes a Case into the table."""

    def put(run):
        if name in CHECKS:
            raise ValueError(f"{name} stands there twice")
        CHECKS[name] = Check(name, level, title, requires, page, run)
        return run

    return put


def load():
    """Gives all checks, in order."""
    for area in AREAS:
        importlib.import_module(f"conform.areas.{area}")
    return sorted(CHECKS.values(), key=lambda each: AREAS.index(each.area))


class Finding:
    """One deviation: whether it only warns, what is wrong, what was expected, and the events that show it."""

    def __init__(self, warns, words, expected, events):
        self.warns = warns
        self.words = words
        self.expected = expected
        self.events = events


class Case:
    """What a check is given: connections, facts, and where to put what it finds."""

    def __init__(self, bench, level):
        self.bench = bench
        self.findings = []
        self.notes = []
        self._silent = 0
        self._warns = not level.startswith("MUST")

    @property
    def client(self):
        """The connection that checks share."""
        return self.bench.main()

    @property
    def facts(self):
        """What the server offers."""
        return self.bench.facts

    def fresh(self):
        """Gives a connection to a fresh process."""
        return self.bench.fresh()

    def probe(self, method, params=None, metadata=None, client=None):
        """Sends a request that has to be refused and gives its Reply; see Client.probe_message."""
        client = client or self.client
        return self.probe_message(wire.request(client.new_id(), method, params, metadata), client)

    def probe_message(self, message, client=None):
        """Sends a whole request that has to be refused; after SILENT that were not answered it raises Enough."""
        if self._silent >= SILENT:
            self.note("the rest was not tried")
            raise Enough
        reply = (client or self.client).probe_message(message)
        self._silent += not reply.event
        return reply

    def wrong(self, words, expected, *events):
        """Notes a deviation, as grave as the level of the check."""
        self.findings.append(Finding(self._warns, words, expected, events))

    def warn(self, words, expected, *events):
        """Notes a deviation that is never more than a warning, since the text is open or the reading is ours."""
        self.findings.append(Finding(True, words, expected, events))

    def note(self, words):
        """Notes something that a reader may want to know, and that is no deviation."""
        self.notes.append(words)

    def answered(self, reply, expected, where=""):
        """Tells whether there was an answer with the id of its request; notes it if not."""
        if reply.event and not reply.without_id:
            return True
        words = "the answer has not the id of the request" if reply.event else reply.why
        self.wrong(where + words, expected, *reply.events)
        return False

    def expect_code(self, reply, code, where="", accept=(), warn=()):
        """Notes it unless a request was refused with this code; accept are codes that are as good, warn such as are
        worth a warning; RESULT among them stands for a result. An error without id counts: other checks judge that."""
        expected = f"an error with code {code}"
        found = RESULT if "result" in reply.value or (reply.event and not reply.code) else reply.code
        if not reply.event:
            self.wrong(where + reply.why, expected, *reply.events)
        elif found in warn:
            self.warn(where + _said(reply), expected, *reply.events)
        elif found != code and found not in accept:
            self.wrong(where + _said(reply), expected, *reply.events)

    def expect_result(self, reply, where="", warn=False):
        """Tells whether a request was served, a listen with its acknowledgement; notes it if not, as a
        warning if asked."""
        if (reply.result is not None or wire.is_notification(reply.value)) and not reply.without_id:
            return True
        words = where + (_said(reply) if reply.event else reply.why)
        (self.warn if warn else self.wrong)(words, "a result", *reply.events)
        return False

    def are_same(self, one, other):
        """Tells whether two answers are the same but for their ids, hints of freshness, and metadata."""
        return wire.same(_lasting(one), _lasting(other))

    def same_thrice(self, one, other, again, words):
        """Notes it if the second of three answers differs from the first while the third does not: then it was not time
        that changed it."""
        if not self.are_same(one, again):
            self.warn("the answer changes by itself", "the same answer", *one.events, *again.events)
        elif not self.are_same(one, other):
            self.wrong(f"{words} is another", "the same answer", *one.events, *other.events)


#: After so many requests in one check that were not answered, no more are sent.
SILENT = 3

RESULT = "a result"


def _lasting(reply):
    whole = {name: value for name, value in reply.value.items() if name != "id"}
    if isinstance(whole.get("result"), dict):
        whole["result"] = {name: value for name, value in whole["result"].items() if name not in ("ttlMs", "_meta")}
    return whole


def _said(reply):
    if reply.code is not None:
        return f"the error has code {reply.code}"
    return "the answer is a result" if "result" in reply.value else "it was accepted"
