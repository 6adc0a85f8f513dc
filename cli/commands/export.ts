import { Command, Option } from "commander";
import { formatNames, type FormatName } from "../formats/format.ts";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { print } from "../terminal/print.ts";
import { withShop } from "../shop/shop.ts";
import { formatFor, jsonNeedsFile, writeCatalogue } from "../shop/write-catalogue.ts";

const help = `
The file's ending decides its format: .json as GET /coffee answers, .csv for spreadsheets, .mongo.json, .ndjson or
.jsonl for mongoimport, .html to read, print and keep. niceties import reads all four. The log of changes is not in the
file; it is in a backup.

Examples:
  niceties export coffees.csv
  niceties export --format mongo > coffees.jsonl
  niceties export menu.html
  niceties export menu.html --json              the same, and a JSON document on what was written

Exit codes:
  0    written
  1    not written, and a line says why
  2    the command was not understood
  130  stopped by Ctrl-C; a file that was there before is as it was`;

type Options = Readonly<{ format?: FormatName; json?: boolean }>;

export const exportCommand = new Command("export")
  .summary("write all coffees into a file")
  .description("Writes all coffees into a file, whole or not at all.")
  .argument("[file]", "the file to write (default: standard output)")
  .addOption(new Option("--format <format>", "the format, regardless of the file's name").choices(formatNames))
  .option("--json", "print one JSON document on what was written into the file")
  .addHelpText("after", help)
  .action(async (file: string | undefined, { format: named, json }: Options, command: Command) => {
    if (json && file === undefined) command.error(jsonNeedsFile);
    const format = formatFor(file, named);
    const { coffees } = await withShop((store) => store.list());
    await writeCatalogue(coffees, file, format, new Date());
    if (json) print(JSON.stringify({ file, format, coffees: coffees.length }));
    else if (file !== undefined) print(`${file}: ${pluralise(coffees.length, "coffee")}.`);
  });
