import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { sync } from "../../files/durable-files.ts";
import { privateFileMode } from "../../files/private-files.ts";

/*
 * The seal of a database that nobody has open: the SHA-256 of the whole file, in the form of sha256sum, so that every
 * byte counts, also those between the rows. It is broken before the file is opened for writing.
 */

const chunkBytes = 1 << 20;

/** The file that holds the seal of another. */
export function sealOf(file: string): string {
  return `${file}.sha256`;
}

/** Seals a file that nobody writes, under the `name` that it has or is about to get; the seal is then on the disk. */
export function seal(file: string, name = file): void {
  const unfinished = `${sealOf(name)}.new`;
  const text = `${sha256(file)}  ${basename(name)}\n`;
  writeFileSync(unfinished, text, { flush: true, mode: privateFileMode });
  renameSync(unfinished, sealOf(name));
  sync(dirname(name));
}

/** Takes the seal away; that it is gone is on the disk when this returns. */
export function breakSeal(file: string): void {
  if (!existsSync(sealOf(file))) return;
  rmSync(sealOf(file), { force: true }); // another program may remove it at the same moment
  sync(dirname(file));
}

/**
 * Whether the file is, to the byte, what it was when it was sealed; undefined where it has no seal, or where somebody broke
 * it while this looked.
 */
export function sealFits(file: string): boolean | undefined {
  const before = sealText(file);
  const fits = before === `${sha256(file)}  ${basename(file)}\n`;
  return before !== undefined && sealText(file) === before ? fits : undefined;
}

function sealText(file: string): string | undefined {
  try {
    return readFileSync(sealOf(file), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
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
