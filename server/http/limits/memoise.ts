/** Browsers send few different values of `Accept-Encoding`, `Accept-Language` and `Host`. */
const valuesAtMost = 64;

/**
 * Caches the results of `read` for the first 64 header values. `read` runs on every call for other values, so a client
 * that sends many evicts none.
 */
export function memoise<Value extends string | undefined, Read>(read: (value: Value) => Read): (value: Value) => Read {
  const known = new Map<Value, Read>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const made = read(value);
    if (known.size < valuesAtMost) known.set(value, made);
    return made;
  };
}
