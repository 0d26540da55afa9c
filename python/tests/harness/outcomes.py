"""The cases of shared-fixtures/probe/outcomes.json, for the tests that classify them and for those that play them."""

import json

from tests.harness.support import ROOT, when

OUTCOMES = json.loads((ROOT / "shared-fixtures" / "probe" / "outcomes.json").read_text(encoding="utf-8"))


def cases():
    """Gives (name, case) for every case of every row, with the defaults filled in."""
    for row in OUTCOMES["rows"]:
        for case in row["cases"]:
            yield f"{row['outcome']}: {case['name']}", {**OUTCOMES["defaults"], **case}


def message_of(case):
    """Gives the message of a case, or None; result and error stand for a whole answer."""
    parts = {name: case[name] for name in ("result", "error") if name in case}
    return {"jsonrpc": "2.0", "id": 1, **parts} if parts else case.get("message")


def first_answers(decision):
    """Gives (name, rule, expected decision) for every answer to a first probe that leads to this kind of decision."""
    for name, case in cases():
        first = case["kind"] == "answer" and case["probes_sent"] == 1 and case["versions"] == ["2026-07-28"]
        if first and decision in case["decision"]:
            yield name, when("server/discover", {"message": {**message_of(case), "id": "$id"}}), case["decision"]
