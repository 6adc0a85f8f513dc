/** What was made for a key before, or what `make` makes of it now. What could not be made is tried again by whoever asks next. */
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
