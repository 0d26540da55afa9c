"""The list of one peer: all its pages, from the cache where that is allowed, and how far it is whole."""

from harness.calls import exchange
from harness.errors import HarnessError, RpcError
from harness.merge import KINDS

#: A walk ends as partial after this many pages.
MAX_PAGES = 10000

#: How a server refuses a cursor (specification: server/utilities/pagination).
INVALID_PARAMS = -32602

#: The capability without which a list is not asked for, which is also what a notice says has changed.
CAPABILITY = {"tool": "tools", "prompt": "prompts", "resource": "resources", "template": "resources"}


def walk(peer, kind, cache, mode, context, limits):
    """Gives (definitions, error): what the peer lists, and a sentence if that is nothing or not all.

    mode is use, refresh (ask, and keep the answers) or bypass (ask, and leave the cache alone).
    """
    definitions, seen = [], set()
    try:
        record = peer.life(limits.deadline).record
        if not isinstance(record.capabilities.get(CAPABILITY[kind]), dict):
            return [], None
        for page, fault in _pages(peer, kind, cache, mode, context, limits):
            for definition in page:
                _take(peer, kind, definition, definitions, seen)
            if fault:
                return definitions, fault
        return definitions, None
    except _CursorRefused:
        # The pages that are kept belong to a list that is no more: all of it is asked for again.
        cache.outdate(peer.name, CAPABILITY[kind])
        return walk(peer, kind, cache, "refresh", context, limits)
    except HarnessError as fault:
        return definitions, str(fault)


class _CursorRefused(Exception):
    """A cursor from a page that was kept is not valid any more."""


def _pages(peer, kind, cache, mode, context, limits):
    # Gives (definitions, fault) page by page; after a fault there are no more.
    method, member, _ = KINDS[kind]
    params, cursors = {}, set()
    for _ in range(MAX_PAGES):
        try:
            result = _page(peer, method, params, cache, mode, context, limits)
        except RpcError as error:
            if error.code == INVALID_PARAMS and params and mode == "use":
                raise _CursorRefused from None
            raise
        page, cursor = result.get(member), result.get("nextCursor")
        if not isinstance(page, list):
            yield [], f"{method}: {member} is no list"
            return
        if "nextCursor" not in result:
            yield page, ""
            return
        if not isinstance(cursor, str):
            yield page, f"{method}: nextCursor is no string; the list may not be whole"
            return
        if cursor in cursors:
            yield page, f"{method}: the cursor {cursor[:40]!r} came again; the list may not be whole"
            return
        yield page, ""
        cursors.add(cursor)
        params = {"cursor": cursor}
    yield [], f"{method}: more than {MAX_PAGES} pages; the list is not whole"


def _page(peer, method, params, cache, mode, context, limits):
    generation = peer.generation
    if mode == "use":
        kept = cache.get(peer.name, generation, method, params, context)
        if kept is not None:
            return kept
    epoch = cache.epoch(peer.name, method)
    result = exchange(peer, method, params, limits)
    if mode != "bypass":
        cache.put(peer.name, generation, method, params, context, result, epoch)
    return result


def _take(peer, kind, definition, definitions, seen):
    naming = KINDS[kind][2]
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
