"""completion/complete: ids for whatever takes one, nothing for the rest."""

import unittest

from server.completion import completion_complete
from tests.support import SIGNED, created, new_state, refusal_of, result_of

PROMPT = {"type": "ref/prompt", "name": "review_note"}
TEMPLATE = {"type": "ref/resource", "uri": "notes://{id}"}
NOTHING = {"values": [], "total": 0, "hasMore": False}


def completed(state, reference, name, value):
    """Gives the completion of one argument."""
    params = {"ref": reference, "argument": {"name": name, "value": value}}
    return result_of(completion_complete, state, params)["completion"]


class CompletionTest(unittest.TestCase):
    def test_the_answer_is_complete_and_not_to_be_kept(self):
        params = {"ref": PROMPT, "argument": {"name": "note_id", "value": "note-2"}}
        result = result_of(completion_complete, new_state(), params)
        self.assertEqual(list(result), ["resultType", "completion", "_meta"])
        self.assertEqual(list(result["completion"]), ["values", "total", "hasMore"])
        completion = {"values": ["note-2"], "total": 1, "hasMore": False}
        self.assertEqual(result, {"resultType": "complete", "completion": completion, "_meta": SIGNED})

    def test_ids_that_begin_with_the_value_come_in_the_order_of_creation(self):
        state = new_state(created(12))
        for reference, name in [(PROMPT, "note_id"), (TEMPLATE, "id")]:
            table = [
                ("note-1", ["note-1", "note-10", "note-11", "note-12"]),
                ("", ["note-" + str(number) for number in range(1, 13)]),
                ("note-12", ["note-12"]),
                ("note-13", []),
                ("NOTE", []),
                ("ote", []),
                ("note.", []),
            ]
            for value, values in table:
                expected = {"values": values, "total": len(values), "hasMore": False}
                self.assertEqual(completed(state, reference, name, value), expected)

    def test_at_most_100_values_come_and_the_total_counts_all(self):
        for count, given, more in [(99, 99, False), (100, 100, False), (101, 100, True), (250, 100, True)]:
            values = ["note-" + str(number) for number in range(1, given + 1)]
            found = completed(new_state(created(count)), TEMPLATE, "id", "note-")
            self.assertEqual(found, {"values": values, "total": count, "hasMore": more})

    def test_ids_come_in_the_order_of_numbers_whichever_note_came_first(self):
        expected = completed(new_state(created(12)), PROMPT, "note_id", "")
        self.assertEqual(completed(new_state(created(12)[::-1]), PROMPT, "note_id", ""), expected)

    def test_any_other_argument_of_a_known_reference_gets_nothing(self):
        table = [
            (PROMPT, "id"),
            (PROMPT, "NOTE_ID"),
            (PROMPT, ""),
            (TEMPLATE, "note_id"),
            ({"type": "ref/prompt", "name": "summarize_notes"}, "tag"),
            ({"type": "ref/prompt", "name": "summarize_notes"}, "note_id"),
            ({"type": "ref/resource", "uri": "notes://note-1"}, "id"),
            (PROMPT, "constructor"),
        ]
        for reference, name in table:
            self.assertEqual(completed(new_state(), reference, name, ""), NOTHING, name)

    def test_a_reference_to_nothing_is_refused(self):
        for name in ("", "REVIEW_NOTE", "notes_read", "constructor", "notes://{id}"):
            params = {"ref": {"type": "ref/prompt", "name": name}, "argument": {"name": "note_id", "value": ""}}
            expected = [-32602, "Invalid params: unknown prompt " + name, None]
            self.assertEqual(refusal_of(completion_complete, new_state(), params), expected)
        for uri in ("", "notes://", "notes://note-4", "notes://{ID}", "file://x", "review_note", "😀" * 201):
            params = {"ref": {"type": "ref/resource", "uri": uri}, "argument": {"name": "id", "value": ""}}
            cut = "😀" * 200 if uri.startswith("😀") else uri
            expected = [-32602, "Invalid params: unknown resource or template " + cut, None]
            self.assertEqual(refusal_of(completion_complete, new_state(), params), expected)

    def test_the_first_fault_of_the_params_is_refused(self):
        bad = {"argument": None, "context": None}
        table = [
            ({}, "ref must be an object"),
            ({"ref": []}, "ref must be an object"),
            ({"ref": {}}, "ref.type must be a string"),
            ({"ref": {"type": "ref/tool"}}, "ref.type must be ref/prompt or ref/resource"),
            ({"ref": {"type": "ref/prompt", "uri": "x"}}, "ref.name must be a string"),
            ({"ref": {"type": "ref/resource", "name": "x"}}, "ref.uri must be a string"),
            ({"ref": {"type": "ref/prompt", "name": "x"}}, "argument must be an object"),
            ({"argument": {"value": 1.0}}, "argument.name must be a string"),
            ({"argument": {"name": "note_id", "value": 1.0}}, "argument.value must be a string"),
            ({"argument": {"name": "note_id", "value": ""}}, "context must be an object"),
            ({"context": {"arguments": None}}, "context.arguments must be an object"),
            ({"context": {"arguments": {"b": 1.0, "a": 1.0}}}, "context.arguments.a must be a string"),
            ({"context": {"arguments": {"😀": 1.0, "ﬀ": 1.0}}}, "context.arguments.ﬀ must be a string"),
            ({"context": {"arguments": {"a": "x"}}}, "unknown prompt x"),
            ({"ref": {"type": "ref/resource", "uri": "x"}}, "unknown resource or template x"),
        ]
        for mended, sentence in table:
            bad.update(mended)
            expected = [-32602, "Invalid params: " + sentence, None]
            self.assertEqual(refusal_of(completion_complete, new_state(), bad), expected)
        bad["ref"] = PROMPT
        self.assertEqual(result_of(completion_complete, new_state(), bad)["completion"]["total"], 3)

    def test_the_context_changes_nothing(self):
        params = {"ref": TEMPLATE, "argument": {"name": "id", "value": "note-3"}}
        expected = {"values": ["note-3"], "total": 1, "hasMore": False}
        for context in ({}, {"arguments": {}}, {"arguments": {"id": "note-1"}, "more": 1.0}):
            result = result_of(completion_complete, new_state(), {**params, "context": context})
            self.assertEqual(result["completion"], expected)
