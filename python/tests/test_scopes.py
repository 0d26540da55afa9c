"""Scopes: what is granted, and what a server without one does not show."""

import unittest

from server.completion import completion_complete
from server.errors import ToolFailure
from server.prompts import prompts_get, prompts_list
from server.resources import resources_list, resources_read
from server.scopes import DEFAULT_SCOPES, SCOPES, is_granted, readable_notes, require_scope
from server.tools import tools_call, tools_list
from tests.support import NOW_TEXT, created, granted, ids_of, new_state, refusal_of, result_of

#: A call of each tool, with the scope that it needs.
CALLS = [
    ("notes_list", {}, "read"),
    ("notes_read", {"id": "note-1"}, "read"),
    ("notes_search", {"query": "x"}, "read"),
    ("notes_create", {"title": "t", "body": ""}, "write"),
    ("notes_import", {"notes": [{"title": "t", "body": ""}]}, "write"),
    ("notes_update", {"id": "note-1", "title": "t"}, "write"),
]
ABLE = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}


def call(state, name, arguments):
    """Gives the result of a call."""
    return result_of(tools_call, state, {"name": name, "arguments": arguments})


class ScopesTest(unittest.TestCase):
    def test_there_are_three_scopes_and_deleting_has_to_be_asked_for(self):
        self.assertEqual((SCOPES, sorted(DEFAULT_SCOPES)), (["delete", "read", "write"], ["read", "write"]))

    def test_what_is_not_granted_is_refused_by_name(self):
        for scope in SCOPES:
            state = granted([scope])
            self.assertEqual([each for each in SCOPES if is_granted(state, each)], [scope])
            require_scope(state, scope)
            with self.assertRaises(ToolFailure) as caught:
                require_scope(granted([other for other in SCOPES if other != scope]), scope)
            expected = "This needs the scope " + scope + ", which this server was not granted"
            self.assertEqual(caught.exception.sentence, expected)

    def test_each_tool_needs_its_scope_and_no_other(self):
        for name, arguments, scope in CALLS:
            others = [other for other in SCOPES if other != scope]
            result = call(granted(others), name, arguments)
            words = "This needs the scope " + scope + ", which this server was not granted"
            self.assertEqual((result["isError"], result["content"][0]["text"]), (True, words))
            if name != "notes_import":
                self.assertFalse(call(granted([scope]), name, arguments)["isError"], name)

    def test_a_tool_without_its_scope_changes_nothing(self):
        state = granted(["read", "delete"])
        for name, arguments, scope in CALLS:
            if scope == "write":
                call(state, name, arguments)
        self.assertEqual(state.notes.page(0, 9), new_state().notes.page(0, 9))

    def test_deleting_needs_its_scope_before_it_asks(self):
        params = {"name": "notes_delete", "arguments": {"id": "note-1"}}
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", **ABLE}
        result = result_of(tools_call, granted(["read", "write"]), {**params, "_meta": meta})
        words = "This needs the scope delete, which this server was not granted"
        self.assertEqual((result["isError"], result["content"][0]["text"]), (True, words))

    def test_the_schema_comes_before_the_scope_and_the_scope_before_the_note(self):
        result = call(granted([]), "notes_read", {"id": 1.0})
        self.assertEqual(result["content"][0]["text"], "Argument id must be a string")
        result = call(granted([]), "notes_read", {"id": "note-9"})
        self.assertTrue(result["content"][0]["text"].startswith("This needs the scope read"))

    def test_lists_of_tools_and_prompts_stay_whole(self):
        for handler in (tools_list, prompts_list):
            self.assertEqual(result_of(handler, granted([]), {}), result_of(handler, new_state(), {}))

    def test_without_read_there_are_no_notes_to_see(self):
        state = granted(["write", "delete"], created(60))
        self.assertEqual(ids_of(readable_notes(state).page(0, 9)[0]), [])
        self.assertEqual(result_of(resources_list, state, {})["resources"], [])
        missing = [-32602, "Invalid params: resource not found: notes://note-1", {"uri": "notes://note-1"}]
        self.assertEqual(refusal_of(resources_read, state, {"uri": "notes://note-1"}), missing)
        params = {"name": "review_note", "arguments": {"note_id": "note-1"}}
        missing = [-32602, "Invalid params: note not found: note-1", None]
        self.assertEqual(refusal_of(prompts_get, state, params), missing)
        [message] = result_of(prompts_get, state, {"name": "summarize_notes"})["messages"]
        self.assertEqual(message["content"]["text"], "There are no notes. Say so.")

    def test_without_read_nothing_is_completed_and_no_note_can_be_named(self):
        state = granted(["write"])
        argument = {"argument": {"name": "note_id", "value": ""}}
        params = {"ref": {"type": "ref/prompt", "name": "review_note"}, **argument}
        found = result_of(completion_complete, state, params)
        self.assertEqual(found["completion"], {"values": [], "total": 0, "hasMore": False})
        params = {"ref": {"type": "ref/resource", "uri": "notes://note-1"}, **argument}
        expected = [-32602, "Invalid params: unknown resource or template notes://note-1", None]
        self.assertEqual(refusal_of(completion_complete, state, params), expected)

    def test_without_read_a_cursor_is_none_of_this_list(self):
        cursor = result_of(resources_list, new_state(created(60)), {})["nextCursor"]
        expected = [-32602, "Invalid params: cursor is none of this list; start again without one", None]
        self.assertEqual(refusal_of(resources_list, granted(["write"], created(60)), {"cursor": cursor}), expected)

    def test_a_tool_with_its_scope_gives_its_whole_answer(self):
        note = call(granted(["write"]), "notes_update", {"id": "note-2", "tag": "x"})["structuredContent"]
        self.assertEqual((note["body"], note["updatedAt"]), ("- coffee\n- bread\n- Käse\n", NOW_TEXT))
