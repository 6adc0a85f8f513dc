import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const mainFile = fileURLToPath(new URL("../cli/main.ts", import.meta.url));

/** The two lines that every shop begins with. */
const greeting = / is open at |^Coffees are kept in /;

/** A built shop in a process and a folder of its own, with the sample coffees and without a limit of writes. */
export type SpawnedShop = AsyncDisposable &
  Readonly<{
    url: string;
    processId: number;
    /** What it printed after its first words, on both outputs, and how it ended where it did: a calm shop adds nothing. */
    complaints: readonly string[];
  }>;

/**
 * Opens a shop. Its end is waited for, and its folder removed. `preload` names a module that the process loads first, and
 * `onMessage` gets what that one tells with `process.send`.
 */
export async function spawnShop(preload?: URL, onMessage?: (message: unknown) => void): Promise<SpawnedShop> {
  const directory = await mkdtemp(join(tmpdir(), "niceties-hostile-"));
  const env = { PATH: process.env["PATH"], PORT: "0", DATA_DIR: directory, WRITE_LIMIT: "off", DRILL: "off" };
  const child = spawn(process.execPath, [...(preload ? ["--import", preload.href] : []), mainFile, "serve"], {
    cwd: directory,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  if (!child.stdout || !child.stderr) throw new Error("The shop has no outputs to read.");
  if (onMessage) child.on("message", onMessage);
  const complaints: string[] = [];
  const exit = once(child, "exit");
  let isClosing = false;
  child.once("exit", (code, signal) => {
    if (!isClosing) complaints.push(`The shop ended: exit code ${code}, signal ${signal}.`);
  });
  createInterface(child.stderr).on("line", (line) => complaints.push(line));
  const lines = createInterface(child.stdout);
  lines.on("line", (line) => {
    if (!greeting.test(line)) complaints.push(line);
  });
  const [first] = await Promise.race([once(lines, "line"), exit]);
  const [, url] = /is open at (\S+)/.exec(String(first)) ?? [];
  if (!url || child.pid === undefined) throw new Error(`The shop did not open: ${complaints.join("\n")}`);
  return {
    url,
    processId: child.pid,
    complaints,
    async [Symbol.asyncDispose]() {
      isClosing = true;
      child.kill("SIGTERM");
      await exit;
      await rm(directory, { recursive: true });
    },
  };
}
