"""Notes as resources: their lists, their pages, their contents, and the URIs that name them."""

import unittest

from server.notes import SAMPLES, Notes
from server.resources import (
    TEMPLATES,
    contents_of,
    describe,
    find_by_uri,
    list_templates,
    resources_list,
    resources_read,
    templates_list,
)
from tests.support import SIGNED, created, new_state, refusal_of, result_of

TEMPLATE = {
    "uriTemplate": "notes://{id}",
    "name": "note",
    "title": "Note",
    "description": "One note by its id, such as notes://note-1",
    "mimeType": "text/markdown",
}
UNKNOWN_CURSOR = [-32602, "Invalid params: cursor is none of this list; start again without one", None]

#: What looks like the URI of a note and is none.
ODD_URIS = ["", "note-1", "notes://", "notes://note-4", "notes://note-01", "notes:///note-1", "notes:note-1"]
ODD_URIS += ["notes://note-1/", "notes://note-1?", "notes://note-1#x", "notes://note%2D1", "notes://NOTE-1"]
ODD_URIS += ["NOTES://note-1", " notes://note-1", "notes://note-1\n", "file://note-1", "notes://{id}"]


def listed(state, members):
    """Gives the names of the resources on one page, and its cursor or an empty string."""
    page = result_of(resources_list, state, members)
    return [resource["name"] for resource in page["resources"]], page.get("nextCursor", "")


class ResourcesTest(unittest.TestCase):
    def test_templates_are_listed_in_order_whatever_order_they_were_put_in(self):
        first, last = {**TEMPLATE, "uriTemplate": "a://{id}"}, {**TEMPLATE, "uriTemplate": "z://{id}"}
        expected = [first, TEMPLATE, last]
        for templates in ([last, *TEMPLATES, first], [first, *TEMPLATES, last], [*TEMPLATES, last, first]):
            given = list(templates)
            self.assertEqual(list_templates(templates), expected)
            self.assertEqual(templates, given)
        self.assertEqual(list_templates(TEMPLATES[::-1]), TEMPLATES)

    def test_the_one_template_is_that_of_the_contract(self):
        result = result_of(templates_list, new_state(), {})
        self.assertEqual(list(result), ["resultType", "resourceTemplates", "ttlMs", "cacheScope", "_meta"])
        members = {"ttlMs": 300000, "cacheScope": "public", "_meta": SIGNED}
        self.assertEqual(result, {"resultType": "complete", "resourceTemplates": [TEMPLATE], **members})
        self.assertEqual(list(result["resourceTemplates"][0]), list(TEMPLATE))

    def test_templates_fit_on_one_page_and_take_no_cursor(self):
        for cursor in ("", "x", "cmVzb3VyY2VzL2xpc3Q6MQ"):
            self.assertEqual(refusal_of(templates_list, new_state(), {"cursor": cursor}), UNKNOWN_CURSOR)
        expected = [-32602, "Invalid params: cursor must be a string", None]
        self.assertEqual(refusal_of(templates_list, new_state(), {"cursor": 1.0}), expected)

    def test_a_note_is_described_as_the_contract_says(self):
        note = Notes(SAMPLES).find("note-3")
        members = [("uri", "notes://note-3"), ("name", "note-3"), ("title", "Ideas 💡"), ("mimeType", "text/markdown")]
        self.assertEqual(list(describe(note).items()), members)
        contents = [("uri", "notes://note-3"), ("mimeType", "text/markdown"), ("text", note["body"])]
        self.assertEqual(list(contents_of(note).items()), contents)

    def test_a_uri_names_a_note_only_if_it_is_the_scheme_and_the_id(self):
        notes = Notes(SAMPLES)
        self.assertEqual(find_by_uri(notes, "notes://note-2"), notes.find("note-2"))
        for uri in ODD_URIS:
            self.assertIsNone(find_by_uri(notes, uri), uri)

    def test_the_list_is_complete_and_for_one_caller_only(self):
        result = result_of(resources_list, new_state(), {})
        self.assertEqual(list(result), ["resultType", "resources", "ttlMs", "cacheScope", "_meta"])
        self.assertEqual((result["ttlMs"], result["cacheScope"], result["_meta"]), (5000, "private", SIGNED))
        self.assertEqual(result["resources"][0], describe(Notes(SAMPLES).find("note-1")))
        self.assertEqual([resource["name"] for resource in result["resources"]], ["note-1", "note-2", "note-3"])
        self.assertEqual(listed(new_state([]), {}), ([], ""))

    def test_a_page_has_50_resources_and_a_cursor_only_if_there_are_more(self):
        for count, sizes in [(49, [49]), (50, [50]), (51, [50, 1]), (120, [50, 50, 20])]:
            state = new_state(created(count))
            names, cursor = listed(state, {})
            pages = [names]
            while cursor != "":
                names, cursor = listed(state, {"cursor": cursor})
                pages.append(names)
            self.assertEqual([len(page) for page in pages], sizes)
            seen = [name for page in pages for name in page]
            self.assertEqual(seen, ["note-" + str(number) for number in range(1, count + 1)])

    def test_the_cursor_stands_after_the_resources(self):
        page = result_of(resources_list, new_state(created(51)), {})
        self.assertEqual(list(page)[:4], ["resultType", "resources", "nextCursor", "ttlMs"])
        self.assertEqual(page["nextCursor"], "cmVzb3VyY2VzL2xpc3Q6NTA")  # resources/list:50 in base64url

    def test_resources_are_listed_by_number_whichever_came_first(self):
        expected = ["note-" + str(number) for number in range(1, 13)]
        for records in (created(12), created(12)[::-1]):
            page = result_of(resources_list, new_state(records), {})["resources"]
            self.assertEqual([resource["name"] for resource in page], expected)
            self.assertEqual([resource["title"] for resource in page], [record["title"] for record in records])

    def test_a_cursor_that_this_list_did_not_give_out_is_refused(self):
        # notes_list:1, resources/list:4 (not given yet), resources/list:0, resources/list:01, and a padded one
        cursors = ["bm90ZXNfbGlzdDox", "cmVzb3VyY2VzL2xpc3Q6NA", "cmVzb3VyY2VzL2xpc3Q6MA", "cmVzb3VyY2VzL2xpc3Q6MDE"]
        for cursor in (*cursors, "cmVzb3VyY2VzL2xpc3Q6MQ==", "", "x"):
            self.assertEqual(refusal_of(resources_list, new_state(), {"cursor": cursor}), UNKNOWN_CURSOR, cursor)
        self.assertEqual(listed(new_state(), {"cursor": "cmVzb3VyY2VzL2xpc3Q6MQ"}), (["note-2", "note-3"], ""))
        for cursor in (None, 1.0, [], {}):
            expected = [-32602, "Invalid params: cursor must be a string", None]
            self.assertEqual(refusal_of(resources_list, new_state(), {"cursor": cursor}), expected)

    def test_a_note_is_read_by_its_uri(self):
        result = result_of(resources_read, new_state(), {"uri": "notes://note-2"})
        self.assertEqual(list(result), ["resultType", "contents", "ttlMs", "cacheScope", "_meta"])
        contents = [{"uri": "notes://note-2", "mimeType": "text/markdown", "text": "- coffee\n- bread\n- Käse\n"}]
        members = {"ttlMs": 5000, "cacheScope": "private", "_meta": SIGNED}
        self.assertEqual(result, {"resultType": "complete", "contents": contents, **members})

    def test_an_empty_body_is_text_as_well(self):
        state = new_state([{**created(1)[0], "body": ""}])
        contents = result_of(resources_read, state, {"uri": "notes://note-1"})["contents"]
        self.assertEqual(contents, [{"uri": "notes://note-1", "mimeType": "text/markdown", "text": ""}])

    def test_a_uri_without_a_note_is_refused_with_the_uri_as_data(self):
        for uri in ODD_URIS:
            expected = [-32602, "Invalid params: resource not found: " + uri, {"uri": uri}]
            self.assertEqual(refusal_of(resources_read, new_state(), {"uri": uri}), expected)

    def test_a_long_uri_is_cut_in_the_sentence_and_whole_in_the_data(self):
        uri = "😀" * 201
        expected = [-32602, "Invalid params: resource not found: " + "😀" * 200, {"uri": uri}]
        self.assertEqual(refusal_of(resources_read, new_state(), {"uri": uri}), expected)

    def test_the_first_fault_of_the_params_is_refused(self):
        bad = {"inputResponses": None, "requestState": None}
        table = [
            ({}, "uri must be a string", None),
            ({"uri": None}, "uri must be a string", None),
            ({"uri": "x"}, "inputResponses must be an object", None),
            ({"inputResponses": {}}, "requestState must be a string", None),
            ({"requestState": "x"}, "resource not found: x", {"uri": "x"}),
        ]
        for mended, sentence, data in table:
            bad.update(mended)
            expected = [-32602, "Invalid params: " + sentence, data]
            self.assertEqual(refusal_of(resources_read, new_state(), bad), expected)

    def test_the_members_of_a_retry_are_ignored_once_they_have_their_form(self):
        params = {"uri": "notes://note-1", "inputResponses": {"a": {}}, "requestState": "x"}
        expected = result_of(resources_read, new_state(), {"uri": "notes://note-1"})
        self.assertEqual(result_of(resources_read, new_state(), params), expected)
