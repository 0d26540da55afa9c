"""The command line among other programs: signals, pipes, terminals, secrets, and what is left of its servers."""

import json
import os
import pty
import signal
import subprocess
import unittest
from pathlib import Path

from tests.harness.clients import CLIENT, asks, command, config, run, start, tools
from tests.harness.support import (
    DISCOVERED,
    DISCOVERS,
    HINTS,
    SECONDS,
    Scripted,
    answers_calls,
    folder,
    is_running,
    until,
    when,
)

SECRET = 'plänted "value"\\ 1'

LISTEN = {"io.modelcontextprotocol/subscriptionId": "$id"}
ACKNOWLEDGED = {
    "jsonrpc": "2.0",
    "method": "notifications/subscriptions/acknowledged",
    "params": {"notifications": {"toolsListChanged": True}, "_meta": LISTEN},
}
CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {"_meta": LISTEN}}


def announces(*more):
    """Gives a rule that acknowledges a listen, announces one change and does more."""
    return when("subscriptions/listen", {"message": ACKNOWLEDGED}, {"message": CHANGED}, *more)


class Signals(unittest.TestCase):
    """The end that comes from outside."""

    def test_an_interrupt_ends_with_130_and_leaves_no_child_and_no_grandchild(self):
        stubborn = [{"ignore": "SIGTERM"}, {"child": True}]
        with folder() as place:
            calling = Scripted(place, DISCOVERS, tools("run"), when("tools/call", {"keep": "call"}), start=stubborn)
            probing = Scripted(place, start=stubborn, eof=[{"sleep": 60}])
            watching = Scripted(place, DISCOVERS, announces(), start=stubborn, eof=[{"sleep": 60}])
            cases = [(calling, "tools/call", ["call", "run"]), (probing, "server/discover", ["probe"])]
            cases += [(watching, "subscriptions/listen", ["watch"])]
            clients = [start(*arguments, *command(peer)) for peer, _, arguments in cases]
            for client, (peer, method, _) in zip(clients, cases):
                until(lambda: peer.received(method))
                client.send_signal(signal.SIGINT)
            for client, (peer, method, _) in zip(clients, cases):
                with self.subTest(method):
                    _, stderr = client.communicate(timeout=SECONDS)
                    self.assertEqual((client.returncode, stderr.splitlines()[-1]), (130, b"interrupted"))
                    children = [event["child"] for event in peer.events() if "child" in event]
                    self.assertEqual(len(children), 1)
                    self.assertFalse([pid for pid in peer.pids() + children if is_running(pid)])
            (call,) = calling.received("tools/call")
            cancelled = [each["params"]["requestId"] for each in calling.received("notifications/cancelled")]
            self.assertEqual(cancelled, [call["id"]])

    def test_a_signal_while_servers_are_ended_does_not_cut_that_short_and_neither_does_another(self):
        with folder() as place:
            peer = Scripted(place, DISCOVERS, start=[{"ignore": "SIGTERM"}], eof=[{"sleep": 60}])
            client = start("probe", *command(peer))
            until(lambda: any("eof" in event for event in peer.events()))
            client.send_signal(signal.SIGINT)
            until(lambda: not is_running(peer.pids()[0]) or client.send_signal(signal.SIGTERM))
            stdout, stderr = client.communicate(timeout=SECONDS)
            self.assertIn(client.returncode, (130, 128 + signal.SIGTERM))
            self.assertIn(b"discover: mutual version", stdout)
            self.assertEqual(stderr, b"")
            self.assertFalse([pid for pid in peer.pids() if is_running(pid)])


class Pipes(unittest.TestCase):
    """Streams that are closed, full or not there."""

    def test_a_reader_that_has_gone_ends_the_command_in_silence(self):
        with folder() as place:
            lister = Scripted(place, DISCOVERS, tools("run"))
            watcher = Scripted(place, DISCOVERS, announces())
            for peer, arguments in ((lister, ["list"]), (watcher, ["watch", "--tools"])):
                reading, writing = os.pipe()
                os.close(reading)
                code, _, stderr = run("--quiet", *arguments, *command(peer), stdout=writing)
                os.close(writing)
                self.assertEqual((code, stderr), (0, ""))

    def test_streams_that_were_never_open_are_no_place_for_the_pipes_of_a_server(self):
        with folder() as place:
            peer = Scripted(place, DISCOVERS, tools("run"))
            for streams in (">&-", "<&- >&- 2>&-"):
                closing = ["sh", "-c", f'exec "$@" {streams}', "sh"]
                ended = subprocess.run([*closing, *CLIENT, "list", *command(peer)], timeout=SECONDS, check=False)
                self.assertEqual(ended.returncode, 0)
            self.assertEqual(peer.methods(), ["server/discover", "tools/list"] * 2)
            self.assertFalse([event for event in peer.events() if "garbage" in event])

    def test_output_is_utf_8_whatever_the_locale_says(self):
        with folder() as place:
            peer = Scripted(place, DISCOVERS, tools("run"), answers_calls("père 日本"))
            locale = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
            self.assertEqual(run("call", "run", *command(peer), env=locale), (0, "père 日本\n", ""))

    def test_watch_prints_one_event_a_line_and_hears_again_after_a_restart(self):
        """What the server does not announce is told.

        Covers: subscriptions.client-checks-ack, subscriptions.client-relisten
        """
        with folder() as place:
            first = [DISCOVERS, announces({"sleep": 0.2}, {"exit": 3})]
            second = [DISCOVERS, when("subscriptions/listen", {"message": ACKNOWLEDGED}), tools("run")]
            peer = Scripted(place, lives=[first, second])
            code, stdout, stderr = run("watch", "--tools", "--count", "3", "--json", *command(peer))
            self.assertEqual(code, 0, stderr)
            events = [json.loads(line) for line in stdout.splitlines()]
            self.assertEqual([each["event"] for each in events], ["list_changed", "lost", "relistened"])
            self.assertEqual({each["peer"] for each in events}, {"server"})
            again = ["server/discover", "subscriptions/listen", "tools/list", "notifications/cancelled"]
            self.assertEqual(peer.methods(), [*again[:2], *again])
            quiet = Scripted(place, DISCOVERS, announces())
            code, stdout, stderr = run("watch", "--for", "0.5", *command(quiet))
            self.assertEqual(code, 0)
            self.assertRegex(stdout, r"^\d\d:\d\d:\d\d  server  tools changed\n$")
            self.assertIn("it does not announce promptsListChanged, resourcesListChanged", stderr)


class Terminals(unittest.TestCase):
    """A person at a terminal."""

    def test_a_person_is_asked_by_the_server_named_and_answers_declines_or_cancels(self):
        """An empty line takes the default, the end of input cancels.

        Covers: elicitation.capability, elicitation.mode-default, elicitation.result, elicitation.client-decline
        """
        cases = {
            "x\ny\n\nAnn\n\n": {"action": "accept", "content": {"name": "Ann", "age": 7}},
            "d\n": {"action": "decline"},
            "y\n\x04": {"action": "cancel"},
        }
        for typed, wanted in cases.items():
            with self.subTest(typed), folder() as place:
                peer = Scripted(place, *asks())
                ours, theirs = pty.openpty()
                client = start("call", "greet", *command(peer), stdin=theirs, stderr=theirs)
                os.close(theirs)
                shown = read_until(ours, "[y/d/c] ")
                self.assertIn("server asks: Who are you?", shown)
                os.write(ours, typed.encode())
                read_until(ours, None)
                stdout, _ = client.communicate(timeout=SECONDS)
                os.close(ours)
                self.assertEqual((client.returncode, stdout), (0, b"hello\n"))
                _, again = peer.received("tools/call")
                self.assertEqual(again["params"]["inputResponses"], {"who": wanted})
                for message in peer.received():
                    declared = message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"]
                    self.assertEqual(declared, {"elicitation": {"form": {}}})

    def test_answers_come_from_a_file_by_key_and_colours_only_when_they_are_wanted(self):
        """Covers: elicitation.result-content"""
        answer = {"who": {"action": "accept", "content": {"name": "Ann"}}}
        with folder() as place:
            peer = Scripted(place, *asks())
            given = Path(place) / "answers.json"
            given.write_text(json.dumps(answer), encoding="utf-8")
            self.assertEqual(run("call", "greet", "--input", str(given), *command(peer)), (0, "hello\n", ""))
            again = peer.received("tools/call")[1]["params"]
            self.assertEqual(again["inputResponses"], answer)
            declared = again["_meta"]["io.modelcontextprotocol/clientCapabilities"]
            self.assertEqual(declared, {"elicitation": {"form": {}}})
            cases = [([], {}, True), (["--no-color"], {}, False), ([], {"NO_COLOR": "1"}, False)]
            for more, environ, coloured in cases:
                ours, theirs = pty.openpty()
                environ = {"TERM": "xterm", "NO_COLOR": "", **environ}
                client = start("probe", *more, *command(peer), stdout=theirs, env=environ)
                os.close(theirs)
                shown = read_until(ours, None)
                client.communicate(timeout=SECONDS)
                os.close(ours)
                self.assertEqual("\x1b[" in shown, coloured, shown)


class Secrets(unittest.TestCase):
    """Row L14: a configured value is nowhere in what is written, however a server echoes it."""

    def test_a_planted_value_is_nowhere_in_trace_stdout_and_stderr(self):
        log = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": [SECRET]}}
        structured = {SECRET: json.dumps({"a": json.dumps(SECRET)})}
        content = [{"type": "text", "text": SECRET + json.dumps(structured)}]
        told = {"resultType": "complete", "content": content, "structuredContent": structured, "isError": True}
        error = {"error": {"code": -32000, "message": f"no {SECRET}", "data": SECRET}}
        listed = [{"name": name, "inputSchema": {"type": "object", "title": SECRET}} for name in (SECRET, "fail", "die")]
        listed[0]["description"] = f"{SECRET} " * 20
        with folder() as place:
            noise = [{"raw": f"{SECRET}\n"}, {"stderr": f"{SECRET}\nno end {SECRET}"}]
            result = {**DISCOVERED, "instructions": SECRET}
            rules = [when("server/discover", {"raw": SECRET + "\ud800\n"}, {"result": result})]
            rules += [when("tools/list", {"result": {"resultType": "complete", "tools": listed, **HINTS}})]
            rules += [when("tools/call", {"message": log}, {"result": told}), when("tools/call", error)]
            rules += [when("tools/call", {"stderr": SECRET}, {"exit": 1})]
            peer = Scripted(place, *rules, start=noise)
            lives = [Scripted(place, *rules[:2], rule, start=noise) for rule in rules[2:]]
            dead = Scripted(place, start=[*noise, {"stderr": f"\n{'x' * 185} {SECRET}\n"}, {"exit": 1}])
            trace = Path(place) / "trace"
            spellings = {SECRET, json.dumps(SECRET)[1:-1], json.dumps(SECRET, ensure_ascii=False)[1:-1]}
            spellings |= {"plänt", "pl\\u00e4nt"}  # the beginning of it, where something was cut
            cases = [(peer, ["probe", "--json"], 0), (peer, ["list"], 0), (peer, ["list", "--json"], 0)]
            cases += [(dead, ["probe"], 4)]
            cases += [(lives[0], ["call", "fail"], 5), (lives[0], ["call", "fail", "--json"], 5)]
            cases += [(lives[1], ["call", "fail"], 5), (lives[2], ["call", "die"], 13), (dead, ["--quiet", "list"], 4)]
            cases += [(peer, ["call", SECRET + "?"], 5)]
            for scripted, arguments, wanted in cases:
                with self.subTest(arguments):
                    path = config(place, spy=(scripted, {"env": {"TOKEN": SECRET}}))
                    code, stdout, stderr = run("--config", path, "--trace", str(trace), *arguments)
                    self.assertEqual(code, wanted, stderr)
                    text = trace.read_text(encoding="utf-8")
                    unescaped = "".join(str(json.loads(line).get("text")) for line in text.splitlines())
                    raw = b"".join(bytes.fromhex(json.loads(line).get("hex", "")) for line in text.splitlines())
                    everything = stdout + stderr + text + unescaped + raw.decode("utf-8", "replace")
                    self.assertFalse([each for each in spellings if each in everything], everything)
                    self.assertIn("<env:TOKEN>", stdout + stderr)
                    self.assertIn("<env:TOKEN>", text)


def read_until(descriptor, words):
    """Reads from a terminal until it shows these words, or to its end; gives what it showed."""
    shown = b""
    while words is None or words.encode() not in shown:
        try:
            chunk = os.read(descriptor, 4096)
        except OSError:  # how a terminal ends
            break
        if not chunk:
            break
        shown += chunk
    return shown.decode()


if __name__ == "__main__":
    unittest.main()
