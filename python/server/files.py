"""The files that main opens: the store, which all workers share, and the key beside it.

Besides main this is the only place that touches the world outside; what stands in the files is the journal's affair.
"""

import errno
import os
import re
import stat

_KEY = re.compile("[0-9a-f]{64}")


class Unusable(Exception):
    """Says why a file cannot be used and what to do about it."""


class StoreFile:
    """An open store: bytes at a position, and appends that are on the disk when they count."""

    def __init__(self, descriptor, fsync, log):
        """Takes an open descriptor, whether every append is forced to the disk, and a log (text)."""
        self._descriptor = descriptor
        self._fsync = fsync
        self._log = log

    def size(self):
        """Gives the size in bytes."""
        return os.fstat(self._descriptor).st_size

    def read(self, position, count):
        """Gives up to count bytes from a position on; none at the end."""
        return os.pread(self._descriptor, count, position)

    def append(self, data):
        """Writes the bytes at the end, in one write, and gives how many were taken; 0 if none."""
        try:
            return os.write(self._descriptor, data)
        except OSError as fault:
            self._log("the store could not be written: " + name_of(fault))
            return 0

    def sync(self):
        """Forces what was written to the disk and tells whether that worked."""
        try:
            if self._fsync:
                os.fsync(self._descriptor)
            return True
        except OSError as fault:
            self._log("the store could not be forced to the disk: " + name_of(fault))
            return False


def open_store(path, fsync, log):
    """Opens the store at a path, made if there is none (mode 0600); raises Unusable."""
    try:
        _refuse_irregular("the store " + path, path, "name a file, or a path where none is yet")
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        if fsync and os.fstat(descriptor).st_size == 0:
            _sync_folder(path)
        return StoreFile(descriptor, fsync, log)
    except OSError as fault:
        raise Unusable("the store " + path + " cannot be opened for reading and writing: " + name_of(fault)) from None


def shared_key(path, fresh, token, log):
    """Gives the key in the file at a path; if there is none, a fresh one is put there (mode 0600); raises Unusable."""
    try:
        if not os.path.exists(path):
            _publish(path, fresh, token)
        _refuse_irregular("the key file " + path, path, "remove it, or set NOTES_STATE_KEY to do without it")
        with open(path, "rb") as file:
            text = file.read(66).decode("latin-1")
        if stat.S_IMODE(os.stat(path).st_mode) & 0o077 != 0:
            log("the key file " + path + " can be read by others; its mode should be 0600")
    except OSError as fault:
        advice = "; set NOTES_STATE_KEY to do without it"
        raise Unusable("the key file " + path + " cannot be read or made: " + name_of(fault) + advice) from None
    key = text.removesuffix("\n")
    if _KEY.fullmatch(key) is None:
        raise Unusable("the key file " + path + " must hold 64 lower-case hex digits; delete it to have a new one made")
    return key


def name_of(fault):
    """Gives the symbol of an error of the system, such as ENOSPC."""
    return errno.errorcode.get(fault.errno, "")


def _refuse_irregular(what, path, advice):
    # A pipe or a device must not even be opened: that alone can wait, or rewind a tape.
    if os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode):
        raise Unusable(what + " is not a regular file; " + advice)


def _publish(path, text, token):
    # The file must never be seen half written, so it is made under another name; the first of several workers wins.
    draft = path + "." + token
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        try:
            rest = (text + "\n").encode("ascii")
            while len(rest) > 0:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)


def _sync_folder(path):
    folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
