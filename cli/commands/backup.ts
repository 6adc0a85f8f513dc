import { Command } from "commander";
import { formatBytes, pluralise } from "../../catalogue/text/format-quantity.ts";
import { backUpShop } from "../../operations/backups.ts";
import { hasPhotosBeside } from "../../operations/photos.ts";
import { backupsDirectory } from "../../server/settings.ts";
import { readShopSettings, requireShopPlace } from "../shop/shop.ts";
import { print } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";

const help = `
The shop may be open, and visitors may change it meanwhile. The copy holds every coffee and the whole log. It is
verified, and its checksum is beside it (.sha256, for sha256sum -c too). It leaves out the secret that the day's visitor
names are made with. It gets its name, such as niceties-2026-11-21T220305Z-change-4812.db, only once it is whole.
The photos that it names are copied into photos beside it, a folder that all backups there share: copy it together with
the backup.

Examples:
  niceties backup                          into backups in the data directory
  niceties backup --to /mnt/usb/niceties   onto another disk, which is where backups belong

Exit codes:
  0    there is a new backup, and it verifies
  1    there is none, and a line says why
  2    the command was not understood
  130  stopped by Ctrl-C; no partial copy is left`;

type Options = Readonly<{ to?: string; json?: boolean }>;

export const backupCommand = new Command("backup")
  .summary("make a verified copy, also while the shop is open")
  .description("Makes a whole, verified and sealed copy of the shop's data.")
  .option("--to <directory>", "the directory to write to (default: BACKUPS_DIR, or backups in the data directory)")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async ({ to, json }: Options) => {
    const started = performance.now();
    const { file, bytes, changes, coffees, newest } = await withProgress("Copying", (options) =>
      backUpShop(requireShopPlace(), to ?? backupsDirectory(readShopSettings()), new Date(), options),
    );
    const seconds = Number(((performance.now() - started) / 1_000).toFixed(2));
    if (json) print(JSON.stringify({ file, bytes, changes, coffees, hash: newest?.hash ?? null, seconds }));
    else {
      const parts = hasPhotosBeside(file) ? "it, its .sha256 and the folder photos beside it" : "it, and its .sha256,";
      print(`${file}
${pluralise(changes, "change")}, ${pluralise(coffees, "coffee")}, ${formatBytes(bytes)}, verified, in ${seconds} s.
Copy ${parts} to another machine. To bring it back: niceties restore ${file}`);
    }
  });
