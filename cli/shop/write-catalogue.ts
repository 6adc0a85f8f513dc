import { readdirSync, readFileSync } from "node:fs";
import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { fieldsOf } from "../../catalogue/coffee-text.ts";
import { withoutOwnAddress } from "../../catalogue/own-address.ts";
import { parsePhotoAddress, picturePath, widthsOf } from "../../catalogue/photo-address.ts";
import { visibleText } from "../../catalogue/text/visible-text.ts";
import { CommandFailed } from "../terminal/command-failed.ts";
import { formatNames, formatOf, formats, type FormatName } from "../formats/format.ts";
import { withProgress } from "../terminal/progress.ts";
import { shopPlace } from "../../server/settings.ts";
import { openPhotoBlobs } from "../../store/photos/open-photos.ts";
import { PhotoStore } from "../../store/photos/photo-store.ts";
import { readShopSettings } from "./shop.ts";
import { writeWhole } from "../../operations/write-whole.ts";

const photographsFolder = new URL("../../public/photographs/", import.meta.url);

/** The least width of a kept photo in the HTML export, in pixels. */
const cardWidth = 400;

/** The refusal of --json without a file: both would go to standard output. */
export const jsonNeedsFile = "--json speaks of a file: name one to write the coffees into.";

/** The named format; else that of the file's name; else JSON. Throws `CommandFailed`. */
export function formatFor(file: string | undefined, named: FormatName | undefined): FormatName {
  if (named !== undefined) return named;
  if (file === undefined) return "json";
  const format = formatOf(file);
  if (format !== undefined) return format;
  const endings = formatNames.flatMap((name) => formats[name].fileEndings).join(", ");
  throw new CommandFailed(`${file} does not say its format: end the name in one of ${endings}, or say --format.`);
}

/** Writes coffees to a file, completely or not at all; without a file, to standard output. */
export async function writeCatalogue(
  coffees: readonly IdentifiedCoffee[],
  file: string | undefined,
  format: FormatName,
  at: Date,
): Promise<void> {
  const { SHOP_NAME: shopName, THEME_LIGHT: light, THEME_DARK: dark, PUBLIC_URL: publicUrl } = readShopSettings();
  const photographs = format === "html" ? await readPictures(coffees, publicUrl) : new Map<string, Uint8Array>();
  const pieces = formats[format].write(coffees, { shopName, at, palette: { light, dark }, photographs, publicUrl });
  if (file === undefined) {
    const { isTTY } = process.stdout;
    for (const piece of pieces) process.stdout.write(isTTY ? visibleText(piece) : piece);
    if (isTTY) process.stdout.write("\n");
    return;
  }
  const expected = coffees.reduce((sum, { text }) => sum + text.length, 0);
  await withProgress("Writing", ({ signal, onProgress }) =>
    writeWhole(file, pieces, signal, (written) => onProgress(written, expected)),
  );
}

/** The shop's photographs and the kept photos of these coffees, as WebPs in card size, by path. */
async function readPictures(coffees: readonly IdentifiedCoffee[], publicUrl: string): Promise<Map<string, Uint8Array>> {
  const names = readdirSync(photographsFolder).flatMap((file) => /^(.+)-480\.webp$/.exec(file)?.[1] ?? []);
  const pictures = new Map<string, Uint8Array>(
    names.map((name) => [`/photographs/${name}.jpg`, readFileSync(new URL(`${name}-480.webp`, photographsFolder))]),
  );
  await using photos = new PhotoStore(await openPhotoBlobs(shopPlace(readShopSettings())), Infinity);
  for (const { text } of coffees) {
    const { photo } = parsePhotoAddress(withoutOwnAddress(fieldsOf(text).photo, publicUrl)) ?? {};
    const path = photo && picturePath(photo, "jpg");
    if (!photo || path === undefined || pictures.has(path)) continue;
    const width = widthsOf(photo.width).find((each) => each >= cardWidth) ?? photo.width;
    const picture = await photos.picture(photo.id, width, ["webp"]);
    if (picture) pictures.set(path, picture.bytes);
  }
  return pictures;
}
