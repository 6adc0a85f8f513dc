import { Command } from "commander";
import { realpathSync } from "node:fs";
import { shopPlace } from "../server/settings.ts";
import { restoreToDatabase } from "../store/move.ts";
import { hasShop, shopFile, tellPlace, type ShopPlace } from "../store/open-store.ts";
import { restore, type Restored } from "../store/restore.ts";
import type { Verification } from "../store/verification.ts";
import { CommandFailed } from "./command-failed.ts";
import { confirm, isTerminal } from "./confirm.ts";
import { interruptible } from "./interruption.ts";
import { Progress } from "./progress.ts";
import { readShopSettings } from "./read-shop-settings.ts";
import { count, tellBytes } from "./tell-change.ts";
import { print } from "./terminal/print.ts";
import { tellTime } from "./time.ts";

const help = `
The backup is verified first: one that is damaged, cut off or written by a newer version is refused. The shop must be
closed. A copy of what was there is kept in before-restore-<time> beside it, so you can go back; the disk needs room for
both. Whenever this is cut short, by a power cut too, the old shop or the new one is there, whole; where the old one could
not be opened, it may be that none is, and restoring again helps. With DATABASE_URL and without --to, it goes into that
database, which must be empty: the whole backup or nothing.

Examples:
  niceties restore data/backups/niceties-2026-11-21T220305Z-change-4812.db
  niceties restore niceties-2026-11-21T220305Z-change-4812.db --to /tmp/look   a second shop, to look into

Exit codes:
  0    restored
  1    not restored, and a line says why; the shop is as it was
  2    the command was not understood
  130  stopped by Ctrl-C; the shop is as it was`;

type Options = Readonly<{ to?: string; yes?: boolean; json?: boolean }>;

export const restoreCommand = new Command("restore")
  .summary("bring a backup back")
  .description("Puts a backup in the place of the shop's data, which are kept aside, or into an empty directory.")
  .argument("<file>", "the backup")
  .option("--to <directory>", "where to (default: the data directory, or DATABASE_URL)")
  .option("--yes", "do not ask")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (file: string, { to, yes, json }: Options) => {
    const place = shopPlace(readShopSettings());
    if (place.databaseUrl !== "" && to === undefined) return restoreIntoDatabase(file, place, json);
    const directory = to ?? place.directory;
    const progress = new Progress("Checking");
    refuseItself(file, directory);
    const restored = await interruptible((signal) => {
      const agree = async (verified: Verification) => {
        progress.end();
        if (!json) print(tellBackup(verified));
        if (hasShop(directory) && !yes) await insistOnYes(directory, json, signal);
      };
      return restore(file, directory, new Date(), { signal, onProgress: progress.tell, agree });
    }).finally(progress.end);
    print(json ? toJson(restored) : tellRestored(restored, directory));
  });

async function restoreIntoDatabase(file: string, place: ShopPlace, json: boolean | undefined): Promise<void> {
  const progress = new Progress("Restoring");
  const { changes, coffees, newest } = await interruptible((signal) =>
    restoreToDatabase(file, place.databaseUrl, new Date(), { signal, onProgress: progress.tell }),
  ).finally(progress.end);
  const name = tellPlace(place);
  if (json) print(JSON.stringify({ to: name, changes, coffees, hash: newest?.hash ?? null }));
  else print(`Restored: the shop in ${name} is at change ${changes}. npm start opens it.`);
}

function tellBackup({ changes, coffees, bytes, newest, findings }: Verification): string {
  const until = newest ? `, up to ${tellTime(new Date(newest.time))}` : "";
  const isSealed = findings.some(({ part, isSound }) => part === "seal" && isSound);
  const seal = isSealed ? "" : " It has no seal, so bytes that nothing reads may be others than they were.";
  return `The backup verifies: ${count(changes, "change")}, ${count(coffees, "coffee")}, ${tellBytes(bytes)}${until}.${seal}`;
}

function refuseItself(file: string, directory: string): void {
  if (!hasShop(directory) || realpathSync(file) !== realpathSync(shopFile(directory))) return;
  throw new CommandFailed(`${file} is the shop's own file. Name a backup of it; niceties backup makes one.`);
}

/** Rejects with `CommandFailed` unless somebody says yes. */
async function insistOnYes(directory: string, json: boolean | undefined, signal: AbortSignal): Promise<void> {
  if (json || !isTerminal()) {
    throw new CommandFailed(
      `Nothing was restored: there is a shop in ${directory}, and nobody to ask here. Say --yes to replace it; it is kept aside.`,
    );
  }
  if (!(await confirm(`Put it in the place of the shop in ${directory}, which is kept aside?`, signal))) {
    throw new CommandFailed("Nothing was restored.");
  }
}

function toJson({ verified: { file, bytes, changes, coffees, newest }, before }: Restored): string {
  return JSON.stringify({ file, bytes, changes, coffees, hash: newest?.hash ?? null, before: before ?? null });
}

function tellRestored({ verified, before }: Restored, directory: string): string {
  const lines = [`Restored: the shop in ${directory} is at change ${verified.changes}. npm start opens it.`];
  if (before !== undefined) {
    lines.push(`What was there is kept. To go back: niceties restore ${before}`);
  }
  return lines.join("\n");
}
