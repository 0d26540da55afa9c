"""The store under load: several workers in both languages, kills, and files that fail."""

import os
import random
import stat
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from tests.workers import Worker, call_of, commands

import transcript

EACH = 500
KILLS = 200

#: Starts a command with a limit on the size of the files that it writes.
LIMITED = """import os, resource, sys
limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
os.execvp(sys.argv[2], sys.argv[2:])"""

#: With such a limit a compiled module would be cut off as well, and every later start would stumble over it.
UNCOMPILED = {"NOTES_STATE_KEY": "00" * 32, "PYTHONDONTWRITEBYTECODE": "1"}

#: Starts a command for which the permissions of files count even if the tests run as root (Linux: without
#: CAP_DAC_OVERRIDE in the bounding set).
ORDINARY = """import ctypes, os, sys
if os.geteuid() == 0:
    ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)
os.execvp(sys.argv[1], sys.argv[1:])"""


class StoreTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.commands = commands()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = Path(folder.name) / "notes.journal"

    def worker(self, name, *options, **more):
        worker = Worker(self.commands[name], self.store, *options, **more)
        self.addCleanup(worker.process.close)
        return worker

    def one_of_each(self):
        return [self.worker(name) for name in self.commands]

    def test_four_workers_write_at_once_and_nothing_is_lost_or_doubled(self):
        workers = [self.worker(name) for name in ("python", "typescript", "python", "typescript")]
        made = [[] for _ in workers]

        def write(index):
            worker = workers[index]
            worker.send(*[call_of(n, "notes_create", title=f"{index}-{n}", body="") for n in range(EACH)])
            for n in range(EACH):
                answer = worker.next()
                made[index].append((answer["id"], answer["result"]["structuredContent"]))

        threads = [threading.Thread(target=write, args=(index,)) for index in range(len(workers))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        given = {note["id"]: note["title"] for notes in made for _, note in notes}
        self.assertEqual([number for number, _ in made[0]], list(range(EACH)))
        self.assertEqual(len(given), len(workers) * EACH)
        self.assertEqual(set(given), {f"note-{n}" for n in range(1, len(workers) * EACH + 1)})
        lists = [list(worker.titles().items()) for worker in workers]
        self.assertEqual(dict(lists[0]), given)
        for other in lists[1:]:
            self.assertEqual(other, lists[0])
        self.assertEqual([worker.finish() for worker in workers], [0, 0, 0, 0])

    def test_large_records_are_read_whole_while_they_are_written(self):
        writers, readers = self.one_of_each(), self.one_of_each()
        bodies = ["🐍" * 100000, "é" * 100000]

        def write(index):
            for n in range(10):
                writers[index].call("notes_create", title=f"{index}-{n}", body=bodies[index])

        threads = [threading.Thread(target=write, args=(index,)) for index in range(2)]
        for thread in threads:
            thread.start()
        seen = [0, 0]
        while min(seen) < 20:
            for index, reader in enumerate(readers):
                note = reader.call("notes_read", id=f"note-{seen[index] + 1}")
                if not note["isError"]:
                    seen[index] += 1
                    found = note["structuredContent"]
                    self.assertEqual(found["body"], bodies[int(found["title"][0])])
        for thread in threads:
            thread.join()

    def test_a_kill_loses_nothing_that_was_acknowledged(self):
        acknowledged = {}

        def write_and_die(name, seed):
            chance = random.Random(seed)
            for kill in range(KILLS // 2):
                worker = self.worker(name, "--no-fsync" if kill % 2 else "--live")
                titles = [f"{name}-{kill}-{n}" for n in range(60)]
                worker.send(*[call_of(title, "notes_create", title=title, body="x" * 2000) for title in titles])
                due = chance.randrange(1, 50)
                while (message := worker.next()) is not None:
                    note = message["result"]["structuredContent"]
                    acknowledged[note["id"]] = note["title"]
                    due -= 1
                    if due == 0:
                        worker.process.kill()
                worker.process.close()

        # Both languages at once, so that what a kill tore is terminated by the other one, too.
        threads = [threading.Thread(target=write_and_die, args=each) for each in (("python", 1), ("typescript", 2))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertGreater(len(acknowledged), KILLS)
        lists = [worker.titles() for worker in self.one_of_each()]
        self.assertEqual(lists[0], lists[1])
        self.assertEqual({name: lists[0].get(name) for name in acknowledged}, acknowledged)

    def test_a_torn_last_line_is_read_again_and_then_skipped(self):
        seed = (transcript.FIXTURES / "samples.journal").read_bytes()
        whole = b'\n{"op":"create","title":"Whole","body":"","at":"2026-07-28T00:00:00.000Z","by":"w","n":1}\n'
        self.store.write_bytes(seed + whole[:40])
        workers = self.one_of_each()
        self.assertEqual([len(worker.titles()) for worker in workers], [3, 3])
        with self.store.open("ab") as file:
            file.write(whole[40:])
        self.assertEqual([worker.titles()["note-4"] for worker in workers], ["Whole", "Whole"])
        with self.store.open("ab") as file:
            file.write(whole[:-1].replace(b"Whole", b"Torn")[:60])
        made = [worker.call("notes_create", title=str(n), body="") for n, worker in enumerate(workers)]
        self.assertEqual([each["structuredContent"]["id"] for each in made], ["note-5", "note-6"])
        self.assertEqual([list(worker.titles().values())[3:] for worker in workers], [["Whole", "0", "1"]] * 2)

    def test_what_is_no_journal_is_refused_and_left_as_it_is(self):
        self.store.write_bytes(b"Dear diary,\n")
        pipe = self.store.with_name("pipe")
        os.mkfifo(pipe)
        text = self.store.with_name("text")
        text.write_bytes(b'{"op": "create"}\n')
        for path in (self.store, self.store.parent, Path("/dev/null"), pipe, text):
            before = path.stat()
            for name in self.commands:
                worker = Worker(self.commands[name], path)
                self.addCleanup(worker.process.close)
                self.assertEqual(worker.process.wait(), 2, path)
                self.assertIn(str(path), worker.process.stderr_tail())
            self.assertEqual((path.stat().st_size, path.stat().st_mtime_ns), (before.st_size, before.st_mtime_ns))
        self.assertEqual(self.store.read_bytes(), b"Dear diary,\n")

    def test_a_new_store_is_for_its_owner_only(self):
        for name in self.commands:
            self.store = self.store.with_name(name)
            self.worker(name).call("notes_create", title="a", body="")
            self.assertEqual(stat.S_IMODE(self.store.stat().st_mode), 0o600)
            self.assertEqual(stat.S_IMODE(Path(f"{self.store}.key").stat().st_mode), 0o600)

    def test_a_file_that_cannot_be_written_is_refused(self):
        self.store.write_bytes(b"")
        self.store.chmod(0o444)
        self.store.parent.chmod(0o755)
        for name, argv in self.commands.items():
            worker = Worker([sys.executable, "-c", ORDINARY, *argv], self.store)
            self.addCleanup(worker.process.close)
            self.assertEqual(worker.process.wait(), 2, name)
            self.assertIn("EACCES", worker.process.stderr_tail())

    def test_a_write_that_falls_short_fails_and_harms_nobody(self):
        for name, argv in self.commands.items():
            self.store = self.store.with_name(name)
            first = self.worker(name)
            first.call("notes_create", title="first", body="")
            limit = self.store.stat().st_size + 3000
            argv = [sys.executable, "-c", LIMITED, str(limit), *argv]
            limited = Worker(argv, self.store, env=UNCOMPILED)
            self.addCleanup(limited.process.close)
            answer = limited.call("notes_create", title="short", body="x" * 9000)
            self.assertTrue(answer["isError"])
            self.assertIn("may have been kept, so look first", answer["content"][0]["text"])
            self.assertEqual(self.store.stat().st_size, limit)
            answer = limited.call("notes_create", title="none", body="")
            self.assertEqual(answer["content"][0]["text"], "The store could not be written; nothing was changed")
            self.assertEqual(list(limited.titles().values()), ["first"])
            self.assertEqual(limited.finish(), 0)
            other = self.worker("python" if name == "typescript" else "typescript")
            self.assertEqual(other.call("notes_create", title="second", body="")["structuredContent"]["id"], "note-2")
            self.assertEqual(list(first.titles().values()), ["first", "second"])
