"""A conversation that stands, played again on a fresh pair, and what is wrong with what the two say.

The kinds of a fault: differ (not the same bytes), silent (no answer in time), internal (a server admits that it failed,
even if both do), exit (not the same exit code, or one that no server should have), store (not the same journal).
"""

from fuzz.twins import SECONDS, Pair

_INTERNAL = b'"error":{"code":-32603,'

#: How a server may end: at the end of input, or because it could not start with its setting.
EXITS = (0, 2)


class Fault:
    """What is wrong: a kind, and words that say where."""

    def __init__(self, kind, words):
        """Takes both."""
        self.kind = kind
        self.words = words


class Conversation:
    """A setting, the writes in their order, and what stands behind the last newline."""

    def __init__(self, setting, writes, last=b""):
        """Takes the three; each write is bytes that end with a newline."""
        self.setting = setting
        self.writes = list(writes)
        self.last = last

    def size(self):
        """Gives how big it is: parts of the setting, writes, bytes."""
        return (
            len(self.setting.args) + len(self.setting.env) + (self.setting.store is not None),
            len(self.writes),
            len(b"".join(self.writes)),
        )


class Played:
    """What each write got, by name of the twin, and how the two ended."""

    def __init__(self, answers, ends, fault):
        """Takes a list of dicts (bytes, None for silence), a dict of (rest, exit code, store), and a Fault or None."""
        self.answers = answers
        self.ends = ends
        self.fault = fault


def fault_of_answers(answers):
    """Gives the Fault of what one batch got, or None."""
    silent = [name for name, said in answers.items() if said is None]
    if silent:
        return Fault("silent", " and ".join(silent) + " did not answer in time")
    if len(set(answers.values())) > 1:
        return Fault("differ", "the answers are not the same bytes")
    if any(_INTERNAL in said for said in answers.values()):
        return Fault("internal", "a server failed to answer, and said so")
    return None


def fault_of_ends(ends):
    """Gives the Fault of how the two ended, or None."""
    fault = fault_of_answers({name: end[0] for name, end in ends.items()})
    if fault is not None:
        return fault
    codes = {name: end[1] for name, end in ends.items()}
    if len(set(codes.values())) > 1 or not set(codes.values()) <= set(EXITS):
        return Fault("exit", "exit codes: " + ", ".join(f"{name} {code}" for name, code in codes.items()))
    if len({end[2] for end in ends.values()}) > 1:
        return Fault("store", "the journals are not the same")
    return None


def played(conversation, commands, seconds=SECONDS):
    """Plays a conversation, write by write, up to its first fault."""
    pair = Pair(commands, conversation.setting)
    try:
        answers = []
        for data in conversation.writes:
            answers.append(pair.exchange(data, seconds))
            fault = fault_of_answers(answers[-1])
            if fault is not None:
                return Played(answers, None, fault)
        ends = pair.end(conversation.last, seconds)
        return Played(answers, ends, fault_of_ends(ends))
    finally:
        pair.close()
