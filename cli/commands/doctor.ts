import { Command } from "commander";
import { checkShop } from "../../operations/check-shop.ts";
import { buildHealth, nodeHealth, portHealth, right, wrong, type Health } from "../../operations/health.ts";
import { currentBuild } from "../../server/pages/builds.ts";
import { backupsDirectory, BadSettings, shopPlace, type Settings } from "../../server/settings.ts";
import { readShopSettings } from "../shop/shop.ts";
import { print } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";

const help = `
Checks Node, the build, the settings, the port, the data directory and who may read it, the data as niceties verify
does, every photo too, the freeze, the clock and the backups. ✓ is right, ! worth knowing, ✗ wrong; each line that is
not right says what to do. --mend makes files private that other accounts may read, and deletes secrets of days that
are over.

Examples:
  niceties doctor
  niceties doctor --mend

Exit codes:
  0    nothing is wrong
  1    something is
  2    the command was not understood
  130  stopped by Ctrl-C`;

const marks = { right: "✓", wrong: "✗", "worth knowing": "!" };

export const doctorCommand = new Command("doctor")
  .summary("check everything that the shop needs")
  .description("Checks everything that the shop needs, and says what to do if something is wrong.")
  .option("--mend", "make the data private to the shop's account")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async ({ mend = false, json }: { mend?: boolean; json?: boolean }) => {
    const health = [nodeHealth(), buildHealth(currentBuild()), ...(await shopHealth(mend))];
    if (json) print(JSON.stringify(health));
    else for (const { what, state, message } of health) print(`${marks[state]} ${what}: ${message}`);
    if (health.some(({ state }) => state === "wrong")) process.exitCode = 1;
  });

async function shopHealth(mend: boolean): Promise<Health[]> {
  let settings: Settings;
  try {
    settings = readShopSettings();
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    return error.problems.map((problem) => wrong("Settings", problem));
  }
  const outside = [right("Settings", "All can be used."), await portHealth(settings)];
  const { PRODUCT_SERVER_URL } = settings;
  if (PRODUCT_SERVER_URL) return [...outside, right("Data", `${PRODUCT_SERVER_URL} keeps them.`)];
  const data = await withProgress("Checking changes", (options) =>
    checkShop(shopPlace(settings), backupsDirectory(settings), mend, options),
  );
  return [...outside, ...data];
}
