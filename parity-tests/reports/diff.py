"""Where two lines differ, to the character."""

import difflib

#: Longer stretches than this are not compared letter by letter, which takes time that grows with the square.
LETTERS = 1500

#: Less alike than this, two stretches are two texts: marking the letters that they share by chance helps nobody.
ALIKE = 0.5


def ranges(one, other):
    """Gives the ranges (start, end) of the first and of the second text that the other one does not have."""
    start = 0
    shortest = min(len(one), len(other))
    while start < shortest and one[start] == other[start]:
        start += 1
    end = 0
    while end < shortest - start and one[-1 - end] == other[-1 - end]:
        end += 1
    middles = one[start : len(one) - end], other[start : len(other) - end]
    if middles == ("", ""):
        return [], []
    if max(map(len, middles)) <= LETTERS and all(middles):
        matcher = difflib.SequenceMatcher(None, *middles, autojunk=False)
        if matcher.ratio() >= ALIKE:
            blocks = [block for block in matcher.get_opcodes() if block[0] != "equal"]
            return (
                joined((start + low, start + high) for _, low, high, _, _ in blocks),
                joined((start + low, start + high) for _, _, _, low, high in blocks),
            )
    return joined([(start, start + len(middles[0]))]), joined([(start, start + len(middles[1]))])


def joined(pairs):
    """Gives ranges in order, without the empty ones, and those that touch or overlap as one."""
    found = []
    for low, high in sorted(pairs):
        if low == high:
            continue
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found
