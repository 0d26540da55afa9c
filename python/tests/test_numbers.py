"""The first 100,000 numbers of the sequence that was published with RFC 8785, by hash.

The sequence: numbers at the edges, then 2,000 doubles that follow each other, then the doubles in an endless chain of
SHA-256 digests, each the digest of the one before and the first of 32 zero bytes, without zeros and what is not finite.
"""

import hashlib
import itertools
import json
import math
import struct
import unittest
from pathlib import Path

from server.canonical import format_number

VECTORS = Path(__file__).resolve().parents[2] / "shared-fixtures" / "canonical"


def sequence(description):
    """Gives the published doubles, which never end."""
    start = int(description["from"], 16)
    edges = [int(bits, 16) for bits in description["first"]]
    yield from struct.unpack(f"<{len(edges)}d", struct.pack(f"<{len(edges)}Q", *edges))
    for bits in range(start, start + description["then"]):
        yield from struct.unpack("<d", struct.pack("<Q", bits))
    block = bytes(32)
    while True:
        block = hashlib.sha256(block).digest()
        yield from [number for number in struct.unpack("<4d", block) if number != 0 and math.isfinite(number)]


def bits_of(number):
    """Gives the 64 bits of a double in hex, without leading zeros."""
    return f"{struct.unpack('<Q', struct.pack('<d', number))[0]:x}"


class NumbersTest(unittest.TestCase):
    def test_the_first_100_000_published_numbers_have_the_published_hash(self):
        description = json.loads((VECTORS / "numbers.json").read_text(encoding="utf-8"))["sequence"]
        numbers = itertools.islice(sequence(description), 100000)
        text = "".join([bits_of(number) + "," + format_number(number) + "\n" for number in numbers])
        self.assertEqual(len(text), 4031728)
        self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), description["sha256"]["100000"])
