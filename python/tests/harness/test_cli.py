"""The command line: what stdout and stderr hold, and which exit code says what happened."""

import json
import unittest

from tests.harness.clients import asks, command, config, run, tools
from tests.harness.support import DISCOVERS, HINTS, Scripted, answers_calls, folder, when


class Results(unittest.TestCase):
    """Commands that do what they are asked."""

    def test_probe_shows_the_decision_for_each_server_why_and_what_to_do(self):
        with folder() as place:
            crash = Scripted(place, start=[{"stderr": "No module named notes\n"}, {"exit": 1}])
            peers = {"right": Scripted(place, DISCOVERS), "again": Scripted(place, name="refuses-once"), "crash": crash}
            peers |= {"old": Scripted(place, name="legacy-right"), "older": (Scripted(place, name="legacy-right"),)}
            peers["older"] = (peers["older"][0], {"allowLegacy": True})
            path = config(place, **peers)
            code, stdout, stderr = run("--config", path, "probe")
            self.assertEqual(code, 0, stderr)
            lines = [" ".join(line.split()) for line in stdout.splitlines()]
            self.assertEqual(lines[0], "PEER ERA VERSION WHY")
            self.assertRegex(lines[1], r"^right modern 2026-07-28 discover: mutual version \d+ ms$")
            self.assertRegex(lines[2], r"^again modern 2026-07-28 -32022 named 2026-07-28, asked again \d+ ms$")
            crashed = r"unavailable: exited with 1 during the probe; stderr: No module named notes \d+ ms$"
            self.assertRegex(lines[3], "^crash unknown - " + crashed)
            refused = r"^old unknown - unavailable: error -32601 to server/discover, legacy not authorised \d+ ms$"
            self.assertRegex(lines[5], refused)
            self.assertEqual(lines[6], 'set "allowLegacy": true for "old" if you trust that command')
            allowed = r"^older legacy 2025-11-25 discover: error -32601; initialize: valid result \d+ ms$"
            self.assertRegex(lines[7], allowed)
            self.assertIn("[crash] No module named notes", stderr)
            self.assertNotIn("initialize", peers["old"].methods())
            code, stdout, _ = run("--config", path, "--json", "--quiet", "probe", "--peer", "right", "--peer", "old")
            right, old = json.loads(stdout)
            self.assertEqual((right["peer"], right["available"], right["next"]), ("right", True, None))
            self.assertEqual((old["reason"], code), ("legacy_not_authorized", 10))

    def test_list_shows_the_merged_names_collisions_gaps_and_a_cache_line_for_each_server(self):
        with folder() as place:
            kept = {"resultType": "complete", "tools": [{"name": "search", "inputSchema": {"type": "object"}}]}
            kept |= {"ttlMs": 60000, "cacheScope": "public"}
            one = Scripted(place, DISCOVERS, when("tools/list", {"result": kept}))
            two = Scripted(place, DISCOVERS, tools("search", "find"))
            bad = Scripted(place, DISCOVERS, when("tools/list", {"error": {"code": -32603, "message": "later"}}))
            gone = Scripted(place, start=[{"exit": 3}])
            path = config(place, one=one, two=two, bad=bad, gone=gone)
            code, stdout, _ = run("--config", path, "list")
            self.assertEqual(code, 0)
            rows = [line.split() for line in stdout.splitlines()]
            self.assertIn(["search", "one"], rows)
            self.assertIn(["two/search", "two", "Does", "search."], rows)
            self.assertIn("collision: search: that of one is search, that of two is two/search", stdout)
            self.assertIn("partial: bad: error -32603: later", stdout)
            self.assertIn("missing, since unavailable: gone", stdout)
            self.assertRegex(stdout, r"cache: one: 0 from the cache, 1 asked; kept: tools/list public for \d+ s")
            self.assertIn("cache: two: 0 from the cache, 1 asked; kept: nothing", stdout)
            found = json.loads(run("--config", path, "--json", "list", "--tools")[1])
            self.assertEqual([each["name"] for each in found["tools"]], ["find", "search", "two/search"])
            self.assertEqual([each["schemaBytes"] for each in found["tools"]], [17, 17, 17])
            self.assertEqual(found["servers"]["two"]["schemaBytes"], 34)
            self.assertEqual(found["collisions"], [{"kind": "tools", "name": "search", "peers": ["one", "two"]}])

    def test_call_reaches_the_owner_under_the_name_that_it_knows_with_arguments_as_text_and_json(self):
        """Two servers, one name.

        Covers: tools.client-disambiguates
        """
        with folder() as place:
            one = Scripted(place, DISCOVERS, tools("search"), answers_calls("of one"))
            two = Scripted(place, DISCOVERS, tools("search"), answers_calls("of two\n"))
            path = config(place, one=one, two=two)
            pairs = ["query=5", "limit:=5", "--args", '{"limit": 1, "deep": [true]}']
            code, stdout, stderr = run("--config", path, "call", "two/search", *pairs)
            self.assertEqual((code, stdout, stderr), (0, "of two\n", ""))
            (called,) = two.received("tools/call")
            self.assertEqual(called["params"]["name"], "search")
            self.assertEqual(called["params"]["arguments"], {"query": "5", "limit": 5, "deep": [True]})
            self.assertEqual(one.received("tools/call"), [])
            code, stdout, _ = run("--config", path, "--peer", "two", "--json", "call", "search")
            self.assertEqual((code, json.loads(stdout)["content"][0]["text"]), (0, "of two\n"))

    def test_read_and_get_show_text_and_name_the_request_rightly(self):
        contents = [{"uri": "a:b", "text": "inside\x1b[2J\n"}]
        messages = [{"role": "user", "content": {"type": "text", "text": "Say it"}}]
        prompt = {"resultType": "complete", "prompts": [{"name": "say", "arguments": [{"name": "it"}]}], **HINTS}
        with folder() as place:
            peer = Scripted(
                place,
                DISCOVERS,
                when("resources/read", {"result": {"resultType": "complete", "contents": contents, **HINTS}}),
                when("resources/list", {"result": {"resultType": "complete", "resources": [], **HINTS}}),
                when("prompts/list", {"result": prompt}),
                when("prompts/get", {"result": {"resultType": "complete", "messages": messages}}),
            )
            self.assertEqual(run("read", "a:b", *command(peer)), (0, "inside\\x1b[2J\n", ""))
            self.assertEqual(run("get", "say", "it=now", *command(peer)), (0, "user: Say it\n", ""))
            self.assertEqual(peer.received("resources/read")[0]["params"]["uri"], "a:b")
            self.assertEqual(peer.received("prompts/get")[0]["params"]["arguments"], {"it": "now"})


class Exits(unittest.TestCase):
    """One exit code for each way to fail, with words that say what, where and what next."""

    def check(self, wanted, words, *arguments, peer=None):
        """Runs the command and checks the exit code, that stdout is empty, and what stderr says."""
        code, stdout, stderr = run(*arguments, *(command(peer) if peer else []))
        self.assertEqual((code, stdout), (wanted, ""), stderr)
        for word in words:
            self.assertIn(word, stderr)
        self.assertNotIn("Traceback", stderr)

    def test_1_for_an_answer_that_is_none(self):
        with folder() as place:
            peer = Scripted(place, DISCOVERS, tools("run"), when("tools/call", {"result": []}))
            self.check(1, ["tools/call", "--trace"], "call", "run", peer=peer)

    def test_2_for_usage_and_configuration(self):
        with folder() as place:
            peer = Scripted(place, DISCOVERS)
            self.check(2, ["name a subcommand", "--help"])
            self.check(2, ["--config FILE"], "probe")
            self.check(2, ["missing.json", "No such file"], "--config", f"{place}/missing.json", "probe")
            self.check(2, ["called two", "the servers are server"], "probe", "--peer", "two", peer=peer)
            self.check(2, ["called two"], "probe", "--allow-legacy", "two", peer=peer)
            self.check(2, [place], "probe", "--trace", place, peer=peer)
            self.check(2, ["input.json"], "call", "x", "--input", f"{place}/input.json", peer=peer)
            self.assertEqual(peer.pids(), [])

    def test_4_for_a_needed_server_that_crashed_refuses_or_cannot_be_started(self):
        with folder() as place:
            crash = Scripted(place, start=[{"stderr": "one\nlast words\n"}, {"exit": 3}])
            self.check(4, ["exited with 3", "last words"], "list", peer=crash)
            self.check(4, ["[server] one", "[server] last words"], "--quiet", "list", peer=crash)
            refuses = Scripted(place, name="error-32022-future")
            self.check(4, ["no version in common"], "list", peer=refuses)
            path = config(place, fine=Scripted(place, DISCOVERS, tools()), needed=(crash, {"required": True}))
            self.check(4, ["needed is unavailable"], "--config", path, "list")
            self.check(4, ["No such file"], "list", "--", f"{place}/none")
            self.assertEqual(run("list", "--peer", "fine", "--config", path)[0], 0)

    def test_5_for_a_tool_that_failed_or_does_not_exist_or_a_request_that_was_refused(self):
        """Whatever the server says about it is shown.

        Covers: tools.client-shows-execution-errors, tools.client-shows-protocol-errors
        """
        with folder() as place:
            failed = {"resultType": "complete", "content": [{"type": "text", "text": "not so"}], "isError": True}
            refused = {"error": {"code": -32602, "message": "limit must be a number", "data": {"at": "/limit"}}}
            rules = [when("tools/call", {"result": failed}, times=1), when("tools/call", refused)]
            peer = Scripted(place, DISCOVERS, tools("search"), *rules)
            failing = Scripted(place, DISCOVERS, tools("search"), *rules)
            code, stdout, stderr = run("call", "search", "limit=5", *command(failing))
            self.assertEqual((code, stdout), (5, "not so\n"))
            self.assertIn("limit:= passes a number", stderr)
            self.check(5, ["no server has a tool called serch", "did you mean search?"], "call", "serch", peer=peer)
            refusing = Scripted(place, DISCOVERS, tools("search"), rules[1])
            words = ["-32602: limit must be a number", '{"at": "/limit"}', "limit:="]
            self.check(5, words, "call", "search", "limit=5", peer=refusing)

    def test_10_for_an_ambiguous_server_that_is_not_allowed_and_never_an_initialize(self):
        """The words say what to set.

        Covers: versioning.modern-client-legacy-server
        """
        with folder() as place:
            peer = Scripted(place, name="legacy-right")
            self.check(10, ["error -32601", "--allow-legacy server"], "list", peer=peer)
            path = config(place, old=(peer, {"allowLegacy": "yes"}))
            self.check(10, ['"allowLegacy": true for "old"'], "--config", path, "call", "search")
            self.assertNotIn("initialize", peer.methods())
            self.assertEqual(run("list", "--allow-legacy", "server", *command(peer))[0], 0)
            self.assertIn("initialize", peer.methods())

    def test_11_for_a_collision_that_is_to_be_rejected(self):
        with folder() as place:
            path = config(place, **{name: Scripted(place, DISCOVERS, tools("search")) for name in ("one", "two")})
            words = ["search", "one", "two", "--collision"]
            self.check(11, words, "--config", path, "--collision", "reject-on-collision", "list")

    def test_12_out_of_time_and_the_server_is_told(self):
        """The limit is one for the whole command.

        Covers: cancel.timeout-cancels, cancel.timeout-configurable
        """
        with folder() as place:
            peer = Scripted(place, DISCOVERS, tools("search"), when("tools/call"))
            self.check(12, ["tools/call", "--timeout"], "call", "search", "--timeout", "1", peer=peer)
            (call,) = peer.received("tools/call")
            cancelled = [each["params"]["requestId"] for each in peer.received("notifications/cancelled")]
            self.assertEqual(cancelled, [call["id"]])
            self.check(12, ["no answer"], "list", "--timeout", "0.3", peer=Scripted(place, name="mute"))

    def test_13_sent_and_lost(self):
        with folder() as place:
            peer = Scripted(place, DISCOVERS, tools("pay"), when("tools/call", {"stderr": "oh\n"}, {"exit": 7}))
            self.check(13, ["exited with 7", "oh", "look before"], "call", "pay", peer=peer)
            self.assertEqual(len(peer.received("tools/call")), 1)

    def test_14_asked_and_not_answered_with_the_file_that_would(self):
        with folder() as place:
            words = ["Who are you?", "name: text, required"]
            words.append('{"who": {"action": "accept", "content": {"name": "…", "age": 7}}}')
            asking = Scripted(place, *asks())
            self.check(14, words, "call", "greet", peer=asking)
            (call,) = asking.received("tools/call")
            self.assertEqual(call["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"], {})
            refused = {"code": -32021, "message": "no", "data": {"requiredCapabilities": {"elicitation": {}}}}
            peer = Scripted(place, DISCOVERS, tools("greet"), when("tools/call", {"error": refused}))
            self.check(14, ["--input FILE"], "call", "greet", peer=peer)


if __name__ == "__main__":
    unittest.main()
