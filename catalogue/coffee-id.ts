const idDigits = 24;
const secondDigits = 8;

export const coffeeIdPattern = /^[0-9a-f]{24}$/;

/** Whether a text has the form of an id: 24 lower-case hex digits. No coffee has any other text as its id. */
export function isCoffeeId(text: string): boolean {
  return coffeeIdPattern.test(text);
}

/**
 * The id after `last`: the seconds of `at`, then `random` (16 hex digits), as other servers of this contract make ids.
 * Always greater than `last`, the greatest id so far, even if the clock went back. So ids are never reused.
 */
export function nextCoffeeId(last: string | undefined, at: Date, random: string): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const fresh = seconds.toString(16).padStart(secondDigits, "0") + random;
  if (last === undefined || fresh > last) return fresh;
  return (BigInt(`0x${last}`) + 1n).toString(16).padStart(idDigits, "0");
}
