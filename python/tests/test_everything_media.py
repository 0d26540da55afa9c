"""The image and the sound: real files, checked by what knows their formats."""

import base64
import binascii
import struct
import unittest
import zlib

from server.everything_media import IMAGE_TYPE, SOUND_TYPE, image, sound


def chunks():
    """Gives the chunks of the image as kind, data and whether the checksum is right."""
    rest = base64.b64decode(image())[8:]
    found = []
    while rest:
        length, kind = struct.unpack(">I4s", rest[:8])
        [checksum] = struct.unpack(">I", rest[8 + length : 12 + length])
        found.append((kind.decode(), rest[8 : 8 + length], checksum == binascii.crc32(rest[4 : 8 + length])))
        rest = rest[12 + length :]
    return found


class EverythingMediaTest(unittest.TestCase):
    def test_the_image_is_a_png_whose_chunks_have_the_right_checksums(self):
        self.assertEqual(base64.b64decode(image(), validate=True)[:8].hex(), "89504e470d0a1a0a")
        found = [(kind, right) for kind, _, right in chunks()]
        self.assertEqual(found, [("IHDR", True), ("IDAT", True), ("IEND", True)])

    def test_it_shows_one_red_pixel(self):
        header, pixels, end = [data for _, data, _ in chunks()]
        self.assertEqual(header.hex(), "00000001000000010802000000")
        self.assertEqual(zlib.decompress(pixels).hex(), "00ff0000")
        self.assertEqual(end, b"")

    def test_the_sound_is_a_wave_of_eight_silent_samples(self):
        data = base64.b64decode(sound(), validate=True)
        head = "52494646" + "2c000000" + "57415645" + "666d7420" + "10000000" + "0100" + "0100"
        head += "401f0000" + "401f0000" + "0100" + "0800" + "64617461" + "08000000"
        self.assertEqual(data.hex(), head + "80" * 8)
        self.assertEqual(len(data), 44 + 8)

    def test_both_are_the_same_each_time_and_named_by_their_types(self):
        self.assertEqual((image(), sound()), (image(), sound()))
        self.assertEqual((IMAGE_TYPE, SOUND_TYPE), ("image/png", "audio/wav"))
