"""server/discover: what a client learns before it asks for anything else."""

import re

from conform import wire
from conform.pack import NotObserved, check
from conform.shapes import CAPABILITIES, IMPLEMENTATION, TEXT, faults

RESULT = "schema # DiscoverResult"
PAGE = "server/discover # Discovery"
LABEL = r"[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
EXTENSION = re.compile(rf"{LABEL}(?:\.{LABEL})*/(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?\Z")


def _discovered(case):
    """Gives the result of server/discover and its events."""
    reply = case.facts.discovery
    if reply.result is None:
        raise NotObserved("server/discover gives no result")
    return reply.result, reply.events


@check("discovery-implemented", "MUST", "server/discover is answered with a result", "discover.implemented", PAGE)
def implemented(case):
    case.expect_result(case.facts.discovery)


@check("discovery-versions", "MUST", "supportedVersions is an array of strings and holds this revision",
       "discover.supported-versions", RESULT)  # fmt: skip
def versions(case):
    result, events = _discovered(case)
    found = result.get("supportedVersions")
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        case.wrong("/result/supportedVersions is no array of strings", "an array of strings", *events)
    elif wire.VERSION not in found:
        case.wrong(f"{wire.VERSION} is not in supportedVersions", f"an array with {wire.VERSION}", *events)


@check("discovery-capabilities", "MUST", "capabilities is an object of objects, with flags where flags are defined",
       "discover.capabilities discover.capabilities-shape", "schema # ServerCapabilities")  # fmt: skip
def capabilities(case):
    result, events = _discovered(case)
    for pointer, words in faults(result, {"capabilities!": CAPABILITIES}, "/result"):
        case.wrong(f"{pointer} {words}", "capabilities as the schema defines them", *events)


@check(
    "discovery-instructions", "MUST", "instructions, if there are any, are a string", "discover.instructions", RESULT
)
def instructions(case):
    result, events = _discovered(case)
    if "instructions" not in result:
        raise NotObserved("there are no instructions")
    for pointer, words in faults(result["instructions"], TEXT, "/result/instructions"):
        case.wrong(f"{pointer} {words}", "a string", *events)


@check("discovery-server-info", "SHOULD", "The result names the server in its _meta",
       "discover.server-info", "server/discover # DiscoverResult")  # fmt: skip
def server_info(case):
    result, events = _discovered(case)
    tagged = result.get("_meta")
    if not isinstance(tagged, dict) or wire.SERVER_INFO not in tagged:
        case.wrong("the server does not say who it is", f"_meta with {wire.SERVER_INFO}", *events)


@check("discovery-server-info-shape", "MUST", "What the server says of itself has a name and a version",
       "base.implementation-shape", "schema # Implementation")  # fmt: skip
def server_info_shape(case):
    result, events = _discovered(case)
    tagged = result.get("_meta") if isinstance(result.get("_meta"), dict) else {}
    if wire.SERVER_INFO not in tagged:
        raise NotObserved("the server does not say who it is")
    for pointer, words in faults(tagged[wire.SERVER_INFO], IMPLEMENTATION, f"/result/_meta/{wire.SERVER_INFO}"):
        case.wrong(f"{pointer} {words}", "an object with a string name and a string version", *events)


@check("discovery-extensions", "MUST", "An extension is named with a prefix, by the grammar of _meta keys",
       "versioning.extension-id versioning.extension-settings", "basic/versioning # Extension Negotiation")  # fmt: skip
def extensions(case):
    _, events = _discovered(case)
    found = case.facts.capabilities.get("extensions")
    if not isinstance(found, dict) or not found:
        raise NotObserved("no extension is advertised")
    for name in found:
        if not EXTENSION.match(name):
            case.wrong(f"the extension {name!r} has no such name", "prefix/name, labels separated by dots", *events)


@check("discovery-first", "MUST NOT", "No request needs a discovery before it",
       "versioning.no-handshake base.stateless-context", "basic/versioning # Protocol Version Negotiation")  # fmt: skip
def first(case):
    methods = [method for method in case.facts.offered() if method.endswith("/list")]
    if not methods:
        raise NotObserved("the server offers no list")
    case.expect_result(case.bench.starter().ask(methods[0]), f"{methods[0]}, as the first request of a process: ")
