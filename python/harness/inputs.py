"""What a server may ask for within a result, and what may be answered: elicitation, sampling and roots.

A wrong answer is refused here, with the words of a mistake of the caller, and never sent.
"""

from harness.wire import is_integer, shown

_ROLES = ("user", "assistant")
_ACTIONS = ("accept", "decline", "cancel")


def is_request(value):
    """Tells whether a value has the form of an input request."""
    return (
        isinstance(value, dict) and isinstance(value.get("method"), str) and isinstance(value.get("params", {}), dict)
    )


def undeclared(request):
    """Says what a request asks for that is never declared, or gives ""."""
    params = request.get("params", {})
    if request["method"] == "elicitation/create" and params.get("mode", "form") != "form":
        return f"elicitation in mode {shown(params['mode'], 40)}"
    if request["method"] == "sampling/createMessage" and ("tools" in params or "toolChoice" in params):
        return "sampling with tools"
    return ""


def answer_fault(request, answer):
    """Says why an object is no answer to a request, or gives ""; of an unknown kind every answer is right."""
    check = {
        "elicitation/create": _elicitation,
        "sampling/createMessage": _sampling,
        "roots/list": _roots,
    }.get(request["method"])
    return check(request.get("params", {}), answer) if check else ""


def _elicitation(params, answer):
    if answer.get("action") not in _ACTIONS:
        return f"action must be one of {', '.join(_ACTIONS)}"
    if answer["action"] != "accept":
        return "content belongs to accept only" if "content" in answer else ""
    content = answer.get("content", {})
    if not isinstance(content, dict):
        return "content must be an object"
    schema = params.get("requestedSchema")
    schema = schema if isinstance(schema, dict) else {}
    required, fields = schema.get("required"), schema.get("properties")
    for name in required if isinstance(required, list) else []:
        if name not in content:
            return f"content needs {name}"
    for name, value in content.items():
        field = fields.get(name) if isinstance(fields, dict) else None
        wanted = field.get("type") if isinstance(field, dict) else None
        if not _fits(value, wanted):
            return f"content.{name} must be {wanted or 'a text, a number, a boolean or a list of texts'}"
        if isinstance(field, dict) and isinstance(field.get("enum"), list) and value not in field["enum"]:
            return f"content.{name} must be one of those in enum"
    return ""


def _fits(value, wanted):
    fits = {
        "string": isinstance(value, str),
        "boolean": isinstance(value, bool),
        "number": isinstance(value, (int, float)) and not isinstance(value, bool),
        "integer": is_integer(value),
        "array": isinstance(value, list) and all(isinstance(each, str) for each in value),
    }
    return fits[wanted] if wanted in fits else any(fits.values())


def _sampling(_params, answer):
    content = answer.get("content")
    blocks = content if isinstance(content, list) else [content]
    if answer.get("role") not in _ROLES or not isinstance(answer.get("model"), str):
        return "role must be user or assistant, and model a text"
    if not blocks or not all(isinstance(each, dict) and isinstance(each.get("type"), str) for each in blocks):
        return "content must be a block with a type, or a list of such"
    return "" if isinstance(answer.get("stopReason", ""), str) else "stopReason must be a text"


def _roots(_params, answer):
    roots = answer.get("roots")
    if not isinstance(roots, list) or not all(isinstance(each, dict) for each in roots):
        return "roots must be a list of objects"
    for root in roots:
        if not isinstance(root.get("uri"), str) or not root["uri"].startswith("file://"):
            return "the uri of a root must begin with file://"
        if not isinstance(root.get("name", ""), str):
            return "the name of a root must be a text"
    return ""
