import { crc32 } from "node:zlib";

/*
 * The CRC-32 of gzip (RFC 1952 §8), for concatenated parts. A checksum is a polynomial over GF(2): appending n bits
 * multiplies the polynomial of the bytes before them by x to the power of n.
 */

const polynomial = 0xedb88320;
const one = 0x80000000;

/** The CRC-32 of a part, and the factor that the checksum of the parts before it is multiplied by. */
export type PartChecksum = Readonly<{ crc: number; shift: number }>;

export function checksumOf(bytes: Uint8Array): PartChecksum {
  return { crc: crc32(bytes), shift: powerOfX(bytes.byteLength * 8) };
}

/** The CRC-32 of all parts, concatenated in this order; 0 for no parts. */
export function joinedCrc(parts: readonly PartChecksum[]): number {
  return parts.reduce((before, { crc, shift }) => (multiply(before, shift) ^ crc) >>> 0, 0);
}

/** Multiplies polynomials over GF(2), modulo that of CRC-32. The highest bit is the coefficient of x^0. */
function multiply(left: number, right: number): number {
  let product = 0;
  let shifted = right;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (left & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1;
  }
  return product >>> 0;
}

function powerOfX(exponent: number): number {
  let power = one;
  let square = one >>> 1;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = multiply(power, square);
    square = multiply(square, square);
  }
  return power;
}
