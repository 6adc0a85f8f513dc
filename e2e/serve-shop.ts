import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { expect } from "@playwright/test";
import { readSettings, shopPlace } from "../server/settings.ts";
import { openShop } from "../store/open-store.ts";
import { shopCommand } from "../test/shop-command.ts";
import { openTestServer } from "../test/servers/open-test-shop.ts";

// React, which a shop within this process loads, reads this while loading.
process.env["NODE_ENV"] = "production";

/** Only the sources can be served with hot reload. */
const sourceFile = fileURLToPath(new URL("../cli/main.ts", import.meta.url));

export type RunningShop = Readonly<{
  url: string;
  /** Kills the shop. Nothing answers at its address until `openAgain`, which may have other settings. */
  stop: () => Promise<void>;
  openAgain: (environment?: Environment) => Promise<void>;
  close: () => Promise<void>;
}>;
type Environment = Readonly<Record<string, string>>;

function cannotStop(): Promise<never> {
  return Promise.reject(new Error('This test needs test.use({ runs: "apart" }).'));
}

/** `complain` gets what the shop would write to its log. */
export async function serveWithin(environment: Environment, complain: (words: string) => void): Promise<RunningShop> {
  const print = console.error;
  console.error = (...words) => complain(format(...words));
  const warn = (warning: Error) => complain(String(warning));
  process.on("warning", warn);
  const settings = readSettings(environment);
  const store = settings.PRODUCT_SERVER_URL ? undefined : await openShop(shopPlace(settings), [], new Date());
  const server = await openTestServer(settings, store);
  const close = async () => {
    await server[Symbol.asyncDispose]();
    console.error = print;
    process.off("warning", warn);
    for (const report of server.reports) complain(format(report));
  };
  return { url: server.url, stop: cannotStop, openAgain: cannotStop, close };
}

/** `complain` gets each line of the shop's log. */
export async function serveApart(
  settings: Environment,
  complain: (line: string) => void,
  isDevelopment: boolean,
): Promise<RunningShop> {
  const start = async (port: string, more: Environment = {}) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, PORT: port, ...settings, ...more };
    const sources = [process.execPath, sourceFile, "serve", "--dev"];
    const [program = "", ...args] = isDevelopment ? sources : [...shopCommand, "serve"];
    const child = spawn(program, args, { cwd: settings["DATA_DIR"], env, stdio: ["ignore", "pipe", "pipe"] });
    const said: string[] = [];
    createInterface(child.stderr).on("line", (line) => {
      said.push(line);
      complain(line);
    });
    const lines = createInterface(child.stdout);
    for await (const line of on(lines, "line", { close: ["close"] })) {
      const [, url] = /is open at (\S+)/.exec(String(line)) ?? [];
      if (url) return { child, url };
    }
    throw new Error(`The shop did not open. ${said.join("\n")}`);
  };
  let { child, url } = await start("0");
  const stop = async () => {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };
  const openAgain = async (more?: Environment) => {
    ({ child, url } = await start(new URL(url).port, more));
  };
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) await openAgain();
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exit, "the shop ends cleanly").toEqual([0, null]);
  };
  return { url, stop, openAgain, close };
}
