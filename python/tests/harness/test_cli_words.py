"""What the command line says to somebody who made a mistake: what happened, where, and what to do next."""

import json
import os
import pty
import signal
import threading
import unittest
from pathlib import Path

from harness.cli.arguments import Usage, parse
from harness.cli.explain import about_arguments, last_words, why
from harness.negotiate import Negotiation
from harness.process import STDERR_TAIL
from tests.harness.clients import asks, command, config, run, start, tools
from tests.harness.support import DISCOVERS, HINTS, SECONDS, Scripted, folder, is_running, when
from tests.harness.test_cli_streams import ACKNOWLEDGED, read_until


def told(place, *arguments, peer=None, **more):
    """Runs the command; gives its exit code and stderr, after a look that stdout is empty."""
    code, stdout, stderr = run(*arguments, *(command(peer) if peer else []), **more)
    assert stdout == "", stdout
    return code, stderr


class Mistyped(unittest.TestCase):
    """Mistakes on the command line."""

    def test_the_words_name_the_mistake_and_the_help_that_belongs_to_it(self):
        cases = {
            "": ("name a subcommand: probe, list, call, read, get, watch", "client.py"),
            "help": ("help is no subcommand; there are probe, list, call, read, get, watch", "client.py"),
            "--verison": ("--verison is not understood", "client.py"),
            "-- python3 main.py list": ("name a subcommand", "before --"),
            "list python3 main.py": ("python3 is not understood", "after --"),
            "call": ("missing: NAME", "client.py call"),
            "call x q:=coffee": ("q:=coffee is no JSON", "q=coffee"),
            "call x --args q=1": ("--args: q=1 is no JSON", "client.py call"),
            "call x novalue": ("write KEY=TEXT or KEY:=JSON", "client.py call"),
            "list --timeout 0": ("--timeout: a number of seconds above 0 is needed, not '0'", "client.py list"),
            "watch --count x": ("--count: a whole number above 0 is needed, not 'x'", "client.py watch"),
        }
        for line, (words, more) in cases.items():
            with self.subTest(line):
                with self.assertRaises(Usage) as caught:
                    parse(line.split())
                said = f"{caught.exception} ({caught.exception.program})"
                self.assertIn(words, said)
                self.assertIn(more, said)
                self.assertNotIn("argument -", said)

    def test_the_step_after_a_mistake_is_the_help_of_that_subcommand(self):
        self.assertIn("next: client.py get --help", run("get")[2])

    def test_a_name_that_does_not_exist_is_told_with_those_that_do(self):
        with folder() as place:
            path = config(place, one=Scripted(place), two=Scripted(place))
            for option in ("--peer", "--allow-legacy"):
                code, said = told(place, "--config", path, "list", option, "three")
                self.assertEqual(code, 2)
                self.assertIn("there is no server called three; the servers are one, two", said)


class Configurations(unittest.TestCase):
    """Files that lead nowhere."""

    def test_a_file_without_a_server_is_named(self):
        with folder() as place:
            path = config(place)
            code, said = told(place, "--config", path, "list")
            self.assertEqual(code, 2)
            self.assertIn(f"{path}: names no server", said)

    def test_a_variable_that_is_not_set_is_told_with_how_to_set_it(self):
        with folder() as place:
            path = config(place, one=(Scripted(place), {"env": {"KEY": "${NOT_SET_HERE}"}}))
            code, said = told(place, "--config", path, "list")
            self.assertEqual(code, 4)
            self.assertIn("next: export NOT_SET_HERE=", said)

    def test_a_trace_that_cannot_be_opened_is_told_with_the_option(self):
        with folder() as place:
            code, said = told(place, "list", "--trace", f"{place}/none/trace", peer=Scripted(place))
            self.assertEqual(code, 2)
            self.assertIn(f"--trace {place}/none/trace: No such file", said)

    def test_a_server_that_breaks_the_protocol_or_wants_to_ask_is_told_with_a_step_a_person_can_take(self):
        with folder() as place:
            code, said = told(place, "list", peer=Scripted(place, name="wrong-id-type"))
            self.assertEqual((code, "--trace FILE" in said), (4, True), said)
            code, said = told(place, "list", peer=Scripted(place, name="error-32021"))
            self.assertEqual((code, "handlers" in said, "--input FILE" in said), (4, False, True), said)

    def test_the_stderr_line_that_is_quoted_is_the_one_with_the_error(self):
        cases = {
            "a\nError: Cannot find 'x'\n    at load (a:1)\n}\n\nNode.js v20.1.0\n": "Error: Cannot find 'x'",
            "Traceback\n  File\nModuleNotFoundError: notes\n": "ModuleNotFoundError: notes",
            "starting\nport is taken\n": "port is taken",
            "error: first\nfatal: second\nbye\n": "fatal: second",
        }
        for tail, wanted in cases.items():
            record = Negotiation("one", 0, "unknown", False, "x", exit_status=1, stderr_tail=tail)
            self.assertTrue(why(record).endswith(f"; stderr: {wanted}"), why(record))

    def test_of_a_long_stderr_only_lines_whose_beginning_is_known_are_shown_and_none_at_any_length(self):
        cases = {
            "e-of-a-token\n" + "x" * STDERR_TAIL: "; stderr: " + "x" * 200 + "…",
            "e-of-a-token" + "x" * STDERR_TAIL: "",
            "e-of-a-token\nend\n": "; stderr: end",
        }
        for tail, wanted in cases.items():
            record = Negotiation("one", 0, "unknown", False, "x", stderr_tail=tail)
            self.assertEqual(why(record), "unavailable: x" + wanted)
        self.assertEqual(last_words(record), ["e-of-a-token", "end"])


class Arguments(unittest.TestCase):
    """Tools and prompts that were given the wrong arguments."""

    def test_names_that_are_missing_or_unknown_are_told_with_those_that_there_are(self):
        schema = {"properties": {"query": {}, "limit": {}}, "required": ["query"]}
        tool = {"name": "find", "inputSchema": schema}
        prompt = {"name": "ask", "arguments": [{"name": "note_id", "required": True}, {"name": "tag"}]}
        self.assertEqual(about_arguments(tool, {"query": "x"}, {}), "")
        self.assertIn("missing: query; find takes query limit?", about_arguments(tool, {}, {}))
        self.assertIn("unknown: q; ", about_arguments(tool, {"q": 1, "query": 2}, {}))
        self.assertIn("missing: note_id; unknown: id; ask takes note_id tag?", about_arguments(prompt, {"id": "1"}, {}))
        self.assertIn("limit:=", about_arguments(tool, {"query": "x", "limit": "5"}, {"limit": "5"}))
        for odd in ({"name": "x"}, {"name": "x", "inputSchema": {"properties": [], "required": 5}}):
            self.assertEqual(about_arguments(odd, {"a": 1}, {}), "")

    def test_a_refused_prompt_and_a_failed_tool_say_it(self):
        listed = [{"name": "ask", "arguments": [{"name": "note_id", "required": True}]}]
        refused = {"error": {"code": -32602, "message": "no"}}
        failed = {"resultType": "complete", "content": [], "isError": True}
        with folder() as place:
            rules = [DISCOVERS, tools("run"), when("tools/call", {"result": failed}), when("prompts/get", refused)]
            rules += [when("prompts/list", {"result": {"resultType": "complete", "prompts": listed, **HINTS}})]
            code, said = told(place, "get", "ask", "id=1", peer=Scripted(place, *rules))
            self.assertEqual(code, 5)
            self.assertIn("next: missing: note_id; unknown: id; ask takes note_id", said)
            code, said = told(place, "call", "run", peer=Scripted(place, *rules))
            self.assertEqual((code, said), (5, "server: the tool run failed and does not say why\n"))

    def test_a_resource_is_read_by_the_name_that_list_shows_also_if_there_is_one_server(self):
        contents = {"resultType": "complete", "contents": [{"uri": "a:b", "text": "inside"}], **HINTS}
        listed = {"resultType": "complete", "resources": [{"uri": "a:b", "name": "b"}], **HINTS}
        with folder() as place:
            rules = [when("resources/read", {"result": contents}), when("resources/list", {"result": listed})]
            peer = Scripted(place, DISCOVERS, *rules)
            for name in ("server__a:b", "a:c"):
                found = run("--collision", "prefix-all", "read", name, *command(peer))
                self.assertEqual(found, (0, "inside\n", ""))
            self.assertEqual([each["params"]["uri"] for each in peer.received("resources/read")], ["a:b", "a:c"])


class Watching(unittest.TestCase):
    """A watch that can hear nothing."""

    def test_it_ends_at_once_if_no_server_announces_what_is_watched(self):
        nothing = {**ACKNOWLEDGED, "params": {**ACKNOWLEDGED["params"], "notifications": {}}}
        with folder() as place:
            peer = Scripted(place, DISCOVERS, when("subscriptions/listen", {"message": nothing}))
            code, said = told(place, "watch", "--prompts", peer=peer)
            self.assertEqual(code, 5)
            self.assertIn("server: it does not announce promptsListChanged", said)
            self.assertIn("no server announces any of what is watched", said)

    def test_a_refusal_is_told_as_one_and_a_legacy_server_cannot_be_watched(self):
        with folder() as place:
            error = {"error": {"code": -32601, "message": "no"}}
            refuses = Scripted(place, DISCOVERS, when("subscriptions/listen", error))
            code, said = told(place, "watch", peer=refuses)
            self.assertEqual(code, 5)
            self.assertIn("client: cannot listen: server: error -32601: no", said)
            code, said = told(place, "watch", "--allow-legacy", "server", peer=Scripted(place, name="legacy-right"))
            self.assertEqual(code, 5)
            self.assertIn("next: only a server of 2026-07-28 can be watched", said)

    def test_a_listen_that_is_not_acknowledged_is_told_in_plain_words(self):
        with folder() as place:
            code, said = told(place, "--timeout", "2", "watch", peer=Scripted(place, name="no-acknowledgement"))
            self.assertEqual(code, 12)
            self.assertIn("client: cannot listen: server: the listen was not acknowledged", said)
            self.assertNotIn("no answer to the acknowledgement", said)


class Cut(unittest.TestCase):
    """What was cut in the middle of a configured value, in results for machines."""

    def test_neither_a_partial_list_nor_the_end_of_a_watch_shows_the_beginning_of_a_value(self):
        words = "x" * 189 + " sk-very-secret-value"
        ended = {"error": {"code": -32000, "message": words}}
        with folder() as place:
            dead = Scripted(place, start=[{"stderr": words + "\n"}, {"exit": 1}])
            ends = Scripted(place, DISCOVERS, when("subscriptions/listen", {"message": ACKNOWLEDGED}, ended))
            secret = {"env": {"TOKEN": "sk-very-secret-value"}}
            fine = Scripted(place, DISCOVERS, tools("run"))
            one, two = config(place, dead=(dead, secret), fine=fine), config(place, ends=(ends, secret))
            for arguments in (["--config", one, "list"], ["--config", two, "watch"]):
                _, shown, _ = run(*arguments, "--json")
                self.assertIn("xxx <env:TOKEN>", shown)
                self.assertNotIn("sk-very", shown)


class Asked(unittest.TestCase):
    """Answers that do not fit what is asked."""

    def test_a_file_is_checked_before_anything_is_started_and_says_which_keys_it_has(self):
        cases = {
            '{"who": {"action": "acept"}}': (2, ["answers.json: who", "accept, decline, cancel"]),
            '{"who": {"name": "Ann"}}': (2, ["answers.json: who", '"action": "accept"']),
            '{"whom": {"action": "decline"}}': (14, ["answers.json answers only whom", "Who are you?"]),
        }
        with folder() as place:
            file = Path(place) / "answers.json"
            for text, (wanted, words) in cases.items():
                file.write_text(text, encoding="utf-8")
                peer = Scripted(place, *asks())
                code, said = told(place, "call", "greet", "--input", str(file), peer=peer)
                self.assertEqual(code, wanted, said)
                self.assertEqual(peer.pids() == [], wanted == 2)
                for word in words:
                    self.assertIn(word, said)

    def test_an_interrupt_at_a_question_is_told_on_a_line_of_its_own(self):
        with folder() as place:
            peer = Scripted(place, *asks())
            ours, theirs = pty.openpty()
            client = start("call", "greet", *command(peer), stdin=theirs, stderr=theirs)
            os.close(theirs)
            late = threading.Timer(SECONDS, client.kill)  # a terminal has no limit of its own
            late.start()
            read_until(ours, "[y/d/c] ")
            client.send_signal(signal.SIGINT)
            shown = read_until(ours, None)
            client.communicate()
            late.cancel()
            os.close(ours)
            self.assertEqual((client.returncode, shown), (130, "\r\ninterrupted\r\n"))
            self.assertFalse([pid for pid in peer.pids() if is_running(pid)])


if __name__ == "__main__":
    unittest.main()
