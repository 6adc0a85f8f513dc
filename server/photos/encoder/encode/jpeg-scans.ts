const startOfScan = 0xda;
const endOfImage = 0xd9;

/**
 * How many scans a JPEG has up to its end, or up to where it stops being one. A progressive JPEG of a few kilobytes can
 * have hundreds, and the decoder visits every pixel for each (ITU T.81, B.1.1 and B.2.1).
 */
export function jpegScans(bytes: Buffer): number {
  let scans = 0;
  for (let at = nextMarker(bytes, 2); at + 4 <= bytes.length;) {
    const marker = bytes[at + 1];
    if (marker === endOfImage) break;
    const afterSegment = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === startOfScan) scans += 1;
    // Between scans, and after other segments if the JPEG is damaged, decoders look for the next marker as well.
    at = nextMarker(bytes, afterSegment);
  }
  return scans;
}

/** The place of the next marker that begins a segment: not a stuffed 0xFF, a fill byte or a restart marker. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next > 0x01 && next < 0xff && !isRestart) return at;
  }
  return bytes.length;
}
