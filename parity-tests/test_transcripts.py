"""Each transcript as a test of its own, once for each pass; outside of the default tests, for pytest-xdist:

    cd parity-tests && ../python/.venv/bin/python -m pytest -q -n 4 test_transcripts.py

-k narrows: an area, an id, parity or swap. What is judged is what make parity judges.
"""

import fcntl
import functools

import build
import explain
import known
import passes
import pytest
import swap
import transcript as transcripts
from result import PASS, XFAIL

TRANSCRIPTS = {item.id: item for item in transcripts.load_all()}
FAILURES = known.load()
SWAPPED = passes.swappable(TRANSCRIPTS.values(), FAILURES)[0]


def _named(items):
    return [pytest.param(item.id, id=f"{item.area}-{item.id}") for item in items]


@functools.cache
def servers():
    """Gives the commands of the servers, built; of several workers the first builds, and the others find it there."""
    with open(build.TYPESCRIPT / "package.json", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build.build()
    return passes.implementations()


@pytest.mark.parametrize("name", _named(TRANSCRIPTS.values()))
def test_parity(name):
    """Both servers answer as the golden says."""
    _hold("parity", passes.replay_one(TRANSCRIPTS[name], servers(), failures=FAILURES))


@pytest.mark.parametrize("name", _named(SWAPPED))
def test_swap(name):
    """Both servers in turn, on one store, answer as the golden says."""
    _hold("swap", swap.judge(TRANSCRIPTS[name], servers()))


def _hold(name, judgement):
    check = explain.check_of(judgement, name, {})
    if check["verdict"] == XFAIL:
        pytest.xfail(check["words"])
    if check["verdict"] != PASS:
        pytest.fail(f"{check['id']}: {check['verdict']}\n{check.get('request', '')}{check['words']}", pytrace=False)
