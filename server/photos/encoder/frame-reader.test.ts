import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { FrameReader } from "./frame-reader.ts";

const frames = Buffer.from("\x03\0\0\0one\0\0\0\0\x05\0\0\0three", "latin1");

test.for([1, 2, 5, 100])("frames are read whole from chunks of %i bytes", async (size) => {
  const chunks = Array.from({ length: Math.ceil(frames.length / size) }, (_, at) =>
    frames.subarray(at * size, (at + 1) * size),
  );
  const reader = new FrameReader(Readable.from(chunks));
  expect((await reader.read(5)).toString()).toBe("one");
  expect((await reader.read(5)).toString()).toBe("");
  expect((await reader.read(5)).toString()).toBe("three");
  await expect(reader.read(5)).rejects.toThrow("ended");
});

test("a frame that says that it is longer than allowed is not read", async () => {
  const reader = new FrameReader(Readable.from([Buffer.from([0xff, 0xff, 0xff, 0x7f])]));
  await expect(reader.read(1_000)).rejects.toThrow("too long");
});
