"""The heart: bytes in, lines out, one answer to each request in its order, and never an exception."""

import json
import unittest

from server.lines import TOO_LONG
from server.routing import METHODS
from tests.support import SOUND, ask, new_server, refused, request_text, texts_of

LISTING = request_text("after", "tools/list", {})
INTERNAL = "Internal error: the server failed to answer; its stderr says more"


def ids_of(lines):
    """Gives the ids of answers, null where there is none."""
    return [json.loads(line).get("id") for line in lines]


def listen(request_id):
    """Gives the text of a request that opens a listen."""
    return request_text(request_id, "subscriptions/listen", {"notifications": {}})


def cancel(shown):
    """Gives the text of a cancellation, with the id as it stands in JSON."""
    return '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":' + shown + "}}"


def raising(_state, _request):
    """Fails as no handler should."""
    raise OSError("disk is gone")


class DispatchTest(unittest.TestCase):
    def with_raising_handler(self):
        """Puts a handler that raises into the methods until the test is over."""
        METHODS["test/raises"] = raising
        self.addCleanup(METHODS.pop, "test/raises")

    def test_there_are_exactly_the_ten_methods_of_the_contract_and_each_answers(self):
        self.assertEqual(len(METHODS), 10)
        self.assertEqual(sorted(METHODS), sorted(SOUND))
        for method, members in SOUND.items():
            answers = ask(new_server(), request_text("x", method, members))
            self.assertEqual(len(answers), 1)
            self.assertNotIn('"error"', answers[0])

    def test_an_id_is_echoed_with_its_type(self):
        for written, echoed in [("1", "1"), ('"1"', '"1"'), ("1.0", "1"), ("-0", "0"), ('""', '""'), ("1e2", "100")]:
            text = '{"jsonrpc":"2.0","id":' + written + LISTING[LISTING.index(',"method"') :]
            [answer] = ask(new_server(), text)
            self.assertTrue(answer.startswith('{"jsonrpc":"2.0","id":' + echoed + ',"result":'), answer)

    def test_an_unexpected_error_is_answered_under_the_id_and_logged(self):
        self.with_raising_handler()
        log = []
        answers = ask(new_server(log), request_text("x", "test/raises", {}))
        self.assertEqual(answers, refused("x", -32603, INTERNAL))
        self.assertEqual(len(log), 1)
        self.assertIn("disk is gone", log[0])

    def test_after_an_unexpected_error_the_next_request_is_answered(self):
        self.with_raising_handler()
        server = new_server()
        chunk = request_text(1, "test/raises", {}) + "\n" + LISTING + "\n"
        answers = texts_of(server.receive(chunk.encode()))
        self.assertEqual(answers, refused(1, -32603, INTERNAL) + ask(new_server(), LISTING))
        self.assertEqual(ask(server, LISTING), ask(new_server(), LISTING))

    def test_an_error_of_the_protocol_is_not_logged(self):
        log = []
        server = new_server(log)
        for text in ("{", "[]", "{}", request_text(1, "no/such", {}), request_text(1, "tools/call", {"name": "x"})):
            self.assertEqual(len(ask(server, text)), 1)
        server.handle(TOO_LONG)
        self.assertEqual(log, [])

    def test_a_response_is_logged_and_not_answered(self):
        log = []
        server = new_server(log)
        self.assertEqual(ask(server, '{"jsonrpc":"2.0","id":1,"result":{}}'), [])
        self.assertEqual(len(log), 1)
        self.assertEqual(ask(server, '{"id":1,"error":null}'), [])
        self.assertEqual(len(log), 2)

    def test_a_notification_does_nothing_whatever_it_names(self):
        server = new_server()
        members = {"name": "notes_create", "arguments": {"title": "t", "body": ""}}
        text = request_text(1, "tools/call", members).replace('"id":1,', "")
        for notification in (text, listen(1).replace('"id":1,', ""), '{"method":"x"}', '{"method":""}'):
            self.assertEqual(ask(server, notification), [])
        listing = request_text(1, "resources/list", {})
        self.assertEqual(ask(server, listing), ask(new_server(), listing))
        self.assertEqual(server.end(), [])

    def test_many_lines_in_one_chunk_are_answered_one_by_one_in_their_order(self):
        texts = [request_text(number, "resources/templates/list", {}) for number in range(100)]
        texts[10:10] = ["", '{"method":"x"}']
        texts[50:50] = ["{"]
        lines = new_server().receive(("\n".join(texts) + "\n").encode())
        self.assertEqual(ids_of(lines), [*range(48), None, *range(48, 100)])
        self.assertTrue(all(line.endswith(b"}\n") and line.count(b"\n") == 1 for line in lines))

    def test_the_answers_are_the_same_however_the_bytes_come(self):
        texts = [request_text("é😀", method, members) for method, members in SOUND.items()]
        data = ("\r\n".join([*texts, "{", "[]"]) + "\n").encode()
        whole = new_server().receive(data)
        self.assertEqual(len(whole), 12)
        for size in (1, 2, 7, 1000):
            server = new_server()
            lines = [line for start in range(0, len(data), size) for line in server.receive(data[start : start + size])]
            self.assertEqual(lines, whole)

    def test_nothing_is_answered_before_its_line_ends(self):
        server = new_server()
        self.assertEqual(server.receive(LISTING.encode()), [])
        self.assertEqual(texts_of(server.receive(b"\n")), ask(new_server(), LISTING))

    def test_a_line_over_the_limit_is_answered_and_the_next_one_too(self):
        server = new_server()
        too_long = refused(None, -32600, "Invalid request: the line is longer than 4194304 bytes")
        self.assertEqual(texts_of(server.handle(TOO_LONG)), too_long)
        self.assertEqual(ask(server, "x" * 4194305), too_long)
        self.assertEqual(ask(server, LISTING + " " * (4194304 - len(LISTING))), ask(new_server(), LISTING))

    def test_the_end_answers_a_last_line_without_newline(self):
        server = new_server()
        server.receive(LISTING.encode())
        self.assertEqual(texts_of(server.end()), ask(new_server(), LISTING))
        server = new_server()
        server.receive(b'{"id":1')
        self.assertEqual(ids_of(server.end()), [None])

    def test_the_end_without_a_last_line_says_nothing(self):
        self.assertEqual(new_server().end(), [])
        server = new_server()
        server.receive((LISTING + "\n").encode())
        self.assertEqual(server.end(), [])

    def test_the_end_closes_every_open_listen_after_the_last_answer(self):
        server = new_server()
        ask(server, listen("b"))
        ask(server, listen(1))
        server.receive(LISTING.encode())
        lines = server.end()
        self.assertEqual(ids_of(lines), ["after", "b", None, 1, None])
        ended = [json.loads(line)["params"]["requestId"] for line in (lines[2], lines[4])]
        self.assertEqual(ended, ["b", 1])
        self.assertEqual(server.end(), [])

    def test_a_listen_on_the_last_line_is_acknowledged_and_closed(self):
        server = new_server()
        server.receive(listen("s").encode())
        messages = [json.loads(line) for line in server.end()]
        methods = [message.get("method", "result") for message in messages]
        self.assertEqual(methods, ["notifications/subscriptions/acknowledged", "result", "notifications/cancelled"])

    def test_a_cancelled_listen_is_silent_and_its_id_is_free(self):
        server = new_server()
        acknowledged = ask(server, listen("s"))
        in_use = refused("s", -32600, "Invalid request: id is that of a listen that is still open")
        self.assertEqual(ask(server, listen("s")), in_use)
        self.assertEqual(ask(server, cancel('"s"')), [])
        self.assertEqual(ask(server, listen("s")), acknowledged)
        self.assertEqual(ask(server, cancel('"s"')), [])
        self.assertEqual(server.end(), [])

    def test_a_cancellation_of_something_else_ends_no_listen(self):
        server = new_server()
        ask(server, listen(1))
        half = cancel('1,"x":"\\ud800"')
        other = cancel("1").replace("notifications/cancelled", "notifications/initialized")
        for text in (cancel('"1"'), cancel("2"), cancel("null"), cancel("true"), cancel("1.5"), half, other):
            self.assertEqual(ask(server, text), [])
        self.assertEqual(ids_of(server.end()), [1, None])

    def test_a_listen_is_cancelled_under_whichever_id_it_has(self):
        for request_id, written in [(1, "1.0"), (0, "-0"), ("", '""'), ("é", '"\\u00e9"')]:
            server = new_server()
            ask(server, listen(request_id))
            self.assertEqual(ask(server, cancel(written)), [])
            self.assertEqual(server.end(), [], written)

    def test_other_requests_are_answered_while_a_listen_is_open(self):
        server = new_server()
        ask(server, listen("s"))
        self.assertEqual(ask(server, LISTING), ask(new_server(), LISTING))
