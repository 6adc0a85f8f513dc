import { closeSync, constants, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import type { Version } from "../../../catalogue/log/change.ts";
import { readReceipt, receiptOf } from "../../../catalogue/log/receipt.ts";
import { ifExists } from "../../files/durable-files.ts";
import { privateFileMode } from "../../files/private-files.ts";

/*
 * `niceties.head` beside a database holds the newest change, written before its write is answered. It shows whether the
 * end of the log is missing. After a power cut it may hold an older change, but never one that was not durable.
 */

/** All versions are padded to this length, so each overwrites the one before completely. */
const noteLength = 96;

export class NewestChangeFile {
  readonly file: string;
  readonly #descriptor: number;

  constructor(file: string) {
    this.file = file;
    this.#descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, privateFileMode);
  }

  /** Does nothing for the empty log, which has no end that could be missing. */
  write(version: Version): void {
    if (version.number === 0) return;
    try {
      writeSync(this.#descriptor, textOf(version), 0);
    } catch {
      // The change is durable already, and the older one in the file is still true.
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Writes and syncs the newest change of a database that no process has open. */
export function writeNewestChange(file: string, version: Version): void {
  writeFileSync(file, textOf(version), { flush: true, mode: privateFileMode });
}

function textOf(version: Version): string {
  return `${receiptOf(version).padEnd(noteLength - 1)}\n`;
}

/** The newest change in the file; undefined if there is no file, or it is not readable as one. */
export function readNewestChange(file: string): Version | undefined {
  return ifExists(() => readReceipt(readFileSync(file, "utf8").trim()));
}
