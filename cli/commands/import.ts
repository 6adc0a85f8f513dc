import { Command, Option } from "commander";
import { readFileSync } from "node:fs";
import type { CoffeeStore, IncomingCoffee } from "../../catalogue/coffee-store.ts";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { touchPhotos } from "../../operations/photos.ts";
import { importCoffees, previewImport, type ImportCounts } from "../../operations/import-coffees.ts";
import { describeRowFault } from "../formats/check-rows.ts";
import { formatNames, formats, type FormatName } from "../formats/format.ts";
import { requireShopPlace, withShop } from "../shop/shop.ts";
import { formatFor } from "../shop/write-catalogue.ts";
import { CommandFailed, explainConcurrentChange } from "../terminal/command-failed.ts";
import { requireYes } from "../terminal/confirm.ts";
import { formatNumbers } from "../terminal/format-change.ts";
import { print } from "../terminal/print.ts";
import { Progress } from "../terminal/progress.ts";

const help = `
Coffees whose _id is in the shop are updated, all others are added. With --replace, coffees that are not in the file are
deleted, so the shop then has the coffees of the file. A coffee that was ever in the shop gets its old place in the
list; new ones follow at the end, in the order of the file. The command shows what it would do. If it has to delete, it
asks; if somebody changes the shop before your answer, it imports nothing. If a row is bad, it names every bad row and
imports nothing. The formats are those of niceties export. The log has an import as the operator's, and niceties undo
undoes it.

Examples:
  niceties import coffees.csv --dry-run
  niceties import coffees.json --replace
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
  .summary("import coffees from a file")
  .description("Imports the coffees of a file, all or none.")
  .argument("<file>", "the file, in UTF-8")
  .addOption(new Option("--format <format>", "the format, regardless of the file's name").choices(formatNames))
  .option("--replace", "delete the coffees that are not in the file")
  .option("--ignore-field <name...>", "ignore these fields of the file", [])
  .option("--dry-run", "only show what it would do")
  .option("--yes", "do not ask")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (file: string, options: Options) => {
    const coffees = readCoffees(file, formatFor(file, options.format), options.ignoreField);
    await touchPhotos(
      requireShopPlace(),
      coffees.map(({ text }) => text),
    );
    await withShop((store) => confirmAndImport(store, coffees, options));
  });

/** Throws a `CommandFailed` that names every bad row. */
function readCoffees(file: string, format: FormatName, ignoreFields: readonly string[]): IncomingCoffee[] {
  const read = formats[format].read(textOf(file), { ignoreFields });
  if ("rows" in read) return [...read.rows];
  const faults = read.faults.map(describeRowFault).join("\n");
  throw new CommandFailed(`${faults}\nNothing was imported. Correct ${file} and import it again.`);
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailed(`${file} is not in UTF-8. Save it as that (in spreadsheets: "CSV UTF-8").`, { cause });
  }
}

/** Prints a preview, asks before it deletes, and imports. Rejects with `CommandFailed` if nothing was imported. */
export async function confirmAndImport(
  store: CoffeeStore,
  coffees: readonly IncomingCoffee[],
  { replace = false, dryRun, yes, json }: Omit<Options, "ignoreField">,
  ask = () => requireYes({ json }, "Make the shop's coffees those of this file?", "Nothing was imported"),
): Promise<void> {
  const { counts, version } = await previewImport(store, coffees, replace);
  if (!json) print(formatCounts(counts));
  const isAsked = replace && !yes && !dryRun && counts.changed + counts.deleted + counts.added > 0;
  if (isAsked && json) print(JSON.stringify({ isDone: false, ...counts, changes: [] }));
  if (isAsked) await ask();
  const progress = new Progress("Importing");
  const importAll = () => importCoffees(store, coffees, replace ? version : undefined, progress.report);
  const changes = dryRun
    ? []
    : await explainConcurrentChange(importAll(), "nothing was imported").finally(progress.end);
  const numbers = formatNumbers(changes.map(({ number }) => number));
  if (json) print(JSON.stringify({ isDone: !dryRun, ...counts, changes: changes.map(({ number }) => number) }));
  else if (dryRun || changes.length === 0) print("Nothing was imported.");
  else {
    print(`Imported, as ${pluralise(changes.length, "change")}. To undo it: niceties undo --change ${numbers}`);
  }
}

function formatCounts({ added, changed, deleted, unchanged }: ImportCounts): string {
  return `${pluralise(added, "coffee")} to add, ${changed.toLocaleString("en")} to update, ${deleted.toLocaleString("en")} to delete; ${unchanged.toLocaleString("en")} stay as they are.`;
}
