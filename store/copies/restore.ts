import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileTime } from "./backups.ts";
import { hasShop, shopFile } from "../open-store.ts";
import { replaceDatabase, type ReplaceOptions } from "../sqlite/file/replace-database.ts";
import type { Verification } from "../log/verification.ts";

export type RestoreResult = Readonly<{
  verified: Verification;
  /** The path of the copy of the file that was there before; undefined if there was none. */
  before: string | undefined;
}>;

/**
 * Makes a backup the shop in `directory`, as `replaceDatabase` does, and keeps the files that were there in a directory
 * beside it.
 */
export async function restore(
  backup: string,
  directory: string,
  at: Date,
  options?: ReplaceOptions,
): Promise<RestoreResult> {
  const aside = unusedName(join(directory, `before-restore-${fileTime(at)}`));
  const hadShop = hasShop(directory);
  const verified = await replaceDatabase(shopFile(directory), backup, aside, options);
  return { verified, before: hadShop ? shopFile(aside) : undefined };
}

function unusedName(path: string): string {
  for (let attempt = 1; ; attempt += 1) {
    const name = attempt === 1 ? path : `${path}-${attempt}`;
    if (!existsSync(name)) return name;
  }
}
