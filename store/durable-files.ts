import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** What was written into a file, or which names a directory holds, is on the disk when this returns. */
export function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a directory with all above it; Node's own recursive way never comes back from places such as /proc. */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  if (!existsSync(path)) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isDirectory(path)) throw error; // else another program was quicker
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
