import { randomUUID } from "node:crypto";
import { mkdir, open, rename, stat, unlink } from "node:fs/promises";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { privateDirectoryMode, privateFileMode } from "../files/private-files.ts";

/** The first character of a temporary file's name. */
export const temporaryMark = "~";

/** The code of a system error, such as ENOENT; undefined for other errors. Node has no name for a full quota. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return "errno" in error && error.errno === -constants.errno.EDQUOT ? "EDQUOT" : String(error.code);
}

/** Resolves to undefined if the file or directory does not exist. */
export async function ifExists<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Writes files below a directory, for this account alone, without blocking the event loop. What has resolved is on the
 * disk: the file, its name, and the names of the directories above it. Rejects with the system's errors.
 */
export class DurableWrites {
  readonly #root: string;
  /** Directories whose names are known to be on the disk. */
  readonly #durable = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Writes a file, or replaces it atomically. Creates missing directories. */
  async replace(path: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#replaceOnce(path, bytes);
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
      this.#durable.clear(); // another program has removed a directory
      await this.#replaceOnce(path, bytes);
    }
  }

  /** Removes a file. If another process has removed it, waits until that is on the disk, too. */
  async remove(path: string): Promise<void> {
    await ifExists(() => unlink(path));
    await ifExists(() => sync(dirname(path)));
  }

  /** Waits until a name that another process has given to a file is on the disk. */
  async syncName(path: string): Promise<void> {
    await this.#makeDirectory(dirname(path));
    await sync(dirname(path));
  }

  async #replaceOnce(path: string, bytes: Uint8Array): Promise<void> {
    const directory = dirname(path);
    await this.#makeDirectory(directory);
    const temporary = join(directory, `${temporaryMark}${randomUUID()}`);
    try {
      await write(temporary, bytes);
      await rename(temporary, path);
    } catch (error) {
      await unlink(temporary).catch(() => {}); // often for the same reason; a later list removes it
      throw error;
    }
    await sync(directory);
  }

  /**
   * A directory that exists may have been made by another process a moment ago, so its name is synced by each process
   * once. Node's own recursive mkdir hangs on places such as /proc.
   */
  async #makeDirectory(path: string): Promise<void> {
    if (this.#durable.has(path)) return;
    const parent = dirname(path);
    if (path !== this.#root && path.startsWith(this.#root)) await this.#makeDirectory(parent);
    else if (!(await ifExists(() => stat(parent)))) await this.#makeDirectory(parent);
    const isNew = await makeOne(path);
    try {
      await sync(parent);
    } catch (error) {
      // An operator may have made the root in a directory that the shop may not read.
      if (isNew || systemCode(error) !== "EACCES") throw error;
    }
    this.#durable.add(path);
  }
}

/** Resolves to false if the directory exists. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: privateDirectoryMode });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, "wx", privateFileMode);
  await file.writeFile(bytes);
  await file.sync();
}

async function sync(directory: string): Promise<void> {
  await using names = await open(directory, "r");
  await names.sync();
}
