import type { PhotoFormat } from "../../catalogue/photo-address.ts";
import { secret } from "./sample-photos.ts";

/**
 * The names of all parts of an encoded picture, from its first byte to its last: a JPEG's markers in hex, a WebP's
 * chunks, an AVIF's boxes, items and properties. Throws if a byte belongs to none of them.
 */
export function partsOf(format: PhotoFormat, bytes: Buffer): string[] {
  if (format === "jpg") return jpegParts(bytes);
  return format === "webp" ? webpParts(bytes) : boxes(bytes, 0, bytes.length);
}

/** The parts that a picture without metadata can have. */
export const plainParts: Readonly<Record<PhotoFormat, readonly string[]>> = {
  // Its beginning, tables, frame, scans and end.
  jpg: ["d8", "db", "c0", "c2", "c4", "da", "d9"],
  webp: ["VP8 "],
  avif: "ftyp,meta,hdlr,pitm,iloc,iinf,infe av01,iprp,ipco,ispe,pixi,av1C,ipma,mdat".split(","),
};

/** What an encoded picture has beside its pixels: parts that a plain one does not have, and `secret`. */
export function metadataIn(format: PhotoFormat, bytes: Buffer): string[] {
  const parts = new Set(partsOf(format, bytes)).difference(new Set(plainParts[format]));
  return [...parts, ...(bytes.includes(secret) ? [secret] : [])];
}

function jpegParts(bytes: Buffer): string[] {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] !== 0xff) throw new Error(`No marker is at ${at}.`);
    const marker = bytes[at + 1] ?? 0;
    parts.push(marker.toString(16));
    at += marker === 0xd8 || marker === 0xd9 ? 2 : 2 + bytes.readUInt16BE(at + 2);
    if (marker !== 0xda) continue;
    while (bytes[at] !== 0xff || bytes[at + 1] === 0) at += 1;
  }
  return parts;
}

function webpParts(bytes: Buffer): string[] {
  if (bytes.readUInt32LE(4) !== bytes.length - 8) throw new Error("Bytes follow the end.");
  const parts: string[] = [];
  for (let at = 12; at < bytes.length;) {
    parts.push(bytes.toString("latin1", at, at + 4));
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return parts;
}

/** Boxes that contain others, and how many bytes stand before those. */
const containers: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0, iinf: 6 };

function boxes(bytes: Buffer, from: number, to: number): string[] {
  const parts: string[] = [];
  for (let at = from; at < to;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (length < 8 || at + length > to) throw new Error(`The box ${type} at ${at} has a wrong length.`);
    if (type === "colr") parts.push(`colr ${bytes.toString("latin1", at + 8, at + 12)}`);
    else if (type === "infe") parts.push(`infe ${bytes.toString("latin1", at + 16, at + 20)}`);
    else parts.push(type);
    const before = containers[type];
    if (before !== undefined) parts.push(...boxes(bytes, at + 8 + before, at + length));
    at += length;
  }
  return parts;
}
