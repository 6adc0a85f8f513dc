import { renderUnicodeCompact } from "uqr";

/**
 * The lines of a QR code, two rows of it in each. Its light parts are full blocks, so print it in white on black: then
 * it is dark on light in every terminal, as scanners expect.
 */
export function qrCode(text: string): string[] {
  return renderUnicodeCompact(text, { border: 2 }).split("\n");
}
