"""The store and its key as real files, in a folder of their own."""

import errno
import os
import stat
import tempfile
import unittest
from pathlib import Path

from server.files import StoreFile, Unusable, name_of, open_store, shared_key

KEY = "0123456789abcdef" * 4
OTHER = "f" * 64


def mode_of(path):
    """Gives the mode of a file."""
    return stat.S_IMODE(os.stat(path).st_mode)


class FilesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = str(self.folder / "notes.journal")
        self.log = []

    def open(self, path=None, fsync=True):
        """Opens the store, and closes it with the test."""
        return open_store(self.path if path is None else path, fsync, self.log.append)

    def check_unusable(self, call, words):
        """Checks that a call says that a file cannot be used, with these words behind its name."""
        with self.assertRaises(Unusable) as caught:
            call()
        self.assertEqual(str(caught.exception), words)

    def test_a_store_that_is_not_there_is_made_for_its_owner_alone(self):
        old = os.umask(0)
        self.addCleanup(os.umask, old)
        self.assertEqual(self.open().size(), 0)
        self.assertEqual((mode_of(self.path), os.listdir(self.folder)), (0o600, ["notes.journal"]))

    def test_a_store_that_is_there_stays_as_it_is(self):
        Path(self.path).write_bytes(b"\n{}\n")
        os.chmod(self.path, 0o640)
        file = self.open()
        self.assertEqual((file.size(), file.read(0, 9), mode_of(self.path)), (4, b"\n{}\n", 0o640))

    def test_bytes_are_read_at_any_position_and_none_at_the_end(self):
        Path(self.path).write_bytes(b"abcdef")
        file = self.open()
        table = [(0, 6, b"abcdef"), (2, 3, b"cde"), (4, 9, b"ef"), (6, 1, b""), (9, 1, b"")]
        for position, count, expected in table:
            self.assertEqual(file.read(position, count), expected)

    def test_appends_go_to_the_end_whoever_else_writes(self):
        one, other = self.open(), self.open(fsync=False)
        self.assertEqual([one.append(b"ab"), other.append(b"cde"), one.append(b"f")], [2, 3, 1])
        self.assertEqual((Path(self.path).read_bytes(), one.size(), other.size()), (b"abcdef", 6, 6))
        self.assertEqual([one.sync(), other.sync(), self.log], [True, True, []])

    def test_a_link_to_a_file_is_that_file(self):
        os.symlink("elsewhere", self.path)
        self.open().append(b"x")
        self.assertEqual((self.folder / "elsewhere").read_bytes(), b"x")

    def test_what_is_no_regular_file_is_not_even_opened(self):
        os.mkfifo(self.folder / "pipe")
        for path in (str(self.folder), str(self.folder / "pipe"), "/dev/null"):
            words = "the store " + path + " is not a regular file; name a file, or a path where none is yet"
            self.check_unusable(lambda: self.open(path), words)

    def test_a_store_that_cannot_be_opened_is_told_with_the_reason(self):
        Path(self.path).write_bytes(b"")
        nowhere = str(self.folder / "no" / "where")
        table = [(nowhere, "ENOENT"), (self.path + "/x", "ENOTDIR"), ("x" * 300, "ENAMETOOLONG")]
        for path, reason in table:
            words = "the store " + path + " cannot be opened for reading and writing: " + reason
            self.check_unusable(lambda: self.open(path), words)

    def test_a_write_that_fails_takes_nothing_and_is_logged(self):
        Path(self.path).write_bytes(b"abc")
        descriptor = os.open(self.path, os.O_RDONLY)
        self.addCleanup(os.close, descriptor)
        self.assertEqual(StoreFile(descriptor, True, self.log.append).append(b"x"), 0)
        self.assertEqual(self.log, ["the store could not be written: EBADF"])
        self.assertEqual(Path(self.path).read_bytes(), b"abc")

    def test_a_sync_that_fails_is_logged_unless_none_is_wanted(self):
        reading, writing = os.pipe()
        self.addCleanup(os.close, reading)
        self.addCleanup(os.close, writing)
        self.assertTrue(StoreFile(writing, False, self.log.append).sync())
        self.assertEqual(self.log, [])
        self.assertFalse(StoreFile(writing, True, self.log.append).sync())
        self.assertEqual(self.log, ["the store could not be forced to the disk: EINVAL"])

    def test_a_key_is_made_once_for_its_owner_alone_and_used_from_then_on(self):
        old = os.umask(0)
        self.addCleanup(os.umask, old)
        self.assertEqual(shared_key(self.path, KEY, "a", self.log.append), KEY)
        self.assertEqual((Path(self.path).read_bytes(), mode_of(self.path)), (KEY.encode() + b"\n", 0o600))
        self.assertEqual(shared_key(self.path, OTHER, "b", self.log.append), KEY)
        self.assertEqual((os.listdir(self.folder), self.log), (["notes.journal"], []))

    def test_a_key_that_a_rival_put_there_first_is_not_replaced_and_no_draft_is_left(self):
        # A link to nowhere is nothing to look at, but it takes the name.
        os.symlink("nowhere", self.path)
        advice = "; set NOTES_STATE_KEY to do without it"
        words = "the key file " + self.path + " cannot be read or made: ENOENT" + advice
        self.check_unusable(lambda: shared_key(self.path, KEY, "a", self.log.append), words)
        self.assertEqual(os.listdir(self.folder), ["notes.journal"])

    def test_a_key_may_stand_with_or_without_a_newline(self):
        for text in (KEY, KEY + "\n"):
            Path(self.path).write_text(text)
            os.chmod(self.path, 0o600)
            self.assertEqual(shared_key(self.path, OTHER, "a", self.log.append), KEY)

    def test_a_file_that_holds_no_key_is_refused_and_left_as_it_was(self):
        words = "the key file " + self.path + " must hold 64 lower-case hex digits; delete it to have a new one made"
        for text in ("", "\n", KEY[1:], KEY + "0", KEY.upper(), KEY + "\n\n", KEY + "\r\n", " " + KEY[1:], "é" * 64):
            Path(self.path).write_bytes(text.encode())
            self.check_unusable(lambda: shared_key(self.path, OTHER, "a", self.log.append), words)
            self.assertEqual(Path(self.path).read_bytes(), text.encode())

    def test_a_key_that_others_can_read_is_used_with_a_warning(self):
        Path(self.path).write_text(KEY)
        for mode in (0o640, 0o604, 0o660):
            os.chmod(self.path, mode)
            self.log.clear()
            self.assertEqual(shared_key(self.path, OTHER, "a", self.log.append), KEY)
            words = "the key file " + self.path + " can be read by others; its mode should be 0600"
            self.assertEqual(self.log, [words])

    def test_a_key_that_cannot_be_read_or_made_is_told_with_a_way_out(self):
        advice = "set NOTES_STATE_KEY to do without it"
        reasons = {
            str(self.folder): "is not a regular file; remove it, or ",
            str(self.folder / "no" / "where"): "cannot be read or made: ENOENT; ",
        }
        for path, reason in reasons.items():
            words = "the key file " + path + " " + reason + advice
            self.check_unusable(lambda: shared_key(path, KEY, "a", self.log.append), words)
        self.assertEqual(os.listdir(self.folder), [])

    def test_an_error_of_the_system_has_a_name(self):
        self.assertEqual(name_of(OSError(errno.ENOSPC, "any words")), "ENOSPC")
