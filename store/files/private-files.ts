import { chmodSync, closeSync, constants, existsSync, openSync, statSync } from "node:fs";

/*
 * The data of a shop are for the account that runs it: with the key of the day anybody could try out which address a
 * visitor's name was made from. SQLite gives the files beside a database the mode of the database.
 */

/** Modes of what the shop makes in its directories. */
export const privateFileMode = 0o600;
export const privateDirectoryMode = 0o700;

/** Whether another account may read, write or enter a file or directory. False where nothing is there. */
export function isExposed(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & ~privateDirectoryMode & 0o777) !== 0;
}

/** Makes an empty file that only this account may open, unless there is one already. */
export function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, privateFileMode));
  } catch (error) {
    if (!existsSync(path)) throw error; // else another program was quicker
  }
}

/** Takes a file or directory away from other accounts, unless it belongs to one of them or its disk knows no modes. */
export function makePrivate(path: string): void {
  if (!isExposed(path)) return;
  try {
    chmodSync(path, statSync(path).mode & privateDirectoryMode);
  } catch {
    // The shop works all the same; niceties doctor tells of it.
  }
}
