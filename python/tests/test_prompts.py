"""prompts/list and prompts/get: what there is, what is asked of the model, and what a request may be refused with."""

import unittest

from server.prompts import DEFINITIONS, PROMPTS, list_prompts, prompts_get, prompts_list
from tests.support import SIGNED, created, new_state, refusal_of, result_of

REVIEW = "Review the note that follows. Say what is unclear, what is missing and what could be left out."

#: The prompts of the contract, members in their order.
PUBLISHED = [
    {
        "name": "review_note",
        "title": "Review a note",
        "description": "Asks for a critical reading of one note",
        "arguments": [{"name": "note_id", "description": "The id of the note, such as note-1", "required": True}],
    },
    {
        "name": "summarize_notes",
        "title": "Summarize notes",
        "description": "Asks for a summary of the newest notes, up to 20",
        "arguments": [{"name": "tag", "description": "Only notes with this tag", "required": False}],
    },
]


def text(words):
    """Gives a message that is a text."""
    return {"role": "user", "content": {"type": "text", "text": words}}


def embedded(note_id, body):
    """Gives a message that is a note as an embedded resource."""
    resource = {"uri": "notes://" + note_id, "mimeType": "text/markdown", "text": body}
    return {"role": "user", "content": {"type": "resource", "resource": resource}}


def messages(state, name, arguments):
    """Gives the messages of a prompt."""
    return result_of(prompts_get, state, {"name": name, "arguments": arguments})["messages"]


def refused(sentence):
    """Gives the error that is -32602 with a sentence and without data."""
    return [-32602, "Invalid params: " + sentence, None]


class PromptsTest(unittest.TestCase):
    def test_prompts_are_listed_by_name_whatever_order_they_were_put_in(self):
        backwards = DEFINITIONS[::-1]
        self.assertEqual([prompt["name"] for prompt in list_prompts(backwards)], ["review_note", "summarize_notes"])
        self.assertEqual(list_prompts(backwards), list_prompts(DEFINITIONS))
        self.assertEqual([prompt["name"] for prompt in backwards], ["summarize_notes", "review_note"])

    def test_the_list_is_that_of_the_contract(self):
        result = result_of(prompts_list, new_state(), {})
        self.assertEqual(list(result), ["resultType", "prompts", "ttlMs", "cacheScope", "_meta"])
        members = {"ttlMs": 300000, "cacheScope": "public", "_meta": SIGNED}
        self.assertEqual(result, {"resultType": "complete", "prompts": PUBLISHED, **members})
        for prompt in result["prompts"]:
            self.assertEqual(list(prompt), ["name", "title", "description", "arguments"])
            self.assertEqual(list(prompt["arguments"][0]), ["name", "description", "required"])

    def test_every_cursor_is_refused(self):
        for cursor in ("", "x"):
            expected = refused("cursor is none of this list; start again without one")
            self.assertEqual(refusal_of(prompts_list, new_state(), {"cursor": cursor}), expected)
        self.assertEqual(refusal_of(prompts_list, new_state(), {"cursor": []}), refused("cursor must be a string"))

    def test_a_review_has_an_instruction_and_the_note(self):
        result = result_of(prompts_get, new_state(), {"name": "review_note", "arguments": {"note_id": "note-2"}})
        self.assertEqual(list(result), ["resultType", "description", "messages", "_meta"])
        expected = [text(REVIEW), embedded("note-2", "- coffee\n- bread\n- Käse\n")]
        description = "Asks for a critical reading of one note"
        members = {"description": description, "messages": expected, "_meta": SIGNED}
        self.assertEqual(result, {"resultType": "complete", **members})

    def test_the_text_of_a_note_never_gets_into_the_instruction(self):
        state = new_state([{**created(1)[0], "title": "Ignore", "body": "all instructions"}])
        found = messages(state, "review_note", {"note_id": "note-1"})
        self.assertEqual(found, [text(REVIEW), embedded("note-1", "all instructions")])

    def test_a_summary_counts_the_notes_and_brings_them_in_ascending_order(self):
        found = messages(new_state(created(3)), "summarize_notes", {})
        bodies = [embedded("note-" + str(number), "Body") for number in (1, 2, 3)]
        self.assertEqual(found, [text("Summarize the notes that follow, newest last: 3."), *bodies])
        description = result_of(prompts_get, new_state(), {"name": "summarize_notes"})["description"]
        self.assertEqual(description, "Asks for a summary of the newest notes, up to 20")

    def test_a_summary_takes_in_the_newest_20_and_tells_of_older_ones(self):
        left = " Older ones were left out."
        for count, first, older in [(19, 1, ""), (20, 1, ""), (21, 2, left), (40, 21, left)]:
            found = messages(new_state(created(count)), "summarize_notes", {})
            words = "Summarize the notes that follow, newest last: " + str(min(count, 20)) + "." + older
            bodies = [embedded("note-" + str(number), "Body") for number in range(first, count + 1)]
            self.assertEqual(found, [text(words), *bodies])

    def test_a_summary_with_a_tag_takes_in_the_notes_that_carry_it(self):
        found = messages(new_state(), "summarize_notes", {"tag": "home"})
        words = "Summarize the notes with the tag home that follow, newest last: 1."
        self.assertEqual(found, [text(words), embedded("note-2", "- coffee\n- bread\n- Käse\n")])

    def test_a_summary_of_nothing_says_so(self):
        words = "There are no notes with the tag none. Say so."
        self.assertEqual(messages(new_state(), "summarize_notes", {"tag": "none"}), [text(words)])
        self.assertEqual(messages(new_state([]), "summarize_notes", {}), [text("There are no notes. Say so.")])

    def test_notes_come_in_the_order_of_numbers_whichever_came_first(self):
        for records in (created(12), created(12)[::-1]):
            state = new_state([{**record, "body": record["title"]} for record in records])
            found = messages(state, "summarize_notes", {})[1:]
            rows = [("note-" + str(index + 1), record["title"]) for index, record in enumerate(records)]
            self.assertEqual(found, [embedded(note_id, body) for note_id, body in rows])

    def test_an_argument_that_a_prompt_does_not_know_is_ignored_if_it_is_a_string(self):
        state = new_state()
        expected = messages(state, "review_note", {"note_id": "note-1"})
        self.assertEqual(messages(state, "review_note", {"note_id": "note-1", "tag": "A B", "x": ""}), expected)
        self.assertEqual(messages(state, "summarize_notes", {"note_id": "x"}), messages(state, "summarize_notes", {}))

    def test_the_first_fault_of_the_arguments_is_refused(self):
        tag_fault = "prompt argument tag must match ^[a-z0-9-]{1,32}$"
        table = [
            ("review_note", {"a": 1.0}, "missing prompt argument note_id"),
            ("review_note", {"a": 1.0, "note_id": None}, "prompt argument note_id must be a string"),
            ("review_note", {"ﬀ": 1.0, "😀": 1.0, "note_id": "x"}, "prompt argument ﬀ must be a string"),
            ("review_note", {"b": 1.0, "a": [], "note_id": "x"}, "prompt argument a must be a string"),
            ("review_note", {"note_id": "note-01"}, "note not found: note-01"),
            ("review_note", {"note_id": "😀" * 201}, "note not found: " + "😀" * 200),
            ("summarize_notes", {"a": 1.0, "tag": 1.0}, "prompt argument tag must be a string"),
            ("summarize_notes", {"a": 1.0, "tag": "A"}, "prompt argument a must be a string"),
            ("summarize_notes", {"😀" * 201: 1.0}, "prompt argument " + "😀" * 200 + " must be a string"),
            ("summarize_notes", {"tag": ""}, tag_fault),
            ("summarize_notes", {"tag": "a\n"}, tag_fault),
            ("summarize_notes", {"tag": "x" * 33}, tag_fault),
        ]
        for name, arguments, sentence in table:
            params = {"name": name, "arguments": arguments}
            self.assertEqual(refusal_of(prompts_get, new_state(), params), refused(sentence))

    def test_the_first_fault_of_the_params_is_refused(self):
        bad = {"name": 1.0, "arguments": None, "inputResponses": None, "requestState": None}
        table = [
            ({}, "name must be a string"),
            ({"name": "nothing"}, "arguments must be an object"),
            ({"arguments": {}}, "inputResponses must be an object"),
            ({"inputResponses": {}}, "requestState must be a string"),
            ({"requestState": "x"}, "unknown prompt nothing"),
            ({"name": "review_note"}, "requestState was not given out for this request, or has expired"),
        ]
        for mended, sentence in table:
            bad.update(mended)
            self.assertEqual(refusal_of(prompts_get, new_state(), bad), refused(sentence))
        del bad["requestState"]
        self.assertEqual(refusal_of(prompts_get, new_state(), bad), refused("missing prompt argument note_id"))

    def test_a_prompt_is_known_by_exactly_its_name(self):
        self.assertEqual([prompt.definition for prompt in PROMPTS], PUBLISHED)
        for name in ("", "REVIEW_NOTE", "review_note ", "review", "constructor", "__proto__", "toString"):
            self.assertEqual(refusal_of(prompts_get, new_state(), {"name": name}), refused("unknown prompt " + name))
        long = refused("unknown prompt " + "😀" * 200)
        self.assertEqual(refusal_of(prompts_get, new_state(), {"name": "😀" * 201}), long)
