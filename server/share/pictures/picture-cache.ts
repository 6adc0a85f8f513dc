import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Some eight hundred pictures. */
const defaultBytesAtMost = 64 * 1_024 * 1_024;
const unfinished = ".unfinished";
const startOfJpeg = 0xffd8;
const endOfJpeg = 0xffd9;

/**
 * A cache of drawn pictures in files, up to a number of bytes; the least recently used go first. A file is complete or
 * absent. A picture that cannot be written is not cached, without an error. Several processes may share a directory; each
 * counts the files that it found there and those that it wrote.
 */
export class PictureCache {
  readonly #directory: () => string;
  readonly #bytesAtMost: number;
  /** The directory; undefined until the first request. */
  #place: Promise<string> | undefined;
  /** Their sizes by their keys, the one to go next first. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  /** `directory` makes it where it is not there yet, and throws where it cannot be had. */
  constructor(directory: () => string, bytesAtMost = defaultBytesAtMost) {
    this.#directory = directory;
    this.#bytesAtMost = bytesAtMost;
  }

  async find(key: string): Promise<Uint8Array | undefined> {
    try {
      const file = await this.#fileOf(key);
      const size = this.#sizes.get(key);
      if (size === undefined) return undefined;
      const bytes = await readFile(file);
      if (!isWhole(bytes)) throw new Error("It was damaged.");
      if (this.#sizes.delete(key)) this.#sizes.set(key, size);
      return bytes;
    } catch {
      this.#forget(key);
      return undefined; // it is drawn again
    }
  }

  async keep(key: string, bytes: Uint8Array): Promise<void> {
    try {
      const file = await this.#fileOf(key);
      await writeWhole(file, bytes);
      this.#note(key, bytes.byteLength);
      await this.#makeRoom(dirname(file));
    } catch {
      // A full disk, or one that may not be written to: the picture is drawn again when it is asked for again.
    }
  }

  /** Removes all that is kept. Never rejects: nothing finds again what could not be removed. */
  async clear(): Promise<void> {
    try {
      const place = dirname(await this.#fileOf("any"));
      for (const key of this.#sizes.keys()) {
        this.#forget(key);
        await rm(fileIn(place, key), { force: true });
      }
    } catch {
      // Where the directory cannot be had, there is nothing in it that could be shown.
    }
  }

  async #fileOf(key: string): Promise<string> {
    const place = (this.#place ??= this.#open());
    // A disk that was full may have room the next time.
    place.catch(() => (this.#place = undefined));
    return fileIn(await place, key);
  }

  async #open(): Promise<string> {
    const directory = this.#directory();
    for (const { key, size } of filesIn(directory)) this.#note(key, size);
    await this.#makeRoom(directory);
    return directory;
  }

  async #makeRoom(place: string): Promise<void> {
    for (const key of this.#sizes.keys()) {
      if (this.#bytes <= this.#bytesAtMost) return;
      this.#forget(key);
      await rm(fileIn(place, key), { force: true });
    }
  }

  #note(key: string, size: number): void {
    this.#forget(key);
    this.#sizes.set(key, size);
    this.#bytes += size;
  }

  #forget(key: string): void {
    this.#bytes -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
  }
}

function fileIn(place: string, key: string): string {
  return join(place, `${key}.jpg`);
}

/** The pictures in a directory, oldest first. What was left unfinished is taken away. */
function filesIn(directory: string) {
  const files = readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    if (name.endsWith(unfinished)) rmSync(path, { force: true });
    const [, key] = /^([\da-f]{64})\.jpg$/.exec(name) ?? [];
    if (key === undefined) return [];
    const { size, mtimeMs } = statSync(path);
    return [{ key, size, mtimeMs }];
  });
  return files.toSorted((one, other) => one.mtimeMs - other.mtimeMs);
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}${unfinished}`;
  try {
    await using handle = await open(temporary, "w", 0o600);
    await handle.writeFile(bytes);
    await handle.sync();
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

function isWhole(bytes: Buffer): boolean {
  const { length } = bytes;
  return length > 4 && bytes.readUInt16BE(0) === startOfJpeg && bytes.readUInt16BE(length - 2) === endOfJpeg;
}
