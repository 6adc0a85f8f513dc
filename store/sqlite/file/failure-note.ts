import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { emptyVersion, type Version } from "../../../catalogue/log/change.ts";
import { readReceipt, receiptOf } from "../../../catalogue/log/receipt.ts";
import { sync } from "../../files/durable-files.ts";
import { privateFileMode } from "../../files/private-files.ts";
import { readNewestChange } from "./newest-change-file.ts";

/*
 * `niceties.failed` beside a database means that a sync failed, so its log may end with changes that were refused. The
 * note names the newest acknowledged change; healing cuts the log after it. Every process writes the note before it
 * refuses a write, and looks for it before it acknowledges one.
 */

/** The path of a database's failure note. */
export function failureNoteOf(file: string): string {
  return `${withoutEnding(file)}.failed`;
}

/** Whether a sync of the database has failed and was not healed yet. */
export function isFailureNoted(file: string): boolean {
  return existsSync(failureNoteOf(file));
}

/**
 * Writes the failure note, if the disk allows. `acknowledged` is the newest change that this process has acknowledged.
 */
export function noteFailure(file: string, acknowledged?: Version): void {
  if (isFailureNoted(file)) return;
  try {
    writeFailureNote(file, newestOf(readNewestChange(newestChangeFileOf(file)), acknowledged));
  } catch {
    // If there is no note, a crash before the healing may bring back changes that were refused.
  }
}

/** Writes the failure note and syncs it. Without a version, healing keeps the whole log. */
export function writeFailureNote(file: string, acknowledged: Version | undefined): void {
  const note = failureNoteOf(file);
  writeFileSync(`${note}.new`, acknowledged ? `${receiptOf(acknowledged)}\n` : "", { mode: privateFileMode });
  renameSync(`${note}.new`, note);
  sync(note);
  sync(dirname(note));
}

/** The newest acknowledged change, from the failure note and `niceties.head`; undefined if neither has one. */
export function readAcknowledged(file: string): Version | undefined {
  return newestOf(readFailureNote(file), readNewestChange(newestChangeFileOf(file)));
}

/** The version with the highest number; undefined if there is none. */
export function newestOf(...versions: readonly (Version | undefined)[]): Version | undefined {
  return versions.reduce((newest, each) => (each && each.number > (newest?.number ?? -1) ? each : newest));
}

/** The path of the file with a database's newest acknowledged change. */
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
