import { Command, Option } from "commander";
import type { CoffeeStore, IncomingCoffee, MadeChange } from "../../catalogue/coffee-store.ts";
import type { Version } from "../../catalogue/log/change.ts";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { touchPhotos } from "../../operations/photos.ts";
import { importCoffees, previewImport, type ImportCounts } from "../../operations/import-coffees.ts";
import { openPhotoStore } from "../../server/photos/open-photo-store.ts";
import type { PhotoStore } from "../../store/photos/photo-store.ts";
import { describeRowFault } from "../formats/check-rows.ts";
import { formatNames, formats, type FormatName } from "../formats/format.ts";
import { PhotoImport, type PhotoCounts } from "../shop/imported-photos.ts";
import { readImportSource } from "../shop/import-source.ts";
import { readShopSettings, requireShopPlace, withShop } from "../shop/shop.ts";
import { CommandFailed, explainConcurrentChange } from "../terminal/command-failed.ts";
import { requireYes } from "../terminal/confirm.ts";
import { formatNumbers } from "../terminal/format-change.ts";
import { print, printFailure } from "../terminal/print.ts";
import { Progress } from "../terminal/progress.ts";

const help = `
Coffees whose _id is in the shop are updated, all others are added. With --replace, coffees that are not in the file are
deleted, so the shop then has the coffees of the file. A coffee that was ever in the shop gets its old place in the
list; new ones follow at the end, in the order of the file. The command shows what it would do. If it has to delete, it
asks; if somebody changes the shop before your answer, it imports nothing. If a row is bad, it names every bad row and
imports nothing. The formats are those of niceties export. The log has an import as the operator's, and niceties undo
undoes it.

A folder of niceties export --to and an .html file bring photos. Photos that the shop does not have are added as uploads
are, and the coffees get their addresses here. A photo that is missing, or that the shop cannot read, leaves its coffee
as it is in the file; the last line counts these photos.

Examples:
  niceties import coffees.csv --dry-run
  niceties import coffees.json --replace
  niceties import coffees                      a folder of niceties export --to coffees, with its photos
  niceties import dump.jsonl --ignore-field __v --ignore-field createdAt

Exit codes:
  0    imported, or nothing differed, or --dry-run
  1    nothing was imported, and a line for each bad row says why
  2    the command was not understood
  130  stopped by Ctrl-C; nothing was imported`;

type Options = Readonly<{
  format?: FormatName;
  replace?: boolean;
  ignoreField: readonly string[];
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}>;

export const importCommand = new Command("import")
  .summary("import coffees from a file, or with their photos from a folder")
  .description("Imports the coffees of a file, or of an exported folder with its photos, all or none.")
  .argument("<file>", "the file, in UTF-8, or the folder")
  .addOption(new Option("--format <format>", "the format, regardless of the file's name").choices(formatNames))
  .option("--replace", "delete the coffees that are not in the file")
  .option("--ignore-field <name...>", "ignore these fields of the file", [])
  .option("--dry-run", "only show what it would do")
  .option("--yes", "do not ask")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (path: string, options: Options) => {
    const { file, text, format, open } = readImportSource(path, options.format);
    const coffees = readCoffees(file, text, format, options.ignoreField);
    const place = requireShopPlace();
    await using photos = open && (await openPhotosForImport(path));
    if (!options.dryRun) {
      const texts = coffees.map((coffee) => coffee.text);
      await touchPhotos(place, texts);
    }
    const publicUrl = readShopSettings().PUBLIC_URL;
    const imported = open && photos && new PhotoImport({ coffees, open, photos, publicUrl });
    await withShop((store) => confirmAndImport(store, coffees, { ...options, photos: imported }));
  });

/** The place for photos. If the shop keeps none, says so, and resolves to undefined. */
async function openPhotosForImport(path: string): Promise<PhotoStore | undefined> {
  const photos = await openPhotoStore(readShopSettings());
  if (!photos) printFailure(`This shop keeps no photos, because EXTRAS is off: those in ${path} are not imported.`);
  return photos;
}

/** Throws a `CommandFailed` that names every bad row. */
function readCoffees(
  file: string,
  text: string,
  format: FormatName,
  ignoreFields: readonly string[],
): IncomingCoffee[] {
  const read = formats[format].read(text, { ignoreFields });
  if ("rows" in read) return [...read.rows];
  const faults = read.faults.map(describeRowFault).join("\n");
  throw new CommandFailed(`${faults}\nNothing was imported. Correct ${file} and import it again.`);
}

type ConfirmOptions = Omit<Options, "ignoreField" | "format"> & Readonly<{ photos?: PhotoImport | undefined }>;

/** Prints a preview, asks before it deletes, and imports. Rejects with `CommandFailed` if nothing was imported. */
export async function confirmAndImport(
  store: CoffeeStore,
  coffees: readonly IncomingCoffee[],
  { replace = false, dryRun, yes, json, photos }: ConfirmOptions,
  ask = () => requireYes({ json }, "Make the shop's coffees those of this file?", "Nothing was imported"),
): Promise<void> {
  const expected = await photos?.preview();
  const { counts, version } = await previewImport(store, expected?.coffees ?? coffees, replace);
  if (!json) print([formatCounts(counts), ...(expected ? [formatPhotoCounts(expected.counts)] : [])].join("\n"));
  const inJson = (isDone: boolean, changes: readonly MadeChange[], photoCounts: PhotoCounts | undefined) =>
    JSON.stringify({
      isDone,
      ...counts,
      ...(photoCounts && { photos: photoCounts }),
      changes: changes.map(({ number }) => number),
    });
  const isAsked = replace && !yes && !dryRun && counts.changed + counts.deleted + counts.added > 0;
  if (isAsked && json) print(inJson(false, [], expected?.counts));
  if (isAsked) await ask();
  const added = dryRun ? undefined : await photos?.add();
  const changes = dryRun ? [] : await importAll(store, added?.coffees ?? coffees, replace ? version : undefined);
  const photoCounts = added?.counts ?? expected?.counts;
  if (json) print(inJson(!dryRun, changes, photoCounts));
  else if (dryRun || changes.length === 0) print("Nothing was imported.");
  else {
    const numbers = formatNumbers(changes.map(({ number }) => number));
    print(`Imported, as ${pluralise(changes.length, "change")}. To undo it: niceties undo --change ${numbers}`);
  }
  const leftOut = photoCounts && describeLeftOut(photoCounts);
  if (leftOut !== undefined) printFailure(leftOut);
}

async function importAll(
  store: CoffeeStore,
  coffees: readonly IncomingCoffee[],
  replacing: Version | undefined,
): Promise<readonly MadeChange[]> {
  const progress = new Progress("Importing");
  const importing = importCoffees(store, coffees, replacing, progress.report);
  return await explainConcurrentChange(importing, "nothing was imported").finally(progress.end);
}

function formatCounts({ added, changed, deleted, unchanged }: ImportCounts): string {
  return `${pluralise(added, "coffee")} to add, ${changed.toLocaleString("en")} to update, ${deleted.toLocaleString("en")} to delete; ${unchanged.toLocaleString("en")} stay as they are.`;
}

function formatPhotoCounts({ added, present, missing, unreadable }: PhotoCounts): string {
  return `${pluralise(added, "photo")} to add; ${present.toLocaleString("en")} in the shop already, ${(missing + unreadable).toLocaleString("en")} left out.`;
}

/** Which photos an import leaves out, and why. Undefined if it leaves out none. */
function describeLeftOut({ missing, unreadable, full }: PhotoCounts): string | undefined {
  const reasons = [
    [missing, "not in the export"],
    [unreadable, "that the shop cannot read as photos"],
    [full, "for which PHOTOS_LIMIT leaves no room"],
  ] as const;
  const given = reasons.filter(([count]) => count > 0).map(([count, why]) => `${count.toLocaleString("en")} ${why}`);
  if (given.length === 0) return undefined;
  const all = pluralise(missing + unreadable + full, "photo");
  return `${all} left out: ${given.join(", ")}. Their coffees have the addresses that are in the file.`;
}
