"""The errors of the protocol: one table of codes, one class, and every sentence that an error can carry.

The sentences are ours and fixed; a parser's words never reach the wire. A name or URI that the client sent may be
quoted, cut to 200 code points. Codes: specification, basic/index, "Error Codes".
"""

from server.values import cut

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
RESOURCE_NOT_FOUND = -32002
MISSING_CLIENT_CAPABILITY = -32021
UNSUPPORTED_PROTOCOL_VERSION = -32022

#: The first words of each message, by code.
ERRORS = {
    PARSE_ERROR: "Parse error",
    INVALID_REQUEST: "Invalid request",
    METHOD_NOT_FOUND: "Method not found",
    INVALID_PARAMS: "Invalid params",
    INTERNAL_ERROR: "Internal error",
    RESOURCE_NOT_FOUND: "Resource not found",  # of the earlier revision; only its adapter says so
    MISSING_CLIENT_CAPABILITY: "Missing required client capability",
    UNSUPPORTED_PROTOCOL_VERSION: "Unsupported protocol version",
}


class RpcError(Exception):
    """A JSON-RPC error on its way to the client: code, message and, where the contract has some, data."""

    def __init__(self, code, detail, data=None):
        """Takes a code of the table, the sentence after its first words or nothing, and the data or nothing."""
        message = ERRORS[code] if detail is None else ERRORS[code] + ": " + detail
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


class ToolFailure(Exception):
    """A failure of the tool itself, told to the model as a result with isError (specification: server/tools)."""

    def __init__(self, sentence):
        """Takes the sentence that the model reads."""
        super().__init__(sentence)
        self.sentence = sentence


def parse_error():
    """A line that is not one JSON text (-32700); the same message for every such line."""
    return RpcError(PARSE_ERROR, "the line is not one JSON text in UTF-8, at most 64 levels deep")


def invalid_request(detail):
    """A message that is no well-formed request (-32600)."""
    return RpcError(INVALID_REQUEST, detail)


def method_not_found(method):
    """A method that this server does not have (-32601)."""
    return RpcError(METHOD_NOT_FOUND, cut(method))


def invalid_params(detail, data=None):
    """Params that the method cannot accept (-32602)."""
    return RpcError(INVALID_PARAMS, detail, data)


def missing_capability(required):
    """A client capability that the request needs and did not declare (-32021), with what is missing."""
    names = [name + "." + mode if mode != "" else name for name, mode in _modes_of(required)]
    return RpcError(MISSING_CLIENT_CAPABILITY, ", ".join(names), {"requiredCapabilities": required})


def internal_error():
    """A fault of the server itself (-32603); what happened goes to stderr only."""
    return RpcError(INTERNAL_ERROR, "the server failed to answer; its stderr says more")


def unsupported_version(detail, supported, requested):
    """A protocol version that is not served (-32022), with the versions that are."""
    return RpcError(UNSUPPORTED_PROTOCOL_VERSION, detail, {"supported": supported, "requested": requested})


def _modes_of(capabilities):
    return [(name, mode) for name in capabilities for mode in (list(capabilities[name]) or [""])]
