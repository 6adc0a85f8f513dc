import { Command } from "commander";
import type { CoffeeStore, UndoResult } from "../../catalogue/coffee-store.ts";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import type { UndoSelection } from "../../operations/undo/select-changes.ts";
import { previewSelectedUndo, undoSelected, type CoffeePreview } from "../../operations/undo/preview-undo.ts";
import { withShop } from "../shop/shop.ts";
import { CommandFailed, explainConcurrentChange } from "../terminal/command-failed.ts";
import { confirm, isTerminal } from "../terminal/confirm.ts";
import {
  formatCoffee,
  formatDifferences,
  formatFirst,
  formatNumbers,
  formatVisitor,
  jsonCoffee,
} from "../terminal/format-change.ts";
import { rangesOption, timeOption } from "../terminal/options.ts";
import { print } from "../terminal/print.ts";
import { Progress } from "../terminal/progress.ts";
import { timeForms } from "../terminal/time.ts";

const help = `
The command shows what it would do, then asks. If somebody changes one of these coffees between the question and your
answer, it undoes nothing. A field that somebody changed again later stays as it is. A visitor is one browser, or an
address if the browser sent no key; a network is an address with all browsers behind it, as niceties history names it.
If you give several options, a change must match all of them. --since and --until leave out the operator's changes and
the coffees that the shop opened with, unless --change or --visitor names them.
A time is ${timeForms}.

Examples:
  niceties undo --visitor 3f2a9c01d4e7             everything that one visitor changed
  niceties undo --network 9b04c7e2a1f0             everything from one address, by all its browsers
  niceties undo --since 2h --dry-run               what undoing the last two hours would do
  niceties undo --change 17 20-42 --yes            these changes, without asking
  niceties undo --visitor operator --since 10m     what was done from this command line, an undo included

Exit codes:
  0    undone, or there was nothing to undo, or --dry-run
  1    not undone: the answer was no, or there was no terminal to ask on and no --yes
  2    the command was not understood
  130  stopped by Ctrl-C; nothing was undone`;

type Options = UndoSelection & Readonly<{ dryRun?: boolean; yes?: boolean; json?: boolean }>;

export const undoCommand = new Command("undo")
  .summary("undo changes: by number, by visitor, or by time")
  .description("Undoes changes by making new ones: the log keeps everything, and an undo can be undone.")
  .option("--change <numbers...>", "these changes: numbers, or ranges such as 17-42", rangesOption)
  .option("--visitor <name>", "changes by this visitor")
  .option("--network <name>", "changes from this network address")
  .option("--since <time>", "changes from then on", timeOption)
  .option("--until <time>", "changes up to then", timeOption)
  .option("--dry-run", "only show what it would do")
  .option("--yes", "do not ask")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async ({ dryRun, yes, json, ...selection }: Options, command: Command) => {
    if (!selection.change && [selection.visitor, selection.network, selection.since].every((part) => !part)) {
      command.error("Say which changes: --change, --visitor, --network or --since.");
    }
    await withShop((store) => confirmAndUndo(store, selection, { dryRun, yes, json }));
  });

/**
 * Prints a preview, asks, and undoes what was previewed or nothing. Rejects with `CommandFailed` if it undid nothing.
 */
export async function confirmAndUndo(
  store: CoffeeStore,
  selection: UndoSelection,
  { dryRun, yes, json }: Pick<Options, "dryRun" | "yes" | "json">,
  ask = confirmOnTerminal,
): Promise<void> {
  const preview = await previewSelectedUndo(store, selection);
  const { coffees } = preview;
  const takenBack = coffees.flatMap((coffee) => coffee.takenBack);
  const progress = new Progress("Undoing");
  const undoPreviewed = () =>
    explainConcurrentChange(undoSelected(store, preview, progress.report), "nothing was undone").finally(progress.end);
  if (!json) print(formatPreview(coffees));
  const isAsked = takenBack.length > 0 && !dryRun;
  const answer = isAsked ? await ask(takenBack.length, yes, json) : "not asked";
  const undone = answer === "yes" ? await undoPreviewed() : undefined;
  if (json) {
    const previews = coffees.map((coffee) => ({
      ...coffee,
      before: jsonCoffee(coffee.before),
      after: jsonCoffee(coffee.after),
    }));
    print(JSON.stringify({ isDone: undone !== undefined, coffees: previews, changes: undone?.changes ?? [] }));
  } else if (undone) print(formatResult(undone));
  if (answer === "nobody there") {
    throw new CommandFailed("Nothing was undone: there is no terminal to ask on. Add --yes to do what is shown.");
  }
  if (answer === "no") throw new CommandFailed("Nothing was undone.");
}

async function confirmOnTerminal(
  changes: number,
  yes: boolean | undefined,
  json: boolean | undefined,
): Promise<"yes" | "no" | "nobody there"> {
  if (yes) return "yes";
  if (json || !isTerminal()) return "nobody there";
  const question = `Undo ${changes === 1 ? "this change" : `these ${pluralise(changes, "change")}`}?`;
  return (await confirm(question)) ? "yes" : "no";
}

function formatResult({ changes }: UndoResult): string {
  const numbers = formatNumbers(changes.map(({ number }) => number));
  return `Undid ${pluralise(changes.length, "change")} with ${pluralise(changes.length, "new one")}: ${numbers}.
To undo that: niceties undo --change ${numbers}`;
}

function formatPreview(coffees: readonly CoffeePreview[]): string {
  const numbers = coffees.flatMap(({ takenBack }) => takenBack);
  const touched = coffees.filter(({ takenBack }) => takenBack.length > 0);
  const head =
    numbers.length > 0
      ? `To be undone: ${pluralise(numbers.length, "change")} of ${pluralise(touched.length, "coffee")} (${formatNumbers(numbers)}).`
      : "There is nothing to undo: no change matches, or undoing it makes no difference.";
  return [head, ...formatFirst(coffees, formatCoffeePreview)].join("\n");
}

function formatCoffeePreview({ coffeeId, before, after, takenBack, kept }: CoffeePreview): string[] {
  const coffee = formatCoffee(coffeeId, before, after);
  const stays = kept.map(
    ({ field, laterChange, laterVisitor }) =>
      `    ${field} stays: changed later by ${formatVisitor(laterVisitor)}, in change ${laterChange}`,
  );
  return [
    `  ${verbOf(takenBack.length > 0, before !== null, after !== null)} ${coffee}`,
    ...formatChangedFields(before, after),
    ...stays,
  ];
}

/** The fields of a coffee that was added or removed are not listed. */
function formatChangedFields(before: CoffeePreview["before"], after: CoffeePreview["after"]): string[] {
  return before && after ? formatDifferences(before, after) : [];
}

function verbOf(isTouched: boolean, isThere: boolean, willBeThere: boolean): string {
  if (!isTouched) return "stays       ";
  if (isThere) return willBeThere ? "changes back" : "is removed  ";
  return willBeThere ? "comes back  " : "stays away  ";
}
