import type { PhotoKind } from "../../server/photos/encoder/photo-kind.ts";
import { seededRandom, type SeededRandom } from "../seeded-random.ts";
import { jpegSegment, pngChunk, uint32 } from "./photo-parts.ts";
import { animation, quarters, samples, secret, withMetadata } from "./sample-photos.ts";

/** A file that was made from a photo by one mistake or lie. `name` says of which, and how to make it again. */
export type GeneratedPhoto = Readonly<{ name: string; bytes: Buffer<ArrayBuffer> }>;

/** Sound photos of each kind, most of them with metadata that names `secret`. */
const sound: Readonly<Record<PhotoKind, readonly (() => Promise<Buffer>)[]>> = {
  jpeg: [
    () => withMetadata(quarters(96, 64)).jpeg().toBuffer(),
    () => withMetadata(quarters(96, 64)).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  ],
  png: [
    () => withMetadata(quarters(96, 64)).png().toBuffer(),
    () => withMetadata(quarters(96, 64)).ensureAlpha(0.5).png({ progressive: true }).toBuffer(),
    () => quarters(96, 64).png({ palette: true }).toBuffer(),
  ],
  webp: [
    () => withMetadata(quarters(96, 64)).webp({ lossless: true }).toBuffer(),
    () => withMetadata(quarters(96, 64)).ensureAlpha(0.5).webp().toBuffer(),
    () => animation("webp", ["#c82828", "#28a03c"]),
  ],
  gif: [samples.gif, () => animation("gif", ["#c82828", "#28a03c", "#283cc8"])],
  avif: [
    () => withMetadata(quarters(96, 64)).avif({ effort: 0 }).toBuffer(),
    () => withMetadata(quarters(96, 64)).ensureAlpha(0.5).avif({ effort: 0, lossless: true }).toBuffer(),
  ],
};

/** A photo of a kind, and another one of any kind, from which a mutation makes a file. */
type Material = Readonly<{ kind: PhotoKind; photo: Buffer; other: Buffer; random: SeededRandom }>;
type Mutation = (material: Material) => Buffer;

/** Makes nothing larger than a small photo, but for what `repeated` takes from it. */
const mutations: Readonly<Record<string, Mutation>> = {
  "flipped bits": ({ photo, random }) => {
    const bytes = Buffer.from(photo);
    const limit = random.below(2) === 0 ? Math.min(256, bytes.length) : bytes.length;
    for (let flips = 1 + random.below(24); flips > 0; flips -= 1) {
      const at = random.below(limit);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    }
    return bytes;
  },
  "missing bytes": ({ photo, random }) => {
    const from = 1 + random.below(photo.length - 1);
    const to = random.below(2) === 0 ? photo.length : from + random.below(photo.length - from);
    return Buffer.concat([photo.subarray(0, from), photo.subarray(to)]);
  },
  "a lying number": ({ kind, photo, random }) => {
    const number = Buffer.from(uint32(random.pick([0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff])));
    const bytes = random.pick([number, number.toReversed(), number.subarray(2), number.subarray(2).toReversed()]);
    // Lengths stand where a part begins, sizes a little after.
    const start = random.pick(startsOf(partsOf(kind, photo))) + random.below(20);
    const copy = Buffer.from(photo);
    copy.set(bytes.subarray(0, Math.max(0, copy.length - start)), Math.min(start, copy.length));
    return copy;
  },
  "exchanged parts": ({ kind, photo, random }) => {
    const parts = partsOf(kind, photo);
    const [one, other] = [random.below(parts.length), random.below(parts.length)];
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = [parts[one], parts[other]];
    const change = random.pick(["swap", "drop", "repeat"] as const);
    if (change === "swap") Object.assign(parts, { [one]: second, [other]: first });
    else if (change === "drop") parts.splice(one, 1);
    else parts.splice(other, 0, ...Array.from({ length: repeated(random) }, () => first));
    return Buffer.concat(parts);
  },
  "another file in it": ({ kind, photo, other, random }) => {
    const parts = partsOf(kind, photo);
    const part = other.subarray(random.below(2) * random.below(other.length));
    parts.splice(random.below(parts.length + 1), 0, part);
    return Buffer.concat(random.below(4) === 0 ? [photo, other] : parts);
  },
  "random metadata": ({ kind, photo, random }) => {
    const parts = partsOf(kind, photo);
    const text = Buffer.concat([Buffer.from(secret), randomBytes(random, random.below(2_000)), Buffer.from(secret)]);
    const metadata = Array.from({ length: repeated(random) }, () => metadataOf(kind, text, random));
    // Mostly where decoders must not mind: at the end of an AVIF, which names the places of its parts, or after the
    // beginning of others.
    const harmless = kind === "avif" ? parts.length : Math.min(1, parts.length);
    const at = random.below(3) > 0 ? harmless : random.below(parts.length + 1);
    parts.splice(at, 0, ...metadata);
    return Buffer.concat(parts);
  },
};

/** What can be wrong with a file, in words. */
export const mutationNames = Object.keys(mutations);

/** Makes as many files of a kind, each with one thing wrong. The same seed makes the same files. */
export async function generatedPhotos(
  kind: PhotoKind,
  mutation: string,
  count: number,
  seed: number,
): Promise<GeneratedPhoto[]> {
  const mutate = mutations[mutation];
  if (!mutate) throw new RangeError(`No file has ${mutation}.`);
  const photos = await Promise.all(sound[kind].map((make) => make()));
  const others = await Promise.all(Object.values(samples).map((make) => make()));
  return Array.from({ length: count }, (_, at) => {
    const random = seededRandom(seed * 1_000 + at);
    const bytes = Buffer.from(mutate({ kind, photo: random.pick(photos), other: random.pick(others), random }));
    return { name: `${kind} with ${mutation}, ${at} of seed ${seed}`, bytes };
  });
}

/** How often a part is repeated: mostly once, sometimes often. */
function repeated(random: SeededRandom): number {
  return random.pick([1, 1, 2, 3, 500]);
}

function randomBytes(random: SeededRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

function startsOf(parts: readonly Buffer[]): number[] {
  let at = 0;
  return parts.map((part) => (at += part.length) - part.length);
}

/** A part with metadata, as some program may write it. */
function metadataOf(kind: PhotoKind, text: Buffer, random: SeededRandom): Buffer {
  if (kind === "jpeg") {
    const beginning = random.pick(["", "Exif\0\0", "http://ns.adobe.com/xap/1.0/\0", "ICC_PROFILE\0\x01\x01", "MPF\0"]);
    return jpegSegment(
      random.pick([0xfe, 0xe0, 0xe1, 0xe2, 0xed, 0xef]),
      Buffer.concat([Buffer.from(beginning), text]),
    );
  }
  if (kind === "png") {
    const [type, beginning] = random.pick([
      ["tEXt", "Comment\0"],
      ["iTXt", "XML:com.adobe.xmp\0\0\0\0\0"],
      ["zTXt", "Comment\0\0"],
      ["eXIf", "MM\0*\0\0\0\x08"],
      ["iCCP", "Profile\0\0"],
      ["prVt", ""],
    ] as const);
    return pngChunk(type, Buffer.concat([Buffer.from(beginning), text]));
  }
  if (kind === "webp") return webpChunk(random.pick(["EXIF", "XMP ", "ICCP", "PRIV"]), text);
  if (kind === "gif") {
    const head = random.pick(["\x21\xfe", "\x21\xff\x0bXMP DataXMP", "\x21\xff\x0bNETSCAPE2.0", "\x21\x01"]);
    const blocks = [text.subarray(0, 255), text.subarray(255, 510)].map((each) => [Buffer.from([each.length]), each]);
    return Buffer.concat([Buffer.from(head, "latin1"), ...blocks.flat(), Buffer.alloc(1)]);
  }
  const type = random.pick(["free", "skip", "uuid", "meta", "udta", "Exif"]);
  return Buffer.concat([uint32(8 + text.length), Buffer.from(type), text]);
}

function webpChunk(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), uint32(body.length).swap32(), body, Buffer.alloc(body.length % 2)]);
}

/** The parts of a sound photo, which together are its bytes: the beginning, then segments, chunks, blocks or boxes. */
function partsOf(kind: PhotoKind, photo: Buffer): Buffer[] {
  const nextOf = { jpeg: afterSegment, png: afterChunk, webp: afterRiffChunk, gif: afterBlock, avif: afterBox }[kind];
  const beginning = { jpeg: 2, png: 8, webp: 12, gif: afterScreen(photo), avif: 0 }[kind];
  const starts = [0];
  for (let at = beginning; at < photo.length; at = nextOf(photo, at)) starts.push(at);
  return starts
    .map((start, at) => photo.subarray(start, starts[at + 1] ?? photo.length))
    .filter(({ length }) => length);
}

function afterSegment(photo: Buffer, at: number): number {
  return photo[at + 1] === 0xda ? photo.length : at + 2 + photo.readUInt16BE(at + 2);
}

function afterChunk(photo: Buffer, at: number): number {
  return at + 12 + photo.readUInt32BE(at);
}

function afterRiffChunk(photo: Buffer, at: number): number {
  const length = photo.readUInt32LE(at + 4);
  return at + 8 + length + (length % 2);
}

/** After a box, or after the head of one that contains others. */
function afterBox(photo: Buffer, at: number): number {
  const heads: Readonly<Record<string, number>> = { meta: 12, iprp: 8, ipco: 8 };
  return at + (heads[photo.toString("latin1", at + 4, at + 8)] ?? photo.readUInt32BE(at));
}

/** After the screen of a GIF and its colours (GIF89a §18 and §19). */
function afterScreen(photo: Buffer): number {
  return 13 + coloursOf(photo[10] ?? 0);
}

function coloursOf(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** After an extension or an image of a GIF, each of which ends with an empty block, or after its last byte. */
function afterBlock(photo: Buffer, at: number): number {
  if (photo[at] !== 0x21 && photo[at] !== 0x2c) return photo.length;
  let next = photo[at] === 0x21 ? at + 2 : at + 11 + coloursOf(photo[at + 9] ?? 0);
  while (photo[next]) next += 1 + (photo[next] ?? 0);
  return next + 1;
}
