"""The authorised legacy probe: what selects the era, what leaves it unknown, what proves it modern after all."""

import json
import unittest

from harness.catalogs import side_by_side
from harness.harness import Harness
from tests.harness.outcomes import first_answers
from tests.harness.support import DISCOVERED, DISCOVERS, INITIALIZED, SECONDS, VERSION
from tests.harness.support import Scripted, folder, is_running, when
from tests.harness.test_downgrade import ENDS, NO_ANSWER

REVISIONS = ("2025-11-25", "2025-06-18", "2025-03-26")
REFUSES = when("server/discover", {"error": {"code": -32601, "message": "no"}})
PATIENT = {"allow_legacy": True, "probe_timeout_ms": SECONDS * 1000, "legacy_probe_timeout_ms": SECONDS * 1000}
HANDSHAKE = ["initialize", "notifications/initialized"]


def initialized(**members):
    """Gives an InitializeResult in which these members are different; ... leaves one out."""
    return {name: value for name, value in {**INITIALIZED, **members}.items() if value is not ...}


def server_info(**members):
    """Gives an InitializeResult whose serverInfo is different; ... leaves a member out."""
    info = {"name": "old", "version": "1", **members}
    return initialized(serverInfo={name: value for name, value in info.items() if value is not ...})


#: Results of initialize that are none, with the reason of the record.
BAD_RESULTS = {
    "legacy_malformed_result": [
        {},
        None,
        [],
        "ok",
        DISCOVERED,
        *[initialized(capabilities=value) for value in (..., None, [], "tools", 0, True)],
        *[initialized(serverInfo=value) for value in (..., None, [], "old", {})],
        *[server_info(name=value) for value in (..., None, "", 1, ["old"])],
        *[server_info(version=value) for value in (..., None, "", 1, {})],
    ],
    "legacy_unsupported_version": [
        initialized(protocolVersion=value)
        for value in (..., None, "", VERSION, "2030-01-01", "2024-11-05", 20251125, ["2025-11-25"], "2025-11-25 ", True)
    ],
}

#: Other answers to initialize that select nothing, as actions, with the reason of the record.
BAD_ANSWERS = [
    ([{"error": {"code": -32600, "message": "no"}}], "legacy_error"),
    ([{"error": {"code": -32020, "message": "no"}}], "legacy_error"),
    ([{"error": {"code": -32021, "message": "no"}}], "legacy_error"),
    ([{"error": "no"}], "legacy_error"),
    ([{"exit": 0}], "legacy_exit"),
    ([{"exit": 9}], "legacy_exit"),
    ([{"close": "stdout"}], "legacy_closed"),
    ([{"result": INITIALIZED, "id": "$id_text"}], "legacy_id_type"),
    *[
        ([{"message": {"id": "$id", **message}}], "legacy_malformed_result")
        for message in (
            {"jsonrpc": "2.0", "result": INITIALIZED, "error": None},
            {"jsonrpc": "2.0", "result": INITIALIZED, "error": {"code": 1, "message": "no"}},
            {"jsonrpc": "2.0"},
            {"jsonrpc": "1.0", "result": INITIALIZED},
            {"result": INITIALIZED},
        )
    ],
]

#: The same for those that are not answered at all.
NOT_ANSWERED = [
    [],
    [{"result": INITIALIZED, "id": None}],
    [{"result": INITIALIZED, "id": True}],
    [{"result": INITIALIZED, "id": 987654}],
    [{"error": {"code": -32600, "message": "no"}, "no_id": True}],
    [{"message": {"jsonrpc": "2.0", "method": "notifications/message", "params": INITIALIZED}}],
    [{"message": {"jsonrpc": "2.0", "id": "$id", "method": "ping"}}],
]


class Legacy(unittest.TestCase):
    def setUp(self):
        """Opens a folder for journals and a harness, and closes both at the end."""
        place = folder()
        self.place, self.harness = place.__enter__(), Harness()
        self.addCleanup(place.__exit__, None, None, None)
        self.addCleanup(self.harness.close)
        self.peers = {}

    def play(self, *rules, **options):
        """Adds an allowed server with these rules and gives its name."""
        name = f"p{len(self.peers)}"
        self.peers[name] = Scripted(self.place, *rules)
        self.harness.add_server(name, self.peers[name].transport, **{**PATIENT, **options})
        return name

    def test_after_every_ambiguous_answer_a_valid_result_of_a_known_revision_selects_legacy(self):
        """The same process is asked, once; initialized goes after the answer; no reserved key is in any line.

        Covers: stdio.legacy-handshake, stdio.probe-other-error, stdio.fallback-any-code, versioning.era-cached
        """
        expected = {}
        for number, (name, rule, _) in enumerate(first_answers("Ambiguous")):
            revision = REVISIONS[number % 3]
            call = when("tools/call", {"result": {"content": []}})
            asked = when("initialize", {"result": initialized(protocolVersion=revision, extra=[1])})
            expected[self.play(rule, asked, call)] = (name, revision)
        found = self.harness.connect()
        side_by_side(lambda name: self.harness.request(name, "tools/call", {"name": "x"}), list(expected))
        for peer, (name, revision) in expected.items():
            with self.subTest(name):
                record, journal = found[peer], self.peers[peer]
                self.assertEqual((record.era, record.available, record.protocol_version), ("legacy", True, revision))
                self.assertEqual(record.server_info, INITIALIZED["serverInfo"])
                self.assertEqual(journal.methods(), ["server/discover", *HANDSHAKE, "tools/call"])
                self.assertEqual(len(journal.pids()), 1)
                _, first, told, call = journal.received()
                self.assertEqual(set(first["params"]), {"protocolVersion", "capabilities", "clientInfo"})
                self.assertEqual(first["params"]["protocolVersion"], REVISIONS[0])
                self.assertEqual(first["params"]["capabilities"], {})
                self.assertEqual(told, {"jsonrpc": "2.0", "method": "notifications/initialized"})
                self.assertNotIn("io.modelcontextprotocol", json.dumps([first, told, call]))

    def test_after_silence_the_same_process_is_asked_and_after_an_end_a_fresh_one(self):
        """initialize is the first line that the fresh process receives, and it is started once.

        Covers: stdio.probe-timeout, stdio.legacy-handshake
        """
        names = {}
        for name, (actions, _) in NO_ANSWER.items():
            limit = SECONDS * 1000 if name in ENDS else 700
            rules = [when("server/discover", *actions), when("initialize", {"result": INITIALIZED})]
            names[name] = self.play(*rules, probe_timeout_ms=limit)
        found = self.harness.connect()
        self.harness.close()
        for name, peer in names.items():
            with self.subTest(name):
                self.assertEqual((found[peer].era, found[peer].available), ("legacy", True), found[peer])
                happened = [event for event in self.peers[peer].events() if "started" in event or "received" in event]
                said = [event["received"]["method"] if "received" in event else "started" for event in happened]
                again = ["started"] if name in ENDS else []
                self.assertEqual(said, ["started", "server/discover", *again, *HANDSHAKE])

    def test_a_result_that_is_not_whole_or_of_another_version_leaves_it_unavailable(self):
        """Era unknown, no initialized, nothing left running, whatever member is missing, mistyped, empty or foreign."""
        expected = {}
        for reason, results in BAD_RESULTS.items():
            for result in results:
                peer = self.play(REFUSES, when("initialize", {"result": result}))
                expected[peer] = (reason, result)
        for actions, reason in BAD_ANSWERS:
            expected[self.play(REFUSES, when("initialize", *actions))] = (reason, actions)
        self.unavailable(self.harness.connect(), expected)

    def test_an_initialize_that_is_not_answered_is_given_up_in_time(self):
        """Its limit is its own: the probe may take long, and what is not the answer does not count.

        Covers: cancel.timeouts, cancel.timeout-configurable
        """
        expected = {}
        for actions in NOT_ANSWERED:
            peer = self.play(REFUSES, when("initialize", *actions), legacy_probe_timeout_ms=700)
            expected[peer] = ("legacy_silence", actions)
        noisy = when("initialize", {"raw": "tick\n", "times": 101})
        expected[self.play(noisy, probe_timeout_ms=700)] = ("legacy_not_mcp", noisy)
        self.unavailable(self.harness.connect(), expected)

    def unavailable(self, found, expected):
        """Compares records and journals with those of servers whose initialize led to nothing."""
        for peer, (reason, what) in expected.items():
            with self.subTest(reason, what=what):
                record, journal = found[peer], self.peers[peer]
                self.assertEqual((record.era, record.available, record.reason), ("unknown", False, reason), record)
                self.assertEqual(journal.methods(), ["server/discover", "initialize"])
                self.assertEqual(len(journal.pids()), 1)
                self.assertFalse(is_running(journal.pids()[0]))

    def test_modern_evidence_in_the_legacy_phase_leads_to_one_more_discover_and_never_to_legacy(self):
        """-32022 to initialize, or a late modern answer to the probe, even if a valid InitializeResult follows it.

        Covers: stdio.probe-modern, stdio.probe-modern-error
        """
        late = {"message": {"jsonrpc": "2.0", "id": "$first", "result": DISCOVERED}}
        late_error = {"message": {"jsonrpc": "2.0", "id": "$first", "error": {"code": -32021, "message": "no"}}}
        late_string = {"message": {"jsonrpc": "2.0", "id": "$first", "result": {**DISCOVERED, "supportedVersions": ""}}}
        refusal = {"error": {"code": -32022, "message": "no"}}
        valid = {"result": INITIALIZED}
        second = {
            "modern": (DISCOVERS, ""),
            "-32601": (REFUSES, "late_modern_evidence"),
            "silence": (when("server/discover"), "late_modern_evidence"),
            "exit": (when("server/discover", {"exit": 1}), "late_modern_evidence"),
            "-32022": (when("server/discover", refusal), "malformed_version_error"),
            "id": (when("server/discover", {"result": DISCOVERED, "id": "$id_text"}), "id_type_mismatch"),
        }
        cases = [([refusal], then) for then in second]
        cases += [([late], "modern"), ([late, valid], "modern"), ([late_error, valid], "modern")]
        cases += [([late_string, valid], "-32601"), ([refusal, late, valid], "modern")]
        expected = {}
        for actions, then in cases:
            first = when("server/discover", {"keep": "first"}, times=1)
            peer = self.play(first, when("initialize", *actions), second[then][0], probe_timeout_ms=700)
            expected[peer] = (second[then][1], (actions, then))
        found = self.harness.connect()
        for peer, (reason, what) in expected.items():
            with self.subTest(what=what):
                record, journal = found[peer], self.peers[peer]
                self.assertEqual((record.era, "" if record.available else record.reason), ("modern", reason), record)
                self.assertEqual(journal.methods(), ["server/discover", "initialize", "server/discover"])
                self.assertEqual(len(journal.pids()), 1)

    def test_after_the_era_is_legacy_a_late_answer_to_the_probe_changes_nothing(self):
        """The answer is dropped, and the next call is made in the legacy shape."""
        late = {"message": {"jsonrpc": "2.0", "id": "$first", "result": DISCOVERED}}
        answer = when("initialize", {"result": INITIALIZED}, late)
        call = when("tools/call", {"result": {"content": []}})
        peer = self.play(when("server/discover", {"keep": "first"}), answer, call, probe_timeout_ms=300)
        self.assertEqual(self.harness.connect()[peer].era, "legacy")
        self.harness.request(peer, "tools/call", {"name": "x"})
        self.assertNotIn("_meta", self.peers[peer].received("tools/call")[0]["params"])

    def test_a_legacy_server_gets_answers_to_its_requests_whatever_their_ids(self):
        """ping is answered with an empty result, the rest with -32601; an id that cannot be sent back ends nothing."""
        ids = ("1e999", '"\\ud83d"', '"p"')
        asks = [{"raw": '{"jsonrpc":"2.0","id":%s,"method":"ping"}\n' % value} for value in ids]
        asks.append({"message": {"jsonrpc": "2.0", "id": 7, "method": "roots/list"}})
        call = when("tools/call", *asks, {"result": {"content": []}})
        peer = self.play(REFUSES, when("initialize", {"result": INITIALIZED}), call)
        self.harness.connect()
        for _ in range(2):
            self.harness.request(peer, "tools/call", {"name": "x"})
        self.harness.close()
        answers = [message for message in self.peers[peer].received() if "method" not in message]
        none = {"code": -32601, "message": "Method not found"}
        pong, refusal = {"jsonrpc": "2.0", "id": "p", "result": {}}, {"jsonrpc": "2.0", "id": 7, "error": none}
        self.assertEqual(answers, [pong, refusal] * 2)


if __name__ == "__main__":
    unittest.main()
