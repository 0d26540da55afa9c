"""The reports that are made of a result: one writer for each kind."""

import sys

import result as results
from reports import badge, junit, markdown, page

#: Each kind of report: its file in a folder of reports, what it is, and what makes its text of a result.
KINDS = {
    "json": ("result.json", "the result itself, which merge and report read", results.dumps),
    "junit": ("junit.xml", "JUnit XML, a test suite for each area", junit.render),
    "html": ("index.html", "one page for a browser, which needs no network", page.render),
    "markdown": ("summary.md", "a summary for the page of a CI job", markdown.render),
    "badge": ("badge.svg", "a badge", badge.render),
}


class WriteError(Exception):
    """Says which report could not be written, and why."""


def write(result, outputs):
    """Writes the reports of a result; outputs is a list of kind and path, - for stdout; raises WriteError."""
    for kind, path in outputs:
        # Escapes in the result may stand for halves of characters, which no encoding can write.
        data = KINDS[kind][2](result).encode("utf-8", "backslashreplace")
        try:
            if path == "-":
                sys.stdout.flush()
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            else:
                with open(path, "wb") as file:
                    file.write(data)
        except OSError as fault:
            raise WriteError(f"{path}: {fault.strerror}") from None
