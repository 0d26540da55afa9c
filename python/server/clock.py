"""Time as the notes carry it: ISO 8601 in UTC with milliseconds and a Z.

The clock itself is handed in by main; this module only writes and reads its form.
"""

import re
from datetime import datetime, timedelta

_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def format_time(milliseconds):
    """Writes milliseconds since 1970 (UTC) as YYYY-MM-DDTHH:MM:SS.mmmZ."""
    return (datetime(1970, 1, 1) + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds") + "Z"


def parse_time(text):
    """Reads that form back into milliseconds; gives null for any other text and for a date that does not exist."""
    if _FORM.fullmatch(text) is None or text.startswith("0000"):
        return None
    try:
        moment = datetime.fromisoformat(text[:-1])
    except ValueError:
        return None
    milliseconds = (moment - datetime(1970, 1, 1)) // timedelta(milliseconds=1)
    # Runtimes forgive 24:00 or the thirtieth of February here and there; a real date comes back as it was written.
    return milliseconds if format_time(milliseconds) == text else None
