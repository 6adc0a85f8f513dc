import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ifExists, sync } from "../../files/durable-files.ts";
import { privateFileMode } from "../../files/private-files.ts";

/*
 * The seal of a closed database: the SHA-256 of the whole file, in the format of sha256sum. It covers every byte,
 * including those between rows. It is removed before the file is opened for writing.
 */

const chunkBytes = 1 << 20;

/** The path of a file's seal. */
export function sealOf(file: string): string {
  return `${file}.sha256`;
}

/** Seals a file that no process writes, under the `name` that it has or will have, and syncs the seal. */
export function seal(file: string, name = file): void {
  const unfinished = `${sealOf(name)}.new`;
  const text = `${sha256(file)}  ${basename(name)}\n`;
  writeFileSync(unfinished, text, { flush: true, mode: privateFileMode });
  renameSync(unfinished, sealOf(name));
  sync(dirname(name));
}

/** Removes the seal, and syncs the directory. */
export function breakSeal(file: string): void {
  if (!existsSync(sealOf(file))) return;
  rmSync(sealOf(file), { force: true }); // force: another process may remove it at the same moment
  sync(dirname(file));
}

/**
 * Whether the file is unchanged since it was sealed. Undefined if it has no seal, or the seal was removed during the
 * check.
 */
export function sealFits(file: string): boolean | undefined {
  const before = sealText(file);
  const fits = before === `${sha256(file)}  ${basename(file)}\n`;
  return before !== undefined && sealText(file) === before ? fits : undefined;
}

function sealText(file: string): string | undefined {
  return ifExists(() => readFileSync(sealOf(file), "utf8"));
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
