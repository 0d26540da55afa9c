"""Negotiation with the servers of shared-fixtures/peers that are there for it, allowed and not, by their journals."""

import json
import re
import unittest

from harness.catalogs import side_by_side
from harness.harness import Harness
from tests.harness.support import PEERS, SECONDS, Scripted, folder, is_running

DENIED = ("unknown", "legacy_not_authorized")
UP = ("modern", "")
OLD = ("legacy", "")

#: For each script: era and reason ("" for available) with the numbers of discovers, initializes and processes, where
#: legacy is not allowed and where it is; without the second it is the same.
ANSWERING = {
    "refuses-once": [(*UP, 2, 0, 1)],
    "bare-discover": [(*UP, 1, 0, 1)],
    "null-capabilities": [(*UP, 1, 0, 1)],
    "banner": [(*UP, 1, 0, 1)],
    "byte-order-mark": [(*UP, 1, 0, 1)],
    "full-stderr": [(*UP, 1, 0, 1)],
    "talks-first": [(*UP, 1, 0, 1)],
    "refuses-for-ever": [("modern", "version_error_loop", 2, 0, 1)],
    "refuses-then-exits": [("modern", "reprobe_failed", 2, 0, 1)],
    "error-32022-future": [("modern", "no_mutual_version", 1, 0, 1)],
    "error-32022-legacy": [("modern", "no_mutual_version", 1, 0, 1)],
    "error-32022-bare": [("modern", "malformed_version_error", 1, 0, 1)],
    "error-32021": [("modern", "modern_error_missing_capability", 1, 0, 1)],
    "error-32020": [("modern", "modern_error_header_mismatch", 1, 0, 1)],
    "discover-legacy-only": [("modern", "no_mutual_version", 1, 0, 1)],
    "discover-malformed": [("modern", "malformed_discover_result", 1, 0, 1)],
    "wrong-id-type": [("unknown", "id_type_mismatch", 1, 0, 1)],
    "babbling": [("unknown", "not_mcp", 1, 0, 1)],
    "babbling-in-one-line": [("unknown", "not_mcp", 1, 0, 1)],
    "too-large": [("unknown", "message_too_large", 1, 0, 1)],
    "crashes-at-start": [(*DENIED, 0, 0, 1), ("unknown", "legacy_exit", 0, 0, 2)],
    "closes-stdout": [(*DENIED, 1, 0, 1), (*OLD, 1, 1, 2)],
    "dies-of-the-probe": [(*DENIED, 1, 0, 1), (*OLD, 1, 1, 2)],
    "empty-result": [(*DENIED, 1, 0, 1), ("unknown", "legacy_malformed_result", 1, 1, 1)],
    "legacy-right": [(*DENIED, 1, 0, 1), (*OLD, 1, 1, 1)],
    "legacy-2025-06-18": [(*DENIED, 1, 0, 1), (*OLD, 1, 1, 1)],
    "legacy-2025-03-26": [(*DENIED, 1, 0, 1), (*OLD, 1, 1, 1)],
    "legacy-answers-32602": [(*DENIED, 1, 0, 1), (*OLD, 1, 1, 1)],
    "legacy-logs-first": [(*DENIED, 1, 0, 1), (*OLD, 1, 1, 1)],
    "legacy-malformed": [(*DENIED, 1, 0, 1), ("unknown", "legacy_malformed_result", 1, 1, 1)],
    "legacy-unknown-version": [(*DENIED, 1, 0, 1), ("unknown", "legacy_unsupported_version", 1, 1, 1)],
    "legacy-modern-version": [(*DENIED, 1, 0, 1), ("unknown", "legacy_unsupported_version", 1, 1, 1)],
    "legacy-refuses": [(*DENIED, 1, 0, 1), ("unknown", "legacy_error", 1, 1, 1)],
    "legacy-exits": [(*DENIED, 1, 0, 1), ("unknown", "legacy_exit", 1, 1, 1)],
    "legacy-then-modern": [(*DENIED, 1, 0, 1), (*OLD, 1, 1, 1)],
    "modern-then-legacy": [(*UP, 1, 0, 1)],
}

#: The same for those that are silent at some point, who are given less time.
SILENT = {
    "late-discover": [(*DENIED, 1, 0, 1), (*UP, 2, 1, 1)],
    "strict-and-slow": [(*DENIED, 1, 0, 1), (*UP, 2, 1, 1)],
    "refuses-then-mute": [("modern", "reprobe_failed", 2, 0, 1)],
    "mute": [(*DENIED, 1, 0, 1), ("unknown", "legacy_silence", 1, 1, 1)],
    "error-without-id": [(*DENIED, 1, 0, 1), ("unknown", "legacy_silence", 1, 1, 1)],
    "legacy-mute": [(*DENIED, 1, 0, 1), (*OLD, 1, 1, 1)],
    "legacy-hangs": [(*DENIED, 1, 0, 1), ("unknown", "legacy_silence", 1, 1, 1)],
}
PATIENT = {"probe_timeout_ms": SECONDS * 1000, "legacy_probe_timeout_ms": SECONDS * 1000}
IMPATIENT = {"probe_timeout_ms": 1000, "legacy_probe_timeout_ms": 1000}


class Zoo(unittest.TestCase):
    def play(self, zoo, options):
        """Negotiates with each script twice, allowed and not, and compares records, journals and processes."""
        with folder() as place, Harness() as harness:
            peers = {}
            for name in zoo:
                for word, allowed in (("no", False), ("yes", True)):
                    peer = peers[f"{name}-{word}"] = Scripted(place, name=name)
                    harness.add_server(f"{name}-{word}", peer.transport, allow_legacy=allowed, **options)
            records = harness.connect()
            up = [name for name in peers if records[name].available]
            side_by_side(lambda name: harness.request(name, "tools/call", {"name": "search"}), up)
            harness.close()
            for name, peer in peers.items():
                with self.subTest(name):
                    expected = zoo[name.rpartition("-")[0]]
                    self.compare(records[name], peer, expected[-1 if name.endswith("-yes") else 0])

    def compare(self, record, peer, expected):
        """Compares a record and a journal with what is expected of them."""
        era, reason, discovers, initializes, processes = expected
        methods = peer.methods()
        self.assertEqual((record.era, "" if record.available else record.reason), (era, reason), record)
        counts = methods.count("server/discover"), methods.count("initialize"), len(peer.pids())
        self.assertEqual(counts, (discovers, initializes, processes), methods)
        self.assertEqual(methods.count("notifications/initialized"), 1 if era == "legacy" else 0)
        if era == "legacy":
            self.assertEqual(methods[-3:], ["initialize", "notifications/initialized", "tools/call"])
        if record.available:
            params = peer.received("tools/call")[-1]["params"]
            self.assertEqual("_meta" in params, era == "modern")
        self.assertFalse([pid for pid in peer.pids() if is_running(pid)])
        self.assertTrue(record.evidence)

    def test_each_server_that_answers_is_taken_for_what_it_is(self):
        """Two discovers, one initialize and two processes are never exceeded, and nothing of them is left running.

        Covers: stdio.probe-first, stdio.probe-modern, stdio.probe-modern-error, stdio.fallback-any-code,
        stdio.legacy-handshake, stdio.modern-only-probe, stdio.stderr-not-error, versioning.modern-client-legacy-server,
        versioning.client-retry, base.result-type-absent
        """
        self.play(ANSWERING, PATIENT)

    def test_each_server_that_is_silent_is_given_up_in_time_and_late_evidence_counts(self):
        """A late DiscoverResult and -32022 to initialize lead to one more discover, never to legacy.

        Covers: cancel.timeouts, stdio.probe-modern, stdio.probe-modern-error
        """
        self.play(SILENT, IMPATIENT)


class Scripts(unittest.TestCase):
    def test_every_script_says_what_is_wrong_and_what_is_right_in_words_that_can_be_played(self):
        """Title, right, rules and verbs; and each script that is negotiated with above is there."""
        verbs = set(re.findall(r"def do_(\w+)", (PEERS / "play.py").read_text(encoding="utf-8")))
        scripts = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in PEERS.glob("*.json")}
        self.assertLessEqual({*ANSWERING, *SILENT}, set(scripts))
        for name, script in scripts.items():
            with self.subTest(name):
                self.assertTrue(script["title"] and script["right"])
                for life in script.get("lives", [script]):
                    rules = life.get("rules", [])
                    actions = [*life.get("start", []), *life.get("eof", [])]
                    actions += [action for rule in rules for action in rule["do"]]
                    self.assertLessEqual({next(iter(action)) for action in actions}, verbs)
                    self.assertTrue(all(isinstance(rule["when"], str) for rule in rules))


if __name__ == "__main__":
    unittest.main()
