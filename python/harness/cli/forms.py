"""The forms that servers ask people to fill in: flat fields of text, numbers, yes or no, and choices.

The schema is a server's and may be anything; what is no form that can be shown gives None. Specification:
client/elicitation.
"""

import re

_INTEGER, _NUMBER = re.compile(r"[+-]?\d+"), re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")

#: For each format of a text what it is called, and what it must look like at least.
_FORMATS = {
    "email": ("an e-mail address", re.compile(r"[^@\s]+@[^@\s]+")),
    "uri": ("a URI, such as https://example.org", re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")),
    "date": ("a date, such as 2026-07-28", re.compile(r"\d{4}-\d\d-\d\d")),
    "date-time": (
        "a date with time and zone, such as 2026-07-28T09:00:00Z",
        re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)"),
    ),
}

_WORDS = {"boolean": "yes or no", "string": "text", "integer": "a whole number", "number": "a number"}

#: Stands for a field that was left empty and may be.
ABSENT = object()


def fields(params):
    """Gives each field by name as (schema, required), or None if the params of a request hold no form."""
    schema = params.get("requestedSchema")
    if params.get("mode", "form") != "form" or not isinstance(schema, dict):
        return None
    properties, required = schema.get("properties"), schema.get("required", [])
    if not isinstance(properties, dict) or not isinstance(required, list):
        return None
    if not all(isinstance(each, dict) for each in properties.values()):
        return None
    return {name: (each, name in required) for name, each in properties.items()}


def described(schema):
    """Says what a field takes, in the server's words where it has any."""
    offered = _offered(schema)
    if not offered and _format(schema):
        return _format(schema)[0]
    if not offered:
        return _WORDS.get(str(schema.get("type")), "text")
    shown = ", ".join(f"{value} = {title}" if title else value for value, title in offered.items())
    return f"some of {shown}, with commas between" if schema.get("type") == "array" else f"one of {shown}"


def default(schema):
    """Gives the default of a field as it is shown, or None."""
    value = schema.get("default")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else None if value is None else str(value)


def sample(schema):
    """Gives a value that shows what a field takes."""
    offered = list(_offered(schema))
    if "default" in schema:
        return schema["default"]
    if schema.get("type") == "array":
        return offered[:1]
    return offered[0] if offered else {"boolean": True, "integer": 0, "number": 0}.get(str(schema.get("type")), "…")


def value(text, schema, required):
    """Gives the value that a person typed for a field, or ABSENT; raises ValueError with what is wanted instead."""
    kind, offered = schema.get("type"), _offered(schema)
    if text == "":
        if "default" in schema:
            return schema["default"]
        _check(not required, "it cannot be left empty")
        return ABSENT
    if kind == "array":
        values = [part.strip() for part in text.split(",") if part.strip()]
        _check(all(each in offered for each in values), described(schema))
        return _within(values, len(values), schema, "minItems", "maxItems", "of them")
    if offered:
        _check(text in offered, described(schema))
        return text
    if kind == "boolean":
        _check(text.lower() in ("y", "yes", "true", "n", "no", "false"), "yes or no")
        return text.lower()[0] in "yt"
    if kind == "integer":
        _check(_INTEGER.fullmatch(text) and len(text) < 1000, "a whole number")
        return _within(int(text), int(text), schema, "minimum", "maximum", "")
    if kind == "number":
        _check(_NUMBER.fullmatch(text), "a number")
        return _within(float(text), float(text), schema, "minimum", "maximum", "")
    words, pattern = _format(schema) or ("", None)
    _check(pattern is None or pattern.fullmatch(text), words)
    return _within(text, len(text), schema, "minLength", "maxLength", "characters")


def _format(schema):
    name = schema.get("format")
    return _FORMATS.get(name) if isinstance(name, str) and schema.get("type") == "string" else None


def _offered(schema):
    # The values of a choice, each with what is shown for it.
    source = schema.get("items") if schema.get("type") == "array" else schema
    if not isinstance(source, dict):
        return {}
    titled, plain = source.get("oneOf") or source.get("anyOf"), source.get("enum")
    if isinstance(titled, list):
        pairs = [(each.get("const"), str(each.get("title", ""))) for each in titled if isinstance(each, dict)]
    else:
        pairs = [(each, "") for each in plain] if isinstance(plain, list) else []
    return {name: title for name, title in pairs if isinstance(name, str)}


def _within(found, number, schema, least, most, what):
    low, high = schema.get(least), schema.get(most)
    _check(not isinstance(low, (int, float)) or number >= low, f"at least {low} {what}".strip())
    _check(not isinstance(high, (int, float)) or number <= high, f"at most {high} {what}".strip())
    return found


def _check(holds, words):
    if not holds:
        raise ValueError(words)
