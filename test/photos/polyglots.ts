import type { HostilePhoto } from "./hostile-photo.ts";
import { jpegSegment, pngChunk, uint32, withChunks, withSegments } from "./photo-parts.ts";
import { samples, secret } from "./sample-photos.ts";

const page = `<html><script>alert("${secret}")</script></html>`;

/** Photos that are also something else, or that carry something else. */
export const polyglots: readonly HostilePhoto[] = [
  {
    name: "JPEG and ZIP",
    bytes: async () => Buffer.concat([await samples.jpeg(), Buffer.from(`PK\x03\x04${secret}`)]),
    expected: "cleaned",
  },
  {
    name: "JPEG with HTML in a comment",
    bytes: async () => withSegments(await samples.jpeg(), jpegSegment(0xfe, page)),
    expected: "cleaned",
  },
  {
    name: "JPEG with IPTC, Photoshop's and unknown segments",
    bytes: async () =>
      withSegments(
        await samples.jpeg(),
        jpegSegment(0xed, `Photoshop 3.0\0${secret}`),
        jpegSegment(0xeb, secret),
        jpegSegment(0xe2, `MPF\0${secret}`),
      ),
    expected: "cleaned",
  },
  {
    name: "PNG with HTML after its end",
    bytes: async () => Buffer.concat([await samples.png(), Buffer.from(page)]),
    expected: "cleaned",
  },
  {
    name: "PNG with HTML in a text",
    bytes: async () =>
      withChunks(
        await samples.png(),
        pngChunk("tEXt", `Comment\0${page}`),
        pngChunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${page}`),
      ),
    expected: "cleaned",
  },
  {
    name: "GIF that is JavaScript",
    bytes: async () => Buffer.concat([await samples.gif(), Buffer.from(`=1;alert("${secret}")`)]),
    expected: "cleaned",
  },
  {
    name: "GIF with HTML in a comment",
    bytes: async () => {
      const gif = await samples.gif();
      const comment = Buffer.concat([Buffer.from([0x21, 0xfe, page.length]), Buffer.from(page), Buffer.from([0])]);
      return Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b])]);
    },
    expected: "cleaned",
  },
  {
    name: "WebP with bytes after its end",
    bytes: async () => Buffer.concat([await samples.webp(), Buffer.from(page)]),
    expected: "cleaned",
  },
  {
    name: "AVIF with a box of HTML",
    bytes: async () => Buffer.concat([await samples.avif(), uint32(8 + page.length), Buffer.from(`free${page}`)]),
    expected: "cleaned",
  },
];
