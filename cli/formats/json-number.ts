/** RFC 8259 §6. */
const numberOfJson = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The value of a number that stands as text in a file: what a coffee keeps the digits of must be written as JSON writes a
 * number. NaN, which no coffee can cost, for any other text.
 */
export function valueOfDigits(digits: string): number {
  return numberOfJson.test(digits) ? Number(digits) : Number.NaN;
}
