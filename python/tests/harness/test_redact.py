"""Configured values of the environment: what counts as one, and in which spellings it is found."""

import json
import tempfile
import unittest
from pathlib import Path

from harness.config import read_config
from harness.cli.output import Trace
from harness.cli.redact import Redactor, assigned

SECRET = 'pä"ss/w\\or\nd<😀>x'


def redactor(**values):
    """Gives a redactor that knows these values."""
    found = Redactor()
    found.add(values)
    return found


class Redacted(unittest.TestCase):
    """Texts and JSON values that hold a configured value."""

    def test_a_value_is_replaced_wherever_it_stands_raw_or_escaped_as_json_can_escape_it(self):
        one = json.dumps(SECRET)
        spellings = {
            "raw": SECRET,
            "JSON in ASCII": one,
            "JSON in UTF-8": json.dumps(SECRET, ensure_ascii=False),
            "JSON with escaped slashes": one.replace("/", "\\/"),
            "JSON in capitals": one.replace("\\u00e4", "\\u00E4").replace("\\ud83d", "\\uD83D"),
            "JSON that spares HTML": one.replace("<", "\\u003c").replace(">", "\\u003e"),
            "every character escaped": "".join(f"\\u{ord(c):04x}" for c in SECRET.replace("😀", "")),
            "JSON in JSON": json.dumps(one),
            "JSON in JSON in JSON": json.dumps(json.dumps(one)),
            "as Python quotes it": repr(SECRET),
        }
        for name, spelling in spellings.items():
            with self.subTest(name):
                value = SECRET.replace("😀", "") if name.startswith("every") else SECRET
                clean = redactor(TOKEN=value).text(f"before {spelling} after")
                self.assertEqual(clean.strip("\"'\\").count("<env:TOKEN>"), 1)
                self.assertEqual(clean.replace('"', "").replace("\\", "").replace("'", ""), "before <env:TOKEN> after")

    def test_values_under_eight_characters_are_left_alone(self):
        self.assertEqual(redactor(A="1234567", B="12345678").text("1234567 12345678"), "1234567 <env:B>")

    def test_of_two_values_the_longer_one_is_found_first(self):
        known = redactor(HOST="db.example.org", ADDRESS="postgres://db.example.org/notes")
        text = known.text("postgres://db.example.org/notes at db.example.org")
        self.assertEqual(text, "<env:ADDRESS> at <env:HOST>")

    def test_each_line_of_a_value_is_a_value_since_stderr_is_shown_line_by_line(self):
        known = redactor(KEY="-----BEGIN-----\nabcdefghij\nshort\n")
        self.assertEqual(known.text("[peer] abcdefghij"), "[peer] <env:KEY>")
        self.assertEqual(known.text("-----BEGIN-----\\nabcdefghij\\nshort\\n"), "<env:KEY>")

    def test_the_start_of_a_value_counts_where_a_limit_has_cut_the_text(self):
        known = redactor(TOKEN="sk-abcdefghij")
        self.assertEqual(known.text("it said sk-abcde", cut=True), "it said <env:TOKEN>")
        self.assertEqual(known.text("it said sk-abcde"), "it said sk-abcde")
        self.assertEqual(known.text("it said sk-", cut=True), "it said sk-")

    def test_the_start_of_a_value_counts_also_where_the_cut_text_is_quoted_inside_of_a_sentence(self):
        secret = 'sk-"ab\\cd" é/0123456789'
        known = redactor(TOKEN=secret)
        begin = "x" * 40
        for size in range(6, len(secret)):
            cut = secret[:size]
            for spelling in (cut, json.dumps(cut)[1:-1], repr(cut)[1:-1]):
                for end in ("", "; the next", "' came again", ", legacy not authorised", "…", " is listed twice"):
                    with self.subTest(spelling + end):
                        clean = known.text(f"{begin} {spelling}{end}", cut=True)
                        self.assertEqual(clean, f"{begin} <env:TOKEN>{end}")
        word = redactor(MODE="production-db")
        for text in (f"{begin} reproductions", "in production it is"):
            self.assertEqual(word.text(text, cut=True), text)

    def test_a_variable_given_to_env_after_the_dashes_is_a_value_too(self):
        wanted = {"TOKEN": "sk-abcdef", "B": "="}
        self.assertEqual(assigned(["/usr/bin/env", "-i", "TOKEN=sk-abcdef", "B==", "server", "C=1"]), wanted)
        self.assertEqual(assigned(["server", "C=1"]), {})

    def test_keys_texts_and_numbers_of_a_json_value_are_searched_and_the_rest_stays(self):
        known = redactor(PIN="12345678", NAME="secret-name")
        value = {"a secret-name": [12345678, 123456789.5, "x", True, None], "n": {"n": 1}}
        wanted = {"a <env:NAME>": ["<env:PIN>", "<env:PIN>9.5", "x", True, None], "n": {"n": 1}}
        self.assertEqual(known.data(value), wanted)

    def test_bytes_that_are_no_utf_8_are_searched_as_well(self):
        self.assertEqual(redactor(T="sk-abcdef").bytes(b"\xff sk-abcdef \xfe"), b"\xff <env:T> \xfe")

    def test_a_text_made_to_slow_the_search_down_does_not(self):
        known = redactor(T='\\\\\\\\"""""\\\\\\\\', U="aaaaaaaaaaaaaaaa")
        for text in ("\\" * 40000, '\\"' * 20000, ("a" * 15 + "b") * 5000):
            known.text(text, cut=True)  # with backtracking this would not end


class Configured(unittest.TestCase):
    """What of a configuration file is kept out of sight."""

    def test_what_a_file_takes_from_the_environment_or_sets_in_it_is_secret_and_common_variables_are_not(self):
        server = {
            "command": "${TOOLS}/server",
            "args": ["--token", "${TOKEN}", "${HOME}/notes"],
            "env": {"API_KEY": "Bearer ${INNER}", "MODE": "fast"},
            "inheritEnv": ["PASSED", "ABSENT"],
        }
        environ = {"TOOLS": "/opt/tools", "TOKEN": "tok", "HOME": "/home/me", "INNER": "inner", "PASSED": "passed"}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mcp.json"
            path.write_text(json.dumps({"mcpServers": {"one": server}}), encoding="utf-8")
            (found,), warnings = read_config(path, environ)
        wanted = {"TOOLS": "/opt/tools", "TOKEN": "tok", "INNER": "inner", "PASSED": "passed"}
        self.assertEqual(found.secrets, {**wanted, "API_KEY": "Bearer inner", "MODE": "fast"})
        self.assertEqual(warnings, [])


class Traced(unittest.TestCase):
    """Lines in the file of --trace."""

    def test_a_line_is_written_as_text_or_in_hexadecimal_digits_and_never_with_a_value(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace"
            trace = Trace(path, redactor(TOKEN="sk-abcdef"))
            trace.line("one", "sent", b'{"a":"sk-abcdef"}\n')
            trace.line("one", "received", b"\xff sk-abcdef\r\n")
            trace.line("one", "received", b"no end")
            trace.close()
            entries = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        self.assertEqual({entry.pop("peer") for entry in entries}, {"one"})
        self.assertRegex(entries[0]["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        for entry in entries:
            del entry["time"]
        sent = {"direction": "sent", "text": '{"a":"<env:TOKEN>"}'}
        broken = {"direction": "received", "hex": (b"\xff <env:TOKEN>\r").hex()}
        self.assertEqual(entries, [sent, broken, {"direction": "received", "text": "no end", "newline": False}])


if __name__ == "__main__":
    unittest.main()
