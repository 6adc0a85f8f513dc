import { Command, Option } from "commander";
import { readFileSync } from "node:fs";
import type { Version } from "../catalogue/change.ts";
import { operator, type CoffeeList, type CoffeeStore, type IncomingCoffee } from "../catalogue/coffee-store.ts";
import { exactFields } from "../catalogue/exact-coffee.ts";
import { CommandFailed, insistOnWhatWasShown } from "./command-failed.ts";
import { confirm, isTerminal } from "./confirm.ts";
import { describeRowFault } from "./formats/check-rows.ts";
import { formatNames, formats, type FormatName } from "./formats/format.ts";
import { Progress } from "./progress.ts";
import { count, tellNumbers } from "./tell-change.ts";
import { print } from "./terminal/print.ts";
import { withShop } from "./with-shop.ts";
import { formatFor } from "./write-catalogue.ts";

const help = `
A coffee whose _id the shop knows is replaced, any other is added; with --replace, coffees that are not in the file are
deleted, so that the catalogue is the file, but for the order: a coffee that was ever in the shop finds its place again,
the others follow at the end. Where somebody changes the shop between the question and the answer, nothing is brought in.
Where one row is bad, every bad row is named and nothing is brought in. The formats are those of niceties export. All of
it goes into the log as the operator's, and can be taken back.

Examples:
  niceties import coffees.csv --dry-run
  niceties import coffees.json --replace
  niceties import dump.jsonl --ignore-field __v --ignore-field createdAt

Exit codes:
  0    brought in, or nothing differed, or --dry-run
  1    nothing was brought in, and a line for each bad row says why
  2    the command was not understood
  130  stopped by Ctrl-C; nothing was brought in`;

type Options = Readonly<{
  format?: FormatName;
  replace?: boolean;
  ignoreField: readonly string[];
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}>;

type Counts = Readonly<{ added: number; changed: number; deleted: number; unchanged: number }>;

export const importCommand = new Command("import")
  .summary("bring coffees in from a file")
  .description("Brings coffees in from a file, all or none.")
  .argument("<file>", "the file, in UTF-8")
  .addOption(new Option("--format <format>", "in place of what the ending says").choices(formatNames))
  .option("--replace", "delete the coffees that are not in the file")
  .option("--ignore-field <name...>", "pass over fields of the file that no coffee has", [])
  .option("--dry-run", "only show what it would do")
  .option("--yes", "do not ask")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (file: string, options: Options) => {
    const coffees = readCoffees(file, formatFor(file, options.format), options.ignoreField);
    await withShop((store) => bringIn(store, coffees, options));
  });

/** Throws `CommandFailed` that names every bad row. */
function readCoffees(file: string, format: FormatName, ignoreFields: readonly string[]): IncomingCoffee[] {
  const read = formats[format].read(textOf(file), { ignoreFields });
  if ("rows" in read) return read.rows.map(({ _id, fields }) => ({ _id, fields }));
  const faults = read.faults.map(describeRowFault).join("\n");
  throw new CommandFailed(`${faults}\nNothing was brought in. Correct ${file}, and import it again.`);
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailed(`${file} is not in UTF-8. Save it as that (in spreadsheets: "CSV UTF-8").`, { cause });
  }
}

/** Shows what it would do, asks where it deletes, and brings in. Rejects with `CommandFailed` where it did not. */
export async function bringIn(
  store: CoffeeStore,
  coffees: readonly IncomingCoffee[],
  { replace = false, dryRun, yes, json }: Omit<Options, "ignoreField">,
  ask = agree,
): Promise<void> {
  const list = await store.list();
  const counts = countChanges(list, coffees, replace);
  if (!json) print(tellCounts(counts));
  const isAsked = replace && !yes && !dryRun && counts.changed + counts.deleted + counts.added > 0;
  if (isAsked && json) print(JSON.stringify({ isDone: false, ...counts, changes: [] }));
  if (isAsked) await ask(json);
  const changes = dryRun ? [] : await bring(store, coffees, replace ? list.version : undefined);
  const numbers = tellNumbers(changes.map(({ number }) => number));
  if (json) print(JSON.stringify({ isDone: !dryRun, ...counts, changes: changes.map(({ number }) => number) }));
  else if (dryRun || changes.length === 0) print("Nothing was brought in.");
  else {
    print(`Brought in, as ${count(changes.length, "change")}. To take it back: niceties undo --change ${numbers}`);
  }
}

/** In the place of the whole catalogue where that is `seen`, which must still be as it was seen. */
async function bring(store: CoffeeStore, coffees: readonly IncomingCoffee[], seen: Version | undefined) {
  const progress = new Progress("Bringing in");
  const isWhole = seen !== undefined;
  const brought = store.bring(coffees, { visitor: operator, at: new Date() }, isWhole, {
    onProgress: progress.tell,
    ...(isWhole && { precondition: { upTo: seen.number } }),
  });
  return insistOnWhatWasShown(brought, "nothing was brought in").finally(progress.end);
}

/** Rejects with `CommandFailed` unless somebody says yes. */
async function agree(json: boolean | undefined): Promise<void> {
  if (json || !isTerminal()) {
    throw new CommandFailed("Nothing was brought in: there is nobody to ask here. Say --yes to do what is shown.");
  }
  if (!(await confirm("Make the catalogue this file?"))) throw new CommandFailed("Nothing was brought in.");
}

function countChanges({ coffees: listed }: CoffeeList, coffees: readonly IncomingCoffee[], isWhole: boolean): Counts {
  const kept = new Map(listed.map(({ _id, ...fields }) => [_id, JSON.stringify(exactFields(fields))]));
  let [added, changed, unchanged] = [0, 0, 0];
  for (const { _id, fields } of coffees) {
    const before = _id === undefined ? undefined : kept.get(_id);
    if (before === undefined) added += 1;
    else if (before === JSON.stringify(exactFields(fields))) unchanged += 1;
    else changed += 1;
  }
  return { added, changed, unchanged, deleted: isWhole ? kept.size - changed - unchanged : 0 };
}

function tellCounts({ added, changed, deleted, unchanged }: Counts): string {
  return `${count(added, "coffee")} to add, ${changed.toLocaleString("en")} to change, ${deleted.toLocaleString("en")} to delete; ${unchanged.toLocaleString("en")} stay as they are.`;
}
