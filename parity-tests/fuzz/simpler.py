"""Simpler versions of a line, the boldest first: without a line, a member, a value, some bytes."""

import json


class Number(str):
    """A number as it was spelled."""


class Members(list):
    """The members of an object as pairs: two may have the same name."""


def simpler(data):
    """Gives versions of some lines that are simpler, one after the other."""
    lines = data[:-1].split(b"\n")
    if len(lines) > 1:
        for number in range(len(lines)):
            yield b"\n".join(lines[:number] + lines[number + 1 :]) + b"\n"
    tree = _tree(data)
    if tree is not None:
        plain = _text(tree).encode("utf-8", "surrogatepass") + b"\n"
        if plain != data:
            yield plain
        for smaller in _smaller(tree):
            text = _text(smaller)
            yield text.encode("utf-8", "surrogatepass") + b"\n"
    else:
        yield from _fewer_bytes(data[:-1])


def _tree(data):
    try:
        return json.loads(
            data.decode("utf-8"), object_pairs_hook=Members, parse_int=Number, parse_float=Number, parse_constant=Number
        )
    except (ValueError, RecursionError):
        return None


def _text(value):
    if isinstance(value, Members):
        return "{" + ",".join(json.dumps(name) + ":" + _text(item) for name, item in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_text(item) for item in value) + "]"
    return value if isinstance(value, Number) else json.dumps(value)


def _smaller(value):
    """Gives trees that differ in one place: without it, empty, or with something smaller in it."""
    if isinstance(value, Members):
        yield from ([Members()] if value else [])
        for spot, (name, item) in enumerate(value):
            yield Members(value[:spot] + value[spot + 1 :])
        for spot, (name, item) in enumerate(value):
            for smaller in _smaller(item):
                yield Members([*value[:spot], (name, smaller), *value[spot + 1 :]])
            for shorter in _shorter(name) if len(name) > 40 else ():
                yield Members([*value[:spot], (shorter, item), *value[spot + 1 :]])
    elif isinstance(value, list):
        yield from ([[]] if value else [])
        step = len(value)
        while step > 1:
            step = (step + 1) // 2 if step > 2 else 1
            for spot in range(0, len(value), step):
                yield value[:spot] + value[spot + step :]
        for spot, item in enumerate(value[:20]):
            yield item
            for smaller in _smaller(item):
                yield [*value[:spot], smaller, *value[spot + 1 :]]
    elif isinstance(value, Number):
        yield from (Number(text) for text in ("0", "1") if len(text) < len(value) or (text == "0" and value == "1"))
    elif isinstance(value, str):
        yield from _shorter(value)
    elif value is not None:
        yield None


def _shorter(text):
    if text:
        yield ""
    if len(text) > 1:
        yield text[: len(text) // 2]
        yield text[len(text) // 2 :]
        yield text[1:]
        yield text[:-1]
    if len(text) > 3 and text != "a" * len(text):
        yield "a" * len(text)


def _fewer_bytes(body):
    step = len(body)
    while step >= 1:
        for spot in range(0, len(body), step):
            yield body[:spot] + body[spot + step :] + b"\n"
        step = step // 2
