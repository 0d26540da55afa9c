"""Whether a JSON Schema of dialect 2020-12 is one: the kinds of its keywords, down through all schemas within it."""

import re

from conform.shapes import COUNT, FLAG, NUMBER, TEXT, faults

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TYPES = ("null", "boolean", "object", "array", "number", "string", "integer")

PLAIN = {
    "$id": TEXT, "$schema": TEXT, "$ref": TEXT, "$anchor": TEXT, "$dynamicRef": TEXT, "$comment": TEXT,
    "title": TEXT, "description": TEXT, "format": TEXT, "pattern": TEXT,
    "minimum": NUMBER, "maximum": NUMBER, "exclusiveMinimum": NUMBER, "exclusiveMaximum": NUMBER, "multipleOf": NUMBER,
    "minLength": COUNT, "maxLength": COUNT, "minItems": COUNT, "maxItems": COUNT, "minProperties": COUNT,
    "maxProperties": COUNT, "minContains": COUNT, "maxContains": COUNT, "uniqueItems": FLAG, "deprecated": FLAG,
    "readOnly": FLAG, "writeOnly": FLAG, "required": [TEXT],
}  # fmt: skip
ONE = ("additionalProperties", "items", "contains", "not", "if", "then", "else", "propertyNames", "unevaluatedItems",
       "unevaluatedProperties", "contentSchema")  # fmt: skip
MANY = ("allOf", "anyOf", "oneOf", "prefixItems")
NAMED = ("properties", "patternProperties", "$defs", "dependentSchemas")


def schema_faults(schema, pointer=""):
    """Gives what is wrong with a schema as (pointer, words); one that names another dialect is not looked at."""
    if isinstance(schema, dict) and str(schema.get("$schema", DIALECT)).rstrip("#") != DIALECT:
        return
    yield from _faults(schema, pointer)


def _faults(schema, pointer):
    if isinstance(schema, bool):
        return
    if not isinstance(schema, dict):
        yield pointer, "is no schema: neither an object nor a boolean"
        return
    yield from faults(schema, PLAIN, pointer)
    yield from _type_faults(schema, pointer)
    if isinstance(schema.get("required"), list) and len(set(map(str, schema["required"]))) != len(schema["required"]):
        yield pointer + "/required", "names something twice"
    if "enum" in schema and not isinstance(schema["enum"], list):
        yield pointer + "/enum", "is not an array"
    for name in ONE:
        if name in schema:
            yield from _faults(schema[name], f"{pointer}/{name}")
    for name in MANY:
        if name in schema and not (isinstance(schema[name], list) and schema[name]):
            yield f"{pointer}/{name}", "is not an array with an entry"
        for index, each in enumerate(schema[name] if isinstance(schema.get(name), list) else []):
            yield from _faults(each, f"{pointer}/{name}/{index}")
    for name in NAMED:
        if name in schema and not isinstance(schema[name], dict):
            yield f"{pointer}/{name}", "is not an object"
        for key, each in (schema[name] if isinstance(schema.get(name), dict) else {}).items():
            yield from _faults(each, f"{pointer}/{name}/{key}")


def _type_faults(schema, pointer):
    found = schema.get("type", "object")
    names = found if isinstance(found, list) else [found]
    if (
        not names
        or any(name not in TYPES for name in names if isinstance(name, str))
        or not all(isinstance(name, str) for name in names)
    ):
        yield pointer + "/type", "is no type of JSON Schema"


HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+\Z")


def header_faults(schema, pointer, seen, reachable=True):
    """Gives what is wrong with the x-mcp-header annotations within a schema; seen collects the names, in lower case."""
    if isinstance(schema, list):
        for index, each in enumerate(schema):
            yield from header_faults(each, f"{pointer}/{index}", seen, False)
    if not isinstance(schema, dict):
        return
    if "x-mcp-header" in schema and pointer:
        name = schema["x-mcp-header"]
        if not (isinstance(name, str) and HEADER.match(name)):
            yield pointer, "has an x-mcp-header that is no header name"
        elif name.lower() in seen:
            yield pointer, "has an x-mcp-header that another property has too"
        elif not reachable or schema.get("type") not in ("integer", "string", "boolean"):
            yield pointer, "has an x-mcp-header and is no plain integer, string or boolean reached through properties"
        seen.add(str(name).lower())
    for key, each in schema.items():
        if key == "properties" and isinstance(each, dict):
            for name, inner in each.items():
                yield from header_faults(inner, f"{pointer}/properties/{name}", seen, reachable)
        elif key not in ("default", "const", "enum", "examples"):
            yield from header_faults(each, f"{pointer}/{key}", seen, False)
