"""The command line and the environment: every plan there is."""

import unittest

from server.options import ACTIONS, FAIL, HELP, SERVE, SWITCHES, plan

CLOCK = "NOTES_CLOCK"
BAD_CLOCK = "NOTES_CLOCK must be a real time of the form 2026-07-28T00:00:00.000Z"
SEE_HELP = "; --help shows the options there are"
ALL = ["--store", "x", "--no-fsync", "--live", "--legacy", "--everything"]
KEY = "0123456789abcdef" * 4


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
            self.check([option], {}, FAIL, "unknown option " + option + SEE_HELP)
        self.check(["😀" * 201], {}, FAIL, "unknown option " + "😀" * 200 + SEE_HELP)

    def test_the_first_fault_is_the_one_that_is_named(self):
        table = [
            (["-x", "-y"], "unknown option -x"),
            (["-x", "--help"], "unknown option -x"),
            (["--help", "-x"], "give --help alone"),
            (["--live", "--live", "-x"], "give --live once"),
            (["--live", "--store"], "--store needs the path of a file"),
            (["--no-fsync", "-x"], "unknown option -x"),
        ]
        for arguments, words in table:
            self.check(arguments, {CLOCK: "never"}, FAIL, words + SEE_HELP)

    def test_what_only_prints_stands_alone(self):
        for name in ACTIONS:
            for arguments in ([name, "--live"], ["--live", name], [name, name], ["--store", "x", name]):
                self.check(arguments, {}, FAIL, "give " + name + " alone" + SEE_HELP)
                self.check(arguments, {CLOCK: "never"}, FAIL, "give " + name + " alone" + SEE_HELP)

    def test_each_option_is_given_once(self):
        for name in ALL[2:]:
            self.check([*ALL, name], {}, FAIL, "give " + name + " once" + SEE_HELP)
        self.check(["--store", "x", "--store", "y"], {}, FAIL, "give --store once" + SEE_HELP)

    def test_a_store_needs_a_path(self):
        for arguments in (["--store"], ["--store", ""], ["--live", "--store"]):
            self.check(arguments, {}, FAIL, "--store needs the path of a file" + SEE_HELP)
        for path in ("--live", "--help", "-", " "):
            self.assertEqual(plan(["--store", path], {}).store, path)

    def test_no_fsync_needs_a_store_in_either_order(self):
        words = "--no-fsync says how a store is written; give --store too"
        self.check(["--no-fsync", "--live"], {}, FAIL, words + SEE_HELP)
        for arguments in (["--no-fsync", "--store", "x"], ["--store", "x", "--no-fsync"]):
            planned = plan(arguments, {})
            self.assertEqual([planned.action, planned.store, planned.fsync], [SERVE, "x", False])

    def test_without_options_nothing_optional_is_on(self):
        planned = plan([], {})
        modes = planned.modes
        self.assertEqual([modes.live, modes.legacy, modes.everything], [False, False, False])
        self.assertEqual([planned.store, planned.fsync, planned.principal, planned.key], [None, True, "", None])
        self.assertEqual(sorted(planned.scopes), ["read", "write"])

    def test_each_mode_has_its_option(self):
        for on in range(3):
            modes = plan([["--live", "--legacy", "--everything"][on]], {}).modes
            self.assertEqual([modes.live, modes.legacy, modes.everything], [index == on for index in range(3)])
        modes = plan(ALL[::-1][:3] + ALL[:2], {}).modes
        self.assertEqual([modes.live, modes.legacy, modes.everything], [True, True, True])

    def test_scopes_are_a_list_of_words_with_white_space_around_them(self):
        table = [
            ("read", ["read"]),
            (" write ,\tread\r\n", ["write", "read"]),
            ("delete,delete", ["delete", "delete"]),
            ("", []),
            (" \t\r\n", []),
        ]
        for text, scopes in table:
            self.assertEqual(plan([], {"NOTES_SCOPES": text}).scopes, scopes)

    def test_a_word_that_is_no_scope_is_a_mistake(self):
        words = "NOTES_SCOPES must be a comma list of delete, read, write; it has '"
        table = [("all", "all"), ("read,", ""), (",", ""), ("Read", "Read"), ("read write", "read write")]
        table += [("\u00a0read", "\u00a0read"), ("\vread", "\vread"), ("x" * 201, "x" * 200)]
        table += [("constructor", "constructor")]
        for text, named in table:
            self.check([], {"NOTES_SCOPES": text}, FAIL, words + named + "'")

    def test_the_principal_is_taken_as_it_is(self):
        for text in ("", " ada ", "Käthe"):
            self.assertEqual(plan([], {"NOTES_PRINCIPAL": text}).principal, text)

    def test_a_key_is_64_small_hex_digits(self):
        self.assertEqual(plan([], {"NOTES_STATE_KEY": KEY}).key, KEY)
        for text in ("", KEY[1:], KEY + "0", KEY.upper(), KEY + "\n", " " + KEY[1:], "g" + KEY[1:], "０" + KEY[1:]):
            self.check([], {"NOTES_STATE_KEY": text}, FAIL, "NOTES_STATE_KEY must be 64 lower-case hex digits")

    def test_what_only_prints_needs_no_environment(self):
        for name in ACTIONS:
            self.assertNotEqual(plan([name], {"NOTES_SCOPES": "all", "NOTES_STATE_KEY": "x"}).action, FAIL)

    def test_help_names_every_option_and_every_variable(self):
        self.assertEqual(list(ACTIONS), ["--demo", "--help", "--version"])
        self.assertEqual(SWITCHES, ["--store", *ALL[2:]])
        for name in [*ACTIONS, *SWITCHES]:
            self.assertIn("\n  " + name + " ", HELP)
            self.assertIn(name, "".join(HELP.split("\n")[:2]))
        for name in (CLOCK, "NOTES_SCOPES", "NOTES_PRINCIPAL", "NOTES_STATE_KEY"):
            self.assertIn("\n  " + name + " ", HELP)

    def test_help_is_plain_text_that_fits_a_terminal(self):
        self.assertTrue(HELP.startswith("usage: notes-server ") and HELP.endswith("Z\n"))
        for line in HELP.split("\n"):
            self.assertRegex(line, "^[ -~]{0,120}$")
            self.assertEqual(line, line.rstrip())
