"""An image and a sound, as small as they can be and made by the code, so that no file has to come along.

The image is a PNG of one red pixel, the sound a WAV of eight silent samples. Nothing is compressed: two runtimes
compress differently, and the twins must not.
"""

import base64

IMAGE_TYPE = "image/png"
SOUND_TYPE = "audio/wav"


def image():
    """Gives the image in base64."""
    size = _big_endian(1) + _big_endian(1)
    # Eight bits a sample, red green blue; no interlacing.
    header = size + bytes([8, 2, 0, 0, 0])
    pixels = bytes([0, 255, 0, 0])
    # One stored block: its length, the complement of it, the pixels, and their checksum.
    stored = bytes([0x78, 0x01, 0x01, 4, 0, 251, 255]) + pixels + _big_endian(_adler(pixels))
    signature = bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    return _to_base64(signature + _chunk("IHDR", header) + _chunk("IDAT", stored) + _chunk("IEND", b""))


def sound():
    """Gives the sound in base64."""
    samples = bytes([128] * 8)
    # Uncompressed, one channel, 8,000 samples a second, one byte each.
    form = bytes([1, 0, 1, 0]) + _little_endian(8000) + _little_endian(8000) + bytes([1, 0, 8, 0])
    body = b"WAVEfmt " + _little_endian(len(form)) + form + b"data" + _little_endian(len(samples)) + samples
    return _to_base64(b"RIFF" + _little_endian(len(body)) + body)


def _chunk(kind, data):
    named = kind.encode("ascii") + data
    return _big_endian(len(data)) + named + _big_endian(_crc(named))


def _crc(data):
    # The checksum of PNG (ISO 3309), bit by bit.
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xEDB88320 if crc & 1 else crc >> 1
    return crc ^ 0xFFFFFFFF


def _adler(data):
    # The checksum of zlib (RFC 1950).
    low = 1
    high = 0
    for byte in data:
        low = (low + byte) % 65521
        high = (high + low) % 65521
    return high * 65536 + low


def _big_endian(number):
    return number.to_bytes(4, "big")


def _little_endian(number):
    return number.to_bytes(4, "little")


def _to_base64(data):
    return base64.b64encode(data).decode("ascii")
