"""Transcripts by hand: shown, as exact bytes, and listed."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

from tests.support import golden

import listing
import show
import transcript as transcripts

RUN = [sys.executable, str(transcripts.ROOT / "parity-tests" / "run.py")]


def called(*arguments, **more):
    return subprocess.run([*RUN, *arguments], capture_output=True, timeout=60, check=False, **more)


class ShowTest(unittest.TestCase):
    def test_the_bytes_go_straight_into_a_server(self):
        server = [sys.executable, "-S", str(transcripts.ROOT / "python" / "main.py")]
        for name in ("discover-whole", "lines-truncated-utf8", "lines-crlf"):
            with self.subTest(name):
                item = show.find(name)
                given = called("show", "--stdin", name)
                answer = subprocess.run(server, input=given.stdout, capture_output=True, timeout=60, check=False)
                self.assertEqual(answer.stdout, b"".join(item.expected()))

    def test_a_person_sees_both_directions_and_the_notes(self):
        data = {
            "format": 1, "id": "seen", "title": "A title", "why": "Because.", "requires": ["a.x"],
            "server": {"args": ["--live"], "env": {"NOTES_SCOPES": "read"}, "store": ["{}", ""]},
            "steps": [
                {"send": {"id": 1}, "note": "first"},
                {"raw": "half"},
                {"expect": {"id": 1}, "skip": 2},
                {"noise": "Hello\n"},
                {"eof": {"exit": 3}},
            ],
        }  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "seen.json").write_text(json.dumps(data), encoding="utf-8")
            lines = list(show.shown(show.find("seen", Path(folder) / "none", Path(folder))))
        self.assertEqual(lines[:3], ["# seen: A title", "# Because.", "# requires: a.x"])
        self.assertEqual(lines[3:8], ["# arguments: --live", "# NOTES_SCOPES=read", "# the store that it finds:", "#   {}", "#   "])
        self.assertEqual(
            lines[8:],
            [
                "# first",
                '> {"id":1}',
                "> half  (no newline)",
                "< (2 lines of any kind)",
                '< {"id":1}',
                "< 'Hello\\n'  (no message)",
                "# end of input; the exit code is 3",
            ],
        )

    def test_an_unknown_id_is_told_in_plain_words(self):
        found = called("show", "discover-hole")
        self.assertEqual((found.returncode, found.stdout), (2, b""))
        self.assertIn("no transcript is called discover-hole; did you mean discover-whole", found.stderr.decode())
        self.assertEqual(called("show").returncode, 2)

    def test_a_reader_that_goes_early_is_no_fault(self):
        for arguments in (["show", "--stdin", "lines-longest-line"], ["show", "lines-longest-line"], ["list"]):
            with self.subTest(arguments):
                command = subprocess.Popen([*RUN, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                command.stdout.close()
                self.assertEqual((command.stderr.read(), command.wait(60)), (b"", 0))
                command.stderr.close()

    def test_lists_are_narrowed_by_every_filter(self):
        everything = transcripts.load_all()

        def ids(*words, **filters):
            parsed = SimpleNamespace(**{"area": None, "requires": None, "method": None, "server": None, "words": words, **filters})
            return [item.id for item in everything if listing.fits(item, parsed)]

        self.assertEqual(len(ids()), len(everything))
        self.assertEqual({name.split("-")[0] for name in ids(area="discover")}, {"discover"})
        self.assertIn("live-cancel", ids("cancel", server="live"))
        self.assertNotIn("subscriptions-cancel", ids("cancel", server="live"))
        self.assertIn("confirm-accepted", ids(server="NOTES_SCOPES"))
        self.assertIn("live-cancel", ids(requires="cancel."))
        self.assertEqual(ids(requires="cancel.no-such"), [])
        self.assertIn("live-cancel", ids(method="notifications/cancelled"))
        self.assertNotIn("live-create", ids(method="notifications/cancelled"))

    def test_a_list_has_a_line_for_each_and_nothing_is_exit_code_1(self):
        found = called("list", "--area", "discover", "discover-whole")
        self.assertEqual((found.returncode, found.stderr), (0, b""))
        self.assertRegex(found.stdout.decode(), "^discover-whole  [^\\n]+\\n$")
        found = called("list", "--area", "nowhere")
        self.assertEqual((found.returncode, found.stdout), (1, b""))

    def test_methods_are_found_in_raw_text_as_well(self):
        steps = [{"raw": '{"method":"a"}\n{"meth'}, {"raw": "7\n"}, {"send": {"method": "b"}}, {"notify": {"method": 7}}]
        self.assertEqual(list(listing.methods(steps)), ["a", "b"])
        parsed = SimpleNamespace(area=None, requires=None, method=None, server=None, words=["TWO"])
        with tempfile.TemporaryDirectory() as folder:
            item = golden()
            item.path = Path(folder) / "x.json"
            item.path.write_text('{"steps": []}', encoding="utf-8")
            self.assertTrue(listing.fits(item, parsed))
            parsed.words = ["three"]
            self.assertFalse(listing.fits(item, parsed))
