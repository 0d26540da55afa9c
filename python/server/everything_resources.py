"""Resources of every kind: text, binary, and one behind a template.

They stand behind the notes in resources/list. Part of the everything mode; specification: server/resources.
"""

from server.everything_media import IMAGE_TYPE, image
from server.messages import encode

TEXT_URI = "test://static-text"
BINARY_URI = "test://static-binary"
TEMPLATE_START = "test://template/"
TEMPLATE_END = "/data"

RESOURCES = [
    {
        "uri": BINARY_URI,
        "name": "static-binary",
        "title": "Static image",
        "description": "An image of one pixel",
        "mimeType": IMAGE_TYPE,
    },
    {
        "uri": TEXT_URI,
        "name": "static-text",
        "title": "Static text",
        "description": "A text that never changes",
        "mimeType": "text/plain",
    },
]

TEMPLATES = [
    {
        "uriTemplate": TEMPLATE_START + "{id}" + TEMPLATE_END,
        "name": "template",
        "title": "Data by id",
        "description": "Data that repeats the id; any id will do",
        "mimeType": "application/json",
    },
]


def text_contents(uri):
    """Gives the contents of a text resource with this URI."""
    return {"uri": uri, "mimeType": "text/plain", "text": "The text of " + uri + "."}


def read_fixture(uri):
    """Gives the contents of the fixture with this URI, or null."""
    if uri == TEXT_URI:
        return text_contents(uri)
    if uri == BINARY_URI:
        return {"uri": uri, "mimeType": IMAGE_TYPE, "blob": image()}
    if not uri.startswith(TEMPLATE_START) or not uri.endswith(TEMPLATE_END):
        return None
    # One segment, as it is: nothing is decoded.
    given = uri[len(TEMPLATE_START) : -len(TEMPLATE_END)]
    if given == "" or "/" in given:
        return None
    return {"uri": uri, "mimeType": "application/json", "text": encode({"id": given})}
