import { expect, test } from "vitest";
import { jpegOfManyScans } from "../../../../test/photos/photo-bombs.ts";
import { jpegSegment, withSegments } from "../../../../test/photos/photo-parts.ts";
import { quarters } from "../../../../test/photos/sample-photos.ts";
import { jpegScans } from "./jpeg-scans.ts";

test("a plain JPEG has one scan, a progressive one about ten", async () => {
  expect(jpegScans(await quarters(96, 64).jpeg().toBuffer())).toBe(1);
  const scans = jpegScans(await quarters(96, 64).jpeg({ progressive: true }).toBuffer());
  expect(scans).toBeGreaterThan(5);
  expect(scans).toBeLessThan(15);
});

test("each of many scans counts", () => {
  expect(jpegScans(jpegOfManyScans(64, 64))).toBe(883);
});

test("scans of a preview in the metadata and of what follows the end do not count", async () => {
  const preview = await quarters(96, 64).jpeg().toBuffer();
  const jpeg = withSegments(preview, jpegSegment(0xe1, preview));
  expect(jpegScans(Buffer.concat([jpeg, preview, preview]))).toBe(1);
});

test("a JPEG that breaks off anywhere has no more scans than the whole", async () => {
  const whole = await quarters(96, 64).jpeg({ progressive: true }).toBuffer();
  const most = jpegScans(whole);
  for (let length = 0; length < whole.length; length += 1)
    expect(jpegScans(whole.subarray(0, length))).toBeLessThanOrEqual(most);
});
