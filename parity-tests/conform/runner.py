"""Runs the checks on one server and gives the result value that every report is made of."""

import json
import time
from pathlib import Path

import result as results
from conform import unread, wire
from conform.bench import Bench, GivenUp
from conform.client import START_UP
from conform.facts import initialize
from conform.pack import Case, Enough, NotObserved, load
from served import Served

ROOT = Path(__file__).resolve().parent.parent.parent

#: How many findings of one check are kept.
KEPT = 20


class CannotSpeak(Exception):
    """Says why there is nothing to check: the server does not start, or does not speak this revision."""


def requirements():
    """Gives the requirements of the specification by id."""
    entries = json.loads((ROOT / "shared-fixtures" / "requirements.json").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries}


def bench_for(argv, env, cwd, timeout, tools=()):
    """Gives the Bench for a command; no process is started yet."""
    bench = Bench(lambda: Served(argv, env, cwd, timeout), timeout, tools)
    bench.unread = lambda data: unread.exit_code(argv, env, cwd, data, max(timeout, START_UP))
    return bench


def run(bench, name, argv, only=(), told=lambda item: None):
    """Runs the checks whose id or area is in only, or all, and gives the result; told gets each check as it is done.

    Raises CannotSpeak. The bench is closed at the end.
    """
    everything = load()
    chosen = [check for check in everything if not only or check.id in only or check.area in only]
    known = requirements()
    cited = sorted({each for check in chosen for each in check.requires})
    facts = {each: {key: known[each][key] for key in ("level", "text", "page", "section")} for each in cited}
    left = {"not asked for": len(everything) - len(chosen)} if len(chosen) < len(everything) else {}
    result = results.new(
        "conform", {name: argv}, len(chosen), requirements=facts, selection=sorted(only), left_out=left
    )
    begun = time.monotonic()
    try:
        _begin(bench)
        result["server"] = {"info": bench.facts.server_info, "capabilities": bench.facts.capabilities}
        for check in chosen:
            try:
                item = _run_one(bench, check, name)
            except GivenUp:
                result["left_out"]["given up: too many requests were not answered"] = len(chosen) - len(
                    result["checks"]
                )
                break
            result["checks"].append(item)
            told(item)
    finally:
        bench.close()
    result["seconds"] = round(time.monotonic() - begun, 3)
    return result


def _run_one(bench, check, name):
    case, begun, words = Case(bench, check.level), time.monotonic(), ""
    if check.area != "traffic":
        bench.patient()
    try:
        check.run(case)
        verdict = results.PASS
    except Enough:
        verdict = results.PASS  # unless there are findings, and there are
    except RecursionError:
        verdict, words = results.NOT_OBSERVED, "an answer is nested too deeply to be looked at"
    except NotObserved as reason:
        verdict, words = results.NOT_OBSERVED, str(reason)
    if case.findings:
        verdict = results.WARNING if all(each.warns for each in case.findings) else "fail"
        words = "; ".join(dict.fromkeys(each.words for each in case.findings[:KEPT]))
    findings = [_finding(each, name) for each in case.findings[:KEPT]]
    first = {said["direction"]: said["text"] for each in findings[:1] for said in reversed(each["exchange"])}
    more = {"request": first[">"]} if ">" in first else {}
    return results.check(
        check.id, check.area, check.title, verdict, **{"pass": "conform"}, level=check.level, requires=check.requires,
        seconds=round(time.monotonic() - begun, 4), words=words or "; ".join(dict.fromkeys(case.notes)),
        exchange=[said for each in findings for said in each["exchange"]], page=check.page, findings=findings,
        more=max(0, len(case.findings) - KEPT), lines={name: first["<"]} if "<" in first else {}, **more,
    )  # fmt: skip


def _finding(finding, name):
    exchange = [
        results.said(event.direction, "conform" if event.direction == ">" else name, event.data)
        for event in finding.events
    ]
    return {"warns": finding.warns, "words": finding.words, "expected": finding.expected, "exchange": exchange}


def _begin(bench):
    """Makes sure that there is a server of this revision; raises CannotSpeak."""
    try:
        client = bench.main()
    except OSError as fault:
        raise CannotSpeak(f"the server cannot be started: {fault.strerror or fault}") from None
    asked = wire.request(client.new_id(), "server/discover")
    reply = client.ask_message(asked)
    if _is_modern(reply):
        return
    refused = reply.code == -32022 and reply.without_id is False
    if not refused and any(
        _is_modern(client.ask(method)) for method in ("tools/list", "resources/list", "prompts/list")
    ):
        return
    said = reply.event.data.decode("utf-8", "backslashreplace").strip()[:400] if reply.event else reply.why
    words = f"the server does not speak {wire.VERSION}\n  > {wire.line(asked).decode().strip()}\n  < {said}"
    if reply.result is not None:
        words += "\n  every result of this revision has a resultType that is a string, and this one has none"
    client.server.close()
    tail = client.server.stderr_tail().strip().splitlines()[-3:]
    raise CannotSpeak("\n".join([words, *_legacy(bench), *(f"  stderr: {line}" for line in tail)]))


def _is_modern(reply):
    return reply.result is not None and isinstance(reply.result.get("resultType"), str)


def _legacy(bench):
    try:
        client = bench.fresh()
    except (OSError, GivenUp):
        return
    reply = client.ask_message(initialize(client.new_id()))
    version = (reply.result or {}).get("protocolVersion")
    if isinstance(version, str):
        yield f"  it answers initialize, with protocol version {version}: a server of an earlier era"
