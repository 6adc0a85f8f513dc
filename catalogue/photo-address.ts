/*
 * The address of a photo that the shop keeps says all that a page needs to show it: its name, which is the SHA-256 of
 * what was uploaded, its size in pixels, the average colour that stands in for it until it has loaded, and after `#alt=`
 * the text that replaces it for those who do not see it. So the text is a part of the coffee's `photo`: it is logged,
 * undone and erased with it. docs/decisions/0039-photos.md
 */

/** A photo that the shop keeps. `id` is the SHA-256 of what was uploaded, in hex. */
export type KeptPhoto = Readonly<{
  id: string;
  /** The size of its largest picture in pixels. */
  width: number;
  height: number;
  /** Its average colour, as rrggbb. */
  colour: string;
}>;

export const photosPath = "/-/photos";

/** The formats of a photo's pictures, the smallest first. */
export const photoFormats = ["avif", "webp", "jpg"] as const;
export type PhotoFormat = (typeof photoFormats)[number];

/** The widths of a photo's pictures, in pixels; a smaller photo has its own width in place of the larger ones. */
const usualWidths = [160, 400, 800, 1_600] as const;
/** The largest width of a picture of a photo. */
export const largestWidth = 1_600;
/** The largest height of a picture, as a multiple of `largestWidth`. */
export const tallest = 2;

/** The widths of the pictures of a photo whose largest picture has this width. */
export function widthsOf(width: number): readonly number[] {
  return [...usualWidths.filter((each) => each < width), width];
}

const one = /^([\da-f]{64})-([1-9]\d{0,3})x([1-9]\d{0,3})-([\da-f]{6})(?:-([1-9]\d{0,3}))?\.(avif|webp|jpg)$/;

/** The name of one picture of a photo, as its address ends: of this width, or the largest if it is left out. */
export function pictureName({ id, width, height, colour }: KeptPhoto, format: PhotoFormat, of?: number): string {
  return `${id}-${width}x${height}-${colour}${of === undefined ? "" : `-${of}`}.${format}`;
}

/** The path of one picture of a photo. */
export function picturePath(photo: KeptPhoto, format: PhotoFormat, of?: number): string {
  return `${photosPath}/${pictureName(photo, format, of)}`;
}

/** One picture of a photo, from the end of its path. Undefined for a name that no picture can have. */
export function parsePictureName(
  name: string,
): Readonly<{ photo: KeptPhoto; width: number; format: PhotoFormat }> | undefined {
  const [, id, wide, high, colour, of, ending] = one.exec(name) ?? [];
  const format = photoFormats.find((each) => each === ending);
  if (id === undefined || colour === undefined || !format) return undefined;
  const photo = { id, width: Number(wide), height: Number(high), colour };
  const width = of === undefined ? photo.width : Number(of);
  return widthsOf(photo.width).includes(width) ? { photo, width, format } : undefined;
}

/** The address that goes into a coffee's `photo`: a path of the shop, with the text for those who do not see it. */
export function photoAddress(photo: KeptPhoto, alt = ""): string {
  const path = picturePath(photo, "jpg");
  return alt === "" ? path : `${path}#alt=${encodeURIComponent(alt)}`;
}

/**
 * The photo that a path of the shop names, and its text; empty if it has none. Undefined for any other text. Expects
 * what `withoutOwnAddress` returns.
 */
export function parsePhotoAddress(address: string): Readonly<{ photo: KeptPhoto; alt: string }> | undefined {
  const [path = "", fragment = ""] = address.split("#", 2);
  const found = path.startsWith(`${photosPath}/`) ? parsePictureName(path.slice(photosPath.length + 1)) : undefined;
  if (!found) return undefined;
  const escaped = fragment.startsWith("alt=") ? fragment.slice("alt=".length) : "";
  return { photo: found.photo, alt: decoded(escaped) };
}

/** As `parsePhotoAddress`, for the address of a photo of any shop, with that shop's address before it or without. */
export function parsePhotoOfAnyShop(address: string): ReturnType<typeof parsePhotoAddress> {
  const at = address.indexOf(`${photosPath}/`);
  return at === -1 ? undefined : parsePhotoAddress(address.slice(at).trim());
}

function decoded(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

const anywhere = /\/-\/photos\/([\da-f]{64})-/g;

/** The ids of all kept photos that a text names, such as a coffee or a change as JSON. */
export function photoIdsIn(text: string): string[] {
  return [...text.matchAll(anywhere)].flatMap(([, id]) => (id === undefined ? [] : [id]));
}
