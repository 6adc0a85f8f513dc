/** Browsers send a handful of different values of a header. */
const valuesAtMost = 64;

/**
 * Keeps what `read` returns for the first 64 values. Any other value is read on every call, so a client that sends many
 * displaces none.
 */
export function remembered<Value extends string | undefined, Read>(
  read: (value: Value) => Read,
): (value: Value) => Read {
  const known = new Map<Value, Read>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const made = read(value);
    if (known.size < valuesAtMost) known.set(value, made);
    return made;
  };
}
