import { Command } from "commander";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { formatAge } from "../../catalogue/text/format-time.ts";
import { drillBackup, newestBackup, type DrillOutcome } from "../../operations/backups.ts";
import { backupsDirectory } from "../../server/settings.ts";
import { readShopSettings, requireShopPlace } from "../shop/shop.ts";
import { print } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";

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
    const place = requireShopPlace();
    const backup = newestBackup(from ?? backupsDirectory(readShopSettings()));
    const started = performance.now();
    const outcome = await withProgress("Restoring", (options) => drillBackup(backup.file, place, options));
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

function formatOutcome(outcome: DrillOutcome, at: Date): string {
  if ("why" in outcome) return `${outcome.why} niceties backup makes a new one.`;
  return `It can be restored. It is ${formatAge(at, new Date())} old, and ${pluralise(outcome.changesBehind, "change")} behind.`;
}
