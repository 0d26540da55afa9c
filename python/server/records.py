"""Records: what happened to the notes, one after the other.

A record is an object whose op names the change; a journal holds one in each line. What a file holds may have been cut
off, edited, or written by a later version, so each line is looked at before it counts. Contract, section 7.
"""

from server.decode import NotJson, decode_line
from server.schema import fault_of
from server.schemas import RECORDS
from server.values import has, is_object, is_string, is_well_formed

#: What the first line of every journal begins with, for op is the first member of every record.
BEGINNING = b'{"op":"'

#: What the escape of a character begins with.
ESCAPE = b"\\u"


def read_record(line):
    """Gives the record that a line of a journal holds, or null if it holds none that counts."""
    try:
        record = decode_line(line)
    except NotJson:
        return None
    if not is_object(record) or not has(record, "op") or not is_string(record["op"]) or not has(RECORDS, record["op"]):
        return None
    if fault_of(RECORDS[record["op"]], record) != "":
        return None
    # Only an escape can bring half of a surrogate pair, and few lines have one.
    return record if ESCAPE not in line or is_well_formed(record) else None


def may_be_journal(head):
    """Tells whether a file that begins with these bytes can be a journal: empty, or begun with a record, whole or cut."""
    first = head.lstrip(b" \t\r\n")[: len(BEGINNING)]
    # The first record may have been torn; the newline that ends it is the next one's.
    return BEGINNING.startswith(first.split(b"\n")[0])
