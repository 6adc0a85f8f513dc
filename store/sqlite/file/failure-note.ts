import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { emptyVersion, type Version } from "../../../catalogue/log/change.ts";
import { readReceipt, receiptOf } from "../../../catalogue/log/receipt.ts";
import { sync } from "../../files/durable-files.ts";
import { privateFileMode } from "../../files/private-files.ts";
import { readNewestChange } from "./newest-change-file.ts";

/*
 * While `niceties.failed` stands beside a database, a sync of it has failed: the log may end with changes that were refused.
 * The note names the newest change that was acknowledged; everything after it is cut off when the database is healed.
 * Every program writes the note before it refuses, and looks for it before it acknowledges.
 */

/** The file that says that a sync of a database has failed. */
export function failureNoteOf(file: string): string {
  return `${withoutEnding(file)}.failed`;
}

/** Whether a sync of the database has failed and nobody has healed it since. */
export function isFailureNoted(file: string): boolean {
  return existsSync(failureNoteOf(file));
}

/** Notes that a sync has failed, as far as the disk allows; `acknowledged` is what this program knows to be durable. */
export function noteFailure(file: string, acknowledged?: Version): void {
  if (isFailureNoted(file)) return;
  try {
    writeFailureNote(file, newestOf(readNewestChange(newestChangeFileOf(file)), acknowledged));
  } catch {
    // Without the note only a crash before the healing could bring back what was refused.
  }
}

/** Writes the note; it is on the disk when this returns. A version that is not known is not cut after. */
export function writeFailureNote(file: string, acknowledged: Version | undefined): void {
  const note = failureNoteOf(file);
  writeFileSync(`${note}.new`, acknowledged ? `${receiptOf(acknowledged)}\n` : "", { mode: privateFileMode });
  renameSync(`${note}.new`, note);
  sync(note);
  sync(dirname(note));
}

/** The newest change that was acknowledged, by the note and by `niceties.head`; undefined where neither says. */
export function readAcknowledged(file: string): Version | undefined {
  return newestOf(readFailureNote(file), readNewestChange(newestChangeFileOf(file)));
}

/** The version with the highest number, undefined where none is known. */
export function newestOf(...versions: readonly (Version | undefined)[]): Version | undefined {
  return versions.reduce((newest, each) => (each && each.number > (newest?.number ?? -1) ? each : newest));
}

/** The file that notes the newest acknowledged change of a database. */
export function newestChangeFileOf(file: string): string {
  return `${withoutEnding(file)}.head`;
}

function readFailureNote(file: string): Version | undefined {
  if (!isFailureNoted(file)) return undefined;
  const text = readFileSync(failureNoteOf(file), "utf8").trim();
  return text === receiptOf(emptyVersion) ? emptyVersion : readReceipt(text);
}

function withoutEnding(file: string): string {
  return file.replace(/\.db$/, "");
}
