/**
 * Writes down in which order the TypeScript server appends to its store, forces it to the disk, and answers.
 *
 *     WATCH_LOG=FILE node --import ./watch.mjs MAIN [ARGUMENT ...]
 *
 * Each line of the file is one call: append, fsync or answer, as in watch.py.
 */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const log = fs.openSync(process.env.WATCH_LOG, "a", 0o600);
const { writeSync, fsyncSync } = fs;
const { write } = process.stdout;

fs.writeSync = (descriptor, ...rest) => {
  const taken = writeSync(descriptor, ...rest);
  if (descriptor !== 2) {
    writeSync(log, descriptor === 1 ? "answer\n" : "append\n");
  }
  return taken;
};

fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor);
  writeSync(log, "fsync\n");
};

process.stdout.write = (...rest) => {
  writeSync(log, "answer\n");
  return write.apply(process.stdout, rest);
};

syncBuiltinESMExports();
