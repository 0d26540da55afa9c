"""Properties that hold for every input, looked for by hypothesis; skipped where it is not installed."""

import json
import math
import unittest

try:
    from hypothesis import given, settings
    from hypothesis import strategies as some
except ImportError as fault:
    raise unittest.SkipTest("hypothesis is not installed") from fault

from server.canonical import canonical, format_number
from server.context import Modes, World
from server.decode import NotJson, decode_line
from server.dispatch import Server
from server.lines import LineBuffer
from server.notes import SAMPLES, Notes
from server.routing import METHODS

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=150)
settings.load_profile("steady")

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}

TEXTS = some.text(some.characters(exclude_categories=["Cs"]), max_size=20)
SCALARS = some.none() | some.booleans() | some.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = some.recursive(
    SCALARS | some.integers(-(2**60), 2**60),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)
NAMES = some.sampled_from(
    ["name", "arguments", "uri", "cursor", "ref", "argument", "notifications", "requestState", "context", "id", "title"]
) | TEXTS
PARAMS = some.dictionaries(NAMES, VALUES, max_size=5)
TOOL_CALLS = some.fixed_dictionaries(
    {
        "name": some.sampled_from(["notes_create", "notes_list", "notes_read", "notes_search", "notes_update", "nope"]),
        "arguments": some.dictionaries(
            some.sampled_from(["id", "title", "body", "tag", "limit", "cursor", "query", "__proto__"]), VALUES, max_size=4
        ),
    }
)
IDS = some.integers(-3, 3) | some.sampled_from([1.0, -0.0, 1.5, None, True, "1", "", [], {}, 2**53, "\ud800"])
METHOD_NAMES = some.sampled_from([*METHODS, "initialize", "ping", "notifications/cancelled", "toString"]) | TEXTS


@some.composite
def messages(draw):
    """A message that is mostly sound, so that most of them get past the first checks."""
    params = draw(PARAMS | TOOL_CALLS)
    if draw(some.integers(0, 9)) > 0:
        params = {**params, "_meta": {**META, **draw(some.dictionaries(TEXTS, VALUES, max_size=1))}}
    message = {"jsonrpc": "2.0", "method": draw(METHOD_NAMES), "params": params}
    if draw(some.integers(0, 4)) > 0:
        message["id"] = draw(IDS)
    if draw(some.integers(0, 9)) == 0:
        message[draw(some.sampled_from(["jsonrpc", "method", "params", "result"]))] = draw(VALUES)
    return message


def line_of(message):
    """Writes a message as a client would."""
    return json.dumps(message).encode("utf-8")


NOISE = some.binary(max_size=60).map(lambda data: data.replace(b"\n", b""))
LINES = messages().map(line_of) | VALUES.map(line_of) | NOISE


def server():
    """Gives a server whose clock stands still."""
    return Server(World(lambda: 0, [], "", bytes(32), lambda text: None), Notes(SAMPLES), Modes())


class PropertiesTest(unittest.TestCase):
    @given(VALUES)
    def test_canonical_text_reads_back_to_the_same_canonical_text(self, value):
        text = canonical(value)
        self.assertEqual(canonical(decode_line(text.encode("utf-8"))), text)

    @given(some.dictionaries(TEXTS, SCALARS, max_size=6), some.randoms(use_true_random=False))
    def test_canonical_text_does_not_depend_on_the_order_of_members(self, value, random):
        names = list(value)
        random.shuffle(names)
        self.assertEqual(canonical({name: value[name] for name in names}), canonical(value))

    @given(some.floats(allow_nan=False, allow_infinity=False))
    def test_a_number_reads_back_to_the_same_double(self, number):
        self.assertEqual(float(format_number(number)), number)
        self.assertTrue(math.isfinite(float(format_number(number))))

    @given(some.lists(LINES, max_size=6))
    def test_handle_never_raises_and_writes_whole_messages_only(self, lines):
        one = server()
        for line in lines:
            self.check_answers(line, one.handle(line))
        for answer in one.end():
            self.check_message(answer)

    @given(messages())
    def test_a_notification_is_never_answered(self, message):
        message.pop("id", None)
        message["method"] = str(message.get("method"))
        self.assertEqual(server().handle(line_of(message)), [])

    @given(some.lists(LINES, max_size=4), some.integers(1, 9))
    def test_answers_do_not_depend_on_how_the_bytes_are_divided(self, lines, size):
        data = b"".join(line + b"\n" for line in lines)
        whole, divided = server(), server()
        expected = whole.receive(data) + whole.end()
        answers = []
        for start in range(0, len(data), size):
            answers.extend(divided.receive(data[start : start + size]))
        self.assertEqual(answers + divided.end(), expected)

    @given(some.binary(max_size=200), some.integers(1, 9))
    def test_the_line_reader_loses_and_adds_nothing(self, data, size):
        buffer = LineBuffer()
        lines = []
        for start in range(0, len(data), size):
            lines.extend(buffer.feed(data[start : start + size]))
        self.assertEqual(b"\n".join(lines + (buffer.end() or [b""])), data)

    def check_answers(self, line, answers):
        self.assertLessEqual(len(answers), 1)
        for answer in answers:
            self.check_message(answer)
        try:
            message = decode_line(line)
        except NotJson:
            return
        if isinstance(message, dict) and "id" not in message and isinstance(message.get("method"), str):
            self.assertEqual(answers, [])

    def check_message(self, answer):
        self.assertEqual(answer.count(b"\n"), 1)
        self.assertTrue(answer.endswith(b"\n"))
        message = decode_line(answer[:-1])
        self.assertEqual(message["jsonrpc"], "2.0")
        self.assertFalse("method" in message and "id" in message, "a request")
        self.assertEqual("method" in message, "result" not in message and "error" not in message)
        self.assertFalse("result" in message and "error" in message)
