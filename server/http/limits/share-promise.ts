/**
 * Returns the promise for a key, or starts `make` and remembers its promise. After a failure the next call tries again.
 */
export function sharePromise<Key, Made>(
  known: Map<Key, Promise<Made>>,
  key: Key,
  make: () => Promise<Made>,
): Promise<Made> {
  const before = known.get(key);
  if (before) return before;
  const making = make();
  known.set(key, making);
  making.catch(() => known.delete(key));
  return making;
}

/**
 * As `sharePromise`, but `known` keeps only the `atMost` results that were used last. A failure displaces none of them.
 */
export async function shareLatest<Key, Made>(
  known: Map<Key, Promise<Made>>,
  key: Key,
  make: () => Promise<Made>,
  atMost: number,
): Promise<Made> {
  const making = sharePromise(known, key, make);
  const made = await making;
  // The map is in order of use.
  known.delete(key);
  known.set(key, making);
  const [oldest = key] = known.keys();
  if (known.size > atMost) known.delete(oldest);
  return made;
}
