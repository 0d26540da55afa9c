"""Valid requests of every method, as hypothesis strategies, and pools of them drawn with a seed.

Hypothesis draws some hundred requests a second, the twins answer thousands. So it draws the building blocks; the
conversations put them together in ever new ways, with what earlier answers handed out. Where a strategy says NOTE or
URI, the conversation puts a note in that may be there.
"""

import json
import subprocess
import sys
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as some

from fuzz.values import TEXTS

#: Stand for a note and its resource.
NOTE = "$note"
URI = "$uri"

TEXT = some.text(some.characters(exclude_categories=["Cs"]), max_size=12)
ANY_TEXT = TEXT | some.sampled_from(TEXTS)
SCALARS = some.none() | some.booleans() | some.integers(-(2**63), 2**63) | some.floats(allow_nan=False) | ANY_TEXT
VALUES = some.recursive(
    SCALARS,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)
TITLE = some.text(some.characters(exclude_categories=["Cs"]), min_size=1, max_size=12) | some.sampled_from(
    ["Käse", "Coffee", "ΣΊΣΥΦΟΣ", "İstanbul", "x" * 200, "💡" * 200]
)
BODY = TEXT | some.sampled_from(["", "- coffee\n", "**Markdown**", "x" * 1000, "💡" * 500, "\u2028", "\x00"])
TAG = some.sampled_from(["home", "guide", "a", "0-9", "-", "x" * 32, "note"])
IDS = some.just(NOTE) | some.just(NOTE) | some.sampled_from(["note-1", "note-2", "note-99999", "note-1 ", "Note-1", ""])
QUERY = some.sampled_from(["a", "e", "COFFEE", "käse", "σ", "i", "x", " ", "💡", "\n", "i̇"]) | TITLE
NOTE_IN = some.fixed_dictionaries({"title": TITLE, "body": BODY}, optional={"tag": TAG})
PROGRESS = some.integers(-5, 5) | some.sampled_from(["p", "", "é"])


def _tool(name, members=None, optional=None):
    arguments = some.fixed_dictionaries(members or {}, optional=optional or {})
    return some.fixed_dictionaries({"name": some.just(name), "arguments": arguments})


def _member(name, strategy):
    return some.fixed_dictionaries({name: strategy})


_REF = some.one_of(
    some.fixed_dictionaries(
        {
            "type": some.just("ref/prompt"),
            "name": some.sampled_from(["review_note", "summarize_notes", "test_prompt_with_arguments", "no"]),
        }
    ),
    some.fixed_dictionaries(
        {
            "type": some.just("ref/resource"),
            "uri": some.sampled_from(["notes://{id}", URI, "test://template/{id}/data", "notes://x"]),
        }
    ),
)
_ARGUMENT = some.fixed_dictionaries(
    {
        "name": some.sampled_from(["note_id", "id", "tag", "arg1", "arg2", "resourceUri", "x"]),
        "value": some.sampled_from(["", "n", "note-", "note-1", "a", "al", "o", "N"]) | TEXT,
    }
)
_CONTEXT = _member("arguments", some.dictionaries(TEXT, TEXT, max_size=2))
_FLAGS = {name: some.booleans() for name in ("toolsListChanged", "promptsListChanged", "resourcesListChanged")}
_FILTER = some.fixed_dictionaries(
    {},
    optional={**_FLAGS, "resourceSubscriptions": some.lists(some.just(URI) | ANY_TEXT, max_size=3), "other": SCALARS},
)
_CONTACT = {"contactMethod": some.sampled_from(["phone", "email"]), "phone": TEXT, "email": TEXT, "name": TEXT}
_PROMPTS_ASKED = some.one_of(
    _member("note_id", IDS),
    _member("tag", TAG),
    some.fixed_dictionaries({"arg1": TEXT, "arg2": TEXT}),
    _member("resourceUri", some.just(URI) | ANY_TEXT),
    some.just({}),
)
_URIS = [
    "notes://note-1",
    "notes://note-01",
    "notes://NOTE-1",
    "notes://",
    "test://static-text",
    "test://static-binary",
]
_URIS += [
    "test://template/x/data",
    "test://template//data",
    "test://template/é/data",
    "test://template/a/b/data",
    "x",
    "",
]
_PROMPT_NAMES = ["review_note", "summarize_notes", "test_simple_prompt", "test_prompt_with_arguments"]
_PROMPT_NAMES += ["test_prompt_with_embedded_resource", "test_prompt_with_image", "test_input_required_result_prompt"]
_TESTS = ["audio_content", "image_content", "embedded_resource", "error_handling", "input_required_result_capabilities"]
_TESTS += ["input_required_result_elicitation", "streaming_elicitation", "input_required_result_list_roots"]
_TESTS += [
    "input_required_result_multi_round",
    "input_required_result_multiple_inputs",
    "tool_with_progress",
    "simple_text",
]
_TESTS += [
    "input_required_result_request_state",
    "input_required_result_tampered_state",
    "input_required_result_sampling",
]
_TESTS += [
    "logging_tool",
    "missing_capability",
    "multiple_content_types",
    "trigger_prompt_change",
    "trigger_tool_change",
]
_TESTS += ["changing_tool", "progress", "x"]

#: The params of valid requests, without their metadata, by label: the method, and for a tool of the notes its name.
REQUESTS = {
    "server/discover": some.just({}) | some.dictionaries(TEXT, SCALARS, max_size=1),
    "tools/list": some.just({}),
    "prompts/list": some.just({}),
    "resources/list": some.just({}),
    "resources/templates/list": some.just({}),
    "resources/read": some.fixed_dictionaries(
        {"uri": some.just(URI) | some.sampled_from(_URIS)}, optional={"other": SCALARS}
    ),
    "prompts/get": some.fixed_dictionaries(
        {"name": some.sampled_from(_PROMPT_NAMES)}, optional={"arguments": _PROMPTS_ASKED}
    ),
    "completion/complete": some.fixed_dictionaries(
        {"ref": _REF, "argument": _ARGUMENT}, optional={"context": _CONTEXT}
    ),
    "subscriptions/listen": _member("notifications", _FILTER),
    "tools/call notes_create": _tool("notes_create", {"title": TITLE, "body": BODY}, {"tag": TAG}),
    "tools/call notes_delete": _tool("notes_delete", {"id": IDS}),
    "tools/call notes_import": _tool("notes_import", {"notes": some.lists(NOTE_IN, min_size=1, max_size=4)}),
    "tools/call notes_list": _tool(
        "notes_list", {}, {"tag": TAG, "limit": some.integers(1, 6) | some.integers(1, 100)}
    ),
    "tools/call notes_read": _tool("notes_read", {"id": IDS}),
    "tools/call notes_search": _tool("notes_search", {"query": QUERY}, {"limit": some.integers(1, 50)}),
    "tools/call notes_update": _tool(
        "notes_update", {"id": IDS}, {"title": TITLE, "body": BODY, "tag": TAG | some.none()}
    ),
    "tools/call (everything)": some.one_of(
        some.fixed_dictionaries({"name": some.sampled_from(_TESTS).map(lambda name: "test_" + name)}),
        _tool("json_schema_2020_12_tool", {}, {**_CONTACT, "address": some.dictionaries(ANY_TEXT, TEXT, max_size=2)}),
    ),
    "(no such method)": some.dictionaries(ANY_TEXT, SCALARS, max_size=2),
}

_MODES = some.fixed_dictionaries({}, optional={"form": some.just({}), "url": some.just({})})
_CAPABILITIES = some.fixed_dictionaries(
    {},
    optional={
        "elicitation": _MODES,
        "sampling": some.fixed_dictionaries({}, optional={"tools": some.just({}), "context": some.just({})}),
        "roots": some.just({}) | some.just({"listChanged": True}),
        "experimental": some.dictionaries(TEXT, some.just({}), max_size=2),
        "extensions": some.dictionaries(TEXT, some.just({}), max_size=1),
    },
)
_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]

#: Valid metadata.
META = some.fixed_dictionaries(
    {
        "io.modelcontextprotocol/protocolVersion": some.just("2026-07-28"),
        "io.modelcontextprotocol/clientCapabilities": _CAPABILITIES
        | some.just({"elicitation": {}, "sampling": {}, "roots": {}}),
    },
    optional={
        "io.modelcontextprotocol/clientInfo": some.fixed_dictionaries(
            {"name": TEXT, "version": TEXT}, optional={"title": SCALARS}
        ),
        "io.modelcontextprotocol/logLevel": some.sampled_from(_LEVELS),
        "progressToken": PROGRESS,
        "io.example/other": SCALARS,
    },
)


def drawn(strategy, count, number):
    """Gives about that many values of a strategy; the same number (a seed) gives the same ones."""
    found = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value):
        found.append(value)

    collect()
    return found


class Pools:
    """What the conversations of some sessions are made of."""

    def __init__(self, number, size=60):
        """Draws everything with the seed, a text; size is how many requests of each label.

        A process of its own draws: hypothesis also picks constants out of the modules that are loaded, and the same seed
        shall give the same requests whoever asks.
        """
        command = [sys.executable, "-m", "fuzz.strategies", number, str(size)]
        folder = Path(__file__).resolve().parent.parent
        drawing = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True)
        self.requests, self.metas, self.values = json.loads(drawing.stdout)


def main(number, size):
    """Draws everything that a Pools holds and writes it on stdout."""
    requests = {label: drawn(strategy, size, number) for label, strategy in REQUESTS.items()}
    json.dump([requests, drawn(META, 2 * size, number), drawn(VALUES, 3 * size, number)], sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
