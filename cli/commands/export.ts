import { Command, Option } from "commander";
import { formatNames, type FormatName } from "../formats/format.ts";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { print, printFailure } from "../terminal/print.ts";
import { withShop } from "../shop/shop.ts";
import { formatFor, jsonNeedsFile, writeCatalogue, writeFolder } from "../shop/write-catalogue.ts";

const help = `
The file's ending decides its format: .json as GET /coffee answers, .csv for spreadsheets, .mongo.json, .ndjson or
.jsonl for mongoimport, .html to read, print and keep. niceties import reads all four. The log of changes is not in the
file; it is in a backup.

Photos that visitors uploaded are in .html files, 400 pixels wide. In the other formats, only their addresses are. With
--to, the command writes a new folder: the coffees as coffees.json, or in the format of --format, and in photos the
photos as JPEGs in full size. niceties import reads this folder with its photos, in another shop too.

Examples:
  niceties export coffees.csv
  niceties export --format mongo > coffees.jsonl
  niceties export menu.html
  niceties export menu.html --json              the same, and a JSON document on what was written
  niceties export --to coffees                  a folder, with the photos

Exit codes:
  0    written
  1    not written, and a line says why
  2    the command was not understood
  130  stopped by Ctrl-C; a file that was there before is as it was, and no folder is left`;

type Options = Readonly<{ format?: FormatName; to?: string; json?: boolean }>;

export const exportCommand = new Command("export")
  .summary("write all coffees into a file, or with their photos into a folder")
  .description("Writes all coffees into a file, or with their photos into a folder, whole or not at all.")
  .argument("[file]", "the file to write (default: standard output)")
  .addOption(new Option("--format <format>", "the format, regardless of the file's name").choices(formatNames))
  .option("--to <folder>", "the new folder to write the coffees and their photos into")
  .option("--json", "print one JSON document on what was written")
  .addHelpText("after", help)
  .action(async (file: string | undefined, { format: named, to, json }: Options, command: Command) => {
    if (to !== undefined && file !== undefined) command.error("--to names the folder to write: leave the file out.");
    if (to !== undefined) return await exportFolder(to, named ?? "json", json);
    if (json && file === undefined) command.error(jsonNeedsFile);
    const format = formatFor(file, named);
    const { coffees } = await withShop((store) => store.list());
    await writeCatalogue(coffees, file, format, new Date());
    if (json) print(JSON.stringify({ file, format, coffees: coffees.length }));
    else if (file !== undefined) print(`${file}: ${pluralise(coffees.length, "coffee")}.`);
  });

async function exportFolder(folder: string, format: FormatName, json: boolean | undefined): Promise<void> {
  const { coffees } = await withShop((store) => store.list());
  const counts = await writeFolder(coffees, folder, format, new Date());
  if (json) print(JSON.stringify({ folder, format, coffees: coffees.length, ...counts }));
  else print(`${folder}: ${pluralise(coffees.length, "coffee")}, ${pluralise(counts.photos, "photo")}.`);
  if (counts.photosMissing === 0) return;
  const missing = pluralise(counts.photosMissing, "photo");
  printFailure(`${missing} that coffees name cannot be exported: the shop does not have them, or they are damaged.`);
}
