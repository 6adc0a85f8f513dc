import { Command } from "commander";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Version } from "../../catalogue/log/change.ts";
import { backupsDirectory } from "../../server/settings.ts";
import { listBackups } from "../../store/copies/backups.ts";
import { openStore } from "../../store/open-store.ts";
import { restore } from "../../store/copies/restore.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { CommandFailed } from "../terminal/command-failed.ts";
import { interruptible } from "../terminal/interruption.ts";
import { Progress } from "../terminal/progress.ts";
import { readShopSettings } from "../shop/read-shop-settings.ts";
import { requireShopPlace } from "../shop/shop-place.ts";
import { pluralise } from "../terminal/format-change.ts";
import { print } from "../terminal/print.ts";
import { formatAge } from "../terminal/time.ts";
import { withShop } from "../shop/with-shop.ts";

const help = `
The newest backup is restored into a temporary directory, verified, opened and removed again. The shop itself is not
touched. An open shop does this once a day by itself (setting DRILL).

Examples:
  niceties drill
  niceties drill --from /mnt/usb/niceties   the backups on another disk

Exit codes:
  0    the newest backup could be restored
  1    it could not, or there is none; a line says why
  2    the command was not understood
  130  stopped by Ctrl-C`;

type Options = Readonly<{ from?: string; json?: boolean }>;

export const drillCommand = new Command("drill")
  .summary("check that the newest backup can be restored")
  .description(
    "Restores the newest backup into a temporary directory, and says how old it is and how many changes behind the shop.",
  )
  .option("--from <directory>", "where the backups are (default: BACKUPS_DIR, or backups in the data directory)")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async ({ from, json }: Options) => {
    requireShopPlace(); // what a backup is compared with
    const folder = from ?? backupsDirectory(readShopSettings());
    const [backup] = listBackups(folder);
    if (!backup) throw new CommandFailed(`There is no backup in ${folder}. niceties backup makes one.`);
    const started = performance.now();
    const outcome = await drill(backup.file);
    const report = {
      isGood: "changesBehind" in outcome,
      backup: backup.file,
      backupAgeSeconds: Math.floor((Date.now() - backup.at.getTime()) / 1_000),
      seconds: Number(((performance.now() - started) / 1_000).toFixed(2)),
      ...outcome,
    };
    print(json ? JSON.stringify(report) : `${backup.file}\n${formatOutcome(outcome, backup.at)}`);
    if (!report.isGood) process.exitCode = 1;
  });

type Outcome = Readonly<{ changesBehind: number }> | Readonly<{ why: string }>;

function formatOutcome(outcome: Outcome, at: Date): string {
  if ("why" in outcome) return `${outcome.why} niceties backup makes a new one.`;
  return `It can be restored. It is ${formatAge(at, new Date())} old, and ${pluralise(outcome.changesBehind, "change")} behind.`;
}

/** Restores a backup aside, opens it there, and compares it with the shop. */
async function drill(file: string): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), "niceties-drill-"));
  const progress = new Progress("Restoring");
  try {
    const version = await interruptible(async (signal) => {
      await restore(file, directory, new Date(), { signal, onProgress: progress.report });
      return versionIn(directory);
    });
    return await compareWithShop(version);
  } catch (error) {
    if (error instanceof StoreRefused) return { why: error.message };
    throw error;
  } finally {
    progress.end();
    await rm(directory, { recursive: true });
  }
}

/** Opened as the server would open it. */
async function versionIn(directory: string): Promise<Version> {
  const store = openStore(directory, [], new Date());
  try {
    return (await store.list()).version;
  } finally {
    await store.close();
  }
}

async function compareWithShop({ number, hash }: Version): Promise<Outcome> {
  return withShop(async (store) => {
    const newest = await store.version();
    const [same] = await store.changes(number - 1, 1);
    if (number === 0 || same?.hash === hash) return { changesBehind: newest.number - number };
    return { why: `It is not a backup of this shop: change ${number} of the shop is a different one.` };
  });
}
