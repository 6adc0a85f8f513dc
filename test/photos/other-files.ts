import type { HostilePhoto } from "./hostile-photo.ts";
import { secret } from "./sample-photos.ts";

/** Begins as each format does that the image library reads, or others do, and that the shop does not take. */
export const otherFiles: readonly HostilePhoto[] = (
  [
    ["nothing", ""],
    ["one byte", "\xff"],
    ["text", "A photo of a cup."],
    ["HTML", `<!doctype html><script>alert("${secret}")</script>`],
    ["SVG", `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`],
    ["XML and SVG", `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>`],
    ["PDF", "%PDF-1.7\n1 0 obj\n"],
    ["TIFF, little-endian", "II*\0\b\0\0\0"],
    ["TIFF, big-endian", "MM\0*\0\0\0\b"],
    ["BigTIFF", "II+\0\b\0\0\0"],
    ["JPEG XL", "\xff\x0a\xfa\x1f\x01"],
    ["JPEG XL in boxes", "\0\0\0\x0cJXL \r\n\x87\n"],
    ["JPEG 2000", "\0\0\0\x0cjP  \r\n\x87\n"],
    ["JPEG 2000 without boxes", "\xff\x4f\xff\x51\0\x2f"],
    ["PPM", "P6\n1 1\n255\nabc"],
    ["PFM", "PF\n1 1\n-1.0\n"],
    ["FITS", "SIMPLE  =                    T"],
    ["OpenEXR", "v/1\x01\x02\0\0\0"],
    ["Radiance", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n"],
    ["libvips", "\x08\xf2\xa6\xb6\0\0\0\0"],
    ["BMP", "BM\x3a\0\0\0"],
    ["ICO", "\0\0\x01\0\x01\0"],
    ["Photoshop", "8BPS\0\x01"],
    ["raw of Fujifilm", "FUJIFILMCCD-RAW 0201"],
    ["raw of Canon", "\0\0\0\x18ftypcrx \0\0\0\x01crx isom"],
    ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
    ["HEIF of one more brand", "\0\0\0\x18ftypmif1\0\0\0\0mif1heic"],
    ["MP4", "\0\0\0\x18ftypmp42\0\0\0\0isommp42"],
    ["RIFF without WebP", "RIFF\x24\0\0\0WAVEfmt "],
    ["ZIP", "PK\x03\x04\x14\0"],
    ["a program", "\x7fELF\x02\x01\x01"],
  ] as const
).map(([name, text]) => ({ name, bytes: async () => Buffer.from(text, "latin1"), expected: "unsupported-photo" }));
