"""What a tool answers comes to the caller as it is."""

import unittest

from tests.harness.support import DISCOVERS, Scripted, connected, folder, lists_tools, tool, when

BLOCKS = [
    {"type": "text", "text": "é\u2028"},
    {"type": "image", "data": "AA==", "mimeType": "image/png"},
    {"type": "audio", "data": "AA==", "mimeType": "audio/wav"},
    {"type": "resource_link", "uri": "x:1", "name": "one"},
    {"type": "resource", "resource": {"uri": "x:1", "blob": "AA=="}},
    {"type": "of-tomorrow", "unknown": {"a": [1, None]}},
]


def answers(**members):
    """Gives a rule that answers one call."""
    return when("tools/call", {"result": {"resultType": "complete", **members}}, times=1)


class ResultsTest(unittest.TestCase):
    def test_blocks_structured_content_and_the_kind_of_failure_arrive(self):
        """Covers: content.client-accepts-all, tools.iserror-default"""
        with folder() as place:
            peer = Scripted(
                place,
                DISCOVERS,
                lists_tools(tool("t")),
                answers(content=BLOCKS),
                answers(content=[], structuredContent=None, isError=False),
                answers(content=[], structuredContent={"error": "x"}, isError=True),
                answers(structuredContent=[0]),
            )
            with connected(one=peer) as harness:
                first, second, third, fourth = (harness.call_tool("t", timeout=20) for _ in range(4))
        self.assertEqual((first.content, first.structured, first.is_error), (BLOCKS, None, False))
        self.assertNotIn("structuredContent", first.raw)
        self.assertEqual((second.structured, second.is_error), (None, False))
        self.assertIn("structuredContent", second.raw)
        self.assertEqual((third.structured, third.is_error), ({"error": "x"}, True))
        self.assertEqual((fourth.content, fourth.structured), ([], [0]))
