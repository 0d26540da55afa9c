"""tools/list and tools/call: what is published, what a call may be refused with, and the form of each answer."""

import json
import unittest

from server.canonical import canonical
from server.catalog import Catalog
from server.context import State, World
from server.notes import SAMPLES, Notes
from server.schema import fault_of
from server.scopes import SCOPES
from server.subscriptions import Listens
from server.tools import list_tools, tools_call, tools_list
from server.toolset import DEFINITIONS
from tests.support import NOW_TEXT, PLAIN, SIGNED, created, new_state, refusal_of, result_of

NAMES = ["notes_create", "notes_delete", "notes_import", "notes_list", "notes_read", "notes_search", "notes_update"]

#: Calls that succeed, some of them at the edges of the schemas.
SUCCESSES = [
    ("notes_create", {"title": "t", "body": ""}),
    ("notes_create", {"title": "💡" * 200, "body": 'line\n"quoted"\t\\ \u0000 \u2028 é', "tag": "x" * 32}),
    ("notes_list", {}),
    ("notes_list", {"limit": 1.0}),
    ("notes_list", {"tag": "none"}),
    ("notes_read", {"id": "note-1"}),
    ("notes_read", {"id": "note-3"}),
    ("notes_search", {"query": "o"}),
    ("notes_search", {"query": "o", "limit": 1.0}),
    ("notes_search", {"query": "nowhere"}),
    ("notes_update", {"id": "note-1"}),
    ("notes_update", {"id": "note-1", "title": "Grüße", "body": "", "tag": None}),
    ("notes_update", {"id": "note-3", "tag": "x"}),
]


def call(state, name, arguments):
    """Gives the result of a call."""
    return result_of(tools_call, state, {"name": name, "arguments": arguments})


def published():
    """Gives the tools by their names, as tools/list gives them to a client."""
    return {tool["name"]: tool for tool in result_of(tools_list, new_state(), {})["tools"]}


def keywords_in(schema):
    """Gives the keywords of a schema and of all that stand in it."""
    found = set(schema)
    for inner in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
        found |= keywords_in(inner)
    return found


class ToolsTest(unittest.TestCase):
    def test_tools_are_listed_by_name_whatever_order_they_were_put_in(self):
        backwards = DEFINITIONS[::-1]
        self.assertEqual([tool["name"] for tool in list_tools(backwards)], NAMES)
        self.assertEqual(list_tools(backwards), list_tools(DEFINITIONS))
        self.assertEqual([tool["name"] for tool in backwards], NAMES[::-1])
        self.assertEqual(list_tools([]), [])

    def test_the_list_is_complete_cacheable_and_public(self):
        result = result_of(tools_list, new_state(), {})
        self.assertEqual(list(result), ["resultType", "tools", "ttlMs", "cacheScope", "_meta"])
        self.assertEqual([tool["name"] for tool in result["tools"]], NAMES)
        rest = {name: value for name, value in result.items() if name != "tools"}
        expected = {"resultType": "complete", "ttlMs": 300000, "cacheScope": "public", "_meta": SIGNED}
        self.assertEqual(rest, expected)

    def test_each_tool_has_the_members_and_the_hints_of_the_contract(self):
        hints = {name: (True, False, True) for name in ("notes_list", "notes_read", "notes_search")}
        hints |= {"notes_create": (False, False, False), "notes_update": (False, False, True)}
        hints |= {"notes_import": (False, False, False), "notes_delete": (False, True, True)}
        for name, tool in published().items():
            members = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"]
            self.assertEqual(list(tool), members)
            reads, destroys, repeats = hints[name]
            expected = {"readOnlyHint": reads, "destructiveHint": destroys, "idempotentHint": repeats}
            self.assertEqual(tool["annotations"], {**expected, "openWorldHint": False})

    def test_the_published_schemas_use_only_keywords_that_are_applied_or_explain(self):
        known = {"type", "required", "properties", "additionalProperties", "items", "minLength", "maxLength"}
        known |= {"minItems", "maxItems", "pattern", "minimum", "maximum", "default", "description"}
        for name, tool in published().items():
            for schema in (tool["inputSchema"], tool["outputSchema"]):
                self.assertEqual(keywords_in(schema) - known, set(), name)

    def test_every_cursor_is_refused(self):
        unknown = "Invalid params: cursor is none of this list; start again without one"
        for cursor in ("", "x", "bm90ZXNfbGlzdDox"):
            self.assertEqual(refusal_of(tools_list, new_state(), {"cursor": cursor}), [-32602, unknown, None])
        expected = [-32602, "Invalid params: cursor must be a string", None]
        self.assertEqual(refusal_of(tools_list, new_state(), {"cursor": None}), expected)

    def test_every_success_conforms_to_the_published_output_schema(self):
        tools = published()
        for name, arguments in SUCCESSES:
            result = call(new_state(), name, arguments)
            self.assertIs(result["isError"], False, (name, arguments))
            self.assertEqual(fault_of(tools[name]["outputSchema"], result["structuredContent"]), "")
            self.assertNotEqual(fault_of(tools[name]["outputSchema"], {}), "")

    def test_the_text_of_a_success_is_the_canonical_form_of_its_structured_content(self):
        for name, arguments in SUCCESSES:
            result = call(new_state(), name, arguments)
            text = result["content"][0]["text"]
            self.assertEqual(result["content"][0], {"type": "text", "text": canonical(result["structuredContent"])})
            self.assertEqual(json.loads(text), result["structuredContent"])
        result = call(new_state(), "notes_create", {"title": "é", "body": "", "tag": "x"})
        start = '{"body":"","createdAt":"2026-07-28T00:00:00.000Z","id":"note-4","tag":"x","title":"é",'
        self.assertEqual(result["content"][0]["text"], start + '"updatedAt":"2026-07-28T00:00:00.000Z"}')

    def test_the_members_of_a_success_stand_in_their_order(self):
        for name, arguments in SUCCESSES:
            result = call(new_state(), name, arguments)
            self.assertEqual(list(result), ["resultType", "content", "structuredContent", "isError", "_meta"])
            self.assertEqual((result["resultType"], result["_meta"]), ("complete", SIGNED))

    def test_a_link_follows_where_a_note_was_made_or_changed_and_nowhere_else(self):
        for name, arguments in SUCCESSES:
            result = call(new_state(), name, arguments)
            links = []
            if name in ("notes_create", "notes_update"):
                note = result["structuredContent"]
                members = {"uri": "notes://" + note["id"], "name": note["id"], "title": note["title"]}
                links = [{"type": "resource_link", **members, "mimeType": "text/markdown"}]
            self.assertEqual(result["content"][1:], links, (name, arguments))

    def test_a_failure_is_one_sentence_for_the_model(self):
        missing = "Note not found: note-9; notes_list shows the ids there are"
        table = [
            ("notes_create", {}, "Missing required argument title"),
            ("notes_create", {"title": "", "body": ""}, "Argument title must have at least 1 character"),
            ("notes_list", {"limit": 101.0}, "Argument limit must be at most 100"),
            ("notes_list", {"cursor": "x"}, "Argument cursor is none of this list; start again without one"),
            ("notes_read", {"id": "note-9"}, missing),
            ("notes_search", {"query": "x", "q": 1.0}, "Unknown argument q"),
            ("notes_update", {"id": "note-9"}, missing),
            ("notes_update", {"id": "note-9", "tag": "A"}, "Argument tag must match ^[a-z0-9-]{1,32}$"),
        ]
        for name, arguments, sentence in table:
            result = call(new_state(), name, arguments)
            self.assertEqual(list(result), ["resultType", "content", "isError", "_meta"])
            content = [{"type": "text", "text": sentence}]
            expected = {"resultType": "complete", "content": content, "isError": True, "_meta": SIGNED}
            self.assertEqual(result, expected)

    def test_the_first_fault_of_the_params_is_refused(self):
        bad = {"name": 1.0, "arguments": None, "inputResponses": None, "requestState": None}
        table = [
            ({}, "name must be a string"),
            ({"name": "nothing"}, "arguments must be an object"),
            ({"arguments": {}}, "inputResponses must be an object"),
            ({"inputResponses": {}}, "requestState must be a string"),
            ({"requestState": "x"}, "unknown tool nothing"),
            ({"name": "notes_create"}, "requestState was not given out for this request, or has expired"),
        ]
        for mended, sentence in table:
            bad.update(mended)
            expected = [-32602, "Invalid params: " + sentence, None]
            self.assertEqual(refusal_of(tools_call, new_state(), bad), expected)
        del bad["requestState"]
        self.assertIs(result_of(tools_call, new_state(), bad)["isError"], True)

    def test_absent_arguments_are_empty_ones_and_answers_to_no_question_are_ignored(self):
        params = {"name": "notes_list", "inputResponses": {"a": {"action": "accept"}}}
        self.assertEqual(result_of(tools_call, new_state(), params), call(new_state(), "notes_list", {}))

    def test_a_tool_is_known_by_exactly_its_name(self):
        for name in ("", "NOTES_READ", "notes_read ", "notes_rea", "constructor", "__proto__", "toString", "keys"):
            expected = [-32602, "Invalid params: unknown tool " + name, None]
            self.assertEqual(refusal_of(tools_call, new_state(), {"name": name}), expected)
        long = [-32602, "Invalid params: unknown tool " + "😀" * 200, None]
        self.assertEqual(refusal_of(tools_call, new_state(), {"name": "😀" * 201}), long)

    def test_notes_are_listed_and_found_by_number_whichever_came_first(self):
        expected = ["note-" + str(number) for number in range(1, 13)]
        for records in (created(12), created(12)[::-1]):
            for name, arguments in (("notes_list", {}), ("notes_search", {"query": "body"})):
                notes = call(new_state(records), name, arguments)["structuredContent"]["notes"]
                self.assertEqual([note["id"] for note in notes], expected)
                self.assertEqual([note["title"] for note in notes], [record["title"] for record in records])

    def test_what_a_tool_wrote_is_there_for_the_next_call(self):
        state = new_state()
        made = call(state, "notes_create", {"title": "t", "body": "b"})["structuredContent"]
        changed = call(state, "notes_update", {"id": made["id"], "body": "c"})["structuredContent"]
        self.assertEqual(changed, {**made, "body": "c", "updatedAt": NOW_TEXT})
        self.assertEqual(call(state, "notes_read", {"id": "note-4"})["structuredContent"], changed)

    def test_a_fault_of_the_server_is_not_told_as_a_failure_of_the_tool(self):
        def broken():
            raise OSError("no clock")

        world = World(broken, SCOPES, "", b"", lambda text: None)
        state = State(world, Notes(SAMPLES), Listens(), Catalog(PLAIN), PLAIN)
        with self.assertRaisesRegex(OSError, "no clock"):
            call(state, "notes_create", {"title": "t", "body": "b"})
        self.assertEqual(state.notes.next_number(), 4)
