"""subscriptions/listen: acknowledged at once, open until one side ends it."""

import json
import unittest

from server.context import Modes, Request
from server.routing import MODERN
from server.subscriptions import FLAGS, Listens, cancelled_id, subscriptions_listen
from tests.support import META, error_of, new_state

IN_USE = [-32600, "Invalid request: id is that of a listen that is still open", None]


def acknowledged(shown):
    """Gives the line that acknowledges a listen, with its id as it stands in JSON."""
    params = '{"_meta":{"io.modelcontextprotocol/subscriptionId":' + shown + '},"notifications":{}}'
    return '{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":' + params + "}\n"


def ended(shown):
    """Gives the two lines that end a listen, with its id as it stands in JSON."""
    signature = '"io.modelcontextprotocol/serverInfo":{"name":"notes-server","version":"2.0.0"}'
    key = '"io.modelcontextprotocol/subscriptionId":' + shown
    result = '{"resultType":"complete","_meta":{' + signature + "," + key + "}}"
    params = '{"_meta":{' + key + '},"requestId":' + shown + "}"
    return [
        '{"jsonrpc":"2.0","id":' + shown + ',"result":' + result + "}\n",
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":' + params + "}\n",
    ]


def shown(lines):
    """Gives lines as texts."""
    return [line.decode() for line in lines]


def listen(state, request_id, notifications):
    """Opens a listen and gives its lines as texts."""
    params = {"_meta": META, "notifications": notifications}
    return shown(subscriptions_listen(state, Request(request_id, "subscriptions/listen", params, MODERN)))


class SubscriptionsTest(unittest.TestCase):
    def test_a_listen_is_acknowledged_at_once_with_nothing(self):
        self.assertEqual(listen(new_state(), "s", {}), [acknowledged('"s"')])
        self.assertEqual(listen(new_state(), 0, {}), [acknowledged("0")])

    def test_whatever_is_wanted_nothing_is_acknowledged(self):
        wanted = [
            {"toolsListChanged": True, "promptsListChanged": False, "resourcesListChanged": True},
            {"resourceSubscriptions": ["notes://note-1", ""]},
            {"resourceSubscriptions": []},
            {"unknown": 1.0, "tools": {"listChanged": True}, "constructor": None},
        ]
        for notifications in wanted:
            self.assertEqual(listen(new_state(), "s", notifications), [acknowledged('"s"')])

    def test_the_first_fault_of_the_filter_is_refused(self):
        names = ["resourcesListChanged", "promptsListChanged", "toolsListChanged"]
        bad = {"resourceSubscriptions": None, **{name: None for name in names}}
        table = [
            ({}, "notifications.toolsListChanged must be a boolean"),
            ({"toolsListChanged": True}, "notifications.promptsListChanged must be a boolean"),
            ({"promptsListChanged": False}, "notifications.resourcesListChanged must be a boolean"),
            ({"resourcesListChanged": True}, "notifications.resourceSubscriptions must be an array of strings"),
            ({"resourceSubscriptions": {}}, "notifications.resourceSubscriptions must be an array of strings"),
            ({"resourceSubscriptions": ["x", 1.0]}, "notifications.resourceSubscriptions must be an array of strings"),
        ]
        for mended, sentence in table:
            bad.update(mended)
            expected = [-32602, "Invalid params: " + sentence, None]
            self.assertEqual(error_of(lambda: listen(new_state(), "s", bad)), expected)
        for value in (1.0, 0.0, "true", None, [], {}):
            expected = [-32602, "Invalid params: notifications.toolsListChanged must be a boolean", None]
            self.assertEqual(error_of(lambda: listen(new_state(), "s", {"toolsListChanged": value})), expected)

    def test_the_filter_must_be_there_and_an_object(self):
        expected = [-32602, "Invalid params: notifications must be an object", None]
        for params in ({}, {"notifications": None}, {"notifications": []}, {"notifications": True}):
            request = Request("s", "subscriptions/listen", {"_meta": META, **params}, MODERN)
            self.assertEqual(error_of(lambda: subscriptions_listen(new_state(), request)), expected)

    def test_a_refused_listen_is_not_open(self):
        state = new_state()
        error_of(lambda: listen(state, "s", {"toolsListChanged": None}))
        self.assertEqual(error_of(lambda: state.listens.check_free("s")), [])
        self.assertEqual(state.listens.end(), [])

    def test_an_id_is_taken_while_its_listen_is_open(self):
        listens = Listens()
        listens.open("s", {})
        self.assertEqual(error_of(lambda: listens.check_free("s")), IN_USE)
        listens.cancel("s")
        self.assertEqual(error_of(lambda: listens.check_free("s")), [])
        listens.open("s", {})
        listens.end()
        self.assertEqual(error_of(lambda: listens.check_free("s")), [])

    def test_ids_compare_by_type_and_value(self):
        listens = Listens()
        listens.open(1, {})
        listens.open("2", {})
        for free in ("1", 2, "", 0, "2 "):
            self.assertEqual(error_of(lambda: listens.check_free(free)), [])
        for cancelled in ("1", 2):
            listens.cancel(cancelled)
        self.assertEqual(shown(listens.end()), ended("1") + ended('"2"'))

    def test_all_listens_end_in_the_order_of_opening(self):
        listens = Listens()
        for request_id in ("b", 10, "a", 2):
            listens.open(request_id, {})
        expected = ended('"b"') + ended("10") + ended('"a"') + ended("2")
        self.assertEqual(shown(listens.end()), expected)
        self.assertEqual(listens.end(), [])

    def test_a_listen_that_is_opened_again_goes_to_the_end(self):
        listens = Listens()
        listens.open("a", {})
        listens.open("b", {})
        listens.cancel("a")
        listens.open("a", {})
        self.assertEqual(shown(listens.end()), ended('"b"') + ended('"a"'))

    def test_a_cancelled_listen_ends_without_another_word(self):
        listens = Listens()
        listens.open("a", {})
        listens.open("b", {})
        listens.cancel("a")
        listens.cancel("a")
        listens.cancel("never opened")
        self.assertEqual(shown(listens.end()), ended('"b"'))

    def test_what_a_listen_acknowledges_is_what_it_was_opened_with(self):
        line = Listens().open("s", {"toolsListChanged": True}).decode()
        params = '"notifications":{"toolsListChanged":true}'
        self.assertEqual(line, acknowledged('"s"').replace('"notifications":{}', params))

    def test_a_valid_cancellation_names_an_id(self):
        for written, expected in [("a", "a"), ("", ""), (1.0, 1), (-0.0, 0), (float(2**53 - 1), 2**53 - 1)]:
            message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": written}}
            self.assertEqual(repr(cancelled_id(message)), repr(expected))

    def test_any_other_cancellation_has_no_effect(self):
        sound = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}}
        self.assertEqual(cancelled_id(sound), "a")
        changes = [{"jsonrpc": other} for other in ("1.0", 2.0, None)]
        changes += [{"params": other} for other in (None, [], ["a"], "a", {}, {"id": "a"})]
        changes += [{"params": {"requestId": other}} for other in (None, True, 1.5, 2.0**53, [], {}, "\ud800")]
        for change in changes:
            self.assertIsNone(cancelled_id({**sound, **change}), change)
        for name in ("jsonrpc", "params"):
            self.assertIsNone(cancelled_id({other: value for other, value in sound.items() if other != name}))

    def test_what_is_announced_and_asked_for_is_acknowledged_in_its_order(self):
        wanted = {"resourceSubscriptions": ["notes://note-9", "x"]}
        wanted |= {"resourcesListChanged": True, "toolsListChanged": True}
        state = new_state(modes=Modes(live=True, everything=True))
        inner = '"toolsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["notes://note-9","x"]'
        expected = acknowledged('"s"').replace('"notifications":{}', '"notifications":{' + inner + "}")
        self.assertEqual(listen(state, "s", wanted), [expected])
        wanted["resourcesListChanged"] = False
        wanted["resourceSubscriptions"] = []
        expected = acknowledged('"t"').replace('"notifications":{}', '"notifications":{"toolsListChanged":true}')
        self.assertEqual(listen(state, "t", wanted), [expected])

    def test_each_mode_announces_what_can_change_in_it(self):
        wanted = {flag: True for flag in FLAGS} | {"resourceSubscriptions": ["x"]}
        for modes, names in [
            (Modes(live=True), ["resourcesListChanged", "resourceSubscriptions"]),
            (Modes(everything=True), ["toolsListChanged", "promptsListChanged"]),
            (Modes(legacy=True), []),
        ]:
            [line] = listen(new_state(modes=modes), "s", wanted)
            self.assertEqual(list(json.loads(line)["params"]["notifications"]), names)

    def test_nobody_listens_until_something_was_acknowledged(self):
        listens = Listens()
        self.assertTrue(listens.is_empty())
        listens.open("s", {})
        self.assertTrue(listens.is_empty())
        listens.open("t", {"toolsListChanged": True})
        self.assertFalse(listens.is_empty())
        listens.cancel("t")
        self.assertTrue(listens.is_empty())

    def test_a_cancellation_tells_whether_there_was_a_listen(self):
        listens = Listens()
        listens.open("s", {})
        self.assertEqual([listens.cancel("t"), listens.cancel("s"), listens.cancel("s")], [False, True, False])
