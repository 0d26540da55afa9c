"""Telling: which changes reach which listen, in which order, and where they stand beside an answer."""

import json
import unittest

from server.changes import Change
from server.context import Modes
from server.dispatch import Server
from server.notes import SAMPLES, Notes
from server.subscriptions import FLAGS, Listens
from tests.support import (
    CREATING,
    NOW_TEXT,
    ask,
    cancelling,
    created,
    importing,
    kinds_of,
    new_server,
    new_world,
    request_text,
    shared_server,
    texts_of,
)

LIVE = Modes(live=True, everything=True)
LISTING = request_text("after", "prompts/list", {})
LISTED = "notifications/resources/list_changed"
UPDATED = "notifications/resources/updated"
PROGRESS = "notifications/progress"


def told(shown, name, uri=None):
    """Gives the notification of a change, with the id of its listen as it stands in JSON."""
    params = '{"_meta":{"io.modelcontextprotocol/subscriptionId":' + shown + "}"
    params += "}" if uri is None else ',"uri":"' + uri + '"}'
    return '{"jsonrpc":"2.0","method":"notifications/' + name + '","params":' + params + "}\n"


def listening(request_id, **wanted):
    """Gives the text of a request that opens a listen."""
    return request_text(request_id, "subscriptions/listen", {"notifications": wanted})


def _raise(_record):
    raise OSError("disk is gone")


class TellingTest(unittest.TestCase):
    def test_a_change_is_told_to_all_that_asked_in_the_order_of_opening(self):
        listens = Listens()
        listens.open("b", {"resourcesListChanged": True, "resourceSubscriptions": ["notes://note-2", "notes://note-1"]})
        listens.open("silent", {})
        listens.open(1, {"resourceSubscriptions": ["notes://note-1"]})
        listens.open("a", {"resourcesListChanged": True})
        lines = texts_of(listens.tell([Change(["resourcesListChanged"], ["note-1", "note-2", "note-3"])]))
        expected = [told('"b"', "resources/list_changed"), told('"b"', "resources/updated", "notes://note-1")]
        expected.append(told('"b"', "resources/updated", "notes://note-2"))
        expected.append(told("1", "resources/updated", "notes://note-1"))
        self.assertEqual(lines, [*expected, told('"a"', "resources/list_changed")])

    def test_several_changes_are_told_as_one_and_lists_come_first(self):
        listens = Listens()
        flags = {flag: True for flag in FLAGS}
        listens.open("s", {**flags, "resourceSubscriptions": ["notes://note-1"]})
        changes = [Change(["resourcesListChanged"], ["note-1"]), Change(["toolsListChanged"], [])]
        changes.append(Change([], ["note-1"]))
        names = ["tools/list_changed", "resources/list_changed"]
        expected = [told('"s"', name) for name in names] + [told('"s"', "resources/updated", "notes://note-1")]
        self.assertEqual(texts_of(listens.tell(changes)), expected)
        lines = texts_of(listens.tell([Change(["promptsListChanged"], [])]))
        self.assertEqual(lines, [told('"s"', "prompts/list_changed")])
        self.assertEqual(listens.tell([]), [])

    def test_who_is_not_there_any_more_hears_nothing(self):
        listens = Listens()
        listens.open("s", {"resourcesListChanged": True})
        listens.cancel("s")
        self.assertEqual(listens.tell([Change(["resourcesListChanged"], [])]), [])

    def test_a_change_of_this_server_follows_its_answer(self):
        server = new_server(modes=LIVE)
        ask(server, listening("s", resourcesListChanged=True, resourceSubscriptions=["notes://note-4"]))
        self.assertEqual(kinds_of(ask(server, CREATING)), ["c", LISTED, UPDATED])
        self.assertEqual(kinds_of(ask(server, importing(1))), [PROGRESS, "i", LISTED])

    def test_changes_of_others_come_before_the_next_answer_and_our_own_behind_it(self):
        server, journal = shared_server(LIVE)
        ask(server, listening("s", resourcesListChanged=True))
        journal.others = created(2)
        self.assertEqual(kinds_of(ask(server, LISTING)), [LISTED, "after"])
        journal.others = created(1)
        self.assertEqual(kinds_of(ask(server, CREATING)), [LISTED, "c", LISTED])
        self.assertEqual(kinds_of(ask(server, LISTING)), ["after"])

    def test_what_an_answer_logs_stands_between_changes_of_others_and_the_answer(self):
        server, journal = shared_server(LIVE)
        ask(server, listening("s", resourcesListChanged=True))
        journal.others = created(1)
        self.assertEqual(kinds_of(ask(server, importing(1))), [LISTED, PROGRESS, "i", LISTED])

    def test_a_request_that_is_refused_tells_what_others_did_all_the_same(self):
        server, journal = shared_server(LIVE)
        ask(server, listening("s", resourcesListChanged=True))
        journal.others = created(1)
        self.assertEqual(kinds_of(ask(server, request_text("x", "tools/call", {"name": "no"}))), [LISTED, "x"])

    def test_a_request_sees_what_others_have_done(self):
        server, journal = shared_server(LIVE)
        journal.others = [{"op": "delete", "id": "note-1", "at": NOW_TEXT}]
        answer = json.loads(ask(server, request_text(1, "resources/list", {}))[0])
        self.assertEqual([each["name"] for each in answer["result"]["resources"]][:2], ["note-2", "note-3"])

    def test_a_listen_does_not_hear_of_what_was_there_before_it(self):
        server, journal = shared_server(LIVE)
        journal.others = created(1)
        opened = ask(server, listening("s", resourcesListChanged=True))
        self.assertEqual(kinds_of(opened), ["notifications/subscriptions/acknowledged"])
        self.assertEqual(server.look(), [])

    def test_a_look_tells_what_others_did_once(self):
        server, journal = shared_server(LIVE)
        ask(server, listening("s", resourcesListChanged=True, resourceSubscriptions=["notes://note-1"]))
        journal.others = [{"op": "update", "id": "note-1", "body": "x", "at": NOW_TEXT}]
        self.assertEqual(kinds_of(server.look()), [UPDATED])
        self.assertEqual(server.look(), [])

    def test_a_look_that_fails_is_logged_and_not_fatal(self):
        log = []
        server, journal = shared_server(LIVE, log=log)
        journal.fault = OSError("disk is gone")
        self.assertEqual((server.look(), len(log)), ([], 1))
        self.assertIn("disk is gone", log[0])

    def test_a_request_that_breaks_the_server_tells_what_others_did_all_the_same(self):
        server, journal = shared_server(LIVE, log=[])
        ask(server, listening("s", resourcesListChanged=True))
        journal.others = created(1)
        journal.append = _raise
        self.assertEqual(kinds_of(ask(server, CREATING)), [LISTED, "c"])

    def test_without_a_change_no_listen_is_looked_at(self):
        listens = Listens()
        listens.open("s", None)
        self.assertEqual(listens.tell([]), [])

    def test_a_server_watches_while_somebody_listens_to_a_shared_store(self):
        server, _ = shared_server(LIVE)
        self.assertFalse(server.is_watching())
        ask(server, listening("silent"))
        self.assertFalse(server.is_watching())
        ask(server, listening("s", resourcesListChanged=True))
        self.assertTrue(server.is_watching())
        ask(server, cancelling('"s"'))
        self.assertFalse(server.is_watching())
        alone = Server(new_world([]), Notes(SAMPLES), LIVE)
        ask(alone, listening("s", resourcesListChanged=True))
        self.assertFalse(alone.is_watching())

    def test_without_the_scope_to_read_nothing_is_heard_of_notes(self):
        server, journal = shared_server(LIVE, ["write"])
        ask(server, listening("s", resourcesListChanged=True, toolsListChanged=True))
        journal.others = created(1)
        self.assertEqual((server.look(), kinds_of(ask(server, CREATING))), ([], ["c"]))
        trigger = request_text("t", "tools/call", {"name": "test_trigger_tool_change", "arguments": {}})
        self.assertEqual(kinds_of(ask(server, trigger)), ["t", "notifications/tools/list_changed"])
