"""Checks of a method's own params that several methods share (steps 11 and 12 of the order of checks).

Each raises -32602 with a sentence that names the member.
"""

from server.errors import invalid_params
from server.values import has, is_object, is_string


def require_string(params, name, path=""):
    """Gives the string member with this name; it must be there."""
    value = params[name] if has(params, name) else None
    if not is_string(value):
        raise invalid_params(path + name + " must be a string")
    return value


def require_object(params, name, path=""):
    """Gives the object member with this name; it must be there."""
    value = params[name] if has(params, name) else None
    if not is_object(value):
        raise invalid_params(path + name + " must be an object")
    return value


def optional_object(params, name, path=""):
    """Gives the object member with this name, or an empty object where it is absent; null is not absent."""
    return require_object(params, name, path) if has(params, name) else {}


def refuse_cursor(params):
    """Refuses any cursor, for a list that fits on one page and never gives one out."""
    if has(params, "cursor"):
        require_string(params, "cursor")
        raise unknown_cursor()


def unknown_cursor():
    """The error for a cursor that this list did not give out."""
    return invalid_params("cursor is none of this list; start again without one")


def check_retry_form(params):
    """Checks the form of the two members by which a client answers a question of the server."""
    optional_object(params, "inputResponses")
    if has(params, "requestState"):
        require_string(params, "requestState")
