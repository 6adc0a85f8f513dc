import { Command, Option } from "commander";
import { formatNames, type FormatName } from "./formats/format.ts";
import { count } from "./tell-change.ts";
import { print } from "./terminal/print.ts";
import { withShop } from "./with-shop.ts";
import { formatFor, jsonNeedsFile, writeCatalogue } from "./write-catalogue.ts";

const help = `
The ending of the file's name decides its format: .json as GET /coffee answers, .csv for spreadsheets, .mongo.json, .ndjson
or .jsonl for mongoimport, .html to look at, to print and to keep. All four can be brought in again. The log of changes
is not in it; that is in a backup.

Examples:
  niceties export coffees.csv
  niceties export --format mongo > coffees.jsonl
  niceties export menu.html
  niceties export menu.html --json              and say what was written, for programs

Exit codes:
  0    written
  1    not written, and a line says why
  2    the command was not understood
  130  stopped by Ctrl-C; there is no file, or the one from before`;

type Options = Readonly<{ format?: FormatName; json?: boolean }>;

export const exportCommand = new Command("export")
  .summary("write all coffees into a file")
  .description("Writes all coffees into a file, whole or not at all.")
  .argument("[file]", "where to; standard output where it is left out")
  .addOption(new Option("--format <format>", "in place of what the ending says").choices(formatNames))
  .option("--json", "print one JSON document on what was written into the file")
  .addHelpText("after", help)
  .action(async (file: string | undefined, { format: named, json }: Options, command: Command) => {
    if (json && file === undefined) command.error(jsonNeedsFile);
    const format = formatFor(file, named);
    const { coffees } = await withShop((store) => store.list());
    await writeCatalogue(coffees, file, format, new Date());
    if (json) print(JSON.stringify({ file, format, coffees: coffees.length }));
    else if (file !== undefined) print(`${file}: ${count(coffees.length, "coffee")}.`);
  });
