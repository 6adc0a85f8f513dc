import { expect, test } from "vitest";
import { byteRange } from "./byte-range.ts";

test.for([
  ["bytes=0-0", { start: 0, end: 1 }],
  ["bytes=3-5", { start: 3, end: 6 }],
  ["bytes=3-", { start: 3, end: 10 }],
  ["bytes=8-100", { start: 8, end: 10 }],
  ["bytes=-4", { start: 6, end: 10 }],
  ["bytes=-40", { start: 0, end: 10 }],
] as const)("of ten bytes, %s asks for those from %o", ([header, range]) => {
  expect(byteRange(header, 10)).toEqual(range);
});

test.for(["bytes=10-", "bytes=10-20", "bytes=-0"])("of ten bytes, %s asks for bytes that are not there", (header) => {
  expect(byteRange(header, 10)).toBe("unsatisfiable");
});

test.for([undefined, "", "bytes=-", "bytes=5-3", "bytes=0-1,3-4", "items=0-1", "bytes=a-b", "bytes 0-1", "bytes=0x1-"])(
  "%j asks for the whole",
  (header) => {
    expect(byteRange(header, 10)).toBeUndefined();
  },
);
