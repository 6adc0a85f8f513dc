import { Command, Option } from "commander";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Version } from "../../catalogue/log/change.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import { operator, type CoffeeStore, type ErasureResult } from "../../catalogue/coffee-store.ts";
import {
  copyPlaces,
  findRemainingCopies,
  inShell,
  type RemotePlace,
  type RemainingCopies,
} from "../../operations/remaining-copies.ts";
import {
  previewErasure,
  textsNotInLog,
  type CoffeeErasure,
  type ErasurePreview,
} from "../../operations/preview-erasure.ts";
import { backupsDirectory } from "../../server/settings.ts";
import type { UnfinishedCopy } from "../../store/copies/backups.ts";
import {
  erasedChangesOf,
  findUnerased,
  removeUnfinished,
  rewriteCopy,
  type CopyPlaces,
  type UnerasedCopy,
} from "../../store/copies/erased-backups.ts";
import type { ShopPlace } from "../../store/open-store.ts";
import { sweepShop, type SweepResult } from "../../store/copies/sweep.ts";
import { CommandFailed, explainConcurrentChange } from "../terminal/command-failed.ts";
import { confirm, isTerminal } from "../terminal/confirm.ts";
import { interruptible } from "../terminal/interruption.ts";
import { timeOption } from "../terminal/options.ts";
import { Progress } from "../terminal/progress.ts";
import { readShopSettings } from "../shop/read-shop-settings.ts";
import { rangesOption, selectChanges, type UndoSelection } from "../shop/select-changes.ts";
import { requireShopPlace } from "../shop/shop-place.ts";
import { pluralise, jsonCoffee, formatCoffee, formatNumbers } from "../terminal/format-change.ts";
import { print } from "../terminal/print.ts";
import { formatTime, timeForms } from "../terminal/time.ts";
import { withShop } from "../shop/with-shop.ts";

const longestReason = 500;

const help = `
Erases what the selected changes wrote, wherever the same coffee had it in the same field: in earlier and later changes,
and in the coffee itself. A coffee with nothing left in it is removed. If you give several options, a change must match
all of them. The command shows what it would do, then asks. Erasing cannot be undone. Visitors see the reason and the
date in its place. The command then searches the bytes of the data for what it erased. Backups keep it until --backups
rewrites them.
A time is ${timeForms}.

Examples:
  niceties erase --change 17 --field details --reason "A phone number."
  niceties erase --coffee 6b016febea64fd3e86c6a6de --reason "An insult." --dry-run
  niceties erase --visitor 3f2a9c01d4e7 --reason "Spam." --backups
  niceties erase --backups                     rewrites backups that still hold what was erased before

Exit codes:
  0    erased, or there was nothing to erase, or --dry-run
  1    not erased, or some of it is left, and a line says what
  2    the command was not understood
  130  stopped by Ctrl-C; if it had erased already, run the same command again to finish`;

type Selection = UndoSelection & Readonly<{ coffee?: string; field?: readonly CoffeeField[] }>;
type Options = Selection &
  Readonly<{ reason?: string; backups?: boolean; dryRun?: boolean; yes?: boolean; json?: boolean }>;

export const eraseCommand = new Command("erase")
  .summary("erase words for good: a coffee's, a change's, a field's, a visitor's")
  .description("Erases words from the coffees, the whole log, the bytes of the data and, with --backups, the backups.")
  .option("--coffee <id>", "all that was ever written about this coffee")
  .option("--change <numbers...>", "what these changes wrote: numbers, or ranges such as 17-42", rangesOption)
  .option("--visitor <name>", "what this visitor wrote, without undos")
  .option("--since <time>", "what was written from then on", timeOption)
  .option("--until <time>", "what was written up to then", timeOption)
  .addOption(new Option("--field <names...>", "only in these fields").choices(coffeeFields))
  .option("--reason <words>", "why, for everyone to read")
  .option("--backups", "rewrite the backups that hold it")
  .option("--dry-run", "only show what it would do")
  .option("--yes", "do not ask")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (options: Options, command: Command) => {
    const { coffee, change, visitor, since, reason = "", backups } = options;
    const isSelecting = [coffee, change, visitor, since].some((each) => each !== undefined);
    if (!isSelecting && !backups)
      command.error("Name what to erase: --coffee, --change, --visitor or --since; or --backups.");
    if (isSelecting && reason.trim() === "") command.error("Give a reason that everyone may read: --reason.");
    if (reason.length > longestReason) command.error(`--reason may have ${longestReason} characters.`);
    await withShop((store) => (isSelecting ? eraseSelected(store, options) : eraseFromBackups(store, options)));
  });

type Outcome = Readonly<{
  erased: ErasureResult;
  swept: SweepResult;
  gone: readonly string[];
  kept: readonly string[];
  /** How many more texts there were than are searched for. */
  unsearched: number;
}>;

async function eraseSelected(store: CoffeeStore, options: Options): Promise<void> {
  const { dryRun, json, field = coffeeFields, reason = "", backups = false } = options;
  const seen = await store.version();
  const numbers = await selectedNumbers(store, options);
  const preview = await previewErasure(store, numbers, field);
  const remaining = await remainingCopies(store, preview.erasedChanges, false);
  if (!json) print(formatPreview(preview, remaining));
  if (dryRun) return finish({ preview, remaining }, undefined, json);
  const isAsked = preview.coffees.length > 0;
  if (isAsked) await requireYes(options, preview.erasedChanges.length);
  const outcome = await interruptible(() =>
    erase(store, seen, { numbers, fields: field, reason: reason.trim() }, preview),
  );
  if (backups) await rewriteAll(store);
  const rest = await remainingCopies(store, await erasedChangesOf(store), true);
  finish({ preview, remaining: rest }, isAsked ? outcome : undefined, json);
  if (!json && isAsked) print(formatOutcome(outcome, rest));
  const { found, tables } = outcome.swept;
  if (found.length > 0 || tables.length > 0) throw new CommandFailed("Some of what was erased is left; see above.");
}

async function eraseFromBackups(store: CoffeeStore, { json }: Options): Promise<void> {
  const { rewritten, removed } = await rewriteAll(store);
  const { copies, unfinished, far } = await remainingCopies(store, await erasedChangesOf(store), true);
  if (json) print(JSON.stringify({ rewritten: rewritten.length, removed, holding: copies, unfinished, far }));
  else {
    const done = [`Rewrote ${pluralise(rewritten.length, "backup")}.`, ...removed.map((path) => `Removed ${path}.`)];
    print([...done, ...formatRemainingCopies({ copies, unfinished, far })].join("\n"));
  }
  if (copies.length > 0) throw new CommandFailed("Not every backup could be rewritten.");
  if (unfinished.length > 0) throw new CommandFailed("Unfinished copies were left as they are; see above.");
}

function finish(
  { preview, remaining }: Readonly<{ preview: ErasurePreview; remaining: RemainingCopies }>,
  outcome: Outcome | undefined,
  json: boolean | undefined,
): void {
  if (!json) return;
  const { erased, swept } = outcome ?? {};
  print(
    JSON.stringify({
      isDone: outcome !== undefined,
      coffees: preview.coffees.map((each) => ({ ...each, coffee: jsonCoffee(each.coffee) })),
      changes: erased?.changes ?? [],
      holding: remaining.copies,
      unfinished: remaining.unfinished,
      far: remaining.far,
      left: swept ?? null,
    }),
  );
}

/** An undo wrote nothing of its own: what it brought back is its visitor's only where it is named by its number. */
async function selectedNumbers(
  store: CoffeeStore,
  { coffee, change, visitor, since, until }: Selection,
): Promise<number[]> {
  const wanted: UndoSelection = {
    ...(change && { change }),
    ...(visitor !== undefined && { visitor }),
    ...(since && { since }),
    ...(until && { until }),
  };
  const isOfCoffee = coffee !== undefined && Object.keys(wanted).length === 0;
  const changes = isOfCoffee
    ? await store.summarise({ coffeeId: coffee }, Number.MAX_SAFE_INTEGER)
    : await selectChanges(store, wanted);
  return changes
    .filter(({ coffeeId }) => coffee === undefined || coffeeId === coffee)
    .filter(({ undoes }) => isOfCoffee || change || undoes === null)
    .map(({ number }) => number);
}

async function requireYes({ yes, json }: Options, changes: number): Promise<void> {
  if (yes) return;
  if (json || !isTerminal())
    throw new CommandFailed("Nothing was erased: there is no terminal to ask on. Add --yes to do what is shown.");
  const question = `Erase this from ${pluralise(changes, "change")}, for good?`;
  if (!(await confirm(question))) throw new CommandFailed("Nothing was erased.");
}

async function erase(
  store: CoffeeStore,
  seen: Version,
  request: Readonly<{ numbers: readonly number[]; fields: readonly CoffeeField[]; reason: string }>,
  { coffees, searched }: ErasurePreview,
): Promise<Outcome> {
  const place = requireShopPlace();
  const progress = new Progress("Erasing");
  const options = { precondition: { upTo: seen.number }, onProgress: progress.report };
  const by = { visitor: operator, at: new Date() };
  const erased =
    coffees.length > 0
      ? await explainConcurrentChange(store.erase(request, by, options), "nothing was erased").finally(progress.end)
      : { changes: [], touched: 0 };
  const gone = await textsNotInLog(store, searched.texts);
  // Where nothing is to be erased, an earlier run may have been cut short after it had.
  const mayHoldWords = coffees.length > 0 || (await store.erasedChanges(0)).length > 0;
  const swept = mayHoldWords ? await sweepShop(place, gone, searched.unsearched === 0) : { found: [], tables: [] };
  dropPictures(place);
  const kept = searched.texts.filter((text) => !gone.includes(text));
  return { erased, swept, gone, kept, unsearched: searched.unsearched };
}

/** Pictures of coffees with their old words; an open shop draws them again. */
function dropPictures({ directory, databaseUrl }: ShopPlace): void {
  if (databaseUrl === "") rmSync(join(directory, "share-pictures"), { recursive: true, force: true });
}

async function remainingCopies(
  store: CoffeeStore,
  erased: ErasurePreview["erasedChanges"],
  isErased: boolean,
): Promise<RemainingCopies> {
  return findRemainingCopies(store, requireShopPlace(), await namedCopyPlaces(store), erased, isErased);
}

function namedCopyPlaces(store: CoffeeStore): Promise<CopyPlaces> {
  return copyPlaces(store, requireShopPlace(), backupsDirectory(readShopSettings()));
}

/** Removes what killed commands left, and rewrites all copies that hold erased words, save those that cannot be. */
async function rewriteAll(
  store: CoffeeStore,
): Promise<Readonly<{ rewritten: readonly string[]; removed: readonly string[] }>> {
  const places = await namedCopyPlaces(store);
  const erased = await erasedChangesOf(store);
  const removed = removeUnfinished(places, new Date());
  const copies = findUnerased(places, erased).filter(({ problem }) => problem === undefined);
  for (const { file } of copies) await rewriteCopy(file, store, erased);
  return { rewritten: copies.map(({ file }) => file), removed };
}

const shownCoffees = 20;

function formatPreview({ coffees, erasedChanges: left }: ErasurePreview, remaining: RemainingCopies): string {
  if (coffees.length === 0) return "There is nothing to erase: no change matches, or its words are erased already.";
  const numbers = formatNumbers(left.map(({ number }) => number));
  const shown = coffees.slice(0, shownCoffees).map(formatCoffeeErasure);
  const rest = coffees.length - shown.length;
  return [
    `To be erased from ${pluralise(left.length, "change")} of ${pluralise(coffees.length, "coffee")} (${numbers}):`,
    ...shown,
    ...(rest > 0 ? [`… and ${pluralise(rest, "more coffee")}; --json shows all.`] : []),
    "What stays: that these changes were made, when, by whom, and every other field.",
    ...formatRemainingCopies(remaining),
  ].join("\n");
}

function formatCoffeeErasure({ coffeeId, coffee, fields, changes, present }: CoffeeErasure): string {
  const becomes = {
    stays: "",
    "loses fields": "; blank in the shop from now on",
    "is removed": "; removed from the shop",
  };
  return `  ${formatCoffee(coffeeId, null, coffee)}: ${fields.join(", ")} in ${pluralise(changes.length, "change")}${becomes[present]}`;
}

function formatRemainingCopies({ copies, unfinished, far }: RemainingCopies): string[] {
  const [left, backups] = [
    copies.filter(({ isLeftByMove }) => isLeftByMove),
    copies.filter((copy) => !copy.isLeftByMove),
  ];
  const rewrites = "until niceties erase --backups rewrites";
  return [
    ...formatCopies(`Held by ${pluralise(backups.length, "backup")}, ${rewrites} them:`, backups),
    ...formatCopies(`Held by ${pluralise(left.length, "file")} that niceties move left, ${rewrites} them:`, left),
    ...(unfinished.length > 0 ? ["Unfinished copies that may hold them:"] : []),
    ...unfinished.map(formatUnfinished),
    ...far.flatMap(formatRemote),
  ];
}

function formatCopies(head: string, copies: readonly UnerasedCopy[]): string[] {
  if (copies.length === 0) return [];
  return [head, ...copies.map(({ file, changes, problem }) => `  ${file}: ${problem ?? pluralise(changes, "change")}`)];
}

function formatUnfinished({ path, changedAt, isAbandoned }: UnfinishedCopy): string {
  if (isAbandoned) return `  ${path}: left by a command that was killed; niceties erase --backups removes it`;
  const remedy = `rm -r ${inShell(path)}`;
  return `  ${path}, of ${formatTime(changedAt)}: if no backup, restore or move is under way, remove it by ${remedy}; otherwise run niceties erase --backups when it is over`;
}

function formatRemote({ place, since, wasLeft, remedy }: RemotePlace): string[] {
  const when = formatTime(new Date(since));
  const message = wasLeft
    ? `The shop moved here from ${place} at ${when}. What is there still holds the words, unless you have removed it:`
    : `A move to ${place} at ${when} was not finished. What is there may hold the words. Unless you finish it, remove it:`;
  return [message, `  ${remedy}`];
}

function formatOutcome(
  { erased, swept: { found, tables }, gone, kept, unsearched }: Outcome,
  remaining: RemainingCopies,
): string {
  const { databaseUrl } = requireShopPlace();
  const numbers = formatNumbers(erased.changes.map(({ number }) => number));
  const searched = databaseUrl === "" ? `${pluralise(gone.length, "text")} searched for in every byte of the data: ` : "";
  const bytes = found.length === 0 ? "none is there any more." : "";
  return [
    `Erased words from ${pluralise(erased.touched, "change")}; the log says so in ${pluralise(erased.changes.length, "new change")}: ${numbers}.`,
    ...(searched ? [`${searched}${bytes || `${pluralise(found.length, "one", "of them")} left.`}`] : []),
    ...(searched && unsearched > 0
      ? [
          `Not searched for: ${pluralise(unsearched, "value")} (too short, or beyond a megabyte). The whole file was rewritten.`,
        ]
      : []),
    ...found.map(({ file, at }) => `  still in ${file}, at byte ${at}`),
    ...tables.map((table) => `  dead rows of ${table} may still hold some`),
    ...(databaseUrl === "" ? [] : [postgresNote]),
    ...(kept.length > 0
      ? [`${pluralise(kept.length, "text")} of them are also in other fields, coffees or changes: search for them.`]
      : []),
    ...formatRemainingCopies(remaining),
  ].join("\n");
}

const postgresNote =
  "The tables were rewritten. Niceties cannot search PostgreSQL's write-ahead log, replicas, archives and dumps: they hold the words until they are recycled or replaced.";
