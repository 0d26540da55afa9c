"""The harness against both servers on one store: a delete confirmed, an import followed, a change of the other heard."""

import queue
import tempfile
import unittest
from pathlib import Path

from tests.workers import ENV, commands

from harness.harness import Harness
from harness.transport import StdioTransport

SECONDS = 60


class HarnessTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.asked = []
        self.harness = Harness(collision="prefix-all", handlers={"elicitation/create": self.confirm})
        self.addCleanup(self.harness.close)
        for name, (command, *arguments) in commands().items():
            options = ["--store", str(Path(folder.name) / "notes.journal"), "--live"]
            self.harness.add_server(name, StdioTransport(command, [*arguments, *options], cwd="..", env=ENV))
        self.harness.connect(timeout=SECONDS)

    def confirm(self, request, *_more):
        self.asked.append(request)
        return {"action": "accept", "content": {"confirm": True}}

    def test_a_delete_is_confirmed_and_an_import_followed(self):
        for name in ("python", "typescript"):
            seen = queue.SimpleQueue()
            notes = [{"title": f"{name} {number}", "body": ""} for number in range(1001)]
            tool = f"{name}__notes_import"
            made = self.harness.call_tool(tool, {"notes": notes}, on_progress=seen.put, timeout=SECONDS)
            self.assertEqual([seen.get(timeout=SECONDS)["progress"] for _ in range(3)], [500, 1000, 1001])
            last = made.structured["lastId"]
            gone = self.harness.call_tool(f"{name}__notes_delete", {"id": last}, timeout=SECONDS)
            self.assertEqual(gone.structured, {"id": last, "deleted": True})
            self.assertEqual(gone.rounds, 2)
        self.assertEqual(len(self.asked), 2)

    def test_a_change_of_the_other_server_is_heard(self):
        for listener, writer in (("python", "typescript"), ("typescript", "python")):
            heard = self.harness.listen(peers=[listener], resources=True, timeout=SECONDS)
            self.assertEqual(heard.next(SECONDS)["event"], "acknowledged")
            self.harness.call_tool(f"{writer}__notes_create", {"title": "news", "body": ""}, timeout=SECONDS)
            event = heard.next(SECONDS)
            self.assertEqual((event["peer"], event["event"], event["list"]), (listener, "list_changed", "resources"))
            heard.close()
