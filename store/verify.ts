import { basename } from "node:path";
import { shopFile } from "./open-store.ts";
import { verifyDatabase } from "./sqlite/verify-database.ts";
import type { Verification, VerifyOptions } from "./verification.ts";

/** Checks the data in `directory`, whether or not the shop is open, and writes nothing. There must be a shop. */
export function verifyShop(directory: string, options?: VerifyOptions): Promise<Verification> {
  return verifyDatabase(shopFile(directory), options);
}

/** Checks a shop's file, a backup or any other, and writes nothing. Rejects with `ENOENT` where there is none. */
export async function verifyFile(file: string, options?: VerifyOptions): Promise<Verification> {
  const verified = await verifyDatabase(file, options);
  const named = changeInName(file);
  if (named === undefined || named === verified.changes || !verified.isSound) return verified;
  const message = `The file's name says change ${named}, but its log ends with change ${verified.changes}.`;
  const finding = { part: "newest change", isSound: false, message } as const;
  return { ...verified, isSound: false, findings: [...verified.findings, finding] };
}

function changeInName(file: string): number | undefined {
  const [, number] = /-change-(\d+)\.db$/.exec(basename(file)) ?? [];
  return number === undefined ? undefined : Number(number);
}
