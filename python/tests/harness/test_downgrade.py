"""Nobody is ever taken for legacy who is modern, or who was not allowed: their journals hold no initialize."""

import unittest

from harness.catalogs import side_by_side
from harness.errors import ConfigError, PeerUnavailable
from harness.harness import Harness
from tests.harness.outcomes import first_answers
from tests.harness.support import DISCOVERED, INITIALIZED, SECONDS, Scripted, folder, is_running, when

#: What every server here would say to initialize.
OBLIGING = when("initialize", {"result": INITIALIZED})
PATIENT = {"probe_timeout_ms": SECONDS * 1000, "legacy_probe_timeout_ms": SECONDS * 1000}
IMPATIENT = {"probe_timeout_ms": 700, "legacy_probe_timeout_ms": SECONDS * 1000}

#: Everything but an answer that says nothing of the era, as actions on the probe, with a word of what is said of it.
NO_ANSWER = {
    "silence": ([], "no answer"),
    "exit-0": ([{"exit": 0}], "exited with 0"),
    "exit-1": ([{"exit": 1}], "exited with 1"),
    "exit-9": ([{"exit": 9}], "exited with 9"),
    "killed": ([{"exit": -9}], "exited with -9"),
    "closed": ([{"close": "stdout"}], "closed its stdout"),
    "no-id": ([{"error": {"code": -32600, "message": "say initialize"}, "no_id": True}], "say initialize"),
    "id-null": ([{"error": {"code": -32022, "message": "null and void"}, "id": None}], "null and void"),
    "id-true": ([{"result": DISCOVERED, "id": True}], "no answer"),
    "id-of-nobody": ([{"result": DISCOVERED, "id": 987654}], "no answer"),
    "noise": ([{"raw": "one\n[2]\n\"three\"\n{\n\n"}], "no answer"),
}
#: Those after which nothing more can come.
ENDS = ("exit-0", "exit-1", "exit-9", "killed", "closed")


class Downgrade(unittest.TestCase):
    def test_recognised_modern_answers_never_lead_to_initialize_even_where_it_was_allowed(self):
        """-32020, -32021, -32022 of every kind and DiscoverResults of no use: one process, one probe, era modern.

        Covers: stdio.probe-modern, stdio.probe-modern-error
        """
        with folder() as place, Harness() as harness:
            peers, expected = {}, {}
            for number, (name, rule, decision) in enumerate(first_answers("Closed")):
                for allowed in (False, True):
                    peer = f"p{number}-{allowed}"
                    peers[peer], expected[peer] = Scripted(place, rule, OBLIGING), (name, decision)
                    harness.add_server(peer, peers[peer].transport, allow_legacy=allowed, **PATIENT)
            self.assertGreater(len(peers), 60)
            found = harness.connect()
            for peer, (name, decision) in expected.items():
                with self.subTest(name, peer=peer):
                    record = found[peer]
                    self.assertEqual((record.era, record.available), ("modern", False))
                    self.assertEqual(record.reason, decision["Closed"])
                    self.assertEqual(peers[peer].methods(), ["server/discover"])
                    self.assertEqual(len(peers[peer].pids()), 1)
                    self.assertFalse(is_running(peers[peer].pids()[0]))

    def test_without_authorisation_no_outcome_leads_to_initialize_not_even_after_a_restart(self):
        """Every ambiguous answer: era unknown, what to allow is named, and nothing but a discover was ever received.

        Covers: versioning.modern-client-legacy-server, stdio.modern-only-probe, stdio.fallback-any-code
        """
        with folder() as place, Harness() as harness:
            peers, names = {}, {}
            for number, (name, rule, _) in enumerate(first_answers("Ambiguous")):
                peers[f"p{number}"], names[f"p{number}"] = Scripted(place, rule, OBLIGING), name
                harness.add_server(f"p{number}", peers[f"p{number}"].transport, **PATIENT)
            self.assertGreater(len(peers), 35)
            found = harness.connect()
            again = list(peers)[::9]
            restarted = {peer: harness.restart(peer) for peer in again}
            for peer, name in names.items():
                with self.subTest(name):
                    self.check(found[peer], peers[peer], 2 if peer in again else 1)
                    self.check(restarted.get(peer, found[peer]), peers[peer], 2 if peer in again else 1)
                    with self.assertRaises(PeerUnavailable):
                        harness.request(peer, "tools/list")

    def test_without_authorisation_no_silence_and_no_exit_leads_to_initialize(self):
        """Silence, exits, a closed stdout, answers for nobody and noise: the same, and what happened is said.

        Covers: cancel.timeouts
        """
        with folder() as place, Harness() as harness:
            peers = {}
            for name, (actions, _) in NO_ANSWER.items():
                peers[name] = Scripted(place, when("server/discover", *actions), OBLIGING)
                harness.add_server(name, peers[name].transport, **(PATIENT if name in ENDS else IMPATIENT))
            found = harness.connect()
            for name, (_, words) in NO_ANSWER.items():
                with self.subTest(name):
                    self.check(found[name], peers[name], 1)
                    self.assertIn(words, found[name].detail)
            side_by_side(harness.restart, list(peers))
            for name, peer in peers.items():
                with self.subTest(name, life=2):
                    self.assertEqual(set(peer.methods()), {"server/discover"})

    def check(self, record, peer, lives):
        """Compares a record and a journal with those of a server that was not allowed, in each of its lives."""
        self.assertEqual((record.era, record.available, record.reason), ("unknown", False, "legacy_not_authorized"))
        self.assertIn("allow_legacy", record.explain())
        self.assertEqual(peer.methods(), ["server/discover"] * lives)
        self.assertEqual(len(peer.pids()), lives)
        self.assertFalse([pid for pid in peer.pids() if is_running(pid)])

    def test_only_the_one_that_was_allowed_receives_initialize(self):
        """Two servers of the same command: the word given for one is no word for the other, and only True gives it."""
        with folder() as place, Harness() as harness:
            old = [when("server/discover", {"error": {"code": -32601, "message": "no"}}), OBLIGING]
            peers = {}
            for number, allowed in enumerate((True, False, 1, "true", "*", ["p1"], None)):
                peers[f"p{number}"] = Scripted(place, *old)
                harness.add_server(f"p{number}", peers[f"p{number}"].transport, allow_legacy=allowed)
            found = harness.connect(SECONDS)
            with self.assertRaises(ConfigError):
                harness.request("p0", "initialize", {"protocolVersion": "2025-11-25"})
            for name, peer in peers.items():
                with self.subTest(name):
                    self.assertEqual(peer.methods().count("initialize"), 1 if name == "p0" else 0)
                    self.assertEqual(found[name].available, name == "p0")


if __name__ == "__main__":
    unittest.main()
