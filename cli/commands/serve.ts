import { isIPv4 } from "node:net";
import { Command } from "commander";
import { isBuilt } from "../../program/files.ts";
import { settingsFile, settingsHelp } from "../../server/settings.ts";
import { readShopSettings } from "../shop/shop.ts";
import { runDrill } from "../shop/run-drill.ts";
import { networkAddresses } from "../terminal/network-addresses.ts";
import { paint, print } from "../terminal/print.ts";

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

const serveBuilt = new Command("serve")
  .summary("open the shop, and keep it open until Ctrl-C")
  .description("Opens the shop, and keeps it open until Ctrl-C or SIGTERM closes it.")
  .addHelpText("after", help)
  .action(async ({ dev = false }: { dev?: boolean }) => {
    const settings = readShopSettings();
    // Set before anything imports React, which reads it while loading.
    process.env["NODE_ENV"] = dev ? "development" : "production";
    const { serve } = await import("../../server/serve.ts");
    const port = await serve(settings, dev, runDrill);
    if (process.stdout.isTTY && settings.LOG === "plain") await showInNetwork(settings.HOST, port);
  });

/** Shows where a phone in the same network finds the shop, if it listens there. */
async function showInNetwork(host: string, port: number): Promise<void> {
  const [address] = networkAddresses(host);
  if (address === undefined) return;
  const url = `http://${isIPv4(address) ? address : `[${address}]`}:${port}`;
  const { qrCode } = await import("../terminal/qr-code.ts");
  print(`On this network: ${url}\n`);
  print(
    qrCode(url)
      .map((line) => paint("bgBlack", paint("white", line)))
      .join("\n"),
  );
}

/** The sources can be served with hot reload, the built program cannot. */
export const serveCommand = isBuilt ? serveBuilt : serveBuilt.option("--dev", "with hot reload, for developers");
