"""The protocol version: judged on every request by itself, whatever came before."""

import json

from conform import wire
from conform.pack import NotObserved, check

NEGOTIATION = "basic/versioning # Protocol Version Negotiation"
UNSERVED = ("1900-01-01", "2099-12-31", "2026-07-29", "draft", "")


def _unserved(case):
    return [version for version in UNSERVED if version not in case.facts.versions]


@check("version-unsupported", "MUST", "Every method refuses a version that is not served with -32022",
       "versioning.unsupported-error", NEGOTIATION)  # fmt: skip
def unsupported(case):
    for method in case.facts.offered():
        for version in _unserved(case)[:2]:
            reply = case.probe(method, case.facts.params(method), wire.meta(version=version))
            case.expect_code(reply, -32022, f"{method}, {version}: ")


@check("version-any-string", "MUST", "Any string is a version: one that is not served is refused with -32022",
       "versioning.unsupported-error", NEGOTIATION)  # fmt: skip
def any_string(case):
    for version in _unserved(case):
        reply = case.probe("server/discover", metadata=wire.meta(version=version))
        case.expect_code(reply, -32022, f"{version!r}: ")


@check("version-unknown-method", "MUST", "An unknown method in a version that is not served is refused with -32022",
       "versioning.unsupported-error", NEGOTIATION)  # fmt: skip
def unknown_method(case):
    case.expect_code(case.probe("conform/unknown", metadata=wire.meta(version="1900-01-01")), -32022)


@check("version-error-data", "MUST", "The error names the versions that are served and the one that was asked for",
       "versioning.unsupported-data", "schema # UnsupportedProtocolVersionError")  # fmt: skip
def error_data(case):
    for version in _unserved(case)[:2]:
        reply = case.client.ask("server/discover", metadata=wire.meta(version=version))
        if reply.code != -32022:
            raise NotObserved("there is no such error")
        data = _data(reply)
        supported = data.get("supported")
        if not (isinstance(supported, list) and supported and all(isinstance(each, str) for each in supported)):
            case.wrong("data.supported is no array of versions", "data.supported: an array of strings", *reply.events)
        if data.get("requested") != version:
            case.wrong("data.requested is not the version that was asked for", f'"{version}"', *reply.events)


@check("version-same-list", "MUST", "The error names this revision, as server/discover does",
       "versioning.supported-consistent", NEGOTIATION)  # fmt: skip
def same_list(case):
    reply = case.client.ask("server/discover", metadata=wire.meta(version="1900-01-01"))
    supported = _data(reply).get("supported")
    if not isinstance(supported, list):
        raise NotObserved("the error has no list of versions")
    if wire.VERSION not in supported:
        case.wrong(f"{wire.VERSION} is served and not named", f"{wire.VERSION} in data.supported", *reply.events)
    elif sorted(map(str, supported)) != sorted(case.facts.versions):
        expected = f"the versions of server/discover: {case.facts.versions}"
        case.warn("the two lists differ", expected, *reply.events, *case.facts.discovery.events)


@check("version-after-good-requests", "MUST NOT", "No version is remembered: bad after good is refused, good after bad "
       "served", "base.stateless-context versioning.unsupported-error", "basic/index # Statelessness")  # fmt: skip
def after_good_requests(case):
    client = case.client
    for _ in range(2):
        case.expect_result(client.ask("server/discover"), "in the version that is served: ")
        reply = client.ask("server/discover", metadata=wire.meta(version="1900-01-01"))
        case.expect_code(reply, -32022, "in one that is not, after a good request: ")


@check("version-first-request", "MUST", "The first request of a process may name a version that is not served",
       "versioning.unsupported-error versioning.no-handshake", NEGOTIATION)  # fmt: skip
def first_request(case):
    case.expect_code(case.bench.first("bad version")[0], -32022)


@check("version-initialize", "MUST", "A server that serves no earlier era refuses initialize with an error",
       "versioning.initialize-rejected", "basic/versioning # Compatibility Matrix")  # fmt: skip
def refuses_initialize(case):
    client, reply = case.facts.opening()
    version = (reply.result or {}).get("protocolVersion")
    if isinstance(version, str) and version != wire.VERSION:
        raise NotObserved(f"the server serves an earlier era too, {version}")
    if case.answered(reply, "an error") and not reply.error:
        case.wrong("initialize was answered with a result", "an error", *reply.events)
    case.expect_result(client.ask("server/discover"), "a modern request after it: ")


@check("version-initialize-names-versions", "SHOULD", "The error to initialize names the versions that are served",
       "versioning.initialize-names-versions", "basic/versioning # Backward Compatibility with Initialization-Based "
       "Versions")  # fmt: skip
def names_versions(case):
    _, reply = case.facts.opening()
    if not reply.error:
        raise NotObserved("initialize was not refused")
    if wire.VERSION not in json.dumps(reply.error):
        case.wrong("no version is named", f"{wire.VERSION} in the message or in data", *reply.events)


def _data(reply):
    data = reply.error.get("data") if reply.error else None
    return data if isinstance(data, dict) else {}
