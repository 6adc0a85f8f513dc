import { Command } from "commander";
import type { Version } from "../catalogue/change.ts";
import { operator, type ChangeSummary, type CoffeeStore, type Undone } from "../catalogue/coffee-store.ts";
import { CommandFailed, insistOnWhatWasShown } from "./command-failed.ts";
import { confirm, isTerminal } from "./confirm.ts";
import { timeOption } from "./options.ts";
import { previewUndo, type CoffeePreview } from "../operations/preview-undo.ts";
import { Progress } from "./progress.ts";
import { rangesOption, selectChanges, type UndoSelection } from "./select-changes.ts";
import { count, tellCoffee, tellDifferences, tellNumbers, tellVisitor } from "./tell-change.ts";
import { print } from "./terminal/print.ts";
import { timeForms } from "./time.ts";
import { withShop } from "./with-shop.ts";

const help = `
What is taken back is first shown, then asked for; what was shown is taken back, or nothing where somebody has changed
these coffees meanwhile. Fields that somebody wrote again
later stay as they are. A visitor is one browser, or an address where the browser gave no key; --network takes all
browsers behind one address, as niceties history names it. Where several options are given, all must hold. With --since and --until, changes of the
operator and the coffees that the shop opened with are left alone, unless --change or --visitor names them.
A time is ${timeForms}.

Examples:
  niceties undo --visitor 3f2a9c01d4e7             all that one visitor changed
  niceties undo --network 9b04c7e2a1f0             all that came from one address, from whatever browser
  niceties undo --since 2h --dry-run               what taking back two hours would do
  niceties undo --change 17 20-42 --yes            these changes, without asking
  niceties undo --visitor operator --since 10m     what was done from this command line, an undo included

Exit codes:
  0    taken back, or there was nothing to take back, or --dry-run
  1    not taken back: the answer was no, or there was no terminal to ask on and no --yes
  2    the command was not understood
  130  stopped by Ctrl-C; nothing was taken back`;

type Options = UndoSelection & Readonly<{ dryRun?: boolean; yes?: boolean; json?: boolean }>;

export const undoCommand = new Command("undo")
  .summary("take changes back: some, one visitor's, or a stretch of time")
  .description("Takes changes back, by new changes: nothing in the log is lost, and an undo can be undone.")
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
    await withShop((store) => undoSelected(store, selection, { dryRun, yes, json }));
  });

/** Shows what is meant, asks, and takes back what was shown or nothing. Rejects with `CommandFailed` where it did not. */
export async function undoSelected(
  store: CoffeeStore,
  selection: UndoSelection,
  { dryRun, yes, json }: Pick<Options, "dryRun" | "yes" | "json">,
  ask = askOnTerminal,
): Promise<void> {
  const seen = await store.version();
  const changes = await selectChanges(store, selection);
  const coffees = await previewUndo(store, changes);
  const takenBack = coffees.flatMap((coffee) => coffee.takenBack);
  if (!json) print(tellPreview(coffees));
  const isAsked = takenBack.length > 0 && !dryRun;
  const answer = isAsked ? await ask(takenBack.length, yes, json) : "not asked";
  const undone = answer === "yes" ? await takeBack(store, changes, seen) : undefined;
  if (json) print(JSON.stringify({ isDone: undone !== undefined, coffees, changes: undone?.changes ?? [] }));
  else if (undone) print(tellUndone(undone));
  if (answer === "nobody there") {
    throw new CommandFailed("Nothing was taken back: there is nobody to ask here. Say --yes to do what is shown.");
  }
  if (answer === "no") throw new CommandFailed("Nothing was taken back.");
}

async function askOnTerminal(
  changes: number,
  yes: boolean | undefined,
  json: boolean | undefined,
): Promise<"yes" | "no" | "nobody there"> {
  if (yes) return "yes";
  if (json || !isTerminal()) return "nobody there";
  const question = `Take ${changes === 1 ? "this change" : `these ${count(changes, "change")}`} back?`;
  return (await confirm(question)) ? "yes" : "no";
}

async function takeBack(store: CoffeeStore, changes: readonly ChangeSummary[], seen: Version): Promise<Undone> {
  const progress = new Progress("Taking back");
  const undone = store.undo(
    changes.map(({ number }) => number),
    { visitor: operator, at: new Date() },
    { precondition: { upTo: seen.number }, onProgress: progress.tell },
  );
  return insistOnWhatWasShown(undone, "nothing was taken back").finally(progress.end);
}

function tellUndone({ changes }: Undone): string {
  const numbers = tellNumbers(changes.map(({ number }) => number));
  return `Took ${count(changes.length, "change")} back, by ${count(changes.length, "new one")}: ${numbers}.
To take that back in turn: niceties undo --change ${numbers}`;
}

const shownCoffees = 20;

function tellPreview(coffees: readonly CoffeePreview[]): string {
  const numbers = coffees.flatMap(({ takenBack }) => takenBack);
  const touched = coffees.filter(({ takenBack }) => takenBack.length > 0);
  const head =
    numbers.length > 0
      ? `To be taken back: ${count(numbers.length, "change")} of ${count(touched.length, "coffee")} (${tellNumbers(numbers)}).`
      : "There is nothing to take back: no such change, or it makes no difference any more.";
  const shown = coffees.slice(0, shownCoffees).flatMap(tellCoffeePreview);
  const rest = coffees.length - shownCoffees;
  return [head, ...shown, ...(rest > 0 ? [`… and ${count(rest, "more coffee")}; --json shows all.`] : [])].join("\n");
}

function tellCoffeePreview({ coffeeId, before, after, takenBack, kept }: CoffeePreview): string[] {
  const coffee = tellCoffee(coffeeId, before, after);
  const stays = kept.map(
    ({ field, laterChange, laterVisitor }) =>
      `    ${field} stays: written again by ${tellVisitor(laterVisitor)} in change ${laterChange}`,
  );
  return [
    `  ${verbOf(takenBack.length > 0, before !== null, after !== null)} ${coffee}`,
    ...tellBoth(before, after),
    ...stays,
  ];
}

/** A coffee that comes or goes is named, not listed. */
function tellBoth(before: CoffeePreview["before"], after: CoffeePreview["after"]): string[] {
  return before && after ? tellDifferences(before, after) : [];
}

function verbOf(isTouched: boolean, isThere: boolean, willBeThere: boolean): string {
  if (!isTouched) return "stays     ";
  if (isThere) return willBeThere ? "changes   " : "goes      ";
  return willBeThere ? "comes back" : "stays away";
}
