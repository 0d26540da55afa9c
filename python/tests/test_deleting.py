"""notes_delete: it asks, and deletes after a yes and nothing else."""

import unittest

from server.messages import encode
from server.tools import tools_call
from tests.support import NOW_TEXT, SIGNED, able, error_of, granted, new_state, read_back

ELICIT = {"elicitation": {}}
YES = {"action": "accept", "content": {"confirm": True}}
QUESTION = (
    '{"confirm":{"method":"elicitation/create","params":{"mode":"form","message":"Delete note-2 (Shopping list)? '
    'It cannot be brought back.","requestedSchema":{"type":"object","properties":{"confirm":{"type":"boolean",'
    '"title":"Delete the note","description":"Only a ticked box deletes it"}},"required":["confirm"]}}}}'
)


def call(state, members, note_id="note-2", capabilities=ELICIT):
    """Gives the result of a call that brings these members."""
    params = {"name": "notes_delete", "arguments": {"id": note_id}, **members}
    return read_back(tools_call(state, able(capabilities, params)))


def answered(state, answer, note_id="note-2"):
    """Asks, and gives the result of the retry with this answer."""
    given = call(state, {}, note_id)["requestState"]
    return call(state, {"requestState": given, "inputResponses": {"confirm": answer}}, note_id)


class DeletingTest(unittest.TestCase):
    def check_asks(self, result):
        """Checks that a result asks whether note-2 is to go."""
        self.assertEqual(list(result), ["resultType", "inputRequests", "requestState", "_meta"])
        self.assertEqual((result["resultType"], result["_meta"]), ("input_required", SIGNED))
        self.assertEqual(encode(result["inputRequests"]), QUESTION)

    def check_fails(self, result, sentence):
        """Checks that a result is a failure with this sentence."""
        self.assertEqual((result["isError"], result["content"][0]["text"]), (True, sentence))

    def test_it_asks_first_and_keeps_the_note_meanwhile(self):
        state = new_state()
        self.check_asks(call(state, {}))
        self.assertIsNotNone(state.notes.find("note-2"))

    def test_a_yes_deletes_the_note_and_no_other(self):
        state = new_state()
        result = answered(state, YES)
        self.assertEqual(result["content"], [{"type": "text", "text": '{"deleted":true,"id":"note-2"}'}])
        self.assertEqual(list(result["structuredContent"].items()), [("id", "note-2"), ("deleted", True)])
        self.assertFalse(result["isError"])
        self.assertEqual(state.notes.ids(""), ["note-1", "note-3"])

    def test_any_form_of_no_keeps_it_and_says_which_it_was(self):
        box = {"action": "accept", "content": {"confirm": False}}
        table = [(box, "the box was not ticked"), ({"action": "decline"}, "the user declined")]
        table += [({"action": "cancel", "content": {"confirm": True}}, "the user did not decide")]
        for answer, reason in table:
            state = new_state()
            result = answered(state, answer)
            members = [("id", "note-2"), ("deleted", False), ("reason", reason)]
            self.assertEqual((list(result["structuredContent"].items()), result["isError"]), (members, False))
            self.assertEqual(state.notes.ids(""), ["note-1", "note-2", "note-3"])

    def test_what_is_neither_yes_nor_no_is_asked_again(self):
        contents = [{}, {"confirm": "true"}, {"confirm": 1.0}, {"Confirm": True}, {"confirm": ["x"]}]
        for answer in [{"action": "accept"}, *[{"action": "accept", "content": each} for each in contents]]:
            state = new_state()
            self.check_asks(answered(state, answer))
            self.assertIsNotNone(state.notes.find("note-2"), answer)

    def test_answers_without_a_state_are_asked_again(self):
        state = new_state()
        self.check_asks(call(state, {"inputResponses": {"confirm": YES}}))
        self.check_asks(call(state, {"inputResponses": {"other": YES}}))
        self.assertIsNotNone(state.notes.find("note-2"))

    def test_other_answers_and_other_fields_are_ignored(self):
        state = new_state()
        given = call(state, {})["requestState"]
        answer = {"action": "accept", "content": {"confirm": True, "more": "x"}, "_meta": {}}
        result = call(state, {"requestState": given, "inputResponses": {"other": 1.0, "confirm": answer}})
        self.assertTrue(result["structuredContent"]["deleted"])

    def test_a_state_for_one_note_deletes_no_other(self):
        state = new_state()
        given = call(state, {}, "note-1")["requestState"]
        members = {"requestState": given, "inputResponses": {"confirm": YES}}
        expected = [-32602, "Invalid params: requestState was not given out for this request, or has expired", None]
        self.assertEqual(error_of(lambda: call(state, members, "note-2")), expected)
        self.assertEqual(state.notes.ids(""), ["note-1", "note-2", "note-3"])

    def test_the_same_state_used_twice_finds_no_note(self):
        state = new_state()
        members = {"requestState": call(state, {})["requestState"], "inputResponses": {"confirm": YES}}
        call(state, members)
        missing = "Note not found: note-2; notes_list shows the ids there are"
        self.check_fails(call(state, members), missing)

    def test_a_note_that_is_not_there_is_not_asked_about(self):
        self.check_fails(call(new_state(), {}, "note-9"), "Note not found: note-9; notes_list shows the ids there are")

    def test_a_note_that_another_process_deleted_meanwhile_is_not_found(self):
        state = new_state()
        given = call(state, {})["requestState"]
        append = state.notes.append

        def late(record):
            state.notes.fold({"op": "delete", "id": "note-2", "at": NOW_TEXT})
            return append(record)

        state.notes.append = late
        result = call(state, {"requestState": given, "inputResponses": {"confirm": YES}})
        self.check_fails(result, "Note not found: note-2; notes_list shows the ids there are")

    def test_the_record_of_a_deletion_holds_the_id_and_the_time(self):
        state = new_state()
        records = []
        state.notes.append = lambda record: records.append(record) or ["note-2"]
        answered(state, YES)
        text = '{"op":"delete","id":"note-2","at":"' + NOW_TEXT + '"}'
        self.assertEqual([encode(record) for record in records], [text])

    def test_a_number_is_not_given_again(self):
        state = new_state()
        answered(state, YES, "note-3")
        params = {"name": "notes_create", "arguments": {"title": "t", "body": ""}}
        self.assertEqual(read_back(tools_call(state, able({}, params)))["structuredContent"]["id"], "note-4")

    def test_a_client_that_cannot_be_asked_is_refused_whatever_the_arguments(self):
        data = {"requiredCapabilities": {"elicitation": {"form": {}}}}
        expected = [-32021, "Missing required client capability: elicitation.form", data]
        for capabilities in ({}, {"elicitation": {"url": {}}}, {"sampling": {}}):
            for note_id in ("note-2", "note-9", 1.0):
                self.assertEqual(error_of(lambda: call(new_state(), {}, note_id, capabilities)), expected)
        self.assertEqual(error_of(lambda: call(granted(["read"]), {}, "note-2", {})), expected)
        self.check_asks(call(new_state(), {}, "note-2", {"elicitation": {"form": {}, "url": {}}}))

    def test_the_schema_comes_before_the_question(self):
        self.check_fails(call(new_state(), {}, 1.0), "Argument id must be a string")
