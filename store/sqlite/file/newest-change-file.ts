import { closeSync, constants, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import type { Version } from "../../../catalogue/log/change.ts";
import { readReceipt, receiptOf } from "../../../catalogue/log/receipt.ts";
import { privateFileMode } from "../../files/private-files.ts";

/*
 * The newest change, noted beside the database before the write is answered, so that a log whose end was cut off is told
 * from one that ended there. A power cut may leave an older note, never one of a change that was not durable before it.
 */

/** One length for every note: none leaves a rest of the one before. */
const noteLength = 96;

export class NewestChangeFile {
  readonly file: string;
  readonly #descriptor: number;

  constructor(file: string) {
    this.file = file;
    this.#descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, privateFileMode);
  }

  /** An empty log has no end that could be cut off. */
  write(version: Version): void {
    if (version.number === 0) return;
    try {
      writeSync(this.#descriptor, textOf(version), 0);
    } catch {
      // The change is on the disk already; an older note is still true.
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Notes the newest change of a database that nobody writes; the note is on the disk when this returns. */
export function writeNewestChange(file: string, version: Version): void {
  writeFileSync(file, textOf(version), { flush: true, mode: privateFileMode });
}

function textOf(version: Version): string {
  return `${receiptOf(version).padEnd(noteLength - 1)}\n`;
}

/** The newest change as it was noted; undefined where there is no note to be read. */
export function readNewestChange(file: string): Version | undefined {
  try {
    return readReceipt(readFileSync(file, "utf8").trim());
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
