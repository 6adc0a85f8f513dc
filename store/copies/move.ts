import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { backUpStore } from "./backups.ts";
import { makeDirectory } from "../files/durable-files.ts";
import { isLeftover } from "./leftover.ts";
import { hasShop, openStore, shopFile } from "../open-store.ts";
import type { CopyOptions } from "../log/read-log.ts";
import { restore } from "./restore.ts";
import { readFileMoves } from "../sqlite/move-marks.ts";
import { replaceDatabase } from "../sqlite/file/replace-database.ts";
import { StoreRefused } from "../store-refused.ts";
import type { Verification } from "../log/verification.ts";

/*
 * Copies of a shop into another kind of store: its whole log, with the same numbers and hashes, and its freeze. The
 * target must be empty, or its data a leftover (`isLeftover`). Either the copy is complete and verified, or there is
 * none. The source is only read.
 */

/** Rejects with `StoreRefused` if the database holds a shop. */
export async function copyToDatabase(
  source: CoffeeStore,
  databaseUrl: string,
  options?: CopyOptions,
): Promise<Verification> {
  const { copyIntoDatabase } = await import("../postgres/tables/copy-into-database.ts");
  return copyIntoDatabase(source, databaseUrl, options);
}

/** Rejects like `copyToDatabase`. */
export async function copyToDirectory(
  source: CoffeeStore,
  directory: string,
  at: Date,
  options: CopyOptions = {},
): Promise<Verification> {
  const file = shopFile(directory);
  const { from, signal } = options;
  if (hasShop(directory) && !(from && (await isLeftover(readFileMoves(file), from, source)))) {
    throw new StoreRefused(
      `There is a shop in ${directory} already, and it was left as it is. Name another directory.`,
    );
  }
  makeDirectory(directory);
  const unfinished = join(directory, "unfinished-move");
  try {
    rmSync(unfinished, { recursive: true, force: true });
    const copy = await backUpStore(source, unfinished, at, options);
    return await replaceDatabase(file, copy.file, join(unfinished, "replaced"), signal && { signal });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Copies a backup into an empty database. Rejects with `StoreRefused` if the database holds a shop, or the backup does
 * not verify.
 */
export async function restoreToDatabase(
  backup: string,
  databaseUrl: string,
  at: Date,
  options?: CopyOptions,
): Promise<Verification> {
  const aside = await mkdtemp(join(tmpdir(), "niceties-restore-"));
  try {
    await restore(backup, aside, at, options?.signal && { signal: options.signal });
    await using store = openStore(aside, [], at);
    return await copyToDatabase(store, databaseUrl, options);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
