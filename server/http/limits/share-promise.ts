/** Returns the promise for a key, or starts `make` and remembers its promise. After a failure the next call tries again. */
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
