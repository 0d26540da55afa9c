"""Sessions: a pair of fresh twins and one conversation with it, thousands of times, in several processes.

Each session has a number, and the seed and the number decide everything in it, whichever process plays it.
"""

import concurrent.futures
import contextlib
import multiprocessing
import random

from fuzz.conversation import Talk
from fuzz.histogram import Histogram
from fuzz.replayed import Conversation, fault_of_answers, fault_of_ends
from fuzz.setting import setting_of
from fuzz.strategies import Pools
from fuzz.twins import Pair

#: How many lines a session sends.
SESSION = 1000

#: How many sessions are given to a process at once, and how many share what hypothesis has drawn.
CHUNK = 4
POOLED = 40

_pools = {}


class Finding:
    """A conversation with a fault, as it was played: batches, the fault, the number of its session."""

    def __init__(self, number, conversation, fault):
        """Takes the three."""
        self.number = number
        self.conversation = conversation
        self.fault = fault


def sessions_of(requests):
    """Gives the numbers of the sessions and how many lines each of them sends."""
    whole, rest = divmod(requests, SESSION)
    return [(number, SESSION) for number in range(whole)] + ([(whole, rest)] if rest else [])


def run(commands, requests, seed, jobs=1, size=60, stop_after=5, tell=lambda histogram, findings: None):
    """Plays sessions until that many lines were sent, or so many had a fault; gives the Histogram and the Findings.

    size is how many requests of each kind hypothesis draws for a pool; tell hears after each chunk how far it is. An
    interrupt ends it early: then the histogram holds fewer lines than were asked for.
    """
    histogram, findings = Histogram(), []
    sessions = sessions_of(requests)
    chunks = [sessions[start : start + CHUNK] for start in range(0, len(sessions), CHUNK)]
    if jobs == 1:
        results = (_chunk(commands, seed, size, stop_after, chunk) for chunk in chunks)
        _take_all(results, histogram, findings, stop_after, tell)
        return histogram, findings
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context) as pool:
        waiting = [pool.submit(_chunk, commands, seed, size, stop_after, chunk) for chunk in chunks]
        results = (future.result() for future in concurrent.futures.as_completed(waiting))
        _take_all(results, histogram, findings, stop_after, tell)
        pool.shutdown(cancel_futures=True)
    return histogram, findings


def _take_all(results, histogram, findings, stop_after, tell):
    with contextlib.suppress(KeyboardInterrupt):
        for one, found in results:
            histogram.add(one)
            findings.extend(found)
            tell(histogram, findings)
            if len(findings) >= stop_after:
                break


def _chunk(commands, seed, size, stop_after, sessions):
    histogram, findings = Histogram(), []
    for number, requests in sessions:
        finding = session(commands, seed, number, requests, histogram, size)
        if finding is not None:
            findings.append(finding)
        if len(findings) >= stop_after:
            break
    return histogram, findings


def session(commands, seed, number, requests, histogram, size=60):
    """Plays one session and counts it; gives a Finding, or None if the twins agree.

    Where the servers end early, because they cannot start with their setting, others follow.
    """
    some = random.Random(f"{seed} {number}")
    wanted = histogram.sent + requests
    while histogram.sent < wanted:
        setting = setting_of(some)
        pair = Pair(commands, setting)
        try:
            talk = Talk(some, _pools_for(seed, number // POOLED, size), setting)
            conversation, fault = _conversation(pair, talk, setting, wanted, histogram)
        finally:
            pair.close()
        if fault is not None:
            return Finding(number, conversation, fault)
    return None


def _conversation(pair, talk, setting, wanted, histogram):
    conversation = Conversation(setting, [])
    while histogram.sent < wanted and not all(twin.ended for twin in pair.twins.values()):
        batch = talk.next_batch(wanted - histogram.sent)
        conversation.writes.append(b"".join(write.data for write in batch))
        answers = pair.exchange(conversation.writes[-1])
        fault = fault_of_answers(answers)
        if fault is not None:
            return conversation, fault
        answer = next(iter(answers.values()))
        histogram.count(batch, answer)
        talk.hear(batch, answer)
    conversation.last = talk.last_words()
    return conversation, fault_of_ends(pair.end(conversation.last))


def _pools_for(seed, number, size):
    key = (seed, number, size)
    if key not in _pools:
        _pools.clear()
        _pools[key] = Pools(f"{seed} {number}", size)
    return _pools[key]
