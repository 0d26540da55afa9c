"""What is done to a sound request: to its structure, to its values, to its bytes. A seeded source chooses."""

from fuzz.values import EDGES, NAMES, NUMBERS, TEXTS, Again, copied, deep, raw

#: Bytes that a line may get somewhere.
SPLINTERS = [
    b"\x00", b"\r", b"\n", b"\n\n", b"\t", b" ", b"\xef\xbb\xbf", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80", b"\xc3", b"\xe2\x80\xa8", b"\x0b", b"\x0c", b"\xc2\xa0", b"\xc2\x85", b'"', b"\\", b"\\u",
    b"\\ud800", b"\\u0000", b"{", b"}", b"[", b"]", b",", b":", b"//", b"/**/", b"'", b"null", b"1", b"-", b"e9",
]  # fmt: skip

#: Lines that stand for themselves.
ODD_LINES = [
    b"", b" ", b"\t\r", b"\r", b"null", b"0", b'"', b'""', b"[]", b"{}", b"[{}]", b"{", b"\xef\xbb\xbf{}", b"\xff",
    b"{}{}", b"{} x", b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"2.0","id":1}', b'{"jsonrpc":"2.0","id":1,"result":{}}',
    b'{"id":1,"error":{}}', b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
    b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', b"[" * 64 + b"]" * 64, b"[" * 65 + b"]" * 65,
    b'{"a":' * 64 + b"1" + b"}" * 64, b'{"a":' * 63 + b'"[[["' + b"}" * 63, b"\xc2\xa0{}", b"\x0c{}",
]  # fmt: skip


def spoil(message, some, values):
    """Gives a copy of a message with one or two places changed; some is a random source, values a list to draw from."""
    changed = copied(message)
    for _ in range(1 if some.random() < 0.8 else 2):
        edges = list(_edges(changed)) if some.random() < 0.45 else []
        if edges:
            holder, key = some.choice(edges)
            holder[key] = copied(some.choice(EDGES[key]))
        elif (place := _place(changed, some)) is not None:
            some.choice(_CHANGES)(*place, some, values)
    return changed


def _edges(value):
    # The members that have bounds or a form, wherever they stand.
    if isinstance(value, dict):
        for name, item in value.items():
            if name in EDGES:
                yield value, name
            yield from _edges(item)
    elif isinstance(value, list):
        for item in value:
            yield from _edges(item)


def _place(message, some):
    # A walk from the root that stops somewhere. The metadata is spared mostly, so that most requests get past it.
    holder, key = None, None
    value = message
    while isinstance(value, (dict, list)) and value:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        key = some.choice(keys)
        if key in ("_meta", "jsonrpc") and some.random() < 0.7:
            key = some.choice(keys)
        if key in ("id", "method", "jsonrpc") and holder is None and some.random() < 0.6 and "params" in value:
            key = "params"
        holder, value = value, value[key]
        if some.random() < 0.2:
            break
    return None if holder is None else (holder, key)


def _drop(holder, key, some, values):
    del holder[key]


def _null(holder, key, some, values):
    holder[key] = None


def _number(holder, key, some, values):
    holder[key] = raw(some.choice(NUMBERS))


def _text(holder, key, some, values):
    holder[key] = some.choice(TEXTS)


def _value(holder, key, some, values):
    holder[key] = copied(some.choice(values))


def _nest(holder, key, some, values):
    holder[key] = some.choice(([holder[key]], {"a": holder[key]}, {some.choice(NAMES): holder[key]}, [holder[key]] * 2))


def _deepen(holder, key, some, values):
    holder[key] = deep(some.choice((2, 10, 58, 59, 60, 61, 62, 63, 64, 65, 100, 300)), some.randrange(2))


def _rename(holder, key, some, values):
    if isinstance(holder, dict):
        members = list(holder.items())
        holder.clear()
        for name, value in members:
            holder[some.choice((some.choice(NAMES), name.upper(), name + "s", name[:-1])) if name == key else name] = (
                value
            )


def _add(holder, key, some, values):
    if isinstance(holder, dict):
        holder.setdefault(some.choice(NAMES), copied(some.choice(values)))
    else:
        holder.insert(some.randrange(len(holder) + 1), copied(some.choice(values)))


def _twice(holder, key, some, values):
    # Of two equal names the last one counts.
    if isinstance(holder, dict):
        holder[Again(key)] = some.choice((holder[key], None, some.choice(values)))
    else:
        holder.append(holder[key])


def _stretch(holder, key, some, values):
    if isinstance(holder[key], str):
        text = holder[key] or "x"
        holder[key] = some.choice(
            (text * 2, text + "\n", " " + text, text[:-1], text + "\ud83d", text.swapcase(), text + "💡" * 200)
        )
    else:
        holder[key] = some.choice(([], {}, "", 0, True, False, [""] * 3))


_CHANGES = [
    _drop,
    _null,
    _number,
    _number,
    _text,
    _text,
    _value,
    _value,
    _nest,
    _deepen,
    _rename,
    _add,
    _twice,
    _stretch,
]


def corrupt(line, some):
    """Gives the bytes of a line after something was done to them; they still end with their newline."""
    body = line[:-1]
    spot, other = sorted((some.randrange(len(body) + 1), some.randrange(len(body) + 1)))
    kind = some.randrange(9)
    if kind == 0:
        body = body[:spot]
    elif kind == 1 and body:
        spot = min(spot, len(body) - 1)
        body = body[:spot] + bytes([body[spot] ^ (1 << some.randrange(8))]) + body[spot + 1 :]
    elif kind == 2:
        body = body[:spot] + some.choice(SPLINTERS) + body[spot:]
    elif kind == 3:
        body = body[:spot] + body[other:]
    elif kind == 4:
        body = body[:other] + body[spot:]
    elif kind == 5:
        body = some.choice((b"\xef\xbb\xbf", b" ", b"\r", b"\t", b"\x00", b"\x0b", b",")) + body
    elif kind == 6:
        body += some.choice((b"\r", b" ", b"\t\r", b"\x00", b"\r\r", b",", b"x", b"\xe2\x80\xa8"))
    elif kind == 7:
        body = some.choice(ODD_LINES)
    else:
        body = some.randbytes(some.randrange(1, 40)).replace(b"\n", b"")
    return body + b"\n"
