/**
 * The files that main opens: the store, which all workers share, and the key beside it.
 *
 * Besides main this is the only place that touches the world outside; what stands in the files is the journal's affair.
 */

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

const KEY = /^[0-9a-f]{64}$/;

/** Says why a file cannot be used and what to do about it. */
export class Unusable extends Error {}

/** An open store: bytes at a position, and appends that are on the disk when they count. */
export class StoreFile {
  private readonly descriptor: number;
  private readonly fsync: boolean;
  private readonly log: (text: string) => void;

  /** Takes an open descriptor, whether every append is forced to the disk, and a log (text). */
  constructor(descriptor: number, fsync: boolean, log: (text: string) => void) {
    this.descriptor = descriptor;
    this.fsync = fsync;
    this.log = log;
  }

  /** Gives the size in bytes. */
  size(): number {
    return fstatSync(this.descriptor).size;
  }

  /** Gives up to count bytes from a position on; none at the end. */
  read(position: number, count: number): Uint8Array {
    // No more room than there are bytes: most reads are of a single record, or find the end.
    const room = Math.max(0, Math.min(count, this.size() - position));
    const buffer = Buffer.allocUnsafe(room);
    return buffer.subarray(0, readSync(this.descriptor, buffer, 0, room, position));
  }

  /** Writes the bytes at the end, in one write, and gives how many were taken; 0 if none. */
  append(data: Uint8Array): number {
    try {
      return writeSync(this.descriptor, data);
    } catch (fault) {
      this.log("the store could not be written: " + nameOf(fault));
      return 0;
    }
  }

  /** Forces what was written to the disk and tells whether that worked. */
  sync(): boolean {
    try {
      if (this.fsync) {
        fsyncSync(this.descriptor);
      }
      return true;
    } catch (fault) {
      this.log("the store could not be forced to the disk: " + nameOf(fault));
      return false;
    }
  }
}

/** Opens the store at a path, made if there is none (mode 0600); raises Unusable. */
export function openStore(path: string, fsync: boolean, log: (text: string) => void): StoreFile {
  try {
    refuseIrregular("the store " + path, path, "name a file, or a path where none is yet");
    const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600);
    if (fsync && fstatSync(descriptor).size === 0) {
      syncFolder(path);
    }
    return new StoreFile(descriptor, fsync, log);
  } catch (fault) {
    if (fault instanceof Unusable) {
      throw fault;
    }
    throw new Unusable("the store " + path + " cannot be opened for reading and writing: " + nameOf(fault));
  }
}

/** Gives the key in the file at a path; if there is none, a fresh one is put there (mode 0600); raises Unusable. */
export function sharedKey(path: string, fresh: string, token: string, log: (text: string) => void): string {
  let text: string;
  try {
    if (!existsSync(path)) {
      publish(path, fresh, token);
    }
    refuseIrregular("the key file " + path, path, "remove it, or set NOTES_STATE_KEY to do without it");
    const descriptor = openSync(path, "r");
    try {
      const buffer = Buffer.alloc(66);
      text = buffer.toString("latin1", 0, readSync(descriptor, buffer, 0, 66, null));
    } finally {
      closeSync(descriptor);
    }
    if ((statSync(path).mode & 0o077) !== 0) {
      log("the key file " + path + " can be read by others; its mode should be 0600");
    }
  } catch (fault) {
    if (fault instanceof Unusable) {
      throw fault;
    }
    const advice = "; set NOTES_STATE_KEY to do without it";
    throw new Unusable("the key file " + path + " cannot be read or made: " + nameOf(fault) + advice);
  }
  const key = text.endsWith("\n") ? text.slice(0, -1) : text;
  if (!KEY.test(key)) {
    throw new Unusable(
      "the key file " + path + " must hold 64 lower-case hex digits; delete it to have a new one made",
    );
  }
  return key;
}

/** Gives the symbol of an error of the system, such as ENOSPC. */
export function nameOf(fault: unknown): string {
  return (fault as NodeJS.ErrnoException).code ?? "";
}

function refuseIrregular(what: string, path: string, advice: string): void {
  // A pipe or a device must not even be opened: that alone can wait, or rewind a tape.
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new Unusable(what + " is not a regular file; " + advice);
  }
}

function publish(path: string, text: string, token: string): void {
  // The file must never be seen half written, so it is made under another name; the first of several workers wins.
  const draft = path + "." + token;
  const descriptor = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    try {
      let rest: Uint8Array = Buffer.from(text + "\n", "ascii");
      while (rest.length > 0) {
        rest = rest.subarray(writeSync(descriptor, rest));
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    linkSync(draft, path);
  } catch (fault) {
    if (nameOf(fault) !== "EEXIST") {
      throw fault;
    }
  } finally {
    unlinkSync(draft);
  }
}

function syncFolder(path: string): void {
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
