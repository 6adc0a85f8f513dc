import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readdirSync, readFileSync } from "node:fs";
import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { pictureName, picturePath, widthsOf, type KeptPhoto } from "../../catalogue/photo-address.ts";
import { visibleText } from "../../catalogue/text/visible-text.ts";
import { publicFolder } from "../../program/files.ts";
import { CommandFailed } from "../terminal/command-failed.ts";
import { formatNames, formatOf, formats, type FormatName } from "../formats/format.ts";
import { withProgress, type ProgressOptions } from "../terminal/progress.ts";
import { keptPhotosOf, readCopies, readKeptPhotos } from "./kept-photos.ts";
import { readShopSettings } from "./shop.ts";
import { writeWhole, writeWholeFolder } from "../../operations/write-whole.ts";
import { sync } from "../../store/files/durable-files.ts";

const photographsFolder = new URL("photographs/", publicFolder);

/** The name of the file with the coffees in an exported folder, without its ending. */
export const folderFileName = "coffees";
/** The folder of the photos in an exported folder. */
export const folderPhotosName = "photos";

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
  if (file === undefined) {
    const { isTTY } = process.stdout;
    for (const piece of await piecesOf(coffees, format, at)) process.stdout.write(isTTY ? visibleText(piece) : piece);
    if (isTTY) process.stdout.write("\n");
    return;
  }
  const expected = coffees.reduce((sum, { text }) => sum + text.length, 0);
  await withProgress("Writing", async ({ signal, onProgress }) =>
    writeWhole(file, await piecesOf(coffees, format, at, signal), signal, (written) => onProgress(written, expected)),
  );
}

/** How many photos an exported folder has, and how many more its coffees name. */
export type FolderPhotos = Readonly<{ photos: number; photosMissing: number }>;

/** Writes coffees and the photos that they name into a new folder, completely or not at all. */
export async function writeFolder(
  coffees: readonly IdentifiedCoffee[],
  folder: string,
  format: FormatName,
  at: Date,
): Promise<FolderPhotos> {
  const [ending] = formats[format].fileEndings;
  const kept = keptPhotosOf(coffees, readShopSettings().PUBLIC_URL);
  let photos = 0;
  await withProgress("Writing", ({ signal, onProgress }) =>
    writeWholeFolder(
      folder,
      async (unfinished) => {
        const pieces = await piecesOf(coffees, format, at, signal);
        await writeWhole(join(unfinished, folderFileName + ending), pieces, signal);
        photos = await writePhotos(kept, join(unfinished, folderPhotosName), { signal, onProgress });
      },
      signal,
    ),
  );
  return { photos, photosMissing: kept.length - photos };
}

/** Writes photos into a new folder, as JPEGs in full size. Resolves to how many of them the shop has. */
async function writePhotos(
  kept: readonly KeptPhoto[],
  folder: string,
  { signal, onProgress }: Pick<ProgressOptions, "signal" | "onProgress">,
): Promise<number> {
  await mkdir(folder);
  let [read, written] = [0, 0];
  for await (const { photo, bytes } of readKeptPhotos(kept, "jpg", ({ width }) => width)) {
    signal.throwIfAborted();
    onProgress((read += 1), kept.length);
    if (!bytes) continue;
    await writeFile(join(folder, pictureName(photo, "jpg")), bytes, { flush: true });
    written += 1;
  }
  sync(folder);
  return written;
}

async function piecesOf(
  coffees: readonly IdentifiedCoffee[],
  format: FormatName,
  at: Date,
  signal?: AbortSignal,
): Promise<Iterable<string>> {
  const { SHOP_NAME: shopName, THEME_LIGHT: light, THEME_DARK: dark, PUBLIC_URL: publicUrl } = readShopSettings();
  const photographs = format === "html" ? await readPictures(coffees, publicUrl, signal) : new Map<string, never>();
  return formats[format].write(coffees, { shopName, at, palette: { light, dark }, photographs, publicUrl });
}

/**
 * The shop's photographs, the kept photos of these coffees and the copies of their photos on other hosts, as WebPs in
 * card size, by path or address.
 */
async function readPictures(
  coffees: readonly IdentifiedCoffee[],
  publicUrl: string,
  signal: AbortSignal | undefined,
): Promise<Map<string, Uint8Array>> {
  const names = readdirSync(photographsFolder).flatMap((file) => /^(.+)-480\.webp$/.exec(file)?.[1] ?? []);
  const pictures = new Map<string, Uint8Array>(
    names.map((name) => [`/photographs/${name}.jpg`, readFileSync(new URL(`${name}-480.webp`, photographsFolder))]),
  );
  for await (const { photo, bytes } of readKeptPhotos(keptPhotosOf(coffees, publicUrl), "webp", widthInCards)) {
    signal?.throwIfAborted();
    if (bytes) pictures.set(picturePath(photo, "jpg"), bytes);
  }
  for await (const { address, bytes } of readCopies(coffees, publicUrl, widthInCards)) {
    signal?.throwIfAborted();
    pictures.set(address, bytes);
  }
  return pictures;
}

function widthInCards({ width }: KeptPhoto): number {
  return widthsOf(width).find((each) => each >= cardWidth) ?? width;
}
