import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { seededRandom } from "../../test/seeded-random.ts";
import { checksumOf, joinedCrc } from "./crc32.ts";

test("the checksum of parts put together is that of the whole", () => {
  const { below } = seededRandom(7);
  const bytes = Buffer.from(Array.from({ length: 20_000 }, () => below(256)));
  for (const cuts of [[], [0], [1], [20_000], [3, 3, 400], [1, 2, 3, 5_000, 19_999]]) {
    const ends = [...cuts, bytes.length];
    const parts = ends.map((end, at) => checksumOf(bytes.subarray(ends[at - 1] ?? 0, end)));
    expect(joinedCrc(parts)).toBe(crc32(bytes));
  }
});

test("the joined checksum of no parts is that of an empty text", () => {
  expect(joinedCrc([])).toBe(crc32(""));
});
