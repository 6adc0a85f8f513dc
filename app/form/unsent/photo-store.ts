/*
 * The photos of unsent coffees and drafts, in IndexedDB: local storage has no room for them. The entries of unsent.ts
 * name them. This code loads only when there is a photo.
 */

const databaseName = "niceties";
const storeName = "photos";

/**
 * Private windows of WebKit refuse to store a Blob, but take its bytes. `time` is when it was stored, in milliseconds
 * since 1970.
 */
export type StoredPhoto = Readonly<{ id: string; bytes: ArrayBuffer; type: string; time: number }>;

/** How many photos wait at most. A photo beyond a limit is refused, because each of the others may be the only copy. */
const photosAtMost = 20;
/** How many bytes they have together. A photo that was made smaller has less than one megabyte. */
const bytesAtMost = 40_000_000;
/** How long a photo stays that no entry names: the form may be about to save the entry. */
const unnamedForMs = 60_000;

/** The photos that no entry names, such as those of a tab that was closed while its entry was removed. */
export function unneededPhotos(
  stored: readonly StoredPhoto[],
  isNamed: (id: string) => boolean,
  now: number,
): readonly StoredPhoto[] {
  return stored.filter(({ id, time }) => !isNamed(id) && Math.abs(now - time) > unnamedForMs);
}

/** Whether one more photo of this size fits within the limits. */
export function hasRoomFor(bytes: number, stored: readonly StoredPhoto[]): boolean {
  const others = stored.reduce((sum, each) => sum + each.bytes.byteLength, 0);
  return stored.length < photosAtMost && others + bytes <= bytesAtMost;
}

/**
 * Stores a photo in place of an earlier one with this id, and removes those that no entry names. Resolves to whether it
 * is stored: not if the browser refuses it, or if too many photos wait already.
 */
export async function storePhoto(id: string, photo: Blob, isNamed: (id: string) => boolean): Promise<boolean> {
  const bytes = await photo.arrayBuffer();
  return inStore("readwrite", false, async (store) => {
    const stored = readStored(await resultOf(store.getAll()));
    const unneeded = unneededPhotos(stored, isNamed, Date.now());
    for (const each of unneeded) store.delete(each.id);
    const others = stored.filter((each) => each.id !== id && !unneeded.includes(each));
    if (!hasRoomFor(photo.size, others)) return false;
    store.put({ id, bytes, type: photo.type, time: Date.now() } satisfies StoredPhoto);
    return true;
  });
}

/** Undefined if the browser does not have the photo. */
export function readPhoto(id: string): Promise<Blob | undefined> {
  return inStore("readonly", undefined, async (store) => {
    const [stored] = readStored([await resultOf<unknown>(store.get(id))]);
    return stored && new Blob([stored.bytes], { type: stored.type });
  });
}

export function removePhoto(id: string): Promise<void> {
  return inStore("readwrite", undefined, async (store) => {
    store.delete(id);
  });
}

/** Resolves to the result of `act`, once that is on the disk; to `otherwise` if the browser refuses the storage. */
async function inStore<T>(
  mode: IDBTransactionMode,
  otherwise: T,
  act: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  try {
    const opening = indexedDB.open(databaseName, 1);
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(storeName, { keyPath: "id" }));
    const database = await resultOf(opening);
    try {
      const transaction = database.transaction(storeName, mode, { durability: "strict" });
      const [result] = await Promise.all([act(transaction.objectStore(storeName)), ended(transaction)]);
      return result;
    } finally {
      database.close();
    }
  } catch (error) {
    console.error("The browser refused a photo:", error);
    return otherwise;
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("refused")));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("aborted")));
  });
}

function readStored(values: readonly unknown[]): readonly StoredPhoto[] {
  return values.filter(
    (value): value is StoredPhoto =>
      typeof value === "object" &&
      value !== null &&
      "id" in value &&
      typeof value.id === "string" &&
      "bytes" in value &&
      value.bytes instanceof ArrayBuffer &&
      "type" in value &&
      typeof value.type === "string" &&
      "time" in value &&
      typeof value.time === "number",
  );
}
