"""The everything mode: a fixture of every kind beside the notes, for those who write clients.

The names are those that the official conformance suite looks for in a server under test. What is listed can be changed
by two of the tools; the change is the server's, and reaches everyone who listens. Contract, section 8.
"""

from server.everything_prompts import FIXTURE_PROMPTS, PROMPTS_TO_COME
from server.everything_rounds import ASKING_TOOLS
from server.everything_tools import CHANGING_TOOLS, NOTHING, SIMPLE_TOOLS, TOOLS_TO_COME
from server.prompts import Prompt
from server.questions import ASKS_NOTHING
from server.toolset import ADDS, READS, Tool


def fixture_tools():
    """Gives the tools that are there from the start."""
    simple = [_tool(name, *SIMPLE_TOOLS[name], READS, ASKS_NOTHING) for name in SIMPLE_TOOLS]
    changing = [_tool(name, *CHANGING_TOOLS[name], NOTHING, ADDS, ASKS_NOTHING) for name in CHANGING_TOOLS]
    return simple + changing + [_asking_tool(name, *ASKING_TOOLS[name]) for name in ASKING_TOOLS]


def tools_to_come():
    """Gives the tools that the change of the list brings and takes away."""
    return [_tool(name, *TOOLS_TO_COME[name], NOTHING, READS, ASKS_NOTHING) for name in TOOLS_TO_COME]


def fixture_prompts():
    """Gives the prompts that are there from the start."""
    return [_prompt(name, *FIXTURE_PROMPTS[name]) for name in FIXTURE_PROMPTS]


def prompts_to_come():
    """Gives the prompts that the change of the list brings and takes away."""
    return [_prompt(name, *PROMPTS_TO_COME[name]) for name in PROMPTS_TO_COME]


def _tool(name, execute, title, description, schema, annotations, asks):
    definition = {
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": schema,
        "annotations": annotations,
    }
    return Tool(definition, execute, False, asks)


def _asking_tool(name, execute, title, description, asks):
    return _tool(name, execute, title, description, NOTHING, READS, asks)


def _prompt(name, render, title, description, arguments, asks):
    definition = {"name": name, "title": title, "description": description}
    if len(arguments) > 0:
        definition["arguments"] = arguments
    return Prompt(definition, render, asks)
