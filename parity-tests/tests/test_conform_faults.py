"""Every check of the protocol pack can fail: for each fault of a server, exactly the checks that are named report
it."""

import pytest
import result as results
from conform import pack
from tests.conform_faults import FAULTS
from tests.conform_in_process import run

CHECKS = {check.id for check in pack.load()}


def reported(result):
    """Gives the ids of the checks that failed or warned, sorted."""
    bad = [item["id"] for item in result["checks"] if results.colour(item["verdict"]) in ("red", "yellow")]
    return sorted(bad)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_reported_by_these_checks_and_no_others(name):
    expected, patch = FAULTS[name]
    assert reported(run(patch)) == sorted(expected.split())


def test_every_check_reports_some_fault():
    named = {each for expected, _ in FAULTS.values() for each in expected.split()}
    assert named == CHECKS


def test_the_good_peer_passes_everything_that_it_gives_occasion_for():
    result = run()
    others = {item["id"]: item["verdict"] for item in result["checks"] if item["verdict"] != results.PASS}
    assert others == {"routing-gated": results.NOT_OBSERVED}
    assert results.is_green(result) and len(result["checks"]) == len(CHECKS)
