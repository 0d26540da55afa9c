"""A conversation with a fault, made as small as it gets while the fault stays of its kind.

First whole writes go, then parts of the setting, then members of the messages, then values, then bytes.
"""

import itertools

from fuzz.replayed import Conversation, played
from fuzz.setting import Setting
from fuzz.simpler import simpler

#: How many smaller conversations are tried at most; each starts two servers.
TRIES = 600


class Shrinker:
    """Holds the smallest conversation so far."""

    def __init__(self, conversation, commands, kind, tries=TRIES, seconds=20):
        """Takes a conversation whose fault is of that kind."""
        self.best = conversation
        self._commands = commands
        self._kind = kind
        self._left = tries
        self._seconds = seconds
        self._tried = set()

    def fails(self, conversation):
        """Tells whether a conversation has the fault; if so it is the best one, up to where the fault shows."""
        key = (
            conversation.setting.store,
            *conversation.setting.args,
            *sorted(conversation.setting.env.items()),
            *conversation.writes,
            conversation.last,
        )
        if self._left <= 0 or key in self._tried:
            return False
        self._tried.add(key)
        self._left -= 1
        after = played(conversation, self._commands, self._seconds)
        if after.fault is None or after.fault.kind != self._kind:
            return False
        shown = len(after.answers) if after.ends is None else len(conversation.writes)
        self.best = Conversation(conversation.setting, conversation.writes[:shown], conversation.last)
        return True

    def shrink(self):
        """Makes it smaller until nothing helps, and gives the smallest."""
        size = None
        while size != self.best.size() and self._left > 0:
            size = self.best.size()
            self._last_writes()
            self._less_setting()
            self._fewer_writes()
            self._simpler_writes()
        return self.best

    def _with(self, writes=None, setting=None, last=None):
        best = self.best
        return Conversation(
            setting or best.setting, best.writes if writes is None else writes, best.last if last is None else last
        )

    def _last_writes(self):
        if self.best.last:
            self.fails(self._with(last=b""))
        # Most faults need no more than the last few writes.
        few = 1
        while few < len(self.best.writes) and not self.fails(self._with(writes=self.best.writes[-few:])):
            few *= 2

    def _fewer_writes(self):
        step = max(1, len(self.best.writes) // 2)
        while step >= 1 and self._left > 0:
            spot = len(self.best.writes)
            while spot > 0:
                begin = max(0, spot - step)
                self.fails(self._with(writes=self.best.writes[:begin] + self.best.writes[spot:]))
                spot = min(begin, len(self.best.writes))
            step = 0 if step == 1 else step // 2

    def _less_setting(self):
        for name in list(self.best.setting.args):
            now = self.best.setting
            self.fails(self._with(setting=Setting([each for each in now.args if each != name], now.env, now.store)))
        for name in list(self.best.setting.env):
            now = self.best.setting
            self.fails(
                self._with(setting=Setting(now.args, {key: now.env[key] for key in now.env if key != name}, now.store))
            )
        now = self.best.setting
        if now.store is not None:
            # Without a store there is no option for one.
            self.fails(self._with(setting=Setting([each for each in now.args if each != "--no-fsync"], now.env, None)))
        self._fewer_records()

    def _fewer_records(self):
        lines = (self.best.setting.store or "").split("\n")
        step = max(1, len(lines) // 2)
        while step >= 1 and self._left > 0:
            spot = len(lines)
            while spot > 0:
                fewer = lines[: max(0, spot - step)] + lines[spot:]
                now = self.best.setting
                if now.store and self.fails(self._with(setting=Setting(now.args, now.env, "\n".join(fewer)))):
                    lines = fewer
                spot -= step
            step = 0 if step == 1 else step // 2

    def _simpler_writes(self):
        for number in range(len(self.best.writes)):
            spot = 0
            while self._left > 0 and number < len(self.best.writes):
                # After a step that helped, what comes next is tried at the same place of the simpler line.
                line = next(itertools.islice(simpler(self.best.writes[number]), spot, None), None)
                if line is None:
                    break
                before = self.best.writes
                spot += not self.fails(self._with(writes=before[:number] + [line] + before[number + 1 :]))


def shrunk(conversation, commands, kind, tries=TRIES, seconds=20):
    """Gives the smallest conversation found, or None if its fault does not come back on a fresh pair.

    conversation.writes are batches as they were sent; where the fault also shows line by line, that is kept.
    """
    shrinker = Shrinker(conversation, commands, kind, tries, seconds)
    single = [line + b"\n" for data in conversation.writes for line in data[:-1].split(b"\n")]
    if not shrinker.fails(Conversation(conversation.setting, single, conversation.last)) and not shrinker.fails(
        conversation
    ):
        return None
    return shrinker.shrink()
