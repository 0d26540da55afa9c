"""What a server offers: its tools, prompts, resources and templates, with the lists of them ready to be sent.

A list does not depend on the order in which its parts were put in. Only the fixtures of the everything mode change one
while the server runs; the change is the server's, not that of a connection.
"""

from server import everything_resources
from server.discover import announced, discovered
from server.everything import fixture_prompts, fixture_tools, prompts_to_come, tools_to_come
from server.everything_prompts import OFFERED
from server.prompts import PROMPTS, list_prompts
from server.resources import TEMPLATES, list_templates
from server.results import PUBLIC, Constant, cacheable
from server.tools import list_tools
from server.toolset import TOOLS
from server.values import has


class Catalog:
    """The offer of one server."""

    def __init__(self, modes):
        """Takes the modes of the server."""
        whole = modes.everything
        self.discovered = Constant(discovered(modes))
        self.announced = announced(modes)
        self.tools = _by_name(TOOLS + (fixture_tools() if whole else []))
        self.prompts = _by_name(PROMPTS + (fixture_prompts() if whole else []))
        self.templates = TEMPLATES + (everything_resources.TEMPLATES if whole else [])
        self.resources = everything_resources.RESOURCES if whole else []  # those that are no notes
        self._whole = whole
        self._hidden_tools = _by_name(tools_to_come() if whole else [])
        self._hidden_prompts = _by_name(prompts_to_come() if whole else [])
        self._relist()

    def read_resource(self, uri):
        """Gives the contents of a resource that is no note, or null."""
        return everything_resources.read_fixture(uri) if self._whole else None

    def candidates(self, named, argument, prefix):
        """Gives the values that complete an argument which takes no id of a note."""
        known = OFFERED if self._whole and named == "test_prompt_with_arguments" else {}
        return [value for value in known[argument] if value.startswith(prefix)] if has(known, argument) else []

    def toggle_tool(self, name):
        """Puts a tool in or takes it out, and tells whether it is in now."""
        return self._toggle(self.tools, self._hidden_tools, name)

    def toggle_prompt(self, name):
        """Puts a prompt in or takes it out, and tells whether it is in now."""
        return self._toggle(self.prompts, self._hidden_prompts, name)

    def _toggle(self, shown, hidden, name):
        source, target = (shown, hidden) if has(shown, name) else (hidden, shown)
        target[name] = source.pop(name)
        self._relist()
        return target is shown

    def _relist(self):
        tools = list_tools([tool.definition for tool in self.tools.values()])
        prompts = list_prompts([prompt.definition for prompt in self.prompts.values()])
        templates = list_templates(self.templates)
        self.listed_tools = Constant(cacheable({"tools": tools}, 300000, PUBLIC))
        self.listed_prompts = Constant(cacheable({"prompts": prompts}, 300000, PUBLIC))
        self.listed_templates = Constant(cacheable({"resourceTemplates": templates}, 300000, PUBLIC))


def _by_name(parts):
    return {part.definition["name"]: part for part in parts}
