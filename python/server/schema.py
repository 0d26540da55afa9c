"""The part of JSON Schema 2020-12 that the tools use, with sentences a model can correct itself by.

Keywords: type, required, properties, additionalProperties (false), items, minItems, maxItems, minLength, maxLength,
pattern, minimum, maximum. Lengths are code points. One fault is named: missing members in the order of the schema, then
properties in that order, then unknown names sorted by code point.
"""

import re

from server.values import (
    code_points,
    cut,
    has,
    is_array,
    is_boolean,
    is_integer,
    is_number,
    is_object,
    is_string,
    sorted_names,
)

#: How each type is tested, and what it is called in a sentence.
TYPES = {
    "object": (is_object, "an object"),
    "array": (is_array, "an array"),
    "string": (is_string, "a string"),
    "integer": (is_integer, "an integer"),
    "number": (is_number, "a number"),
    "boolean": (is_boolean, "a boolean"),
    "null": (lambda value: value is None, "null"),
}


def fault_of(schema, value, path=""):
    """Gives the sentence for the first rule of the schema that the value breaks, or an empty string."""
    if has(schema, "type") and not _has_type(schema["type"], value):
        names = [TYPES[name][1] for name in _list_of(schema["type"])]
        return _named(path) + " must be " + " or ".join(names)
    if is_object(value):
        return _object_fault(schema, value, path)
    if is_array(value):
        return _array_fault(schema, value, path)
    if is_string(value):
        return _string_fault(schema, value, path)
    if is_number(value):
        return _number_fault(schema, value, path)
    return ""


def _object_fault(schema, value, path):
    for name in schema.get("required", []):
        if not has(value, name):
            return "Missing required argument " + _joined(path, name)
    properties = schema.get("properties", {})
    for name in properties:
        if has(value, name):
            fault = fault_of(properties[name], value[name], _joined(path, name))
            if fault != "":
                return fault
    if schema.get("additionalProperties") is False:
        for name in sorted_names(value):
            if not has(properties, name):
                return "Unknown argument " + _joined(path, cut(name))
    return ""


def _array_fault(schema, value, path):
    if has(schema, "minItems") and len(value) < schema["minItems"]:
        return _named(path) + " must have at least " + _counted(schema["minItems"], "item")
    if has(schema, "maxItems") and len(value) > schema["maxItems"]:
        return _named(path) + " must have at most " + _counted(schema["maxItems"], "item")
    if has(schema, "items"):
        for index, item in enumerate(value):
            fault = fault_of(schema["items"], item, path + "[" + str(index) + "]")
            if fault != "":
                return fault
    return ""


def _string_fault(schema, value, path):
    if has(schema, "minLength") and code_points(value) < schema["minLength"]:
        return _named(path) + " must have at least " + _counted(schema["minLength"], "character")
    if has(schema, "maxLength") and code_points(value) > schema["maxLength"]:
        return _named(path) + " must have at most " + _counted(schema["maxLength"], "character")
    if has(schema, "pattern") and not matches(schema["pattern"], value):
        return _named(path) + " must match " + schema["pattern"]
    return ""


def _number_fault(schema, value, path):
    if has(schema, "minimum") and value < schema["minimum"]:
        return _named(path) + " must be at least " + str(schema["minimum"])
    if has(schema, "maximum") and value > schema["maximum"]:
        return _named(path) + " must be at most " + str(schema["maximum"])
    return ""


def matches(pattern, text):
    """Tells whether an anchored pattern matches the whole text; a newline at the end is not overlooked."""
    return re.fullmatch(pattern, text) is not None


def _has_type(names, value):
    return any(TYPES[name][0](value) for name in _list_of(names))


def _list_of(names):
    return names if is_array(names) else [names]


def _named(path):
    return "Argument " + path if path != "" else "The arguments"


def _joined(path, name):
    return name if path == "" else path + "." + name


def _counted(number, noun):
    return str(number) + " " + noun + ("" if number == 1 else "s")
