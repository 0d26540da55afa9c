"""Turns: a line is a piece of work, an import is several, and only its cancellation may come between them."""

import json
import unittest
from unittest import mock

from server.decode import is_blank
from server.errors import ToolFailure
from tests.support import (
    CREATING,
    ask,
    cancelling,
    importing,
    kinds_of,
    new_server,
    refused,
    request_text,
    shared_server,
    texts_of,
)

LISTING = request_text("after", "prompts/list", {})
PROGRESS = "notifications/progress"


def fed(server, *texts):
    """Feeds lines to a server."""
    server.feed(("\n".join(texts) + "\n").encode())


class TurnsTest(unittest.TestCase):
    def test_each_line_is_one_piece_of_work_in_its_turn(self):
        server = new_server()
        self.assertFalse(server.has_work())
        fed(server, LISTING, "", "{", LISTING.replace("after", "last"))
        done = []
        while server.has_work():
            self.assertFalse(server.is_busy())
            done.append(kinds_of(server.work()))
        self.assertEqual(done, [["after"], [], [None], ["last"]])

    def test_what_is_fed_later_waits_behind_what_was_fed_before(self):
        server = new_server()
        fed(server, LISTING)
        fed(server, LISTING.replace("after", "b"), LISTING.replace("after", "c"))
        self.assertEqual([kinds_of(server.work()) for _ in range(3)], [["after"], ["b"], ["c"]])

    def test_an_import_is_worked_off_slice_by_slice(self):
        server = new_server()
        fed(server, importing(1200))
        for lines, busy in (([PROGRESS], True), ([PROGRESS], True), ([PROGRESS, "i"], False)):
            self.assertEqual(kinds_of(server.work()), lines)
            self.assertEqual((server.is_busy(), server.has_work()), (busy, busy))

    def test_an_import_without_a_token_is_silent_until_its_answer(self):
        server = new_server()
        fed(server, importing(501, token=None))
        self.assertEqual([kinds_of(server.work()), kinds_of(server.work())], [[], ["i"]])

    def test_an_import_is_called_off_between_two_slices_and_keeps_nothing(self):
        log = []
        server = new_server(log)
        fed(server, importing(501))
        self.assertEqual(kinds_of(server.work()), [PROGRESS])
        fed(server, LISTING, cancelling('"i"', ',"reason":"enough"'))
        self.assertEqual((server.work(), server.is_busy()), ([], False))
        self.assertEqual(kinds_of(server.work()), ["after"])
        self.assertEqual((server.work(), server.has_work()), ([], False))
        self.assertEqual(log, ["the client cancelled: enough"])
        answer = json.loads(ask(server, CREATING)[0])
        self.assertEqual(answer["result"]["structuredContent"]["id"], "note-4")

    def test_what_cancels_something_else_does_not_stop_an_import(self):
        others = [cancelling('"j"'), cancelling("1"), cancelling("null"), "{", "[]", "", "null"]
        others += [cancelling('"i"').replace("2.0", "1.0")]
        others += [cancelling('"i"').replace("cancelled", "initialized"), cancelling('"i"', ',"x":"\\ud800"')]
        others += ["x" * 4194305, cancelling('"i"').replace("{", '{"id":1,', 1)]
        server = new_server()
        fed(server, importing(501))
        server.work()
        fed(server, *others)
        self.assertEqual(kinds_of(server.work()), [PROGRESS, "i"])

    def test_what_waited_through_one_import_is_looked_at_again_for_the_next(self):
        server = new_server()
        fed(server, importing(1001), importing(501, "j"), cancelling('"j"'), LISTING)
        lines = [kinds_of(server.work()) for _ in range(6)]
        self.assertEqual(lines, [[PROGRESS], [PROGRESS], [PROGRESS, "i"], [PROGRESS], [], []])
        self.assertEqual(kinds_of(server.work()), ["after"])

    def test_a_line_that_waits_is_looked_at_once_in_an_import(self):
        server = new_server()
        fed(server, importing(2001), "{", "{")
        with mock.patch("server.dispatch.is_blank", wraps=is_blank) as looked:
            for _ in range(4):
                server.work()
            fed(server, "{")
            self.assertEqual((kinds_of(server.work()), looked.call_count), ([PROGRESS, "i"], 1 + 3))

    def test_a_cancellation_after_the_last_slice_is_too_late(self):
        server = new_server()
        lines = server.receive((importing(1) + "\n" + cancelling('"i"') + "\n").encode())
        self.assertEqual(kinds_of(lines), [PROGRESS, "i"])

    def test_an_import_under_a_number_is_called_off_by_the_same_number(self):
        server = new_server()
        lines = server.receive((importing(501, 7) + "\n" + cancelling("7.0") + "\n" + LISTING + "\n").encode())
        self.assertEqual(kinds_of(lines), [PROGRESS, "after"])

    def test_a_line_that_comes_meanwhile_waits_for_the_end_of_the_import(self):
        server = new_server()
        lines = server.receive((importing(501) + "\n" + LISTING + "\n" + cancelling('"j"') + "\n").encode())
        self.assertEqual(kinds_of(lines), [PROGRESS, PROGRESS, "i", "after"])

    def test_the_end_of_input_finishes_an_import(self):
        server = new_server()
        fed(server, importing(1001))
        server.work()
        self.assertEqual(kinds_of(server.end()), [PROGRESS, PROGRESS, "i"])

    def test_an_import_that_cannot_be_kept_fails_as_a_tool(self):
        server, journal = shared_server()
        fed(server, importing(501))
        server.work()
        journal.fault = ToolFailure("no")
        result = json.loads(server.work()[-1])["result"]
        self.assertEqual((result["isError"], result["content"][0]["text"], server.is_busy()), (True, "no", False))

    def test_an_import_that_breaks_is_answered_and_over(self):
        log = []
        server, journal = shared_server(log=log)
        fed(server, importing(501), LISTING)
        server.work()
        journal.fault = OSError("disk is gone")
        internal = "Internal error: the server failed to answer; its stderr says more"
        self.assertEqual(texts_of(server.work())[-1:], refused("i", -32603, internal))
        journal.fault = None
        self.assertEqual((server.is_busy(), kinds_of(server.work())), (False, ["after"]))
        self.assertIn("disk is gone", log[0])
