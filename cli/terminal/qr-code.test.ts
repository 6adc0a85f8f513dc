import jsQR from "jsqr";
import { expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";

/** Whether the upper and the lower half of a character are light. */
const halves: Readonly<Record<string, readonly [boolean, boolean]>> = {
  "█": [true, true],
  "▀": [true, false],
  "▄": [false, true],
  " ": [false, false],
};
const pixelsPerModule = 4;

test("a phone reads the address from the QR code in the terminal", () => {
  const rows = qrCode("http://192.168.1.20:3000").flatMap((line) =>
    [0, 1].map((half) => Array.from(line, (character) => halves[character]?.[half] === true)),
  );
  const wide = rows.map((row) => row.flatMap((isLight) => Array.from({ length: pixelsPerModule }, () => isLight)));
  const pixels = wide.flatMap((row) => Array.from({ length: pixelsPerModule }, () => row));
  const bytes = pixels.flat().flatMap((isLight) => (isLight ? [255, 255, 255, 255] : [0, 0, 0, 255]));
  expect(jsQR(Uint8ClampedArray.from(bytes), pixels[0]?.length ?? 0, pixels.length)?.data).toBe(
    "http://192.168.1.20:3000",
  );
});
