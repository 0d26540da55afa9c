/**
 * An image and a sound, as small as they can be and made by the code, so that no file has to come along.
 *
 * The image is a PNG of one red pixel, the sound a WAV of eight silent samples. Nothing is compressed: two runtimes
 * compress differently, and the twins must not.
 */

export const IMAGE_TYPE = "image/png";
export const SOUND_TYPE = "audio/wav";

/** Gives the image in base64. */
export function image(): string {
  const size = [...bigEndian(1), ...bigEndian(1)];
  // Eight bits a sample, red green blue; no interlacing.
  const header = [...size, 8, 2, 0, 0, 0];
  const pixels = [0, 255, 0, 0];
  // One stored block: its length, the complement of it, the pixels, and their checksum.
  const stored = [0x78, 0x01, 0x01, 4, 0, 251, 255, ...pixels, ...bigEndian(adler(pixels))];
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return toBase64([...signature, ...chunk("IHDR", header), ...chunk("IDAT", stored), ...chunk("IEND", [])]);
}

/** Gives the sound in base64. */
export function sound(): string {
  const samples = Array<number>(8).fill(128);
  // Uncompressed, one channel, 8,000 samples a second, one byte each.
  const form = [1, 0, 1, 0, ...littleEndian(8000), ...littleEndian(8000), 1, 0, 8, 0];
  const described = [...Buffer.from("WAVEfmt "), ...littleEndian(form.length), ...form];
  const body = [...described, ...Buffer.from("data"), ...littleEndian(samples.length), ...samples];
  return toBase64([...Buffer.from("RIFF"), ...littleEndian(body.length), ...body]);
}

function chunk(kind: string, data: number[]): number[] {
  const named = [...Buffer.from(kind), ...data];
  return [...bigEndian(data.length), ...named, ...bigEndian(crc(named))];
}

function crc(data: number[]): number {
  // The checksum of PNG (ISO 3309), bit by bit.
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function adler(data: number[]): number {
  // The checksum of zlib (RFC 1950).
  let low = 1;
  let high = 0;
  for (const byte of data) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return high * 65536 + low;
}

function bigEndian(number: number): number[] {
  return littleEndian(number).reverse();
}

function littleEndian(number: number): number[] {
  return [number & 255, (number >>> 8) & 255, (number >>> 16) & 255, number >>> 24];
}

function toBase64(data: number[]): string {
  return Buffer.from(data).toString("base64");
}
