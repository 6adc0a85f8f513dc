import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Version } from "../catalogue/change.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { backUpStore } from "./backups.ts";
import { makeDirectory } from "./durable-files.ts";
import { hasShop, openStore } from "./open-store.ts";
import type { CopyOptions } from "./read-log.ts";
import { restore } from "./restore.ts";
import { StoreRefused } from "./store-refused.ts";
import type { Verification } from "./verification.ts";

/*
 * A shop from one kind of store to the other: its whole log, with the same numbers and hashes, and its freeze. The target
 * must be empty. It is there whole and verified, or not at all; the source is left as it is.
 */

/** Rejects with `StoreRefused` where there is a shop already, or the source was changed meanwhile. */
export async function moveToDatabase(
  source: CoffeeStore,
  databaseUrl: string,
  options?: CopyOptions,
): Promise<Verification> {
  const { copyIntoDatabase } = await import("./postgres/copy-into-database.ts");
  return copyIntoDatabase(source, databaseUrl, (copied) => insistOnStillness(source, copied), options);
}

/** Rejects like `moveToDatabase`. */
export async function moveToDirectory(
  source: CoffeeStore,
  directory: string,
  at: Date,
  options?: CopyOptions,
): Promise<Verification> {
  if (hasShop(directory)) {
    throw new StoreRefused(
      `There is a shop in ${directory} already, and it was left as it is. Name another directory.`,
    );
  }
  makeDirectory(directory);
  const unfinished = join(directory, "unfinished-move");
  try {
    rmSync(unfinished, { recursive: true, force: true });
    const { file, newest } = await backUpStore(source, unfinished, at, options);
    const agree = () => insistOnStillness(source, newest);
    return (await restore(file, directory, at, { agree, ...(options?.signal && { signal: options.signal }) })).verified;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Brings a backup into an empty database. Rejects with `StoreRefused` where there is a shop already, or it does not verify. */
export async function restoreToDatabase(
  backup: string,
  databaseUrl: string,
  at: Date,
  options?: CopyOptions,
): Promise<Verification> {
  const { copyIntoDatabase } = await import("./postgres/copy-into-database.ts");
  const aside = await mkdtemp(join(tmpdir(), "niceties-restore-"));
  try {
    await restore(backup, aside, at, options?.signal && { signal: options.signal });
    const store = openStore(aside, [], at);
    try {
      return await copyIntoDatabase(store, databaseUrl, async () => {}, options);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

async function insistOnStillness(source: CoffeeStore, copied: Version | undefined): Promise<void> {
  const { number } = await source.version();
  if (number === (copied?.number ?? 0)) return;
  throw new StoreRefused(
    "The shop was changed meanwhile, so nothing was moved. Close it, or let niceties freeze keep visitors from writing, and move it again.",
  );
}
