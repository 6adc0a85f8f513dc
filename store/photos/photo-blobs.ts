/** What is known of a blob without its bytes. `changedAt` is when it was last put. */
export type BlobEntry = Readonly<{ key: string; bytes: number; changedAt: Date }>;

/** A range of bytes: from `start` to before `end`. */
export type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * Keeps bytes by key: in a directory, in a table of PostgreSQL, or in a bucket of S3. Keys are words of lower-case
 * letters, digits, `-` and `.`, separated by `/`, such as `photos/3fa9…`; no key is the beginning of another's path.
 *
 * What a call has resolved is seen by every later call of any process. A call may reject with `storage-full`,
 * `storage-failed` or `storage-unreachable`; it may then have been carried out or not, but never in part.
 */
export interface PhotoBlobs extends AsyncDisposable {
  /** Keeps `bytes` under `key`, in place of what was there. Resolves once they are durable. */
  put(key: string, bytes: Uint8Array): Promise<void>;

  /** The bytes of a key, or those of them that are in the range. Undefined if there is no such key. */
  read(key: string, range?: ByteRange): Promise<Uint8Array | undefined>;

  /** All blobs whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): AsyncIterable<BlobEntry>;

  /** Removes a key, durably. Does nothing if there is no such key. */
  remove(key: string): Promise<void>;
}
