/**
 * The bytes that a `Range` header asks for (RFC 9110 §14.1.2): from `start` to before `end`. Undefined if the whole is
 * to be sent: without the header, for another unit, an invalid range, or several ranges at once.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): Readonly<{ start: number; end: number }> | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  if (first !== "" && last !== "" && Number(last) < start) return undefined;
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  return start < end ? { start, end } : "unsatisfiable";
}
