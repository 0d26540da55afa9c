"""Faults of a server, each with the checks that report it: exactly these, and no check is never named."""

from tests.conform_faults import calls, life, lines, lists, offers, requests, traffic

#: What is wrong: the ids of the checks that fail or warn, in one text, and the patch that does it.
FAULTS = {
    name: fault
    for module in (lines, requests, offers, lists, calls, life, traffic)
    for name, fault in module.FAULTS.items()
}
