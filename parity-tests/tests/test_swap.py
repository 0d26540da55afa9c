"""The worker swap: what is left out and why, and that the second pass can fail."""

import json
import unittest
from pathlib import Path

from tests.support import golden
from tests.workers import commands

import swap
import transcript as transcripts
from verdict import SWAP_DIFFERS

#: How many swapped transcripts must have an answer that depends on a write of the other worker.
DEPENDENT = 40

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def request(request_id, method="tools/call", **params):
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": {"_meta": META, **params}}


def of_steps(*steps, **changes):
    return golden(steps=[*steps, {"eof": {}}], **changes)


CREATE = {"send": request(1, name="notes_create", arguments={"title": "a", "body": ""})}


class SwapTest(unittest.TestCase):
    def test_only_what_writes_is_swapped(self):
        self.assertEqual(swap.left_out(of_steps(CREATE)), "")
        self.assertEqual(swap.left_out(of_steps({"send": request(1, name="notes_read")})), swap.READS_ONLY)
        self.assertEqual(swap.left_out(of_steps({"raw": json.dumps(CREATE["send"])})), "")

    def test_what_belongs_to_one_process_is_left_out(self):
        listen = {"send": request(2, "subscriptions/listen", notifications={})}
        self.assertEqual(swap.left_out(of_steps(CREATE, listen)), swap.LISTENS)
        self.assertEqual(swap.left_out(of_steps(CREATE, server={"args": ["--legacy"]})), swap.HANDSHAKE)

    def test_later_answers_depend_on_what_the_other_worker_wrote(self):
        """Without a common store enough transcripts fail: their answers need the other worker's writes."""
        servers = commands()
        swapped = [item for item in transcripts.load_all() if swap.left_out(item) == ""]
        dependent = [item.id for item in swapped if swap.judge(item, servers, shared=False).verdict == SWAP_DIFFERS]
        self.assertGreaterEqual(len(dependent), DEPENDENT, dependent)


class SeedTest(unittest.TestCase):
    def test_the_seed_holds_the_samples(self):
        lines = [json.loads(line) for line in Path(swap.SEED).read_text(encoding="utf-8").splitlines() if line]
        self.assertEqual([line["title"] for line in lines], ["Welcome to notes", "Shopping list", "Ideas 💡"])
