import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ifExists, makeDirectory, sync } from "../files/durable-files.ts";
import { shopFile } from "../open-store.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import type { CopyOptions } from "../log/read-log.ts";
import { copyDatabase } from "../sqlite/file/copy-database.ts";
import { copyIntoFile } from "../sqlite/file/copy-into-file.ts";
import { seal } from "../sqlite/file/seal.ts";
import { verifyDatabase } from "../sqlite/file/verify-database.ts";
import { StoreRefused } from "../store-refused.ts";
import type { Verification } from "../log/verification.ts";

/** The directory of a shop's backups, unless `BACKUPS_DIR` names another. */
export function backupsFolder(directory: string): string {
  return join(directory, "backups");
}

export type BackupOptions = CopyOptions &
  Readonly<{
    /** Called with the file of the copy once it is whole, before it gets its name: copies what it names. */
    finish?: (copy: string) => Promise<void>;
  }>;

/**
 * Copies the shop in `directory`, which may be open, into `folder`, then verifies and seals the copy. The copy gets its
 * final name last, so a file with that name is complete. Throws `StoreRefused` if the shop cannot be opened or does not
 * verify.
 */
export function backUp(
  directory: string,
  folder: string,
  at: Date,
  options: BackupOptions = {},
): Promise<Verification> {
  return writeBackup((copy) => copyDatabase(shopFile(directory), copy, options), folder, at, options);
}

/** Copies a shop that is kept in a database, at its version when this is called. */
export function backUpStore(
  store: CoffeeStore,
  folder: string,
  at: Date,
  options: BackupOptions = {},
): Promise<Verification> {
  return writeBackup((copy) => copyIntoFile(store, copy, options), folder, at, options);
}

async function writeBackup(
  makeCopy: (file: string) => Promise<void>,
  folder: string,
  at: Date,
  options: BackupOptions,
): Promise<Verification> {
  makeDirectory(folder);
  removeAbandoned(folder, at);
  const unfinished = mkdtempSync(join(folder, "unfinished-"));
  try {
    const copy = join(unfinished, "niceties.db");
    await makeCopy(copy);
    const verified = await verifyDatabase(copy, options.signal && { signal: options.signal });
    const fault = verified.findings.find(({ isSound }) => isSound === false);
    if (fault) {
      throw new StoreRefused(
        `No backup was made, since the shop does not verify: ${fault.message} See niceties verify.`,
      );
    }
    options.signal?.throwIfAborted();
    await options.finish?.(copy);
    const file = join(folder, nameOf(at, verified.changes));
    sync(copy);
    seal(copy, file);
    renameSync(copy, file);
    sync(folder);
    return { ...verified, file };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The backups in a folder, by path, newest first; empty if the folder does not exist. */
export function listBackups(folder: string): Readonly<{ file: string; at: Date }>[] {
  return namesIn(folder)
    .flatMap((name) => {
      const at = timeOf(name);
      return at ? [{ file: join(folder, name), at }] : [];
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || (one.file < other.file ? 1 : -1));
}

function nameOf(at: Date, changes: number): string {
  return `niceties-${fileTime(at)}-change-${changes}.db`;
}

/** A time in a form that is valid in file names, such as 2026-11-21T220305Z. */
export function fileTime(at: Date): string {
  return at.toISOString().replaceAll(/:|\.\d+/g, "");
}

function timeOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = /^niceties-([\d-]{10})T(\d\d)(\d\d)(\d\d)Z-change-\d+\.db$/.exec(name) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

function namesIn(folder: string): string[] {
  return ifExists(() => readdirSync(folder)) ?? [];
}

const abandonedMs = 24 * 3_600_000;

/** A copy that a command is making, or was making when it was killed. */
export type UnfinishedCopy = Readonly<{ path: string; changedAt: Date; isAbandoned: boolean }>;

/**
 * The unfinished copies in a folder. Another machine may share the folder, so only a copy's age shows that it is
 * abandoned.
 */
export function listUnfinished(folder: string, at: Date): UnfinishedCopy[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const changedAt = name.startsWith("unfinished-") ? statSync(path, { throwIfNoEntry: false })?.mtime : undefined;
    if (!changedAt) return [];
    return [{ path, changedAt, isAbandoned: at.getTime() - changedAt.getTime() > abandonedMs }];
  });
}

function removeAbandoned(folder: string, at: Date): void {
  for (const { path, isAbandoned } of listUnfinished(folder, at))
    if (isAbandoned) rmSync(path, { recursive: true, force: true });
}
