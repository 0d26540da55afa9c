"""The command line and the environment: every plan there is."""

import unittest

from server.options import FAIL, HELP, OPTIONS, SERVE, plan

CLOCK = "NOTES_CLOCK"
BAD_CLOCK = "NOTES_CLOCK must be a real time of the form 2026-07-28T00:00:00.000Z"
ONE_ONLY = "give one option at a time; --help shows the options there are"


class OptionsTest(unittest.TestCase):
    def check(self, arguments, environment, action, text, fixed_clock=None):
        with self.subTest(arguments=arguments, environment=environment):
            planned = plan(arguments, environment)
            self.assertEqual([planned.action, planned.text, planned.fixed_clock], [action, text, fixed_clock])

    def test_without_options_the_server_serves_by_the_real_clock(self):
        self.check([], {}, SERVE, "")
        self.check([], {"PATH": "/bin", "notes_clock": "never", "CLOCK": "never"}, SERVE, "")

    def test_the_environment_can_fix_the_clock(self):
        self.check([], {CLOCK: "2026-07-28T00:00:00.000Z"}, SERVE, "", 1785196800000)
        self.check([], {CLOCK: "1970-01-01T00:00:00.000Z"}, SERVE, "", 0)

    def test_a_clock_that_cannot_be_read_is_a_mistake(self):
        for value in ("", "0", "now", "2026-07-28", "2026-02-30T00:00:00.000Z", "2026-07-28T24:00:00.000Z"):
            self.check([], {CLOCK: value}, FAIL, BAD_CLOCK)
        for value in ("2026-07-28T00:00:00Z", "2026-07-28T00:00:00.000Z ", "2026-07-28T00:00:00.000+00:00"):
            self.check([], {CLOCK: value}, FAIL, BAD_CLOCK)

    def test_help_is_printed(self):
        self.check(["--help"], {}, "help", HELP)

    def test_the_version_is_printed(self):
        self.check(["--version"], {}, "version", "notes-server 2.0.0\n")

    def test_the_demo_makes_its_own_text(self):
        self.check(["--demo"], {}, "demo", "")

    def test_an_option_does_not_need_the_clock(self):
        for clock in ("never", "2026-07-28T00:00:00.000Z"):
            self.check(["--help"], {CLOCK: clock}, "help", HELP)
            self.check(["--version"], {CLOCK: clock}, "version", "notes-server 2.0.0\n")
            self.check(["--demo"], {CLOCK: clock}, "demo", "")

    def test_an_unknown_option_is_a_mistake_and_is_named(self):
        for option in ("-h", "--Help", "--help=1", "--help ", "help", "--", "", "serve", "constructor", "__proto__"):
            self.check([option], {}, FAIL, "unknown option " + option + "; --help shows the options there are")

    def test_the_first_unknown_option_is_the_one_that_is_named(self):
        expected = "unknown option -x; --help shows the options there are"
        for arguments in (["-x", "-y"], ["--help", "-x"], ["-x", "--help"], ["--demo", "--demo", "-x", "-y"]):
            self.check(arguments, {CLOCK: "never"}, FAIL, expected)

    def test_two_options_at_a_time_are_a_mistake(self):
        for arguments in (["--help", "--version"], ["--demo", "--demo"], ["--help", "--demo", "--version"]):
            self.check(arguments, {}, FAIL, ONE_ONLY)
            self.check(arguments, {CLOCK: "never"}, FAIL, ONE_ONLY)

    def test_help_names_every_option_and_the_variable(self):
        self.assertEqual(list(OPTIONS), ["--demo", "--help", "--version"])
        for name in OPTIONS:
            self.assertIn("\n  " + name + " ", HELP)
            self.assertIn(name, HELP.split("\n")[0])
        self.assertIn("\n  " + CLOCK + " ", HELP)

    def test_help_is_plain_text_that_fits_a_terminal(self):
        self.assertTrue(HELP.startswith("usage: notes-server ") and HELP.endswith("Z\n"))
        for line in HELP.split("\n"):
            self.assertRegex(line, "^[ -~]{0,120}$")
            self.assertEqual(line, line.rstrip())
