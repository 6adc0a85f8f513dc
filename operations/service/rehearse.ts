import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { listBackups } from "../../store/copies/backups.ts";
import { restore } from "../../store/copies/restore.ts";
import { isReadableFile } from "../../store/open-store.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { verifyShop } from "../../store/verify.ts";
import { newestBackup } from "../backups.ts";
import { OperationRefused } from "../operation-refused.ts";

/** How long the copy may take to open, and each request, in milliseconds. */
export type RehearsalLimits = Readonly<{ openMs: number; requestMs: number }>;
export const usualLimits: RehearsalLimits = { openMs: 600_000, requestMs: 30_000 };

export type Rehearsal = Readonly<{
  /** The command that opens a shop, with this program. */
  command: readonly string[];
  /** The shop's settings, as the environment and the text of niceties.env. */
  environment: Readonly<NodeJS.ProcessEnv>;
  settingsText: string;
  /** The folder of the backups; undefined if another product server keeps the coffees. */
  backups: string | undefined;
  limits: RehearsalLimits;
  signal?: AbortSignal | undefined;
}>;

/** Settings of the copy: only this process reaches it, and it reaches nothing of the shop itself. */
const ownSettings = {
  PORT: "0",
  HOST: "127.0.0.1",
  DATA_DIR: "data",
  BACKUPS_DIR: "",
  DATABASE_URL: "",
  PHOTOS_URL: "",
  PRODUCT_SERVER_URL: "",
  MIRROR_PHOTOS: "off",
  METRICS_PORT: "off",
  LOG: "plain",
  SAMPLE: "on",
  DRILL: "off",
};
const ofManager = ["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"];

/**
 * Opens a copy of the shop, made from its newest backup, in a temporary folder with this program: it migrates the data,
 * verifies them, and reads every kind of page over HTTP. Without backups, it opens a new shop with the sample coffees.
 * Resolves to what it did. Rejects with `OperationRefused` if anything is not as in the backup; the shop is not touched.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "niceties-rehearsal-"));
  try {
    const before = rehearsal.backups === undefined ? undefined : await restoreNewest(rehearsal, join(folder, "data"));
    const lines = Object.entries(ownSettings).map(([name, value]) => `${name}=${value}`);
    await writeFile(join(folder, "niceties.env"), [rehearsal.settingsText, ...lines, ""].join("\n"), { mode: 0o600 });
    const coffees = await visit(rehearsal, folder, before?.coffees);
    const { isSound, changes, findings } = await verifyShop(join(folder, "data"), signalOf(rehearsal));
    const wrong = findings.filter((each) => each.isSound === false).map(({ message }) => message);
    if (!isSound) throw new OperationRefused(wrong.join(" "));
    if (before && changes !== before.changes)
      throw new OperationRefused(`The copy has ${changes} changes, and the backup has ${before.changes}.`);
    return `A copy with ${pluralise(changes, "change")} and ${pluralise(coffees, "coffee")} opened, and verifies.`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const signalOf = ({ signal }: Rehearsal) => (signal ? { signal } : {});

async function restoreNewest(rehearsal: Rehearsal, directory: string) {
  const { backups = "" } = rehearsal;
  const { file: newest } = newestBackup(backups);
  try {
    const { verified } = await restore(newest, directory, new Date(), signalOf(rehearsal));
    return verified;
  } catch (error) {
    if (!(error instanceof StoreRefused) || isReadableFile(newest)) throw error;
    const readable = listBackups(backups).find(({ file }) => isReadableFile(file));
    const remedy = readable ? ` niceties restore ${readable.file} takes them back to that backup.` : "";
    throw new OperationRefused(`This version cannot read the data as they are now: ${error.message}${remedy}`);
  }
}

/** Opens the shop in a folder, reads it as visitors do, and closes it. Resolves to the number of its coffees. */
async function visit(rehearsal: Rehearsal, folder: string, expected: number | undefined): Promise<number> {
  const { command, environment, limits, signal } = rehearsal;
  const [program = "", ...args] = command;
  const removed = new Set([...Object.keys(ownSettings), ...ofManager]);
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !removed.has(name)));
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  try {
    const url = await addressOf(child, exit, limits.openMs, signal);
    const coffees = await readEverything(url, limits.requestMs, signal);
    if (expected !== undefined && coffees !== expected)
      throw new OperationRefused(`The copy shows ${pluralise(coffees, "coffee")}, and the backup has ${expected}.`);
    child.kill();
    const [code] = await within(exit, limits.requestMs, "The copy did not close.", signal);
    if (code !== 0) throw new OperationRefused(`The copy closed with exit code ${String(code)}.`);
    return coffees;
  } finally {
    child.kill("SIGKILL");
  }
}

async function addressOf(
  { stdout }: ChildProcess,
  exit: Promise<unknown[]>,
  openMs: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (!stdout) throw new Error("The copy has no output.");
  const lines = createInterface(stdout);
  const address = Promise.withResolvers<string>();
  lines.on("line", (line) => {
    const [, url] = / is open at (\S+)/.exec(line) ?? [];
    if (url) address.resolve(url);
  });
  const ended = exit.then(([code, by]) => {
    throw new OperationRefused(`The copy did not open: its process ended with ${String(code ?? by)}.`);
  });
  ended.catch(() => {});
  return within(Promise.race([address.promise, ended]), openMs, "The copy did not open", signal);
}

/** Rejects once the time is over, or the signal is aborted. */
async function within<T>(work: Promise<T>, ms: number, failure: string, signal: AbortSignal | undefined): Promise<T> {
  const stop = AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);
  const stopped = Promise.withResolvers<never>();
  const onStop = () => {
    stopped.reject(signal?.aborted ? signal.reason : new OperationRefused(`${failure} within ${ms / 1_000} s.`));
  };
  stop.addEventListener("abort", onStop);
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    stop.removeEventListener("abort", onStop);
  }
}

/** Reads the list, home, a style of it, and the page and the JSON of one coffee. Resolves to the number of coffees. */
async function readEverything(url: string, requestMs: number, signal: AbortSignal | undefined): Promise<number> {
  const read = async (path: string) => {
    const reply = fetch(url + path).then(
      async (each) => ({ status: each.status, text: await each.text() }),
      (error: unknown) => {
        throw new OperationRefused(`The copy did not answer ${path}: ${reasonOf(error)}.`, { cause: error });
      },
    );
    const { status, text } = await within(reply, requestMs, `The copy did not answer ${path}`, signal);
    if (status !== 200) throw new OperationRefused(`The copy answered ${path} with ${status}.`);
    return text;
  };
  await read("/-/ready");
  const coffees: unknown = JSON.parse(await read("/coffee"));
  if (!Array.isArray(coffees)) throw new OperationRefused("The copy's /coffee is no list.");
  const home = await read("/");
  const [, style] = /href="(\/assets\/[^"]+\.css)"/.exec(home) ?? [];
  if (style !== undefined) await read(style);
  const first: unknown = coffees[0];
  if (typeof first === "object" && first !== null && "_id" in first) {
    await read(`/coffee/${String(first._id)}`);
    await read(`/coffee-details/${String(first._id)}`);
  }
  return coffees.length;
}

/** `fetch` says why it failed only in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
