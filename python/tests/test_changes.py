"""Changes wait until they are taken, and are taken once."""

import unittest

from server.changes import Change, Changes

ONE = Change(["resourcesListChanged"], ["note-1"])
OTHER = Change([], ["note-2"])


class ChangesTest(unittest.TestCase):
    def test_there_are_none_at_the_start(self):
        changes = Changes()
        self.assertEqual((changes.take_foreign(), changes.take_own()), ([], []))

    def test_a_change_says_which_flags_and_which_notes_it_concerns(self):
        self.assertEqual((ONE.flags, ONE.note_ids), (["resourcesListChanged"], ["note-1"]))

    def test_changes_are_taken_once_and_in_their_order(self):
        changes = Changes()
        changes.add_foreign(ONE)
        changes.add_foreign(OTHER)
        self.assertEqual(changes.take_foreign(), [ONE, OTHER])
        self.assertEqual(changes.take_foreign(), [])
        changes.add_own(OTHER)
        changes.add_own(ONE)
        self.assertEqual(changes.take_own(), [OTHER, ONE])
        self.assertEqual(changes.take_own(), [])

    def test_those_of_others_and_our_own_are_kept_apart(self):
        changes = Changes()
        changes.add_foreign(ONE)
        changes.add_own(OTHER)
        self.assertEqual(changes.take_own(), [OTHER])
        self.assertEqual(changes.take_foreign(), [ONE])

    def test_what_was_taken_does_not_grow(self):
        changes = Changes()
        taken = changes.take_foreign()
        changes.add_foreign(ONE)
        self.assertEqual(taken, [])
