/** The formats of photos that the shop takes, as the image library names them. */
export const photoKinds = ["jpeg", "png", "webp", "gif", "avif"] as const;
export type PhotoKind = (typeof photoKinds)[number];

/** How many of a file's first bytes `photoKind` looks at. */
export const kindBytes = 256;

/** Brands of AVIF (AV1 Image File Format §6) and of HEIC (ISO/IEC 23008-12, B.4). Files of both also carry common brands. */
const avifBrands = ["avif", "avis"];
const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"];

/**
 * The kind of a photo by its first bytes; its name and `Content-Type` are not looked at. `heic` is for the photos of
 * iPhones, which the shop does not take. Undefined for any other file.
 */
export function photoKind(head: Buffer): PhotoKind | "heic" | undefined {
  const begin = head.toString("latin1", 0, 12);
  if (begin.startsWith("\xff\xd8\xff")) return "jpeg";
  if (begin.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (begin.startsWith("RIFF") && begin.endsWith("WEBP")) return "webp";
  if (begin.startsWith("GIF87a") || begin.startsWith("GIF89a")) return "gif";
  const brands = brandsOf(head);
  if (brands.some((brand) => avifBrands.includes(brand))) return "avif";
  return brands.some((brand) => heicBrands.includes(brand)) ? "heic" : undefined;
}

/** The brands in the first box of a file, if that is `ftyp` (ISO/IEC 14496-12 §4.3): its length, major brand, version, others. */
function brandsOf(head: Buffer): string[] {
  if (head.length < 16 || head.toString("latin1", 4, 8) !== "ftyp") return [];
  const brands = [head.toString("latin1", 8, 12)];
  const end = Math.min(head.readUInt32BE(0), head.length);
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString("latin1", at, at + 4));
  return brands;
}
