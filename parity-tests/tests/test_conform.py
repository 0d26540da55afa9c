"""The command conform, against real processes: what it prints, what it writes, and its exit codes."""

import contextlib
import io
import json
import sys
import xml.etree.ElementTree
from pathlib import Path

import options
import pytest
import result as results
from conform import command, pack, runner
from conform.words import Words
from tests.conform_faults import FAULTS

import build

ROOT = Path(__file__).resolve().parent.parent.parent
PEER = [sys.executable, "-m", "tests.conform_process"]
#: What the twins have none of: extensions, tools with x-mcp-header, methods that are not advertised.
NOT_THEIRS = dict.fromkeys(["discovery-extensions", "lists-tool-headers", "routing-gated"], "not-observed")
#: Answers every request with a result that has no type.
UNTYPED = """import json, sys
for line in sys.stdin:
    print(json.dumps({"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": {}}), flush=True)"""
HERE = ["--cwd", str(ROOT / "parity-tests")]
PYTHON = [sys.executable, "-S", "python/main.py"]
TYPESCRIPT = ["node", "typescript/build/main.js"]


def conform(*arguments):
    """Runs the command and gives its exit code, and what it wrote to stdout and stderr."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = command.main([str(each) for each in arguments])
    for stream in (out, err):
        stream.flush()
    return code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()


def checks_of(*arguments):
    """Runs the command and gives its exit code and the verdicts by id."""
    code, out, _ = conform("--json", "-", *arguments)
    return code, {item["id"]: item["verdict"] for item in results.loads(out)["checks"]}


def test_a_good_server_of_its_own_process_passes():
    code, verdicts = checks_of(*HERE, "--", *PEER)
    assert (code, len(verdicts)) == (0, len(pack.load()))
    assert {name for name, verdict in verdicts.items() if verdict != "pass"} == {"routing-gated"}


@pytest.mark.parametrize("argv", [PYTHON, TYPESCRIPT], ids=["python", "typescript"])
def test_the_twins_pass_with_nothing_left_out_that_they_support(argv, tmp_path):
    build.build()
    notes = [{"title": f"Note {number}", "body": ""} for number in range(60)]
    record = {"op": "import", "notes": notes, "at": "2026-07-28T00:00:00.000Z", "by": "conform", "n": 1}
    (tmp_path / "store").write_text(json.dumps(record, separators=(",", ":")) + "\n")
    modes = ["--everything", "--live", "--no-fsync", "--store", tmp_path / "store"]
    change = ["--tool", 'notes_create={"title":"One more","body":""}']
    code, verdicts = checks_of("--cwd", ROOT, *change, "--", *argv, *modes)
    assert code == 0
    assert {name: verdict for name, verdict in verdicts.items() if verdict != "pass"} == NOT_THEIRS


@pytest.mark.parametrize("name", ["invalid requests are ignored", "no JSON ends the process"])
def test_silence_and_death_are_seen_over_pipes(name):
    code, verdicts = checks_of("--only", "envelope", *HERE, "--", *PEER, name)
    expected = {each for each in FAULTS[name][0].split() if each.startswith("envelope")}
    assert {each for each, verdict in verdicts.items() if verdict != "pass"} == expected
    assert code == 1


def test_a_finding_shows_the_lines_to_reproduce_it():
    code, out, err = conform("--only", "routing-removed", *HERE, "--", *PEER, "ping is answered")
    assert code == 1 and err == ""
    assert "FAIL routing-removed (MUST)" in out
    assert '\n    > {"jsonrpc":"2.0","id":' in out and '"method":"ping"' in out
    assert '\n    < {"jsonrpc":"2.0","id":' in out
    assert "expected: an error with code -32601" in out
    assert "versioning.removed-methods (MUST)" in out and "specification: changelog # Major changes" in out


def test_an_answer_under_another_kind_of_id_is_told():
    options_ = ["--only", "envelope-integer-id", "--timeout", "0.3", *HERE]
    _, out, _ = conform(*options_, "--", *PEER, "integer ids come back as strings")
    assert f"--only envelope-integer-id --cwd {HERE[1]} --timeout 0.3 -- " in out
    assert '  no answer within 0.3 s, but one with the id "0" for 0\n' in out


def test_verdicts_are_counted_in_one_order_and_one_is_one():
    stream = io.StringIO()
    made = [results.check(f"c{n}", "framing", "t", each) for n, each in enumerate(["not-observed", "warning", "pass"])]
    for item in made:
        item.update({"level": "SHOULD", "page": "p", "findings": [], "more": 0, "again": "x"})
    Words(stream).summary(results.new("conform", {"server": ["x"]}, 3, checks=made))
    assert "  framing        1 passed, 1 warning, 1 not observed\n" in stream.getvalue()
    assert "conform: 1 passed, 0 failed, 1 warning, 1 not observed, 0 not run;" in stream.getvalue()


def test_progress_is_shown_on_a_terminal_alone():
    plain, terminal = io.StringIO(), io.StringIO()
    terminal.isatty = lambda: True
    for stream in (plain, terminal):
        Words(stream, {}).progress({"id": "framing-unicode"})
    assert (plain.getvalue(), terminal.getvalue()) == ("", "\r\033[Kframing-unicode\r")


def test_json_goes_to_stdout_alone_and_words_to_stderr():
    code, out, err = conform("--json", "-", "--only", "discovery", *HERE, "--", *PEER)
    result = results.loads(out)
    assert (code, result["tool"], result["expected"]) == (0, "conform", len(result["checks"]))
    assert result["server"]["info"] == {"name": "peer", "version": "1"}
    assert "conform: 8 passed, 0 failed" in err


def test_junit_holds_a_case_for_each_check(tmp_path):
    code, _, _ = conform("--junit", tmp_path / "x.xml", "--only", "routing,discovery-first", *HERE, "--", *PEER)
    cases = xml.etree.ElementTree.parse(tmp_path / "x.xml").getroot().findall(".//testcase")
    assert code == 0
    assert {case.get("name") for case in cases if case.find("skipped") is not None} == {"routing-gated"}
    assert len(cases) == 1 + sum(check.area == "routing" for check in pack.load())


def played(name):
    """Gives the command of a misbehaving server."""
    return [sys.executable, str(ROOT / "shared-fixtures" / "peers" / "play.py"), name]


@pytest.mark.parametrize(
    "argv, words",
    [
        (played("legacy-right"), "it answers initialize, with protocol version 2025-11-25"),
        (played("error-32022-future"), "does not speak 2026-07-28"),
        ([sys.executable, "-c", UNTYPED], "has a resultType that is a string, and this one has none"),
        (played("crashes-at-start"), "stdout ended"),
        (["no-such-command-here"], "the server cannot be started: No such file or directory"),
    ],
)
def test_what_does_not_speak_this_revision_gives_3(argv, words):
    code, out, _ = conform("--timeout", "1", "--", *argv)
    assert code == 3
    assert words in out


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "there is no command"),
        (["--only", "nothing", "--", "x"], "no check and no area is called nothing; areas: framing"),
        (["--tool", "x=[]", "--", "x"], "must be a JSON object"),
        (["--env", "x", "--", "x"], "NAME=VALUE"),
        (["--timeout", "0", "--", "x"], "number of seconds"),
        (["--json", "-", "--junit", "-", "--", "x"], "only one report"),
        (["--json", "/no/such/place", "--", "x"], "cannot be written there"),
    ],
)
def test_mistakes_in_the_call_are_told(arguments, words):
    with pytest.raises(options.UsageError, match=words):
        command.main(arguments)


def test_named_tools_are_called_and_others_that_may_write_are_not(tmp_path):
    sent = tmp_path / "result.json"
    quick = ["--json", sent, "--only", "calls", "--timeout", "0.3", *HERE]
    # Every call that is made is shown, since none with a token is answered.
    conform(*quick, "--", *PEER, "a call with a token is not answered")
    assert "count" in sent.read_text() and "erase" not in sent.read_text()
    conform(*quick, "--tool", "erase={}", "--", *PEER, "a call with a token is not answered")
    assert '\\"name\\":\\"erase\\"' in sent.read_text()


def test_the_list_and_the_requirements():
    code, out, _ = conform("--list")
    checks = pack.load()
    assert code == 0 and out.count("\n") == len(checks) + 1
    with pytest.raises(SystemExit), contextlib.redirect_stdout(io.StringIO()) as stream:
        command.main(["--help"])
    assert stream.getvalue().startswith("usage: run.py conform [options] -- COMMAND …\n")
    code, out, _ = conform("--requirements")
    assert code == 0 and "stdio.stdout-pure" in out


def test_every_check_cites_requirements_and_a_place():
    known = runner.requirements()
    pages = {entry["page"] for entry in known.values()} | {"changelog"}
    for check in pack.load():
        assert check.requires and set(check.requires) <= set(known), check.id
        page, sign, heading = check.page.partition(" # ")
        assert sign and heading and page in pages, check.id
        assert check.level in ("MUST", "MUST NOT", "SHOULD", "SHOULD NOT"), check.id
