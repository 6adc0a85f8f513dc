import { jpegSegment, uint16, uint16LE } from "./photo-parts.ts";

const startOfImage = Buffer.from([0xff, 0xd8]);
const endOfImage = Buffer.from([0xff, 0xd9]);
const frameHeader = 0xc2;
const huffmanTable = 0xc4;
const quantisationTable = 0xdb;
const startOfScan = 0xda;

/** A Huffman table whose only code is one bit long. */
function oneCode(table: number, symbol: number): Buffer {
  return jpegSegment(huffmanTable, Buffer.from([table, 1, ...Buffer.alloc(15), symbol]));
}

/** A scan of the values from one place of each block to another, with so many bits, all 0 (ITU T.81, B.2.3). */
function scan(from: number, to: number, approximation: number, bits: number): readonly Buffer[] {
  const header = Buffer.from([1, 1, 0x00, from, to, approximation]);
  return [jpegSegment(startOfScan, header), Buffer.alloc(Math.ceil(bits / 8))];
}

/**
 * A small progressive JPEG of one grey, valid to its end, in which each scan visits every block: 883 of them. Decoders
 * take time for pixels × scans (ITU T.81, G.1).
 */
export function jpegOfManyScans(width: number, height: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const header = Buffer.concat([Buffer.from([8]), uint16(height), uint16(width), Buffer.from([1, 1, 0x11, 0])]);
  // Each run of "no more values in this band" covers 16,384 blocks, and takes 15 bits.
  const bitsOfRuns = Math.ceil(blocks / 16_384) * 15;
  const scans = [...scan(0, 0, 13, blocks)];
  for (let at = 1; at < 64; at += 1) {
    scans.push(...scan(at, at, 13, bitsOfRuns));
    for (let low = 12; low >= 0; low -= 1) scans.push(...scan(at, at, (low + 1) * 16 + low, bitsOfRuns));
  }
  return Buffer.concat([
    startOfImage,
    jpegSegment(quantisationTable, Buffer.concat([Buffer.alloc(1), Buffer.alloc(64, 1)])),
    jpegSegment(frameHeader, header),
    oneCode(0x00, 0x00),
    oneCode(0x10, 0xe0),
    ...scans,
    endOfImage,
  ]);
}

/** A GIF of frames of one pixel each, on a canvas of this size (GIF89a §18 to §22). */
export function gifOfFrames(frames: number, width: number, height: number): Buffer {
  const screen = [Buffer.from("GIF89a"), uint16LE(width), uint16LE(height), Buffer.from([0x80, 0, 0])];
  const colours = Buffer.from([200, 60, 30, 20, 20, 20]);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const all = Buffer.concat(Array.from({ length: frames }, () => [control, frame]).flat());
  return Buffer.concat([...screen, colours, all, Buffer.from([0x3b])]);
}
