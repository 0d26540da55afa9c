"""Pages: a list that is followed comes to its end, and a cursor that nobody gave out is refused."""

from conform.facts import LISTS, PAGES
from conform.pack import NotObserved, check
from conform.wire import same

PAGE = "server/utilities/pagination"


def _offered(case):
    found = [method for method in LISTS if method in case.facts.offered()]
    if not found:
        raise NotObserved("the server offers no list")
    return found


def _paged(case):
    """Gives the lists that have a second page."""
    found = [method for method in _offered(case) if _cursor(case.facts.first_pages[method]) is not None]
    if not found:
        raise NotObserved("every list fits on one page")
    return found


def _cursor(reply):
    found = (reply.result or {}).get("nextCursor")
    return found if isinstance(found, str) else None


@check("cursors-unknown", "SHOULD", "A cursor that was not given out is refused with -32602",
       "pagination.invalid-code pagination.invalid-graceful", f"{PAGE} # Error Handling")  # fmt: skip
def unknown(case):
    for method in _offered(case):
        case.expect_code(case.client.ask(method, {"cursor": "conform-no-such-cursor"}), -32602, f"{method}: ")


@check("cursors-kind", "MUST", "A cursor that is no string is refused with -32602",
       "base.invalid-params-error", "schema # PaginatedRequestParams")  # fmt: skip
def kind(case):
    for method in _offered(case):
        for cursor in (42, {}, ["x"]):
            case.expect_code(case.probe(method, {"cursor": cursor}), -32602, f"{method}, {cursor!r}: ")


@check("cursors-end", "MUST", "Following nextCursor ends, never comes to a cursor twice, and repeats no entry",
       "pagination.operations", f"{PAGE} # Operations Supporting Pagination")  # fmt: skip
def end(case):
    for method in _paged(case):
        reply, seen, entries = case.client.ask(method), [], []
        for _ in range(PAGES):
            _note_repeated(case, method, reply, entries)
            cursor = _cursor(reply)
            if cursor is None:
                break
            if cursor in seen:
                case.wrong(f"{method}: the cursor {cursor!r} comes twice", "an end", *reply.events)
                break
            seen.append(cursor)
            reply = case.client.ask(method, {"cursor": cursor})
            if not case.expect_result(reply, f"{method}, a cursor that was given out: "):
                break
        else:
            case.note(f"{method}: not followed beyond {PAGES} pages")


def _note_repeated(case, method, reply, entries):
    member, _, name = LISTS[method]
    found = (reply.result or {}).get(member)
    new = [each.get(name) for each in found if isinstance(each, dict)] if isinstance(found, list) else []
    repeated = [each for each in new if each in entries]
    if repeated:
        case.wrong(f"{method}: {repeated[0]!r} stood on an earlier page", "each entry once", *reply.events)
    entries += new


@check("cursors-next-kind", "MUST", "nextCursor is a string, and is left out on the last page",
       "pagination.next-cursor", "schema # PaginatedResult")  # fmt: skip
def next_kind(case):
    for method in _offered(case):
        reply = case.facts.first_pages[method]
        found = (reply.result or {}).get("nextCursor", "")
        if not isinstance(found, str):
            case.wrong(f"{method}: nextCursor is {found!r}", "a string, or no nextCursor", *reply.events)


@check("cursors-scope", "MUST", "All pages of a list have the same cacheScope",
       "caching.same-scope", "server/utilities/caching # Interaction with Pagination")  # fmt: skip
def scope(case):
    for method in _paged(case):
        first = case.client.ask(method)
        second = case.client.ask(method, {"cursor": _cursor(first) or ""})
        one, other = ((reply.result or {}).get("cacheScope") for reply in (first, second))
        if second.result is not None and one != other:
            case.wrong(f"{method}: {one} and then {other}", "one cacheScope", *first.events, *second.events)


@check("cursors-stable", "SHOULD", "A cursor gives the same page again, in another process too",
       "pagination.stable-cursors base.stateless-no-affinity", f"{PAGE} # Implementation Guidelines")  # fmt: skip
def stable(case):
    for method in _paged(case):
        params = {"cursor": _cursor(case.client.ask(method)) or ""}
        first = case.client.ask(method, params)
        for where, client in (("again", case.client), ("in another process", case.bench.second())):
            reply = client.ask(method, params)
            member = LISTS[method][0]
            if not same((first.result or {}).get(member), (reply.result or {}).get(member)):
                case.wrong(f"{method}: {where} the page is another", "the same page", *first.events, *reply.events)
