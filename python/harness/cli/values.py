"""Values on the command line: arguments of tools and prompts, JSON, numbers; and what it says when one is none."""

import argparse
import json
import math


class Usage(Exception):
    """A mistake on the command line; program is the command whose help says more."""

    def __init__(self, message, program="client.py"):
        """Takes what is wrong and which help says more."""
        super().__init__(message)
        self.program = program


def take_pairs(options, pairs):
    """Puts KEY=TEXT and KEY:=JSON into arguments, on top of --args, and the texts among them into texts."""
    any_json = hasattr(options, "args")
    options.arguments, taken = dict(getattr(options, "args", {})), set()
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or key in ("", ":"):
            raise Usage(f"{pair!r} is no argument: write {'KEY=TEXT or KEY:=JSON' if any_json else 'KEY=TEXT'}")
        literal = key.endswith(":")
        key = key[:-1] if literal else key
        if key in taken:
            raise Usage(f"the argument {key} is given twice")
        taken.add(key)
        if literal and not any_json:
            raise Usage(f"the arguments of a prompt are texts: write {key}=TEXT")
        if literal:
            options.arguments[key] = _json(pair, text, f"; a text is {key}={text}")
        else:
            options.arguments[key] = options.texts[key] = text


def _json(place, text, hint=""):
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as fault:
        raise Usage(f"{place} is no JSON: {fault}{hint}") from None


def json_object(text):
    """Reads the value of --args."""
    try:
        value = _json(text, text)
    except Usage as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError("a JSON object is needed")
    return value


def _refuse(literal):
    raise ValueError(f"{literal} is no JSON")


def seconds(text):
    """Reads a time."""
    return _above_0(text, float, "number of seconds")


def count(text):
    """Reads how many events are waited for."""
    return _above_0(text, int, "whole number")


def _above_0(text, kind, what):
    try:
        number = kind(text)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"a {what} above 0 is needed, not {text!r}")
    return number
