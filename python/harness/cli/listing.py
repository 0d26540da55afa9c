"""The subcommand list: what all servers offer together, what collides, what is missing, what was kept."""

import json

from harness.cli import explain
from harness.cli.show import cut, table

#: How wide a table is if stdout is no terminal.
COLUMNS = 120

#: How much of a table the names of the arguments may take.
TAKES = 32

KINDS = ("tools", "prompts", "resources", "templates")


def list_all(session):
    """Shows the merged lists that were asked for, collisions, gaps, and one cache line for each server."""
    session.require()
    options, harness = session.options, session.harness
    listers = {
        "tools": harness.list_tools,
        "prompts": harness.list_prompts,
        "resources": harness.list_resources,
        "templates": harness.list_resource_templates,
    }
    wanted = {"tools": options.tools, "prompts": options.prompts, "resources": options.resources}
    wanted["templates"] = options.resources
    if not any(wanted.values()):
        wanted["tools"] = True
    found = {}
    for kind in [each for each in KINDS if wanted[each]]:
        session.out.progress(f"asking for {kind} …")
        found[kind] = listers[kind](timeout=session.patience())
    if options.json:
        session.out.json(_as_json(session, found))
    else:
        session.out.result(*_as_text(session, found))
    return _verdict(session, found)


def schema_bytes(definition):
    """Gives how many bytes the schemas of a tool take as compact JSON."""
    schemas = [definition[name] for name in ("inputSchema", "outputSchema") if name in definition]
    return sum(_size(schema) for schema in schemas)


def _as_text(session, found):
    out, lines = session.out, []
    for kind, catalog in found.items():
        rows = [_row(out, kind, each) for each in catalog]
        takes = ["TAKES"] if kind in ("tools", "prompts") else []
        head, *rest = table([kind.upper()[:-1], "PEER", *takes, "ABOUT"], rows, out.columns(COLUMNS))
        lines += [out.colour(head, "1"), *(rest or [f"(no {kind})"]), ""]
        for local, peers in catalog.collisions:
            names = {each.peer: out.clean(each.name) for each in catalog if each.local == local}
            told = ", ".join(f"that of {peer} is {names[peer]}" for peer in peers)
            lines.append(f"collision: {out.clean(local)}: {told}")
        for peer, words in _gaps(session, catalog):
            if session.records[peer].available:
                lines.append(f"partial: {peer}: {out.clean(words)}")
        if lines[-1] != "":
            lines.append("")
    missing = [peer for peer, record in session.records.items() if not record.available]
    lines += [f"missing, since unavailable: {', '.join(missing)}", ""] if missing else []
    return [*lines, *[f"cache: {line}" for line in _cache_lines(session)]]


def _cache_lines(session):
    health = session.harness.health()
    for peer in [name for name in session.names if session.records[name].available]:
        hits, misses = health[peer]["cache"]
        kept = ", ".join(f"{method} {scope} for {round(left)} s" for method, scope, left in health[peer]["kept"])
        yield f"{peer}: {hits} from the cache, {misses} asked; kept: {kept or 'nothing'}"


def _as_json(session, found):
    health, tools = session.harness.health(), found.get("tools", ())
    servers = {}
    for name, record in session.records.items():
        sizes = [schema_bytes(each.definition) for each in tools if each.peer == name]
        servers[name] = {"available": record.available, "era": record.era}
        if "tools" in found:
            servers[name] |= {"tools": len(sizes), "schemaBytes": sum(sizes)}
        if record.available:
            hits, misses = health[name]["cache"]
            kept = [{"method": method, "scope": scope, "seconds": left} for method, scope, left in health[name]["kept"]]
            servers[name]["cache"] = {"hits": hits, "misses": misses, "kept": kept}
    lists = {kind: [_entry(kind, each) for each in catalog] for kind, catalog in found.items()}
    collisions = [
        {"kind": kind, "name": local, "peers": list(peers)}
        for kind, catalog in found.items()
        for local, peers in catalog.collisions
    ]
    partial = [
        {"kind": kind, "peer": peer, "why": session.out.quoted(words)}
        for kind, catalog in found.items()
        for peer, words in _gaps(session, catalog)
    ]
    return {**lists, "collisions": collisions, "partial": partial, "servers": servers}


def _entry(kind, entry):
    plain = {"name": entry.name, "peer": entry.peer, "local": entry.local}
    if kind == "tools":
        plain["schemaBytes"] = schema_bytes(entry.definition)
    return {**plain, "definition": entry.definition}


def _gaps(session, catalog):
    for peer, record in session.records.items():
        if not record.available:
            yield peer, explain.why(record)
        elif peer in catalog.errors:
            yield peer, catalog.errors[peer].removeprefix(f"{peer}: ")


def _verdict(session, found):
    broken = {peer for catalog in found.values() for peer in catalog.errors if session.records[peer].available}
    if broken and session.expired():
        return explain.DEADLINE
    return explain.UNEXPECTED if broken & set(session.answerable) else explain.FINE


def _row(out, kind, entry):
    # Cleaned before they are cut, since half of a value would no longer be known as one.
    takes = [cut(out.clean(explain.takes(entry.definition)), TAKES)] if kind in ("tools", "prompts") else []
    return [out.clean(entry.name), entry.peer, *takes, out.clean(_about(entry.definition))]


def _about(definition):
    words = str(definition.get("description") or definition.get("title") or "")
    return words.strip().split("\n")[0]


def _size(value):
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))
