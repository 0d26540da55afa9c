"""The probe in detail: what is written down of it, limits of noise and size, versions, failing starts, deadlines."""

import json
import sys
import threading
import unittest

from harness.errors import ConfigError, PeerUnavailable
from harness.harness import Harness
from harness.transport import StdioTransport
from tests.harness.support import DISCOVERED, DISCOVERS, INITIALIZED, VERSION
from tests.harness.support import Scripted, add, folder, until, when

NEWER = "2027-03-15"


def refuses(*supported, **more):
    """Gives a rule that answers a discover with -32022 and these versions."""
    data = {"supported": list(supported), "requested": "x"}
    return when("server/discover", {"error": {"code": -32022, "message": "no", "data": data}}, **more)


def finds(**members):
    """Gives a rule that answers a discover with a DiscoverResult in which these members are different."""
    return when("server/discover", {"result": {**DISCOVERED, **members}})


def connect(place, harness, timeout=None, **peers):
    """Connects a harness to peers, each a Scripted or (Scripted, options); gives the records."""
    add(harness, **peers)
    return harness.connect(timeout)


class Talker:
    """A transport, and its channel, from which there is always one more notification to read."""

    def open(self):
        """Gives the channel."""
        return self

    def send(self, line, _deadline):
        """Takes everything."""
        return len(line)

    def receive(self, _deadline):
        """Gives a notification at once."""
        return b'{"jsonrpc":"2.0","method":"notifications/message","params":{}}\n'

    def exit_status(self):
        """It runs for ever."""

    def stderr_tail(self):
        """It is silent here."""
        return ""

    def close(self, _grace=None):
        """Nothing is left of it."""


class Written(unittest.TestCase):
    """What a user reads afterwards."""

    def test_each_record_says_what_was_heard_and_what_to_do(self):
        """The error is quoted, the noise is noted, the deviations, the missing capability and its option are named.

        Covers: discover.client-accepts, base.result-type-absent, versioning.modern-client-legacy-server
        """
        names = ["banner", "byte-order-mark", "bare-discover", "null-capabilities", "talks-first", "error-32021"]
        names += ["error-without-id", "crashes-at-start", "dies-of-the-probe", "legacy-right", "error-32022-future"]
        with folder() as place, Harness() as harness:
            options = {"error-without-id": {"probe_timeout_ms": 300}}
            peers = {name: (Scripted(place, name=name), options.get(name, {})) for name in names}
            found = connect(place, harness, **peers)
        noted = {name: " / ".join(found[name].violations) for name in names}
        self.assertIn("noise on stdout, 2 lines, the first: Starting the server", noted["banner"])
        self.assertIn("byte order mark", noted["byte-order-mark"])
        self.assertIn("no resultType", noted["bare-discover"])
        self.assertIn("no proper cache hints", noted["bare-discover"])
        self.assertIn("no capabilities", noted["null-capabilities"])
        self.assertEqual(found["null-capabilities"].capabilities, {})
        self.assertIn("a request before the negotiation was over: roots/list", noted["talks-first"])
        self.assertIsNone(found["bare-discover"].server_info)
        self.assertIn('elicitation, which handlers={"elicitation/create": …} declares', found["error-32021"].detail)
        self.assertIn("error -32600 without an id: initialize first", found["error-without-id"].detail)
        self.assertIn("2030-01-01", found["error-32022-future"].detail)
        self.assertEqual(found["crashes-at-start"].exit_status, 1)
        self.assertIn("stderr: ModuleNotFoundError: notes", found["crashes-at-start"].explain())
        self.assertIn("stderr: expected initialize", found["dies-of-the-probe"].explain())
        self.assertIn("error -32601 to server/discover", found["legacy-right"].explain())
        self.assertIn('"allowLegacy": true) for legacy-right', found["legacy-right"].explain())
        for record in found.values():
            moments = [moment for moment, _ in record.evidence]
            self.assertEqual(moments, sorted(moments))

    def test_the_trace_has_every_line_both_ways(self):
        """The notification after a handshake is in it too."""
        lines = []
        with folder() as place, Harness(trace=lambda *line: lines.append(line)) as harness:
            peer = Scripted(place, name="legacy-right")
            connect(place, harness, old=(peer, {"allow_legacy": True}))
            sent = [json.loads(line) for name, way, line in lines if way == "sent"]
            self.assertEqual(sent, until(lambda: len(peer.received()) == 3 and peer.received()))
            self.assertEqual(len(lines) - len(sent), 2)


class Limits(unittest.TestCase):
    def test_noise_is_borne_up_to_a_limit_which_holds_until_the_first_message(self):
        """100 lines and 64 KiB are borne, one more of either is no MCP; after a message noise is only counted."""
        blank = {"raw": "\n", "times": 500}
        greeting = {"message": {"jsonrpc": "2.0", "method": "notifications/message", "params": {}}}
        answer = {"result": DISCOVERED}
        cases = {
            "lines-100": ([{"raw": "tick\n", "times": 100}, blank, answer], "modern"),
            "lines-101": ([{"raw": "tick\n", "times": 101}, answer], "not_mcp"),
            "bytes-65536": ([{"raw": "x" * 1023 + "\n", "times": 64}, answer], "modern"),
            "bytes-65537": ([{"raw": "x" * 1023 + "\n", "times": 63}, {"raw": "x" * 1024 + "\n"}, answer], "not_mcp"),
            "records-101": ([{"raw": '{"level":"error","error":"x"}\n', "times": 101}, answer], "not_mcp"),
            "arrays-101": ([{"raw": "[1]\n", "times": 101}, answer], "not_mcp"),
            "later-5000": ([greeting, {"raw": "tick\n", "times": 5000}, {"raw": "x" * 70000 + "\n"}, answer], "modern"),
            "raw-bytes": ([{"raw": "caf\ud8e9 \x1b[2J\n"}, answer], "modern"),
        }
        with folder() as place, Harness() as harness:
            peers = {name: Scripted(place, when("server/discover", *actions)) for name, (actions, _) in cases.items()}
            found = connect(place, harness, **peers)
            for name, (_, expected) in cases.items():
                with self.subTest(name):
                    record = found[name]
                    self.assertEqual(record.era if record.available else record.reason, expected, record)
            self.assertIn("5001 lines", found["later-5000"].violations[-1])
            self.assertIn("\\x1b[2J", found["raw-bytes"].violations[-1])

    def test_a_message_may_be_as_long_as_the_limit_and_no_byte_longer(self):
        """The limit holds also for a line that never ends, and whether legacy is allowed or not."""
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "result": DISCOVERED}, separators=(",", ":")) + "\n"
        with folder() as place:
            for spare, allowed in ((0, True), (-1, True), (-1, False)):
                with Harness() as harness:
                    peer = Scripted(place, DISCOVERS, when("initialize", {"result": INITIALIZED}))
                    peer.transport.max_message = len(line) + spare
                    record = connect(place, harness, big=(peer, {"allow_legacy": allowed}))["big"]
                    self.assertEqual(record.available, spare == 0, record)
                    self.assertEqual(peer.methods(), ["server/discover"])
            with Harness() as harness:
                peer = Scripted(place, when("server/discover", {"raw": "x", "times": 100}))
                peer.transport.max_message = 99
                self.assertEqual(connect(place, harness, endless=peer)["endless"].reason, "message_too_large")

    def test_a_peer_that_never_stops_talking_is_silent_all_the_same(self):
        """There is always one more notification to be read; the limit of the probe passes all the same.

        Covers: cancel.timeouts
        """
        with Harness() as harness:
            harness.add_server("talker", Talker(), probe_timeout_ms=300)
            found = []
            threading.Thread(target=lambda: found.append(harness.connect()), daemon=True).start()
            self.assertIn("no answer within the limit", until(lambda: found)[0]["talker"].detail)


class Versions(unittest.TestCase):
    def test_the_newest_version_that_both_speak_is_asked_for_and_used(self):
        """-32022 leads to a version that was not refused before, and to the refused one if there is no other.

        Covers: stdio.probe-first, versioning.client-retry, stdio.probe-modern-error, base.meta-required-sent
        """
        cases = {
            "both": ([finds(supportedVersions=[VERSION, NEWER])], [NEWER], NEWER),
            "older": ([finds(supportedVersions=["2025-11-25", VERSION])], [NEWER], VERSION),
            "named": ([refuses("2030-01-01", VERSION, times=1), DISCOVERS], [NEWER, VERSION], VERSION),
            "fresh": ([refuses(NEWER, VERSION, times=1), DISCOVERS], [NEWER, VERSION], VERSION),
            "again": ([refuses(NEWER, times=1), finds(supportedVersions=[NEWER])], [NEWER, NEWER], NEWER),
            "loop": ([refuses(NEWER, VERSION)], [NEWER, VERSION], None),
            "moves": ([refuses(VERSION, times=1), refuses(NEWER)], [NEWER, VERSION], None),
        }
        with folder() as place, Harness(modern_versions=(NEWER, VERSION)) as harness:
            late = when("initialize", {"error": {"code": -32022, "message": "no", "data": {"supported": [VERSION]}}})
            last = when("initialize", {"exit": 1})
            peers = {name: Scripted(place, *rules, last) for name, (rules, _, _) in cases.items()}
            peers["late"] = Scripted(place, when("server/discover", {"result": {}}, times=1), late, DISCOVERS)
            cases["late"] = ([], [NEWER, VERSION], VERSION)
            allowed = {name: (peer, {"allow_legacy": True}) for name, peer in peers.items()}
            found = connect(place, harness, **allowed)
            for name, (_, asked, used) in cases.items():
                with self.subTest(name):
                    metas = [message["params"]["_meta"] for message in peers[name].received("server/discover")]
                    self.assertEqual([meta["io.modelcontextprotocol/protocolVersion"] for meta in metas], asked)
                    self.assertEqual(peers[name].methods().count("initialize"), 1 if name == "late" else 0)
                    self.assertEqual((found[name].era, found[name].protocol_version), ("modern", used))

    def test_versions_that_make_no_sense_are_refused_at_once(self):
        """There is at least one of each kind, and none of both."""
        for options in (
            {"modern_versions": ()},
            {"legacy_versions": []},
            {"modern_versions": VERSION},
            {"legacy_versions": ("2025-11-25", 1)},
            {"modern_versions": ("",)},
            {"legacy_versions": ("2025-11-25", VERSION)},
        ):
            with self.subTest(options), self.assertRaises(ConfigError):
                Harness(**options)


class Starts(unittest.TestCase):
    def test_what_cannot_be_started_is_unavailable_and_leaves_the_others_alone(self):
        """No program, no right to run it, no folder, no command at all: each is a record, and the next is modern."""
        cases = {
            "missing": (StdioTransport("/no/such/program"), "/no/such/program"),
            "forbidden": (StdioTransport("/etc/passwd"), "Permission denied"),
            "nowhere": (StdioTransport(sys.executable, cwd="/no/such/folder"), "/no/such/folder"),
            "nul": (StdioTransport("a\0b"), "null byte"),
            "number": (StdioTransport(sys.executable, [1]), "int"),
        }
        with folder() as place, Harness() as harness:
            for name, (transport, _) in cases.items():
                harness.add_server(name, transport, allow_legacy=True)
            found = connect(place, harness, good=Scripted(place, DISCOVERS))
            self.assertTrue(found["good"].available)
            for name, (_, words) in cases.items():
                record = found[name]
                self.assertEqual((record.era, record.available, record.reason), ("unknown", False, "spawn_failed"))
                self.assertIn(words, record.detail)
                with self.assertRaises(PeerUnavailable):
                    harness.request(name, "tools/list")

    def test_the_deadline_of_the_whole_leaves_no_time_for_a_legacy_probe(self):
        """Where it has passed with the probe, neither initialize nor another process follows."""
        with folder() as place, Harness() as harness:
            peer = Scripted(place, name="legacy-mute")
            record = connect(place, harness, 0.5, slow=(peer, {"allow_legacy": True}))["slow"]
            self.assertEqual((record.era, record.reason), ("unknown", "deadline"))
            self.assertNotIn("initialize", peer.methods())


if __name__ == "__main__":
    unittest.main()
