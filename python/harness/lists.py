"""The list of one peer: all its pages, from the cache where that is allowed, and how far it is whole."""

from harness.calls import Limits, exchange
from harness.errors import HarnessError
from harness.merge import KINDS

#: A walk ends as partial after this many pages.
MAX_PAGES = 10000

#: The capability without which a list is not asked for.
CAPABILITY = {"tool": "tools", "prompt": "prompts", "resource": "resources", "template": "resources"}


def walk(peer, kind, cache, mode, context, limits):
    """Gives (definitions, error): what the peer lists, and a sentence if that is nothing or not all.

    mode is use, refresh (ask, and keep the answers) or bypass (ask, and leave the cache alone).
    """
    method, member, naming, topic = KINDS[kind]
    definitions, seen, cursors = [], set(), set()
    params = {}
    try:
        record = peer.life(limits.deadline).record
        if not isinstance(record.capabilities.get(CAPABILITY[kind]), dict):
            return [], None
        for _ in range(MAX_PAGES):
            result = _page(peer, method, params, topic, cache, mode, context, limits)
            page = result.get(member)
            if not isinstance(page, list):
                return definitions, f"{method}: {member} is no list"
            for definition in page:
                _take(peer, kind, definition, naming, definitions, seen)
            if "nextCursor" not in result:
                return definitions, None
            cursor = result["nextCursor"]
            if not isinstance(cursor, str):
                return definitions, f"{method}: nextCursor is no string; the list may not be whole"
            if cursor in cursors:
                return definitions, f"{method}: the cursor {cursor[:40]!r} came again; the list may not be whole"
            cursors.add(cursor)
            params = {"cursor": cursor}
        return definitions, f"{method}: more than {MAX_PAGES} pages; the list is not whole"
    except HarnessError as fault:
        return definitions, str(fault)


def _page(peer, method, params, topic, cache, mode, context, limits):
    generation = peer.generation
    if mode == "use":
        kept = cache.get(peer.name, generation, method, params, context)
        if kept is not None:
            return kept
    epoch = cache.epoch(peer.name, topic)
    result = exchange(peer, method, params, Limits.until(limits.deadline))
    if mode != "bypass":
        cache.put(peer.name, generation, method, params, context, result, epoch)
    return result


def _take(peer, kind, definition, naming, definitions, seen):
    if not isinstance(definition, dict) or not isinstance(definition.get(naming), str):
        peer.note(f"a {kind} without a {naming} was left out")
    elif definition[naming] in seen:
        peer.note(f"{kind} {definition[naming][:100]} is listed twice; the first stays")
    elif kind == "tool" and not _is_object_schema(definition.get("inputSchema")):
        peer.note(f"tool {definition[naming][:100]} has no inputSchema for an object and was left out")
    else:
        seen.add(definition[naming])
        definitions.append(definition)


def _is_object_schema(schema):
    return isinstance(schema, dict) and schema.get("type") == "object"


