import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname } from "node:path";

/*
 * The seal of a database that nobody has open: the SHA-256 of the whole file, in the form of sha256sum, so that every
 * byte counts, also those between the rows. It is broken before the file is opened for writing.
 */

const chunkBytes = 1 << 20;

function sealOf(file: string): string {
  return `${file}.sha256`;
}

/** Seals a file that nobody writes; the seal is on the disk when this returns. */
export function seal(file: string): void {
  const unfinished = `${sealOf(file)}.new`;
  const descriptor = openSync(unfinished, "w");
  try {
    writeSync(descriptor, `${sha256(file)}  ${basename(file)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, sealOf(file));
  syncDirectory(file);
}

/** Takes the seal away; that it is gone is on the disk when this returns. */
export function breakSeal(file: string): void {
  if (!existsSync(sealOf(file))) return;
  rmSync(sealOf(file));
  syncDirectory(file);
}

/** Whether the file is, to the byte, what it was when it was sealed; undefined where it has no seal. */
export function sealFits(file: string): boolean | undefined {
  if (!existsSync(sealOf(file))) return undefined;
  return readFileSync(sealOf(file), "utf8") === `${sha256(file)}  ${basename(file)}\n`;
}

function sha256(file: string): string {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const descriptor = openSync(file, "r");
  try {
    for (let length = 1; length > 0;) {
      length = readSync(descriptor, chunk);
      hash.update(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}

function syncDirectory(file: string): void {
  const descriptor = openSync(dirname(file), "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
