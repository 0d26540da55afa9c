"""What a pair of twins is started with: options, variables, and the journal that it finds."""

import json

#: The time that stands still, and the key of states, so that an answer can be compared and sent again.
FIXED_ENV = {
    "NOTES_CLOCK": "2026-07-28T00:00:00.000Z",
    "NOTES_STATE_KEY": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
}

#: Grants, and how often each is drawn; None leaves the variable away.
SCOPES = ["read,write,delete"] * 6 + [None, "read", "write, delete", "", "read,delete", "read,admin"]

_AT = "2026-07-01T09:00:00.000Z"


class Setting:
    """Options, variables besides the fixed ones, and the text of the journal, or None: then there is no store."""

    def __init__(self, args=(), env=None, store=None):
        """Takes the three."""
        self.args = list(args)
        self.env = dict(env or {})
        self.store = store


def setting_of(some):
    """Draws a setting from a random source."""
    args = [
        name for name, share in (("--live", 0.5), ("--legacy", 0.3), ("--everything", 0.5)) if some.random() < share
    ]
    env = {}
    scopes = some.choice(SCOPES)
    if scopes is not None:
        env["NOTES_SCOPES"] = scopes
    if some.random() < 0.2:
        env["NOTES_PRINCIPAL"] = some.choice(["ada", "é", "a\nb"])
    store = None
    if some.random() < 0.35:
        store = _journal(some)
        # The disk is waited for seldom: nothing of it shows in an answer.
        args += [] if some.random() < 0.05 else ["--no-fsync"]
    return Setting(args, env, store)


def _journal(some):
    lines = [_record(some) for _ in range(some.choice((0, 0, 3, 8, 60, 120)))]
    return "".join("\n" + line + some.choice(("\n", "\n", "\n", "\r\n")) for line in lines)


def _record(some):
    note = {
        "title": some.choice(("a", "Käse", "💡", "x" * 200, "x" * 201, "")),
        "body": some.choice(("", "b", "\u2028")),
    }
    if some.random() < 0.3:
        note["tag"] = some.choice(("home", "guide", "HOME", "a\n", None))
    op = some.choice(("create",) * 8 + ("update", "update", "delete", "import", "restart", "toString"))
    record = {"op": op, **note, "at": some.choice((_AT,) * 6 + ("2026-07-01", None, _AT + "\n"))}
    if op == "import":
        record["notes"] = [note] * some.choice((1, 2, 0))
    elif op != "create":
        record["id"] = some.choice(("note-1", "note-2", "note-3", "note-99", "x", 1))
    record.update(by=some.choice(("0123456789abcdef", "")), n=some.choice((1, 2, 1.0, "1")))
    text = json.dumps(record, ensure_ascii=some.random() < 0.5, separators=(",", ":"))
    return (
        text
        if some.random() < 0.9
        else some.choice((text[: some.randrange(8, 60)], text + "x", " " + text, text.replace('"at"', '"a"')))
    )
