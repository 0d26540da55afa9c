"""The fixtures among the resources: what they hold, and which URIs name them."""

import unittest

from server.everything_media import image
from server.everything_resources import RESOURCES, TEMPLATES, read_fixture, text_contents


class EverythingResourcesTest(unittest.TestCase):
    def test_a_text_and_an_image_are_listed_and_can_be_read(self):
        self.assertEqual([each["uri"] for each in RESOURCES], ["test://static-binary", "test://static-text"])
        for each in RESOURCES:
            self.assertEqual(list(each), ["uri", "name", "title", "description", "mimeType"])
            contents = read_fixture(each["uri"])
            self.assertEqual((contents["uri"], contents["mimeType"]), (each["uri"], each["mimeType"]))

    def test_a_text_has_text_and_an_image_has_a_blob(self):
        text = {"uri": "test://static-text", "mimeType": "text/plain", "text": "The text of test://static-text."}
        self.assertEqual(read_fixture("test://static-text"), text)
        self.assertEqual(text_contents("test://static-text"), text)
        blob = {"uri": "test://static-binary", "mimeType": "image/png", "blob": image()}
        self.assertEqual(read_fixture("test://static-binary"), blob)

    def test_the_template_takes_any_id_that_has_no_slash(self):
        self.assertEqual([each["uriTemplate"] for each in TEMPLATES], ["test://template/{id}/data"])
        table = [("1", '{"id":"1"}'), ("é\"", '{"id":"é\\""}'), ("%2F", '{"id":"%2F"}'), (" ", '{"id":" "}')]
        for given, text in table:
            uri = "test://template/" + given + "/data"
            expected = {"uri": uri, "mimeType": "application/json", "text": text}
            self.assertEqual(read_fixture(uri), expected)

    def test_any_other_uri_names_nothing(self):
        odd = ["", "test://", "test://static-text/", "TEST://static-text", "test://static", "notes://note-1"]
        odd += ["test://template/data", "test://template//data", "test://template/a/b/data", "test://template/1"]
        odd += ["test://template/1/data/", "test://template/1/Data", "test://template/{id}/date", "template/1/data"]
        for uri in odd:
            self.assertIsNone(read_fixture(uri), uri)
