import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of pictures in a data directory, made where there is none. Throws where it cannot be. */
export function folderInData(dataDirectory: string): string {
  const folder = join(dataDirectory, "share-pictures");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * The one of all shops of this user on this machine that have no data directory; it stays when they end, for the next.
 * Throws where it cannot be made, or is somebody else's: anybody may make a folder of that name first.
 */
export function temporaryFolder(): string {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `niceties-pictures-${user}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== user) throw new Error(`${folder} is not a folder of this user.`);
  return folder;
}
