import { Command } from "commander";
import { settingsFile, settingsHelp } from "../../server/settings.ts";
import { readShopSettings } from "../shop/shop.ts";
import { runDrill } from "../shop/run-drill.ts";

const help = `
Settings, each from the environment or from ${settingsFile} in this directory, as NAME=value. Defaults in brackets.

${settingsHelp()}

Examples:
  npm start                                           set up what is missing, build, and open the shop
  npm run dev                                         the same, with hot reload, for developers
  PORT=8080 SHOP_NAME="Corner Cup" niceties serve     open a shop that is built already

Exit codes:
  0  closed by Ctrl-C or SIGTERM
  1  the shop could not open, and a line for each reason says why; or a second signal ended it
  2  the command was not understood
  75 the shop can no longer write, and says why; opening it again may help`;

export const serveCommand = new Command("serve")
  .summary("open the shop, and keep it open until Ctrl-C")
  .description("Opens the shop, and keeps it open until Ctrl-C or SIGTERM closes it.")
  .option("--dev", "with hot reload, for developers")
  .addHelpText("after", help)
  .action(async ({ dev = false }: { dev?: boolean }) => {
    const settings = readShopSettings();
    // Set before anything imports React, which reads it while loading.
    process.env["NODE_ENV"] = dev ? "development" : "production";
    const { serve } = await import("../../server/serve.ts");
    await serve(settings, dev, runDrill);
  });
