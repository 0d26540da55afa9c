/**
 * Bytes to lines: a message ends at the byte 0x0A and nowhere else.
 *
 * The decoder of a text stream is no help here. It would split at a lone CR or at U+2028, and it would decode each
 * chunk on its own, so that a character divided between two reads is destroyed. Bytes are collected until the newline
 * comes; what they mean is the next module's affair.
 */

/** The longest line that is read, in bytes; the newline does not count, a CR before it does. */
export const MAX_LINE_BYTES = 4194304;

export const NEWLINE = 0x0a;

/** Stands in place of a line that was over the limit and was not kept. */
export const TOO_LONG = null;

/** Collects chunks of bytes and gives back the lines that are whole. */
export class LineBuffer {
  private readonly limit: number;
  private pieces: Uint8Array[] = []; // of the line that has not ended yet; dropped once it is over the limit
  private size = 0; // of that line in bytes, counted on while it is skipped

  /** Starts empty, with a limit in bytes for one line. */
  constructor(limit = MAX_LINE_BYTES) {
    this.limit = limit;
  }

  /**
   * Takes the bytes of one read and gives the lines that end in it, without their newline.
   *
   * In place of a line over the limit stands TOO_LONG, at the line's end.
   */
  feed(chunk: Uint8Array): (Uint8Array | null)[] {
    const lines: (Uint8Array | null)[] = [];
    let start = 0;
    let end = chunk.indexOf(NEWLINE);
    while (end !== -1) {
      lines.push(this.finish(chunk.subarray(start, end)));
      start = end + 1;
      end = chunk.indexOf(NEWLINE, start);
    }
    this.keep(chunk.subarray(start));
    return lines;
  }

  /** Gives what stands after the last newline, as the last line, or nothing if nothing does. */
  end(): (Uint8Array | null)[] {
    if (this.size === 0) {
      return [];
    }
    return [this.finish(new Uint8Array(0))];
  }

  private keep(piece: Uint8Array): void {
    this.size += piece.length;
    if (this.size > this.limit) {
      this.pieces = [];
    } else if (piece.length > 0) {
      this.pieces.push(piece);
      // A line that comes byte by byte must not become millions of pieces: equal neighbours are joined.
      while (this.pieces.length > 1 && this.pieces.at(-1)!.length >= this.pieces.at(-2)!.length) {
        this.pieces.push(Buffer.concat(this.pieces.splice(-2)));
      }
    }
  }

  private finish(piece: Uint8Array): Uint8Array | null {
    this.keep(piece);
    const line = this.size > this.limit ? TOO_LONG : Buffer.concat(this.pieces);
    this.pieces = [];
    this.size = 0;
    return line;
  }
}
