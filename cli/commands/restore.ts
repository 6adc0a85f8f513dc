import { openingCommand } from "../../program/files.ts";
import { Command } from "commander";
import { formatBytes, pluralise } from "../../catalogue/text/format-quantity.ts";
import { formatTime } from "../../catalogue/text/format-time.ts";
import { restoreShop } from "../../operations/backups.ts";
import { shopPlace } from "../../server/settings.ts";
import type { RestoreResult } from "../../store/copies/restore.ts";
import type { Verification } from "../../store/log/verification.ts";
import { describePlace, hasShop, type ShopPlace } from "../../store/open-store.ts";
import { readShopSettings } from "../shop/shop.ts";
import { requireYes } from "../terminal/confirm.ts";
import { print } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";

const help = `
Close the shop first. The backup is verified: one that is damaged, cut off or written by a newer version is refused. A
copy of what was there is kept in before-restore-<time> in the data directory, so you can go back; the disk needs room
for both. If the command is cut short, also by a power cut, either the old or the restored shop is there, whole. Only if
the old one could not be opened, neither may be there; then restore again. With DATABASE_URL and without --to, the
backup goes into that database, which must be empty, as a whole or not at all.

Photos that the shop lacks come from the folder photos beside the backup. With --to, they go into that directory, also
if PHOTOS_URL is set. Photos that only the replaced shop names are kept with its copy.

Examples:
  niceties restore data/backups/niceties-2026-11-21T220305Z-change-4812.db
  niceties restore niceties-2026-11-21T220305Z-change-4812.db --to /tmp/look   a second shop, to look at

Exit codes:
  0    restored
  1    not restored, and a line says why; the shop is as it was
  2    the command was not understood
  130  stopped by Ctrl-C; the shop is as it was`;

type Options = Readonly<{ to?: string; yes?: boolean; json?: boolean }>;

export const restoreCommand = new Command("restore")
  .summary("restore a backup")
  .description(
    "Replaces the shop's data with a backup and keeps a copy of what was there, or restores into an empty directory.",
  )
  .argument("<file>", "the backup")
  .option("--to <directory>", "the directory to restore into (default: the data directory, or DATABASE_URL)")
  .option("--yes", "do not ask")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (file: string, { to, yes, json }: Options) => {
    const place = shopPlace(readShopSettings());
    if (place.databaseUrl !== "" && to === undefined) return restoreIntoDatabase(file, place, json);
    const target = to === undefined ? place : { directory: to, databaseUrl: "" };
    const { directory } = target;
    const restored = await withProgress("Checking", ({ endProgress, ...options }) => {
      const agree = async (verified: Verification) => {
        endProgress();
        if (!json) print(formatBackup(verified));
        if (!hasShop(directory)) return;
        const question = `Replace the shop in ${directory}? A copy of it is kept.`;
        const unasked = `Nothing was restored: there is a shop in ${directory}, and no terminal to ask on. Add --yes to replace it; a copy is kept.`;
        await requireYes({ yes, json }, question, "Nothing was restored", unasked, options.signal);
      };
      return restoreShop(file, target, new Date(), { ...options, agree });
    });
    print(json ? toJson(restored) : formatRestore(restored, directory));
  });

async function restoreIntoDatabase(file: string, place: ShopPlace, json: boolean | undefined): Promise<void> {
  const { verified } = await withProgress("Restoring", (options) => restoreShop(file, place, new Date(), options));
  const { changes, coffees, newest } = verified;
  const name = describePlace(place);
  if (json) print(JSON.stringify({ to: name, changes, coffees, hash: newest?.hash ?? null }));
  else print(`Restored: the shop in ${name} is at change ${changes}. ${openingCommand} opens it.`);
}

function formatBackup({ changes, coffees, bytes, newest, findings }: Verification): string {
  const until = newest ? `, up to ${formatTime(new Date(newest.time))}` : "";
  const isSealed = findings.some(({ part, isSound }) => part === "seal" && isSound);
  const seal = isSealed ? "" : " It has no seal, so unused bytes of the file may have changed.";
  return `The backup verifies: ${pluralise(changes, "change")}, ${pluralise(coffees, "coffee")}, ${formatBytes(bytes)}${until}.${seal}`;
}

function toJson({ verified: { file, bytes, changes, coffees, newest }, before }: RestoreResult): string {
  return JSON.stringify({ file, bytes, changes, coffees, hash: newest?.hash ?? null, before: before ?? null });
}

function formatRestore({ verified, before }: RestoreResult, directory: string): string {
  const lines = [`Restored: the shop in ${directory} is at change ${verified.changes}. ${openingCommand} opens it.`];
  if (before !== undefined) {
    lines.push(`What was there before is kept. To go back: niceties restore ${before}`);
  }
  return lines.join("\n");
}
