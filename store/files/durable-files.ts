import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { privateDirectoryMode } from "./private-files.ts";

/** Syncs a file, or the names in a directory, to the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a directory and its parents, readable by this account alone, and syncs each to the disk. Node's own recursive
 * mkdir hangs on places such as /proc.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  if (!existsSync(path)) makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: privateDirectoryMode });
    sync(dirname(path));
  } catch (error) {
    if (!isDirectory(path)) throw error; // else another program created it first
  }
}

/** What `read` returns; undefined if its file or directory does not exist. */
export function ifExists<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Throws the system's error if files in a directory cannot be created or changed. */
export function assertDirectoryWritable(directory: string): void {
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Whether `assertDirectoryWritable` would succeed. */
export function isWritable(directory: string): boolean {
  try {
    assertDirectoryWritable(directory);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
