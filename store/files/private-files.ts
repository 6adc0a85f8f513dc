import { chmodSync, closeSync, constants, existsSync, openSync, statSync } from "node:fs";

/*
 * Only the account that runs the shop may read its data. With the key of the day, anyone could try out which address a
 * visitor's name was made from. SQLite gives the files beside a database the mode of the database.
 */

/** Modes of the files and directories that the shop creates. */
export const privateFileMode = 0o600;
export const privateDirectoryMode = 0o700;

/**
 * Whether another account may read, write or enter a file or directory. False if it does not exist. The rights of group
 * 0 do not count: it is root's own, and the data directory of a container belongs to it, so that any user number works.
 */
export function isExposed(path: string): boolean {
  const { mode, gid } = statSync(path, { throwIfNoEntry: false }) ?? { mode: 0, gid: 0 };
  const allowed = gid === 0 ? privateDirectoryMode | 0o070 : privateDirectoryMode;
  return (mode & ~allowed & 0o777) !== 0;
}

/** Creates an empty file that only this account may open, unless it exists. */
export function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, privateFileMode));
  } catch (error) {
    if (!existsSync(path)) throw error; // else another program created it first
  }
}

/**
 * Removes the rights of other accounts. Does nothing if the file belongs to another account, or its file system has no
 * modes.
 */
export function makePrivate(path: string): void {
  if (!isExposed(path)) return;
  try {
    chmodSync(path, statSync(path).mode & privateDirectoryMode);
  } catch {
    // The shop works without this, and niceties doctor reports it.
  }
}
