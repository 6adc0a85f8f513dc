import { lstat, open, readdir, unlink, type FileHandle } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Fault } from "../../catalogue/fault.ts";
import { StoreRefused } from "../store-refused.ts";
import { DurableWrites, ifExists, systemCode, temporaryMark } from "./durable-writes.ts";
import type { BlobEntry, ByteRange, PhotoBlobs } from "./photo-blobs.ts";

/*
 * The blob `photos/3fa9…` is the file `photos/~3f/3fa9…`, so that no directory has tens of thousands of entries. No key
 * contains `~`, so these directories and temporary files are in no key's way.
 */

const partOfKey = /^[\da-z-][\d.a-z-]{0,254}$/;
const fanLength = 2;
/** Files of which a list asks for the sizes at once. */
const statsAtOnce = 64;
/** A put takes seconds. A temporary file of this age belongs to a process that was killed. */
const leftoverMs = 3_600_000;
/** A name that is younger may not be on the disk: its put may be under way in this or another process. */
const durableAfterMs = 60_000;

/** The process has too much open, or no memory: nothing is wrong with the disk. */
const limitsOfProcess = ["EMFILE", "ENFILE", "ENOMEM"];
const fullDisk = ["ENOSPC", "EDQUOT"];

/**
 * Keeps each blob as a file below a directory, which it creates with the first put. Any number of processes may use one
 * directory at once. After a crash at any moment, the file of a blob is the old one or the new one, whole.
 */
export function openFileBlobs(directory: string): PhotoBlobs {
  return new FileBlobs(resolve(directory));
}

class FileBlobs implements PhotoBlobs {
  readonly #root: string;
  readonly #writes: DurableWrites;
  readonly #underWay = new Set<Promise<unknown>>();
  /** What went wrong since the last put that succeeded. The operator gets one report of each. */
  readonly #reported = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    this.#writes = new DurableWrites(root);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(key);
    await this.#track(this.#translateErrors(() => this.#writes.replace(path, bytes)));
    this.#reported.clear();
  }

  async read(key: string, range?: ByteRange): Promise<Uint8Array | undefined> {
    const path = this.#pathOf(key);
    const reading = this.#translateErrors(async () => {
      await using file = await ifExists(() => open(path, "r"));
      if (!file) return undefined;
      const { size, ctimeMs } = await file.stat();
      const bytes = await readRange(file, path, { start: range?.start ?? 0, end: Math.min(range?.end ?? size, size) });
      if (Date.now() - ctimeMs < durableAfterMs) await this.#writes.syncName(path);
      return bytes;
    });
    return this.#track(reading);
  }

  async *list(prefix: string): AsyncGenerator<BlobEntry> {
    const listing = Promise.withResolvers<void>();
    void this.#track(listing.promise);
    try {
      yield* entriesIn(this.#root, "", prefix);
    } catch (error) {
      throw this.#faultOf(error);
    } finally {
      listing.resolve();
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await this.#translateErrors(() => this.#writes.remove(path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A call may be one of several that belong together: the next one begins once it has ended.
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay);
      await setImmediate();
    }
  }

  #track<Result>(call: Promise<Result>): Promise<Result> {
    this.#underWay.add(call);
    return call.finally(() => this.#underWay.delete(call));
  }

  #pathOf(key: string): string {
    const parts = key.split("/");
    const name = parts.pop();
    if (name === undefined || ![...parts, name].every((part) => partOfKey.test(part)))
      throw new Error(`No blob can have the key ${JSON.stringify(key)}.`);
    return join(this.#root, ...parts, fanOf(name), name);
  }

  async #translateErrors<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  #faultOf(error: unknown): unknown {
    const code = error instanceof ShortRead ? "short read" : systemCode(error);
    if (code === undefined || limitsOfProcess.includes(code)) return error;
    const isFull = fullDisk.includes(code);
    const words = isFull
      ? `The disk that ${this.#root} is on is full, so a photo was not kept. Make room there; nothing else is to be done.`
      : `The disk that ${this.#root} is on failed (${code}), so a photo was neither kept nor shown. The shop goes on by itself once the disk works; look at the disk.`;
    const cause = this.#reported.has(words) ? undefined : new StoreRefused(words, { cause: error });
    this.#reported.add(words);
    return new Fault(isFull ? "storage-full" : "storage-failed", "disk", cause);
  }
}

/** A file ended before its own size. */
class ShortRead extends Error {
  override readonly name = "ShortRead";
}

async function readRange(file: FileHandle, path: string, { start, end }: ByteRange): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
    if (bytesRead === 0) throw new ShortRead(`${path} ends at byte ${start + at}, before byte ${end}.`);
    at += bytesRead;
  }
  return bytes;
}

function fanOf(name: string): string {
  return temporaryMark + name.slice(0, fanLength);
}

/** Whether a key that begins with `start` can begin with `prefix`. */
function mayMatch(start: string, prefix: string): boolean {
  return start.startsWith(prefix) || prefix.startsWith(start);
}

/**
 * The blobs in a directory, whose keys begin with `before`, in the order of their keys. The directories of keys stand
 * among the files in the order of their names with a slash.
 */
async function* entriesIn(directory: string, before: string, prefix: string): AsyncGenerator<BlobEntry> {
  const names = await namesIn(directory);
  const parts = names.filter((name) => partOfKey.test(name)).map((name) => `${name}/`);
  const fans = names.filter((name) => name.startsWith(temporaryMark)).map((name) => name.slice(1));
  const starts = new Set([...fans, ...parts.map((part) => part.slice(0, fanLength))]);
  for (const start of [...starts].toSorted()) {
    if (!mayMatch(before + start, prefix)) continue;
    const fan = join(directory, fanOf(start));
    const inFan = fans.includes(start) ? await namesIn(fan) : [];
    const files = inFan.filter((name) => partOfKey.test(name) && (before + name).startsWith(prefix));
    const directories = parts.filter((part) => part.slice(0, fanLength) === start && mayMatch(before + part, prefix));
    let batch: string[] = [];
    for (const name of [...files, ...directories].toSorted()) {
      const isDirectory = name.endsWith("/");
      if (!isDirectory) batch.push(name);
      if (!isDirectory && batch.length < statsAtOnce) continue;
      yield* entriesOf(fan, before, batch);
      batch = [];
      if (isDirectory) yield* entriesIn(join(directory, name), before + name, prefix);
    }
    yield* entriesOf(fan, before, batch);
    for (const name of inFan) if (name.startsWith(temporaryMark)) await removeLeftover(join(fan, name));
  }
}

/** Leaves out what is no file, or was removed meanwhile. */
async function* entriesOf(directory: string, before: string, names: readonly string[]): AsyncGenerator<BlobEntry> {
  const stats = await Promise.all(names.map((name) => ifExists(() => lstat(join(directory, name)))));
  for (const [at, name] of names.entries()) {
    const found = stats[at];
    if (found?.isFile()) yield { key: before + name, bytes: found.size, changedAt: found.mtime };
  }
}

/** None if there is no such directory, or a file of another program in its place. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "")) return [];
    throw error;
  }
}

/** Removes the temporary file of a process that was killed. */
async function removeLeftover(path: string): Promise<void> {
  try {
    const { mtimeMs } = await lstat(path);
    if (Date.now() - mtimeMs > leftoverMs) await unlink(path);
  } catch {
    // Its put has just ended, or the disk takes no changes: then a later list removes it.
  }
}
