import { crc32 } from "node:zlib";

/*
 * CRC-32 as gzip uses it (RFC 1952 §8), of parts that are put together: a checksum is a polynomial over GF(2), and to put
 * bytes behind others is to multiply the polynomial of those before by x to the power of the bits that follow.
 */

const polynomial = 0xedb88320;
const one = 0x80000000;

/** The checksum of some bytes, and what multiplies the checksum of those before them. */
export type PartChecksum = Readonly<{ crc: number; shift: number }>;

export function checksumOf(bytes: Uint8Array): PartChecksum {
  return { crc: crc32(bytes), shift: powerOfX(bytes.byteLength * 8) };
}

/** The CRC-32 of all parts, one after the other. */
export function joinedCrc(parts: readonly PartChecksum[]): number {
  return parts.reduce((before, { crc, shift }) => (multiply(before, shift) ^ crc) >>> 0, 0);
}

/** Of polynomials whose coefficients are bits, that of the lowest power first, modulo that of CRC-32. */
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
