"""Configuration files: every key, what is wrong in them, and that nothing in them authorises more than it says."""

import json
import os
import unittest
from pathlib import Path
from unittest import mock

from harness.config import KNOWN, read_config
from harness.errors import ConfigError, PeerUnavailable
from harness.harness import Harness
from tests.harness.support import DISCOVERS, SECONDS, Scripted, entered, folder, is_running, lists_tools, tool, when

SILENT_ON_LISTS = when("tools/list", {"stderr": "x"})


class Configuration(unittest.TestCase):
    def setUp(self):
        self.place = entered(self, folder())

    def write(self, content):
        """Writes a configuration file and gives its path."""
        path = Path(self.place) / f"config-{len(os.listdir(self.place))}.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def servers(self, **entries):
        """Writes a configuration file with these servers and gives its path."""
        return self.write({"mcpServers": entries})

    def entry(self, peer, **more):
        """Gives the entry of a scripted server."""
        return {"command": peer.transport.command, "args": list(peer.transport.args), **more}

    def test_every_key_does_what_it_says(self):
        peer = Scripted(self.place, DISCOVERS, SILENT_ON_LISTS, when("ping", {"environment": ["A", "B", "C", "HOME"]}))
        every = {"type": "stdio", "transport": "stdio", "disabled": False, "cwd": self.place, "allowLegacy": True}
        every |= {"env": {"A": "${FIRST}-${SECOND}"}, "inheritEnv": ["B"], "required": True, "authContext": "alice"}
        every |= {"legacyProbeTimeoutMs": 20000, "probeTimeoutMs": 20000.0, "requestTimeoutMs": 300}
        entry = self.entry(peer, **every)
        entry["args"][-1] = "${JOURNAL}"
        self.assertEqual(set(entry), set(KNOWN))
        given = {"FIRST": "1", "SECOND": "2", "B": "b", "C": "c", "JOURNAL": peer.transport.args[-1], "HOME": "/h"}
        with mock.patch.dict(os.environ, given), Harness.from_config(self.servers(a=entry)) as harness:
            self.assertEqual(harness.warnings, [])
            self.assertTrue(harness.connect(SECONDS)["a"].available)
            result = harness.request("a", "ping")
            self.assertEqual({name: result[name] for name in "ABC"}, {"A": "1-2", "B": "b", "C": None})
            self.assertEqual(result["HOME"], "/h")
            self.assertEqual(os.readlink(f"/proc/{peer.pids()[0]}/cwd"), os.path.realpath(self.place))
            self.assertIn("tools/list", harness.list_tools().errors["a"])
        server = read_config(self.servers(a=entry), given)[0][0]
        expected = {"allow_legacy": True, "required": True, "auth_context": "alice", "request_timeout_ms": 300}
        expected |= {"legacy_probe_timeout_ms": 20000, "probe_timeout_ms": 20000.0}
        self.assertEqual(server.options, expected)

    def test_an_unset_variable_makes_that_server_unavailable_and_is_named(self):
        good = Scripted(self.place, DISCOVERS, lists_tools(tool("go")))
        bad = self.entry(good, env={"T": "${NO_SUCH_ONE}"}, args=["${NOR_THIS}", "${NO_SUCH_ONE}", "$HOME", "${}"])
        path = self.servers(good=self.entry(good), bad=bad)
        with Harness.from_config(path) as harness:
            records = harness.connect(SECONDS)
            self.assertEqual((records["good"].available, records["bad"].available), (True, False))
            self.assertRegex(records["bad"].explain(), r"NOR_THIS, NO_SUCH_ONE\)$")
            catalog = harness.list_tools()
            self.assertEqual((catalog.names(), list(catalog.errors)), (["go"], ["bad"]))
            with self.assertRaisesRegex(PeerUnavailable, "NO_SUCH_ONE"):
                harness.request("bad", "ping")
            self.assertRaises(ConfigError, harness.request, "ugly", "ping")
            self.assertRaises(ConfigError, harness.add_server, "bad", good.transport)
        self.assertEqual(len(good.pids()), 1)
        read = read_config(path, {"NO_SUCH_ONE": "", "NOR_THIS": "x"})[0][1].transport
        self.assertEqual((read.env, read.args), ({"T": ""}, ("x", "", "$HOME", "${}")))
        self.assertIsNone(read_config(path, {})[0][1].transport)

    def test_a_required_server_that_cannot_even_be_started_fails_connect(self):
        good = Scripted(self.place, DISCOVERS)
        for entry in (
            {"command": "x", "args": ["${NO_SUCH_ONE}"]},
            {"url": "http://127.0.0.1:9/mcp"},
            {"command": "/nothing/there"},
        ):
            with self.subTest(entry), Harness.from_config(
                self.servers(good=self.entry(good), bad={**entry, "required": True})
            ) as harness:
                with self.assertRaisesRegex(PeerUnavailable, "^bad: "):
                    harness.connect(SECONDS)
        self.assertFalse(any(is_running(pid) for pid in good.pids()))

    def test_other_transports_are_listed_as_unsupported_and_disabled_servers_not_at_all(self):
        others = {"one": {"url": "http://127.0.0.1:9", "headers": {"A": "b"}}, "two": {"type": "sse", "url": "x"}}
        others |= {"three": {"transport": "streamable-http", "command": "true"}, "four": {"type": "http"}}
        path = self.servers(off={"disabled": True, "command": 5, "odd": 1}, **others)
        with Harness.from_config(path) as harness:
            records = harness.connect(SECONDS)
            self.assertEqual(sorted(records), ["four", "one", "three", "two"])
            for name, kind in {"one": "http", "two": "sse", "three": "streamable-http", "four": "http"}.items():
                self.assertRegex(records[name].explain(), f"transport {kind} is not supported")
                self.assertEqual((records[name].era, records[name].available), ("unknown", False))
            self.assertEqual((harness.warnings, sorted(harness.list_tools().errors)), ([], sorted(others)))

    def test_unknown_keys_are_reported_once_and_ignored(self):
        path = self.servers(a={"command": "true", "zeta": 1, "autoApprove": []}, b={"command": "true", "timeout": 5})
        with Harness.from_config(path) as harness:
            self.assertEqual(harness.warnings, ["a: ignored autoApprove, zeta", "b: ignored timeout"])

    def test_only_a_literal_true_authorises_legacy(self):
        values = [True, False, "true", 1, "yes", None, [], {"a": 1}, 1.0]
        peers = [
            Scripted(self.place, when("server/discover", {"error": {"code": -32601, "message": "no"}})) for _ in values
        ]
        entries = {}
        for number, (peer, value) in enumerate(zip(peers, values)):
            entries[f"p{number}"] = self.entry(peer, allowLegacy=value, legacyProbeTimeoutMs=300)
        with Harness.from_config(self.servers(**entries)) as harness:
            self.assertEqual(len(harness.warnings), 7)
            harness.connect(SECONDS)
        asked = [number for number, peer in enumerate(peers) if peer.received("initialize")]
        self.assertEqual(asked, [0])

    def test_a_file_that_is_wrong_is_refused_with_the_place_and_nothing_is_started(self):
        good = Scripted(self.place, DISCOVERS)
        wrong = [
            [],
            {"mcpServers": []},
            {"servers": {}},
            "",
            "{",
            "[" * 100000,
            '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}',
        ]
        wrong += [
            {"mcpServers": {"good": self.entry(good), "bad": entry}} for entry in (None, "x", [], {}, {"args": ["x"]})
        ]
        mistyped = {"command": 5, "args": "x", "env": [], "cwd": 5, "type": None, "disabled": "yes", "required": 1}
        mistyped |= {"requestTimeoutMs": "5", "probeTimeoutMs": True, "authContext": None, "inheritEnv": "HOME"}
        for key, value in mistyped.items():
            wrong.append({"mcpServers": {"good": self.entry(good), "bad": {"command": "x", key: value}}})
        values = [
            ("requestTimeoutMs", 0),
            ("probeTimeoutMs", -1),
            ("legacyProbeTimeoutMs", 10**400),
            ("args", [5]),
            ("inheritEnv", [None]),
        ]
        values += [("requestTimeoutMs", float("nan")), ("requestTimeoutMs", float("inf"))]
        wrong += [
            {"mcpServers": {"good": self.entry(good), "bad": {"command": "x", key: value}}} for key, value in values
        ]
        for content in wrong:
            with self.subTest(str(content)[:200]), self.assertRaisesRegex(ConfigError, "config-[0-9]+.json"):
                Harness.from_config(self.write(content))
        self.assertRaises(ConfigError, Harness.from_config, Path(self.place) / "missing.json")
        self.assertRaises(ConfigError, Harness.from_config, self.place)
        self.assertRaises(ConfigError, Harness.from_config, self.servers(**{"no name": {"command": "x"}}))
        self.assertEqual(good.pids(), [])

    def test_a_message_never_shows_a_configured_value(self):
        content = {"mcpServers": {"bad": {"command": "x", "env": {"TOKEN": 1234567890123}}}}
        with self.assertRaisesRegex(ConfigError, "bad.env.TOKEN") as caught:
            Harness.from_config(self.write(content))
        self.assertNotIn("1234567890123", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
