"""What each subcommand does: what it asks the harness for, and how it shows the answer. Each gives its exit code."""

import json

from harness.cli import explain
from harness.errors import ToolNotFound
from harness.cli.show import content_text, contents_text, padded, table, width

#: A call may take this long without --timeout, in seconds: without a sign of life, and in all.
IDLE, LONGEST = 60.0, 3600.0


def probe(session):
    """Negotiates with every server and shows the decision, why it was taken and what to do next."""
    out, records = session.out, session.connect()
    if session.options.json:
        out.json([_record(session, record) for record in records.values()])
        return session.verdict()
    rows, eras = [], []
    wide = max([width(out.clean(explain.why(each))) for each in records.values() if each.available] or [0])
    for record in records.values():
        words = out.clean(explain.why(record))
        taken = f"{record.evidence[-1][0]} ms" if record.evidence else ""
        line = f"{padded(words, max(52, wide))}  {taken:>9}" if width(words) <= max(52, wide) else f"{words}  {taken}"
        rows.append([record.peer, record.era, out.clean(record.protocol_version or "-"), line.rstrip()])
        eras.append("32" if record.available else "31")
        notes = [session.next_step(record)]
        notes += ["note: " + out.clean(words) for words in record.violations]
        for note in filter(None, notes):
            rows.append(["", "", "", note])
            eras.append("2")
    head, *lines = table(["PEER", "ERA", "VERSION", "WHY"], rows)
    out.result(out.colour(head, "1"), *[out.colour(line, code) for line, code in zip(lines, eras)])
    return session.verdict()


def call(session):
    """Calls a tool by its published name and shows what it answers."""
    options, out, name = session.options, session.out, session.options.name
    entry = _find(session, session.harness.list_tools, "tool", name)
    limits = {"timeout": session.patience(entry.peer, LONGEST)}
    if limits["timeout"] == LONGEST:  # nobody has said how long it may take
        limits["idle_timeout"] = IDLE
    out.progress(f"{entry.peer}: {entry.local} …")

    def progressed(params):
        out.progress(f"{entry.peer}: {_progress(params)}")

    result = session.harness.call_tool(
        name, options.arguments, on_progress=progressed, input_responses=session.answers.given, **limits
    )
    if options.json:
        out.json(result.raw)
    else:
        text = content_text(result.content)
        if not result.content and result.structured is not None:
            text = json.dumps(result.structured, ensure_ascii=False, indent=2)
        _print(out, text)
    if not result.is_error:
        return explain.FINE
    words = "; stdout has what it says" if options.json or text else " and does not say why"
    out.error(f"{entry.peer}: the tool {out.clean(entry.local)} failed{words}")
    if session.hint:
        out.error(f"  next: {out.clean(session.hint)}")
    return explain.FAILED


def read(session):
    """Reads a resource, by its published name or by a URI of the only server."""
    uri, out = session.options.uri, session.out
    session.require()
    only = session.names[0] if len(session.names) == 1 else None
    session.answers.peer = only or "the server"
    try:
        # Under prefix-all the names of the list are no URIs, not even those of the only server.
        result = _read(session, uri, None if session.options.collision == "prefix-all" else only)
    except ToolNotFound as fault:
        if only is None:
            raise ToolNotFound(f"{fault} (with --peer NAME)") from None
        result = _read(session, uri, only)
    if session.options.json:
        out.json(result)
    else:
        contents = result.get("contents")
        _print(out, contents_text(contents if isinstance(contents, list) else []))
    return explain.FINE


def _read(session, uri, peer):
    limits = {"timeout": session.patience(peer), "input_responses": session.answers.given}
    return session.harness.read_resource(uri, peer=peer, **limits)


def get(session):
    """Renders a prompt by its published name and shows its messages."""
    options, out = session.options, session.out
    entry = _find(session, session.harness.list_prompts, "prompt", options.name)
    result = session.harness.get_prompt(
        options.name, options.arguments, timeout=session.patience(entry.peer), input_responses=session.answers.given
    )
    if options.json:
        out.json(result)
        return explain.FINE
    messages = result.get("messages") if isinstance(result.get("messages"), list) else []
    for message in [each for each in messages if isinstance(each, dict)]:
        _print(out, f"{message.get('role')}: {content_text([message.get('content')])}")
    return explain.FINE


def _find(session, lister, kind, name):
    session.require()
    session.out.progress(f"asking for {kind}s …")
    catalog = lister(timeout=session.patience())
    for peer, words in catalog.errors.items():
        if session.records[peer].available:
            said = session.out.clean(words.removeprefix(f"{peer}: "))
            session.out.status(f"the {kind}s of {peer} are not all known: {said}")
    found = [entry for entry in catalog if entry.name == name]
    if found:
        session.answers.peer = found[0].peer
        session.hint = explain.about_arguments(found[0].definition, session.options.arguments, session.options.texts)
        return found[0]
    if catalog.errors and session.expired():
        raise explain.TooLate(f"not all {kind}s are known")
    raise ToolNotFound(f"no server has a {kind} called {name}" + _nearest(session, catalog, kind, name))


def _nearest(session, catalog, kind, name):
    names = catalog.names()
    alike = explain.alike(name, names)
    words = f"; did you mean {' or '.join(alike)}?" if alike else ""
    if not alike:
        words = f"; the list command shows all {len(names)}" if len(names) > 8 else f"; there are {', '.join(names)}"
        words = words if names else f"; no {kind} is known at all"
    lost = [peer for peer, record in session.records.items() if not record.available]
    return words + (f" (not asked, since unavailable: {', '.join(lost)})" if lost else "")


def _print(out, text):
    if text == "":
        return
    text = out.clean(text, block=True)
    out.result(text[:-1] if text.endswith("\n") else text)


def _progress(params):
    done, total, message = params.get("progress"), params.get("total"), params.get("message")
    count = f"{done}" + (f" of {total}" if total is not None else "")
    return count + (f": {message}" if message else "")


def _record(session, record):
    quoted = session.out.quoted
    return {
        "peer": record.peer,
        "era": record.era,
        "available": record.available,
        "protocolVersion": record.protocol_version,
        "reason": record.reason,
        "detail": quoted(record.detail),
        "why": quoted(explain.why(record)),
        "next": session.next_step(record) or None,
        "evidence": [{"ms": ms, "what": quoted(words)} for ms, words in record.evidence],
        "serverInfo": record.server_info,
        "capabilities": record.capabilities,
        "instructions": record.instructions,
        "violations": [quoted(words) for words in record.violations],
        "exitStatus": record.exit_status,
        "stderrTail": "\n".join(explain.last_words(record)),
    }
