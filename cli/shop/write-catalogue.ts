import { readdirSync, readFileSync } from "node:fs";
import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { visibleText } from "../../catalogue/text/visible-text.ts";
import { CommandFailed } from "../terminal/command-failed.ts";
import { formatNames, formatOf, formats, type FormatName } from "../formats/format.ts";
import { withProgress } from "../terminal/progress.ts";
import { readShopSettings } from "./shop.ts";
import { writeWhole } from "../../operations/write-whole.ts";

const photographsFolder = new URL("../../public/photographs/", import.meta.url);

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
  const photographs = format === "html" ? readPhotographs() : new Map<string, Uint8Array>();
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

/** The shop's photographs in card size, by name. */
function readPhotographs(): Map<string, Uint8Array> {
  const names = readdirSync(photographsFolder).flatMap((file) => /^(.+)-480\.webp$/.exec(file)?.[1] ?? []);
  return new Map(names.map((name) => [name, readFileSync(new URL(`${name}-480.webp`, photographsFolder))]));
}
