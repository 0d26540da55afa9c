"""The real program with a store, a key, and others beside it."""

import json
import os
import stat
import tempfile
import threading
import unittest
from pathlib import Path

from tests.child import DEADLINE, KEY, heard, run, send, start
from tests.support import CREATING, META, cancelling, importing, request_text

ABLE = {**META, "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}
LISTING = request_text("after", "tools/list", {})
RESPONSE = '{"jsonrpc":"2.0","id":1,"result":{}}'
LISTEN = request_text("s", "subscriptions/listen", {"notifications": {"resourcesListChanged": True}})
NO_KEY = "NOTES_STATE_KEY is not set: no other process will accept the confirmations that this one asks for"
BAD_KEY = " must hold 64 lower-case hex digits; delete it to have a new one made"

#: The environment without a key.
KEYLESS = {"NOTES_STATE_KEY": None}

#: Runs what follows it under a limit of one block for each file that it writes.
LIMITED = ["/bin/sh", "-c", 'ulimit -f 1 && exec "$@"', "sh"]


def creating(body):
    """Gives the text of a request that makes a note with this body."""
    return request_text("c", "tools/call", {"name": "notes_create", "arguments": {"title": "t", "body": body}})


def deleting(members):
    """Gives the text of a request that deletes note-1, or asks whether it is to go."""
    call = {"name": "notes_delete", "arguments": {"id": "note-1"}, "_meta": ABLE}
    return request_text("d", "tools/call", {**call, **members})


def said(output):
    """Gives the answers of tools: what each of them says."""
    return [json.loads(line)["result"]["content"][0]["text"] for line in output.splitlines()]


class MainStoreTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = str(self.folder / "notes")

    def check_mistake(self, arguments, words, changes=None):
        """Checks that the program says one line and exits with 2."""
        self.assertEqual(run(arguments, LISTING, changes), (2, "", "notes-server: " + words + "\n"))

    def names(self):
        """Gives the names of all files."""
        return sorted(os.listdir(self.folder))

    def test_a_store_is_made_for_its_owner_alone_and_keeps_the_notes(self):
        code, output, errors = run(["--store", self.path], creating("one") + "\n" + creating("two") + "\n")
        self.assertEqual((code, errors, self.names()), (0, "", ["notes"]))
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        records = [json.loads(line) for line in Path(self.path).read_text().split("\n\n")]
        self.assertEqual([(each["body"], each["n"]) for each in records], [("one", 1), ("two", 2)])
        listing = request_text(1, "resources/list", {})
        output = run(["--store", self.path, "--no-fsync"], listing)[1]
        self.assertEqual([each["name"] for each in json.loads(output)["result"]["resources"]], ["note-1", "note-2"])

    def test_each_process_writes_under_a_name_of_its_own(self):
        for _ in range(2):
            run(["--store", self.path], CREATING)
        writers = {json.loads(line)["by"] for line in Path(self.path).read_text().split() if line}
        self.assertEqual(len(writers), 2)

    def test_a_mistake_exits_with_2_and_makes_no_file(self):
        see = "; --help shows the options there are"
        self.check_mistake(["--store", self.path, "--nothing"], "unknown option --nothing" + see)
        self.check_mistake(["--no-fsync"], "--no-fsync says how a store is written; give --store too" + see)
        words = "NOTES_SCOPES must be a comma list of delete, read, write; it has 'all'"
        self.check_mistake(["--store", self.path], words, {"NOTES_SCOPES": "all"})
        words = "NOTES_STATE_KEY must be 64 lower-case hex digits"
        self.check_mistake(["--store", self.path], words, {"NOTES_STATE_KEY": KEY.upper()})
        self.assertEqual(self.names(), [])

    def test_what_cannot_be_a_store_exits_with_2_and_stays_as_it_was(self):
        Path(self.path).write_bytes(b"# my notes\n")
        words = " is no journal of notes and was left as it is; name another file"
        self.check_mistake(["--store", self.path], "the store " + self.path + words)
        self.assertEqual(Path(self.path).read_bytes(), b"# my notes\n")
        folder = str(self.folder)
        words = " is not a regular file; name a file, or a path where none is yet"
        self.check_mistake(["--store", folder], "the store " + folder + words)
        path = self.path + "/x"
        words = " cannot be opened for reading and writing: ENOTDIR"
        self.check_mistake(["--store", path], "the store " + path + words)
        self.assertEqual(self.names(), ["notes"])

    def test_without_a_key_and_a_store_a_line_says_that_confirmations_are_good_here_only(self):
        self.assertEqual(run([], "", KEYLESS), (0, "", "notes-server: " + NO_KEY + "\n"))
        for arguments in (["--help"], ["--version"], ["--demo"]):
            self.assertEqual(run(arguments, "", KEYLESS)[2], "")

    def test_without_a_key_a_store_has_one_beside_it_which_all_its_servers_use(self):
        changes = {**KEYLESS, "NOTES_SCOPES": "delete,write"}
        code, output, errors = run(["--store", self.path], CREATING + "\n" + deleting({}) + "\n", changes)
        self.assertEqual((code, errors, self.names()), (0, "", ["notes", "notes.key"]))
        self.assertEqual(stat.S_IMODE(os.stat(self.path + ".key").st_mode), 0o600)
        self.assertRegex(Path(self.path + ".key").read_text(), "^[0-9a-f]{64}\n$")
        state = json.loads(output.splitlines()[1])["result"]["requestState"]
        answer = {"confirm": {"action": "accept", "content": {"confirm": True}}}
        retry = deleting({"requestState": state, "inputResponses": answer})
        code, output, errors = run(["--store", self.path], retry, changes)
        self.assertEqual((code, said(output), errors), (0, ['{"deleted":true,"id":"note-1"}'], ""))

    def test_of_many_that_make_a_key_at_the_same_time_one_wins(self):
        run(["--store", self.path], CREATING)
        changes = {**KEYLESS, "NOTES_SCOPES": "delete"}
        rivals = [start(self, ["--store", self.path], changes) for _ in range(5)]
        for child in rivals:
            send(child, deleting({}))
        states = [heard(child)["result"]["requestState"] for child in rivals]
        self.assertEqual(self.names(), ["notes", "notes.key"])
        for state in states:
            send(rivals[0], deleting({"requestState": state, "inputResponses": {"confirm": {"action": "decline"}}}))
            self.assertEqual(heard(rivals[0])["result"]["structuredContent"]["reason"], "the user declined")

    def test_a_key_file_that_others_can_read_is_told_and_a_bad_one_exits_with_2(self):
        key = Path(self.path + ".key")
        key.write_text(KEY + "\n")
        os.chmod(key, 0o644)
        words = "notes-server: the key file " + str(key) + " can be read by others; its mode should be 0600\n"
        self.assertEqual(run(["--store", self.path], "", KEYLESS), (0, "", words))
        key.write_text("no key\n")
        os.chmod(key, 0o600)
        self.check_mistake(["--store", self.path], "the key file " + str(key) + BAD_KEY, KEYLESS)
        self.assertEqual(key.read_text(), "no key\n")

    def test_a_line_of_the_store_that_is_no_record_is_skipped_with_a_word(self):
        Path(self.path).write_bytes(b'{"op":"create","tit\n')
        code, output, errors = run(["--store", self.path], CREATING)
        self.assertEqual((code, json.loads(output)["result"]["structuredContent"]["id"]), (0, "note-1"))
        self.assertEqual(errors, "notes-server: skipped a line of the store that is no record, at byte 0\n")

    def test_beyond_the_largest_size_of_a_file_a_tool_fails_and_the_server_goes_on(self):
        # What the interpreter keeps for the next run would be cut at the limit as well.
        child = start(self, ["--store", self.path], {"PYTHONDONTWRITEBYTECODE": "1"}, LIMITED)
        heard_of = []
        for text in (creating("small"), creating("x" * 4000), creating("small"), creating("small")):
            send(child, text)
            heard_of.append(heard(child)["result"]["content"][0]["text"])
        self.assertIn('"id":"note-1"', heard_of[0])
        half = "The store failed while it was written; the change may have been kept, so look first"
        self.assertEqual(heard_of[1:], [half] + ["The store could not be written; nothing was changed"] * 2)
        child.stdin.close()
        self.assertEqual(child.wait(DEADLINE), 0)
        self.assertIn("the store could not be written: EFBIG", child.stderr.read().decode())

    def test_an_import_is_called_off_by_what_is_written_while_it_runs(self):
        child = start(self, ["--store", self.path])
        # More answers than any pipe holds keep the import from ending before it can be called off.
        listings = "\n".join([LISTING] * 180)
        send(child, listings + "\n" + importing(501))
        self.assertEqual(heard(child)["id"], "after")
        send(child, cancelling('"i"', ',"reason":"enough"') + "\n" + CREATING)
        for _ in range(179):
            self.assertEqual(heard(child)["id"], "after")
        self.assertEqual(heard(child)["params"], {"progressToken": "p", "progress": 500, "total": 501})
        answer = heard(child)
        self.assertEqual((answer["id"], answer["result"]["structuredContent"]["id"]), ("c", "note-1"))
        child.stdin.close()
        rest = (child.wait(DEADLINE), child.stdout.read(), child.stderr.read().decode())
        self.assertEqual(rest, (0, b"", "notes-server: the client cancelled: enough\n"))

    def test_who_listens_hears_of_what_another_process_writes(self):
        listener = start(self, ["--store", self.path, "--live"])
        send(listener, LISTEN)
        self.assertEqual(heard(listener)["params"]["notifications"], {"resourcesListChanged": True})
        writer = start(self, ["--store", self.path])
        send(writer, CREATING)
        self.assertEqual(heard(writer)["id"], "c")
        # Nothing is sent to the listener any more: it has to look by itself.
        self.assertEqual(heard(listener)["method"], "notifications/resources/list_changed")
        listener.stdin.close()
        self.assertEqual((listener.wait(DEADLINE), listener.stderr.read()), (0, b""))

    def test_who_listens_and_is_never_silent_hears_of_it_as_well(self):
        listener, writer = start(self, ["--store", self.path, "--live"]), start(self, ["--store", self.path])
        send(listener, LISTEN)
        heard(listener)
        is_told = threading.Event()
        chatter = threading.Thread(target=self.chatter, args=(listener, is_told))
        chatter.start()
        send(writer, CREATING)
        self.assertEqual(heard(writer)["id"], "c")
        self.assertEqual(heard(listener)["method"], "notifications/resources/list_changed")
        self.assertTrue(chatter.is_alive())
        is_told.set()
        chatter.join()

    def chatter(self, child, is_told):
        """Sends blank lines to a child, for five seconds or until it has told; no two are 100 ms apart."""
        for _ in range(250):
            if not is_told.wait(0.02):
                send(child, "")

    def test_a_stream_that_was_closed_is_not_mistaken_for_the_store(self):
        for closed in ("1>&-", "2>&-"):
            child = start(self, ["--store", self.path], {}, ["/bin/sh", "-c", 'exec "$@" ' + closed, "sh"])
            send(child, RESPONSE)
            send(child, CREATING)
            child.stdin.close()
            self.assertEqual(child.wait(DEADLINE), 0, closed)
        child = start(self, ["--store", self.path], {}, ["/bin/sh", "-c", 'exec "$@" 0<&-', "sh"])
        self.assertEqual((child.wait(DEADLINE), child.stdout.read(), child.stderr.read()), (0, b"", b""))
        with open(self.path, encoding="utf-8") as file:
            self.assertEqual([json.loads(line)["op"] for line in file if line != "\n"], ["create", "create"])

    def test_who_does_not_listen_sees_it_with_the_next_request(self):
        one, other = start(self, ["--store", self.path]), start(self, ["--store", self.path])
        for child, note_id in ((one, "note-1"), (other, "note-2"), (one, "note-3")):
            send(child, CREATING)
            self.assertEqual(heard(child)["result"]["structuredContent"]["id"], note_id)
        send(other, request_text("r", "resources/read", {"uri": "notes://note-3"}))
        self.assertEqual(heard(other)["result"]["contents"][0]["uri"], "notes://note-3")

    def test_the_optional_parts_are_on_if_their_options_are_given(self):
        code, output, errors = run(["--live", "--everything", "--legacy"], request_text("x", "server/discover", {}))
        offered = json.loads(output)["result"]["capabilities"]
        self.assertEqual((code, errors, offered["resources"]["subscribe"], "logging" in offered), (0, "", True, True))
        params = {"protocolVersion": "x", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
        text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
        self.assertEqual(json.loads(run(["--legacy"], text)[1])["result"]["protocolVersion"], "2025-11-25")
