"""The metadata of a request: required on every one, of the right type, and nothing else is asked for.

Where a server has real names (a prompt, a resource, a tool that only reads), they are used, so that it is the metadata
that is refused and not the name.
"""

from conform import wire
from conform.pack import RESULT, check

META = "basic/index # _meta"

#: What a request lacks, as the id of the check, the words, and the _meta that it carries.
MISSING = {
    "metadata-no-meta": ("params without _meta", wire.OMIT),
    "metadata-no-version": ("no protocolVersion", wire.meta(version=wire.OMIT)),
    "metadata-no-capabilities": ("no clientCapabilities", wire.meta(capabilities=wire.OMIT)),
    "metadata-no-required": ("_meta with neither", wire.meta(version=wire.OMIT, capabilities=wire.OMIT)),
}


def _put_missing(name, words, metadata):
    @check(name, "MUST", f"Every method refuses a request with {words} with -32602, also after good requests",
           "base.meta-required-enforced base.stateless-context", META)  # fmt: skip
    def missing(case):
        for method in case.facts.offered():
            reply = case.probe(method, case.facts.params(method), metadata)
            case.expect_code(reply, -32602, f"{method}: ")


for _name, (_words, _metadata) in MISSING.items():
    _put_missing(_name, _words, _metadata)


@check("metadata-no-params", "MUST", "Every method refuses a request without params with -32602",
       "base.meta-required-enforced", META)  # fmt: skip
def no_params(case):
    for method in case.facts.offered():
        message = {"jsonrpc": "2.0", "id": case.client.new_id(), "method": method}
        case.expect_code(case.probe_message(message), -32602, f"{method}: ")


@check("metadata-meta-kind", "MUST", "A _meta that is no object is refused with -32602",
       "base.meta-required-enforced base.meta-object", META)  # fmt: skip
def meta_kind(case):
    for value in (None, [], "x", 1, True):
        _each(case, f"_meta {value!r}", value)


@check("metadata-version-kind", "MUST", "A protocolVersion that is no string is refused with -32602",
       "base.meta-field-types-enforced", "schema # RequestMetaObject")  # fmt: skip
def version_kind(case):
    for value in (None, 20260728, True, [wire.VERSION], {"version": wire.VERSION}):
        # -32022 would tell a client that the server is modern; the letter of the text does not forbid it here.
        _each(case, f"protocolVersion {value!r}", wire.meta(version=value), warn=(-32022,))


@check("metadata-capabilities-kind", "MUST", "A clientCapabilities that is no object is refused with -32602",
       "base.meta-field-types-enforced", "schema # RequestMetaObject")  # fmt: skip
def capabilities_kind(case):
    for value in (None, [], "x", 1, True):
        _each(case, f"clientCapabilities {value!r}", {**wire.meta(), wire.CLIENT_CAPABILITIES: value})


def _each(case, where, metadata, methods=("server/discover", "tools/list"), warn=()):
    for method in methods:
        if case.facts.offers(method):
            message = {**wire.request(case.client.new_id(), method), "params": {"_meta": metadata}}
            case.expect_code(case.probe_message(message), -32602, f"{method}, {where}: ", warn=warn)


@check("metadata-first-request", "MUST", "The first request of a process is refused with -32602 if it has no metadata",
       "base.meta-required-enforced versioning.no-handshake", META)  # fmt: skip
def first_request(case):
    reply = case.bench.first("no metadata")[0]
    case.expect_code(reply, -32602, f"{reply.sent.value['method']}: ")


@check("metadata-unknown-method", "MUST", "An unknown method without metadata is refused with -32602 or -32601",
       "base.meta-required-enforced base.method-not-found", META)  # fmt: skip
def unknown_method(case):
    case.expect_code(case.probe("conform/unknown", metadata=wire.OMIT), -32602, accept=(-32601,))


@check("metadata-client-info-optional", "MUST NOT", "A request without clientInfo is not refused",
       "base.meta-client-info-optional", META)  # fmt: skip
def client_info_optional(case):
    for method in case.facts.offered():
        if not method.endswith(("/list", "/discover")):
            continue
        case.expect_result(case.client.ask(method, metadata=wire.meta(info=wire.OMIT)), f"{method}: ")


@check("metadata-optional-kinds", "SHOULD",
       "A clientInfo or progressToken of the wrong kind is refused with -32602, or "
       "does not matter", "base.invalid-params-error", "schema # RequestMetaObject")  # fmt: skip
def optional_kinds(case):
    wrong = {"clientInfo as a text": wire.meta(info="x"), "clientInfo without name": wire.meta(info={"version": "1"}),
             "progressToken as an object": wire.meta(progressToken={})}  # fmt: skip
    for words, metadata in wrong.items():
        case.expect_code(case.probe("server/discover", metadata=metadata), -32602, f"{words}: ", (RESULT,))


@check("metadata-log-level", "SHOULD", "A logLevel that does not exist is refused with -32602",
       "logging.invalid-level", "server/utilities/logging # Error Handling")  # fmt: skip
def log_level(case):
    reply = case.probe("server/discover", metadata=wire.meta(**{wire.LOG_LEVEL: "loud"}))
    case.expect_code(reply, -32602)


@check("metadata-unknown-keys", "SHOULD", "Unknown keys of _meta and unknown client capabilities are ignored",
       "base.capabilities-open-set base.meta-reserved-values", META)  # fmt: skip
def unknown_keys(case):
    unknown = {
        "com.example/flag": [1],
        "x": None,
        "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    }
    capabilities = {"conformUnknown": {}, "experimental": {"conform": {}}, "extensions": {"com.example/conform": {}}}
    case.expect_result(case.client.ask("server/discover", metadata=wire.meta(**unknown)), "_meta: ")
    case.expect_result(
        case.client.ask("server/discover", metadata=wire.meta(capabilities=capabilities)), "capabilities: "
    )


@check("metadata-progress-tokens", "MUST", "A progress token, text or number, is taken with any request",
       "progress.optional base.response-id-echo", "basic/patterns/progress # Progress Flow")  # fmt: skip
def progress_tokens(case):
    for token in ("conform-token", 7):
        for method in case.facts.offered():
            if method.endswith(("/list", "/discover")):
                reply = case.client.ask(method, metadata=wire.meta(progressToken=token))
                case.expect_result(reply, f"{method}, token {token!r}: ")
