import { Command, Option } from "commander";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { formatTime } from "../../catalogue/text/format-time.ts";
import {
  eraseSelected,
  findErasedWords,
  findWordsToErase,
  previewSelectedErasure,
  rewriteBackups,
  type ErasureOutcome,
  type EraseSelection,
} from "../../operations/erase/erase-selected.ts";
import type { CoffeeErasure, ErasurePreview } from "../../operations/erase/preview-erasure.ts";
import { inShell, type RemainingCopies, type RemotePlace } from "../../operations/erase/remaining-copies.ts";
import { backupsDirectory } from "../../server/settings.ts";
import type { UnfinishedCopy } from "../../store/copies/backups.ts";
import type { UnerasedCopy } from "../../store/copies/erased-backups.ts";
import type { ShopPlace } from "../../store/open-store.ts";
import { readShopSettings, requireShopPlace, withShop } from "../shop/shop.ts";
import { CommandFailed, explainConcurrentChange } from "../terminal/command-failed.ts";
import { requireYes } from "../terminal/confirm.ts";
import { formatCoffee, formatFirst, formatNumbers, jsonCoffee } from "../terminal/format-change.ts";
import { rangesOption, timeOption } from "../terminal/options.ts";
import { print } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";
import { timeForms } from "../terminal/time.ts";

const longestReason = 500;

const help = `
Erases what the selected changes wrote, wherever the same coffee had it in the same field: in earlier and later changes,
and in the coffee itself. A coffee with nothing left in it is removed. If you give several options, a change must match
all of them. The command shows what it would do, then asks. Erasing cannot be undone. Visitors see the reason and the
date in its place. The command then searches the bytes of the data for what it erased. Backups keep it until --backups
rewrites them. Photos that only erased words named are removed too, and with --backups also from the backups.
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

type Options = EraseSelection &
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
    const place = requireShopPlace();
    const backupsFolder = backupsDirectory(readShopSettings());
    await withShop((store) => (isSelecting ? confirmAndErase : eraseFromBackups)(store, place, backupsFolder, options));
  });

async function confirmAndErase(
  store: CoffeeStore,
  place: ShopPlace,
  backupsFolder: string,
  options: Options,
): Promise<void> {
  const { dryRun, json, reason = "", backups = false } = options;
  const erasure = await previewSelectedErasure(store, options);
  const { preview } = erasure;
  const remainingBefore = await findWordsToErase(store, place, backupsFolder, erasure);
  if (!json) print(formatPreview(preview, remainingBefore));
  if (dryRun) return finish({ preview, remaining: remainingBefore }, undefined, json);
  const isAsked = preview.coffees.length > 0;
  const question = `Erase this from ${pluralise(preview.erasedChanges.length, "change")}, for good?`;
  if (isAsked) await requireYes(options, question, "Nothing was erased");
  const outcome = await withProgress("Erasing", ({ onProgress }) =>
    explainConcurrentChange(eraseSelected(store, place, erasure, reason.trim(), onProgress), "nothing was erased"),
  );
  if (backups) await rewriteBackups(store, place, backupsFolder);
  const remaining = await findErasedWords(store, place, backupsFolder);
  finish({ preview, remaining }, isAsked ? outcome : undefined, json);
  if (!json && isAsked) print(formatOutcome(outcome, remaining, place));
  const { found, tables } = outcome.swept;
  if (found.length > 0 || tables.length > 0) throw new CommandFailed("Some of what was erased is left; see above.");
}

async function eraseFromBackups(
  store: CoffeeStore,
  place: ShopPlace,
  backupsFolder: string,
  { json }: Options,
): Promise<void> {
  const { rewritten, removed } = await rewriteBackups(store, place, backupsFolder);
  const { copies, unfinished, far } = await findErasedWords(store, place, backupsFolder);
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
  outcome: ErasureOutcome | undefined,
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

function formatPreview({ coffees, erasedChanges: changes }: ErasurePreview, remaining: RemainingCopies): string {
  if (coffees.length === 0) return "There is nothing to erase: no change matches, or its words are erased already.";
  const numbers = formatNumbers(changes.map(({ number }) => number));
  return [
    `To be erased from ${pluralise(changes.length, "change")} of ${pluralise(coffees.length, "coffee")} (${numbers}):`,
    ...formatFirst(coffees, formatCoffeeErasure),
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
  { erased, swept: { found, tables }, photosRemoved, searchedTexts, textsElsewhere, unsearchedCount }: ErasureOutcome,
  remaining: RemainingCopies,
  { databaseUrl }: ShopPlace,
): string {
  const numbers = formatNumbers(erased.changes.map(({ number }) => number));
  const searched =
    databaseUrl === "" ? `${pluralise(searchedTexts.length, "text")} searched for in every byte of the data: ` : "";
  const bytes = found.length === 0 ? "none is there any more." : "";
  return [
    `Erased words from ${pluralise(erased.touched, "change")}; the log says so in ${pluralise(erased.changes.length, "new change")}: ${numbers}.`,
    ...(photosRemoved > 0 ? [`Removed ${pluralise(photosRemoved, "photo")} that only these words named.`] : []),
    ...(searched ? [`${searched}${bytes || `${pluralise(found.length, "one", "of them")} left.`}`] : []),
    ...(searched && unsearchedCount > 0
      ? [
          `Not searched for: ${pluralise(unsearchedCount, "value")} (too short, or beyond a megabyte). The whole file was rewritten.`,
        ]
      : []),
    ...found.map(({ file, at }) => `  still in ${file}, at byte ${at}`),
    ...tables.map((table) => `  dead rows of ${table} may still hold some`),
    ...(databaseUrl === "" ? [] : [postgresNote]),
    ...(textsElsewhere.length > 0
      ? [
          `${pluralise(textsElsewhere.length, "text")} of them are also in other fields, coffees or changes: search for them.`,
        ]
      : []),
    ...formatRemainingCopies(remaining),
  ].join("\n");
}

const postgresNote =
  "The tables were rewritten. Niceties cannot search PostgreSQL's write-ahead log, replicas, archives and dumps: they hold the words until they are recycled or replaced.";
