"""The schemas of arguments and results: that they are well made and say what the contract says."""

import unittest

from server.notes import SAMPLES, Notes
from server.schema import fault_of
from server.schemas import (
    CREATE_INPUT,
    DELETE_INPUT,
    DELETE_OUTPUT,
    IMPORT_INPUT,
    IMPORT_OUTPUT,
    LIST_INPUT,
    LIST_OUTPUT,
    NOTE_OUTPUT,
    READ_INPUT,
    SEARCH_INPUT,
    SEARCH_OUTPUT,
    UPDATE_INPUT,
    is_tag,
)

INPUTS = [CREATE_INPUT, DELETE_INPUT, IMPORT_INPUT, LIST_INPUT, READ_INPUT, SEARCH_INPUT, UPDATE_INPUT]
OUTPUTS = [DELETE_OUTPUT, IMPORT_OUTPUT, NOTE_OUTPUT, LIST_OUTPUT, SEARCH_OUTPUT]

#: The keywords of the contract, section 10.
KEYWORDS = ["type", "required", "properties", "additionalProperties", "items", "minItems", "maxItems"]
KEYWORDS += ["minLength", "maxLength", "pattern", "minimum", "maximum", "default", "description"]

TAG_FAULT = "Argument tag must match ^[a-z0-9-]{1,32}$"
NOTE = {"title": "t", "body": "b"}


def schemas_in(schema):
    """Gives a schema and all that stand in it."""
    found = [schema]
    for inner in schema.get("properties", {}).values():
        found.extend(schemas_in(inner))
    if "items" in schema:
        found.extend(schemas_in(schema["items"]))
    return found


def all_schemas():
    """Gives every schema there is, the inner ones as well."""
    return [inner for schema in INPUTS + OUTPUTS for inner in schemas_in(schema)]


def without(value, name):
    """Gives an object without one of its members."""
    return {other: item for other, item in value.items() if other != name}


class SchemasTest(unittest.TestCase):
    def check(self, schema, rows):
        """Checks rows of a value and the sentence that is to come."""
        for value, sentence in rows:
            self.assertEqual(fault_of(schema, value), sentence)

    def test_only_keywords_of_the_contract_are_used(self):
        used = {name for schema in all_schemas() for name in schema}
        self.assertEqual(sorted(used), sorted(KEYWORDS))

    def test_every_object_is_closed_and_requires_only_what_it_has(self):
        objects = [schema for schema in all_schemas() if schema["type"] == "object"]
        self.assertEqual(len(objects), 15)
        for schema in objects:
            self.assertIs(schema["additionalProperties"], False)
            self.assertEqual([name for name in schema["required"] if name not in schema["properties"]], [])

    def test_every_property_is_described(self):
        for schema in all_schemas():
            for name, inner in schema.get("properties", {}).items():
                self.assertGreater(len(inner["description"]), 0, name)

    def test_a_default_is_a_value_that_its_schema_takes(self):
        defaults = [schema for schema in all_schemas() if "default" in schema]
        self.assertEqual([schema["default"] for schema in defaults], [50, 20])
        for schema in defaults:
            self.assertEqual(fault_of(schema, schema["default"]), "")

    def test_properties_stand_in_the_order_of_the_contract(self):
        self.assertEqual(list(CREATE_INPUT["properties"]), ["title", "body", "tag"])
        self.assertEqual(list(DELETE_INPUT["properties"]), ["id"])
        self.assertEqual(list(DELETE_OUTPUT["properties"]), ["id", "deleted", "reason"])
        self.assertEqual(list(IMPORT_OUTPUT["properties"]), ["count", "firstId", "lastId"])
        self.assertEqual(list(LIST_INPUT["properties"]), ["tag", "limit", "cursor"])
        self.assertEqual(list(READ_INPUT["properties"]), ["id"])
        self.assertEqual(list(SEARCH_INPUT["properties"]), ["query", "limit"])
        self.assertEqual(list(UPDATE_INPUT["properties"]), ["id", "title", "body", "tag"])

    def test_a_new_note_has_a_title_and_a_body_within_their_lengths(self):
        self.check(
            CREATE_INPUT,
            [
                ({}, "Missing required argument title"),
                ({"title": "t"}, "Missing required argument body"),
                (NOTE, ""),
                ({"title": "💡" * 200, "body": ""}, ""),
                ({"title": "💡" * 201, "body": ""}, "Argument title must have at most 200 characters"),
                ({"title": "", "body": ""}, "Argument title must have at least 1 character"),
                ({"title": "t", "body": "💡" * 100000}, ""),
                ({"title": "t", "body": "x" * 100001}, "Argument body must have at most 100000 characters"),
                ({"title": 1.0, "body": "b"}, "Argument title must be a string"),
                ({"title": "t", "body": None}, "Argument body must be a string"),
                ({**NOTE, "id": "note-9"}, "Unknown argument id"),
            ],
        )

    def test_a_tag_has_its_form_wherever_it_is_an_argument(self):
        for schema, others in [(CREATE_INPUT, NOTE), (LIST_INPUT, {}), (UPDATE_INPUT, {"id": "note-1"})]:
            for tag in ("a", "x" * 32, "2026-07"):
                self.check(schema, [({**others, "tag": tag}, "")])
            for tag in ("", "x" * 33, "A", "a b", "a\n", "ä"):
                self.check(schema, [({**others, "tag": tag}, TAG_FAULT)])

    def test_an_import_takes_1_to_10000_notes_and_names_the_first_bad_one(self):
        self.check(
            IMPORT_INPUT,
            [
                ({}, "Missing required argument notes"),
                ({"notes": {}}, "Argument notes must be an array"),
                ({"notes": []}, "Argument notes must have at least 1 item"),
                ({"notes": [NOTE] * 10000}, ""),
                ({"notes": [NOTE] * 10001}, "Argument notes must have at most 10000 items"),
                ({"notes": [NOTE, NOTE, NOTE, {**NOTE, "title": 1.0}]}, "Argument notes[3].title must be a string"),
                ({"notes": [NOTE, {"title": "t"}, {}]}, "Missing required argument notes[1].body"),
                ({"notes": [{**NOTE, "color": "red"}]}, "Unknown argument notes[0].color"),
            ],
        )

    def test_only_an_update_takes_null_for_a_tag(self):
        self.check(CREATE_INPUT, [({**NOTE, "tag": None}, "Argument tag must be a string")])
        self.check(LIST_INPUT, [({"tag": None}, "Argument tag must be a string")])
        self.check(UPDATE_INPUT, [({"id": "note-1", "tag": None}, "")])
        self.check(UPDATE_INPUT, [({"id": "note-1", "tag": 1.0}, "Argument tag must be a string or null")])

    def test_a_list_takes_a_limit_from_1_to_100_and_a_search_one_to_50(self):
        for schema, others, most in [(LIST_INPUT, {}, 100), (SEARCH_INPUT, {"query": "x"}, 50)]:
            self.check(
                schema,
                [
                    ({**others, "limit": 1.0}, ""),
                    ({**others, "limit": float(most)}, ""),
                    ({**others, "limit": 0.0}, "Argument limit must be at least 1"),
                    ({**others, "limit": most + 1.0}, "Argument limit must be at most " + str(most)),
                    ({**others, "limit": 1.5}, "Argument limit must be an integer"),
                    ({**others, "limit": True}, "Argument limit must be an integer"),
                    ({**others, "limit": "1"}, "Argument limit must be an integer"),
                    ({**others, "limit": None}, "Argument limit must be an integer"),
                ],
            )

    def test_a_list_needs_nothing_and_a_search_needs_a_query(self):
        self.check(LIST_INPUT, [({}, ""), ({"cursor": ""}, ""), ({"cursor": 1.0}, "Argument cursor must be a string")])
        self.check(SEARCH_INPUT, [({}, "Missing required argument query")])
        self.check(SEARCH_INPUT, [({"query": ""}, "Argument query must have at least 1 character")])
        self.check(SEARCH_INPUT, [({"query": " "}, "")])

    def test_a_note_is_named_by_an_id_of_any_form(self):
        for schema in (DELETE_INPUT, READ_INPUT, UPDATE_INPUT):
            self.check(schema, [({}, "Missing required argument id"), ({"id": 1.0}, "Argument id must be a string")])
            self.check(schema, [({"id": ""}, ""), ({"id": "no such note"}, "")])

    def test_a_note_is_what_a_whole_note_is_and_its_summary_is_not(self):
        note = Notes(SAMPLES).find("note-1")
        self.check(NOTE_OUTPUT, [(note, ""), (without(note, "body"), "Missing required argument body")])
        for name in ("id", "title", "body", "createdAt", "updatedAt"):
            self.check(NOTE_OUTPUT, [(without(note, name), "Missing required argument " + name)])
        self.check(NOTE_OUTPUT, [({**note, "op": "create"}, "Unknown argument op")])
        self.check(NOTE_OUTPUT, [({**note, "tag": None}, "Argument tag must be a string")])

    def test_a_list_and_a_search_give_summaries_only(self):
        note = Notes(SAMPLES).find("note-1")
        summary = without(note, "body")
        for schema, others in [(LIST_OUTPUT, {}), (SEARCH_OUTPUT, {"hasMore": False})]:
            self.check(schema, [({"notes": [], **others}, ""), ({"notes": [summary], **others}, "")])
            self.check(schema, [({"notes": [summary, note], **others}, "Unknown argument notes[1].body")])
            self.check(schema, [(others, "Missing required argument notes")])
        self.check(LIST_OUTPUT, [({"notes": [], "nextCursor": "x"}, "")])
        self.check(LIST_OUTPUT, [({"notes": [], "hasMore": False}, "Unknown argument hasMore")])
        self.check(SEARCH_OUTPUT, [({"notes": []}, "Missing required argument hasMore")])

    def test_a_tag_is_one_to_32_small_letters_digits_and_hyphens(self):
        for text in ("a", "0", "-", "home-2", "x" * 32):
            self.assertTrue(is_tag(text), text)
        for text in ("", "x" * 33, "A", "a b", "a\n", "\na", "a_b", "ä", "１"):
            self.assertFalse(is_tag(text), text)
